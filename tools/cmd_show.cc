#include <unistd.h>

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "reports/run_log.h"
#include "reports/show.h"
#include "tools/cli.h"

namespace wgsync {
namespace {

struct ShowArgs {
  std::string run;
  std::string pattern;
};

int ShowCases(const std::vector<Run>& runs, const std::string& pattern,
              size_t width) {
  absl::Status none;
  size_t shown = 0;
  for (const Run& run : runs) {
    absl::StatusOr<std::vector<const CaseResult*>> found =
        FindCases(run, pattern);
    if (!found.ok()) {
      none = found.status();
      continue;
    }
    for (const CaseResult* result : *found) {
      if (shown++ > 0) std::printf("\n");
      std::fputs(ShowCase(run, *result, width).c_str(), stdout);
    }
  }
  return shown > 0 ? kAsExpected : Complain(kBadInput, none.message());
}

int Show(const ShowArgs& args) {
  absl::StatusOr<std::vector<Run>> runs = ReadRuns(args.run);
  if (!runs.ok()) return Complain(kBadInput, runs.status().message());
  size_t width = TerminalWidth(STDOUT_FILENO);
  if (!args.pattern.empty()) return ShowCases(*runs, args.pattern, width);
  for (size_t i = 0; i < runs->size(); ++i) {
    if (i > 0) std::printf("\n");
    std::fputs(ShowRun((*runs)[i], width).c_str(), stdout);
  }
  return kAsExpected;
}

}  // namespace

void AddShowCommand(CLI::App* app, int* exit_code) {
  auto args = std::make_shared<ShowArgs>();
  CLI::App* show =
      app->add_subcommand("show", "Shows a run, or the evidence of one case");
  show->add_option("run", args->run, "A folder that `wgsync run` wrote")
      ->required();
  show->add_option("case", args->pattern, "An id, a glob, or a part of an id");
  show->callback([args, exit_code] { *exit_code = Show(*args); });
}

}  // namespace wgsync
