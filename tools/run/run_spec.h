// What a run was asked to do, in memory and as JSON.
//
// A folder of runs begins with run.json, which holds what `wgsync run` was
// about to do on which devices, so that --resume finds also the devices that
// were not begun. Each run's own log repeats plan and options in its context.

#ifndef WGSYNC_TOOLS_RUN_RUN_SPEC_H_
#define WGSYNC_TOOLS_RUN_RUN_SPEC_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "nlohmann/json_fwd.hpp"
#include "suite/core/record/device_info.h"
#include "suite/core/record/run_log.h"
#include "suite/engine/run_options.h"

namespace wgsync {

class FieldVisitor;

inline constexpr char kRunSpecFile[] = "run.json";

// One device's part of a run.
struct DeviceRun {
  DeviceInfo device;            // index, full_name and slug, as the run saw it
  std::string folder;           // below the folder of run.json: "SLUG", or
                                // "SLUG/N" of devices that share the plan
  std::vector<SkipRule> skips;  // and those of the options

  // The folder of the devices that share the plan; "" if it is not shared.
  std::string shared() const {
    const size_t slash = folder.find('/');
    return slash == std::string::npos ? "" : folder.substr(0, slash);
  }

  void Fields(FieldVisitor& v);
};

struct RunSpec {
  std::vector<DeviceRun> devices;
  // The cases, their part of a plan, and the settings.
  RunOptions options;
};

// Each device's folder is its slug, numbered where two have the same one.
std::vector<DeviceRun> NameFolders(const std::vector<DeviceInfo>& devices);

// The same for groups of equal devices, each of which shares the plan. A wgsync
// that cannot share a plan refuses their folders.
std::vector<DeviceRun> NameSharedFolders(
    const std::vector<std::vector<DeviceInfo>>& groups);

// {"schema","devices","plan","part","options"}; "part" of a shard alone.
nlohmann::json SpecToJson(const RunSpec& spec);
// The inverse; `where` begins the errors.
absl::StatusOr<RunSpec> SpecFromJson(const nlohmann::json& j,
                                     const std::string& where);
// Of a run's log: its plan, its settings and its device. A case of the plan
// that this wgsync does not know is an error, or left out.
enum class Unknown { kRefused, kLeftOut };
absl::StatusOr<RunSpec> SpecOf(const Run& run,
                               Unknown unknown = Unknown::kRefused);

std::string SpecPath(const std::string& folder);
absl::Status WriteSpec(const RunSpec& spec, const std::string& folder);
// Of a folder of runs (run.json) or of one run (its log).
absl::StatusOr<RunSpec> ReadSpec(const std::string& folder);

}  // namespace wgsync

#endif  // WGSYNC_TOOLS_RUN_RUN_SPEC_H_
