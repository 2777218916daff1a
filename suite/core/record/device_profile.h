// Describes a device in a run's log: its identity, its claims, and the
// measurements that were made before the first case.

#ifndef WGSYNC_SUITE_CORE_RECORD_DEVICE_PROFILE_H_
#define WGSYNC_SUITE_CORE_RECORD_DEVICE_PROFILE_H_

#include <cstdint>
#include <string>

#include "suite/core/base/json_value.h"
#include "suite/core/plan/claims.h"
#include "suite/core/record/device_info.h"

namespace wgsync {

class FieldVisitor;

// How long one access takes, in seconds; 0: not measured.
struct Calibration {
  double volatile_poll_seconds = 0;
  double rmw_poll_seconds = 0;
  double delay_seconds = 0;  // one access of a delay

  void Fields(FieldVisitor& v);
};

struct DeviceProfile {
  DeviceInfo device;
  std::string driver_digest;  // with the mark of the device model, if any
  // A GPU on which a spinning kernel was killed and the canary passed.
  bool hang_test = false;
  // The host sees the stores of a kernel that still runs.
  bool channel_proven = false;
  // The driver ends a loop before its end: one of the calibration's after so
  // many turns; 0: it ended none, or the log does not say.
  bool loops_cut = false;
  uint32_t loop_turns = 0;
  // What the worker kept from the driver, as "files, network", or "none: " and
  // why; "" in older logs.
  std::string sandbox;
  // A digest of the code of the host checks (devices/host_sync/host_sync.h); ""
  // in older logs.
  std::string host_code;
  // Logs before schema 3 have neither of these.
  bool described = false;
  Claims claims;
  Calibration calibration;

  // devices/identity/fingerprint.h; null if there is none.
  JsonValue fingerprint;

  // The fields of `device` are fields of the profile itself.
  void Fields(FieldVisitor& v);
};

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_RECORD_DEVICE_PROFILE_H_
