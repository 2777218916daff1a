// The head of a run: which devices it ran on, and which part of its plan.

#ifndef WGSYNC_SUITE_CORE_RECORD_RUN_HEADER_H_
#define WGSYNC_SUITE_CORE_RECORD_RUN_HEADER_H_

#include <string>
#include <vector>

#include "nlohmann/json_fwd.hpp"
#include "suite/core/plan/choice.h"
#include "suite/core/record/device_profile.h"

namespace wgsync {

struct RunHeader {
  int schema = 0;
  Part part;
  // At least one. Lines of the log name a device by its place here.
  std::vector<DeviceProfile> devices;
  // Equal devices share the plan: each case ran on one of them, some on all.
  // A log of one device is that device's part; one of several has all parts
  // and is read as one run.
  bool shared = false;

  bool joined() const { return shared && devices.size() > 1; }
};

// Puts "devices", "part" unless it is whole, and "shared" if it is true into
// the context of a log.
void AddHeader(const RunHeader& header, nlohmann::json* context);

// Reads the head from a context of any schema; "schema" itself is the caller's.
// A context without "devices" has one, described by its "device",
// "driver_digest", "fingerprint" and "channel_proven", as schemas 1 and 2 have
// it. Returns "" or the first error.
std::string ReadHeader(const nlohmann::json& context, RunHeader* header);

// The context as schema 2 has it, for one of the devices: what reports read.
nlohmann::json ContextOf(const nlohmann::json& context,
                         const DeviceProfile& profile);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_RECORD_RUN_HEADER_H_
