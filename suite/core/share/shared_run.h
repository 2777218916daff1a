// Tells the devices of a shared run apart: which of them ran how much, and
// which of them does not agree with the others. Pure.

#ifndef WGSYNC_SUITE_CORE_SHARE_SHARED_RUN_H_
#define WGSYNC_SUITE_CORE_SHARE_SHARED_RUN_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "suite/core/record/run_log.h"
#include "suite/core/verdict/verdict.h"

namespace wgsync {

// A case that counts, and that a device ends otherwise than most others (if as
// many end it one way as the other: than those that pass).
struct Disagreement {
  std::string id;
  Verdict here;    // on the device
  Verdict others;  // on one of the others
  // Lone runs of the case on all devices, and those that came out so again.
  size_t rounds = 0;
  size_t again = 0;
};

struct DeviceShare {
  size_t cases = 0;     // with a verdict of this device
  size_t compared = 0;  // of them: that count, and ran on another device, too
  double seconds = 0;   // that they took
  std::string lost_by;  // the case that the device did not survive; "" if none
  std::vector<Disagreement> differs;

  // It differed in every lone run of a case: this is not chance.
  bool sick() const;
  // Sick or lost: what it ran alone may not be the driver's.
  bool bad() const { return sick() || !lost_by.empty(); }
};

// By the places of the devices in the run's header; empty if it is not shared.
std::vector<DeviceShare> SharesOf(const Run& run);

bool HasBadDevice(const std::vector<DeviceShare>& shares);

// "0:1 (GPU UUID)", of a device of the header; the UUID if there is one.
std::string DevicePlace(const Run& run, uint32_t device);

// The verdicts of the case on the other devices, in the order of the log.
std::vector<const CaseResult*> Elsewhere(const Run& run, absl::string_view id);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_SHARE_SHARED_RUN_H_
