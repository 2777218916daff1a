#include <cstdio>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "reports/diff.h"
#include "reports/diff_text.h"
#include "reports/run_log.h"
#include "tools/cli.h"
#include "tools/one_run.h"

namespace wgsync {
namespace {

struct DiffArgs {
  std::string before, after;
  Output output;
};

int Diff(const DiffArgs& args) {
  absl::StatusOr<Run> before = ReadOneRun(args.before);
  if (!before.ok()) return Complain(kBadInput, before.status().message());
  absl::StatusOr<Run> after = ReadOneRun(args.after);
  if (!after.ok()) return Complain(kBadInput, after.status().message());
  const RunDiff diff = DiffRuns(*before, *after);
  if (args.output.json) {
    PrintJson(DiffJson(*before, *after, diff));
  } else {
    std::fputs(
        DiffText(*before, *after, diff, OutputWidth(), args.output.Colored())
            .c_str(),
        stdout);
  }
  return kAsExpected;
}

}  // namespace

void AddDiffCommand(CLI::App* app, int* exit_code) {
  auto args = std::make_shared<DiffArgs>();
  CLI::App* diff = app->add_subcommand(
      "diff", "Prints what changed from one run to another");
  diff->add_option("old", args->before, "A folder that `wgsync run` wrote")
      ->type_name("RUN")
      ->required();
  diff->add_option("new", args->after, "Another one")
      ->type_name("RUN")
      ->required();
  AddOutputOptions(diff, &args->output);
  diff->callback([args, exit_code] { *exit_code = Diff(*args); });
}

}  // namespace wgsync
