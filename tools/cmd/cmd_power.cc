#include <cstdio>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "reports/advice/power.h"
#include "suite/core/record/run_log.h"
#include "tools/cli/cli.h"
#include "tools/cmd/one_run.h"

namespace wgsync {
namespace {

struct PowerArgs {
  std::string run;
  Output output;
};

int ShowPower(const PowerArgs& args) {
  const absl::StatusOr<Run> run = ReadOneRun(args.run);
  if (!run.ok()) return Complain(kBadInput, run.status().message());
  const Power power = PowerOf(*run);
  if (power.cases == 0) {
    return Complain(kNothingBinds,
                    absl::StrCat(args.run,
                                 ": no case of this run has weakened twins; "
                                 "run those of teams: wgsync run --tier "
                                 "default --cases '*/team=*'"));
  }
  if (args.output.json) {
    PrintJson(PowerJson(*run, power));
  } else {
    std::fputs(PowerText(*run, power, OutputWidth()).c_str(), stdout);
  }
  return kAsExpected;
}

}  // namespace

void AddPowerCommand(CLI::App* app, int* exit_code) {
  auto args = std::make_shared<PowerArgs>();
  CLI::App* power = app->add_subcommand(
      "power",
      "Prints how many weakened twins of a run's cases came out wrong");
  power->add_option("run", args->run, "A folder that `wgsync run` wrote")
      ->type_name("RUN")
      ->required();
  AddOutputOptions(power, &args->output);
  power->callback([args, exit_code] { *exit_code = ShowPower(*args); });
}

}  // namespace wgsync
