#include <cstdio>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "nlohmann/json.hpp"
#include "reports/advice/power.h"
#include "suite/core/plan/plan.h"
#include "suite/core/record/run_log.h"
#include "suite/engine/session.h"
#include "tools/cli/cli.h"
#include "tools/run/device_list.h"
#include "tools/run/driver_dir.h"
#include "tools/run/one_run.h"
#include "tools/run/run_folder.h"
#include "tools/run/run_here.h"

namespace wgsync {
namespace {

struct PowerArgs {
  std::string run, device, driver_dir, out;
  double wait_seconds = std::numeric_limits<double>::infinity();
  Output output;
};

// Those that have weakened twins, where they bind.
constexpr char kTeams[] = "*/team=*";

// Runs the cases that have twins.
int RunTeams(const PowerArgs& args, Run* run) {
  const absl::Status driver = UseDriverDir(args.driver_dir);
  if (!driver.ok()) return Complain(kBadInput, driver.message());
  RunOptions options;
  options.tier = "default";
  options.lock_seconds = args.wait_seconds;
  absl::StatusOr<std::vector<PlannedCase>> cases =
      Select(Tier::kDefault, {kTeams});
  if (!cases.ok()) return ComplainOf(cases.status());
  options.cases = *std::move(cases);
  const std::string folder = args.out.empty() ? NewRunFolder() : args.out;
  return RunHere(args.device, std::move(options), folder, run);
}

// The run that is counted: an old one, or one made now.
int GetRun(const PowerArgs& args, Run* run) {
  if (args.run.empty() == args.device.empty()) {
    return Complain(kBadInput,
                    "power: name a run, or --device D to make one now");
  }
  if (args.run.empty()) return RunTeams(args, run);
  absl::StatusOr<Run> read = ReadOneRun(args.run);
  if (!read.ok()) return Complain(kBadInput, read.status().message());
  *run = *std::move(read);
  return kAsExpected;
}

int ShowPower(const PowerArgs& args) {
  Run run;
  const int exit_code = GetRun(args, &run);
  if (exit_code != kAsExpected) return exit_code;
  const Power power = PowerOf(run);
  if (power.cases == 0) {
    return Complain(kNothingBinds,
                    absl::StrCat(run.folder,
                                 ": no case of this run has weakened twins; "
                                 "run those of teams: wgsync run --tier "
                                 "default --cases '",
                                 kTeams, "'"));
  }
  if (args.output.json) {
    PrintJson(PowerJson(run, power));
  } else {
    std::fputs(PowerText(run, power, OutputWidth()).c_str(), stdout);
  }
  return kAsExpected;
}

}  // namespace

void AddPowerCommand(CommandHandle app, int* exit_code) {
  auto args = std::make_shared<PowerArgs>();
  CommandHandle power = app.AddSubcommand(
      "power",
      "Prints how many weakened twins of a run's cases came out wrong");
  power.AddOption("run", args->run, "A folder that `wgsync run` wrote")
      .TypeName("RUN");
  AddDeviceOption(power, &args->device)
      .Description("Where to run the cases that have twins, instead");
  AddWaitOption(power, &args->wait_seconds);
  AddDriverDirOption(power, &args->driver_dir);
  power
      .AddOption("--out", args->out,
                 "Folder of that run (default: wgsync-runs/TIME)")
      .TypeName("FOLDER");
  AddOutputOptions(power, &args->output);
  power.OnParse([args, exit_code] { *exit_code = ShowPower(*args); });
}

}  // namespace wgsync
