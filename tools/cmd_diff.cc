#include <unistd.h>

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
  bool json = false;
};

int Diff(const DiffArgs& args) {
  absl::StatusOr<Run> before = ReadOneRun(args.before);
  if (!before.ok()) return Complain(kBadInput, before.status().message());
  absl::StatusOr<Run> after = ReadOneRun(args.after);
  if (!after.ok()) return Complain(kBadInput, after.status().message());
  const RunDiff diff = DiffRuns(*before, *after);
  std::string text =
      args.json ? DiffJson(*before, *after, diff)
                          .dump(1, ' ', false,
                                nlohmann::json::error_handler_t::replace) +
                      "\n"
                : DiffText(*before, *after, diff, TerminalWidth(STDOUT_FILENO));
  std::fputs(text.c_str(), stdout);
  return kAsExpected;
}

}  // namespace

void AddDiffCommand(CLI::App* app, int* exit_code) {
  auto args = std::make_shared<DiffArgs>();
  CLI::App* diff = app->add_subcommand(
      "diff", "Prints what changed from one run to another");
  diff->add_option("old", args->before, "A folder that `wgsync run` wrote")
      ->required();
  diff->add_option("new", args->after, "Another one")->required();
  diff->add_flag("--json", args->json, "As JSON");
  diff->callback([args, exit_code] { *exit_code = Diff(*args); });
}

}  // namespace wgsync
