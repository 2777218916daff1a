#include <filesystem>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "nlohmann/json.hpp"
#include "reports/advice/power.h"
#include "suite/core/base/status_macros.h"
#include "suite/core/plan/plan.h"
#include "suite/core/record/run_log.h"
#include "tools/cli/cli.h"
#include "tools/cmd/device_sections.h"
#include "tools/run/read_runs.h"
#include "tools/run/run_folder.h"

namespace wgsync {
namespace {

// Those that have weakened twins, where they bind.
constexpr char kTeams[] = "*/team=*";

// Runs the cases that have twins.
absl::StatusOr<Run> RunTeams(const DeviceArgs& args) {
  RunOptions options;
  options.tier = "default";
  options.lock_seconds = args.wait_seconds;
  ASSIGN_OR_RETURN(options.cases, Select(Tier::kDefault, {kTeams}));
  return RunHere(args.device, std::move(options),
                 args.out.empty() ? NewRunFolder() : args.out);
}

}  // namespace

absl::StatusOr<int> CountTwins(const DeviceArgs& args) {
  if (args.device.empty()) {
    return BadInput(
        "device --power: name a device, or a folder that `wgsync run` wrote");
  }
  // An old run is counted, or one that is made now.
  const bool is_old = std::filesystem::exists(args.device);
  ASSIGN_OR_RETURN(const Run run,
                   is_old ? ReadOneRun(args.device) : RunTeams(args));
  const Power power = PowerOf(run);
  if (power.cases == 0) {
    return Complain(kNothingBinds,
                    absl::StrCat(run.folder,
                                 ": no case of this run has weakened twins; "
                                 "run those of teams: wgsync run --tier "
                                 "default --cases '",
                                 kTeams, "'"));
  }
  if (args.output.json) return PrintJson(PowerJson(run, power));
  return PrintText(PowerText(run, power, OutputWidth()));
}

}  // namespace wgsync
