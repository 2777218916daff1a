// The head of a run: its devices, its plan and its settings.

#ifndef WGSYNC_SUITE_CORE_RECORD_RUN_HEADER_H_
#define WGSYNC_SUITE_CORE_RECORD_RUN_HEADER_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "nlohmann/json_fwd.hpp"
#include "suite/core/plan/choice.h"
#include "suite/core/record/device_profile.h"
#include "suite/core/record/run_settings.h"

namespace wgsync {

class FieldVisitor;

// Of a log: a reader makes a separate run of each.
inline constexpr size_t kMostDevices = 64;

// The context of a log, its first line.
struct RunHeader {
  int schema = 0;  // of the log that it was read from
  std::string suite = "wgsync";
  std::string suite_digest;
  std::string boot_id;            // of the machine when the run began
  int64_t unix_ns = 0;            // when it began; 0: not known
  std::vector<std::string> plan;  // ids of cases
  Part part;                      // that the plan is of a larger one
  RunSettings settings;
  // One to kMostDevices. Lines of the log name a device by its place here.
  std::vector<DeviceProfile> devices = std::vector<DeviceProfile>(1);
  // Equal devices share the plan: each case ran on one of them, some on all.
  // A log of one device is that device's part; one of several has all parts
  // and is read as one run.
  bool shared = false;

  bool joined() const { return shared && devices.size() > 1; }

  // All but `schema`.
  void Fields(FieldVisitor& v);
};

// Reads the head from a context of any schema; "schema" itself is the caller's.
// A context of schema 1 or 2 has one device. Returns "" or the first error.
std::string ReadHeader(const nlohmann::json& context, RunHeader* header);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_RECORD_RUN_HEADER_H_
