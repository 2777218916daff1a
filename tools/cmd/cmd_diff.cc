#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/status/statusor.h"
#include "nlohmann/json.hpp"
#include "reports/diff/diff.h"
#include "reports/diff/diff_text.h"
#include "reports/site/page.h"
#include "reports/site/site_data.h"
#include "suite/core/base/status_macros.h"
#include "suite/core/record/run_log.h"
#include "tools/cli/cli.h"
#include "tools/run/read_runs.h"

namespace wgsync {
namespace {

struct DiffArgs {
  std::vector<std::string> folders;  // two or more
  std::string out, only;
  bool single_file = false;
  std::vector<std::string> expectations;
  Output output;
};

// The folder with the page and its data.
absl::StatusOr<int> WriteDiff(const DiffArgs& args,
                              const std::vector<Run>& runs) {
  ASSIGN_OR_RETURN(SiteOptions options, ReadSiteOptions(args.expectations));
  options.single_file = args.single_file;
  RETURN_IF_ERROR(WriteSeriesSite(runs, options, args.out));
  std::printf("%s/index.html\n", args.out.c_str());
  return kAsExpected;
}

absl::StatusOr<int> Diff(const DiffArgs& args) {
  if (args.folders.size() < 2) {
    return BadInput("diff: name two runs, or more for a series");
  }
  ASSIGN_OR_RETURN(const std::vector<Run> runs, ReadOneRunEach(args.folders));
  if (!args.out.empty()) return WriteDiff(args, runs);
  std::vector<RunDiff> steps = StepsOf(MakeTimeline(Pointers(runs)));
  const auto names = NamesOf(Direction());
  const auto only = absl::c_find(names, args.only);
  for (RunDiff& step : steps) {
    if (only == names.end()) break;
    step.only = static_cast<Direction>(only - names.begin());
  }
  if (args.output.json) {
    return PrintJson(steps.size() == 1
                         ? DiffJson(runs[0], runs[1], steps[0])
                         : nlohmann::json(SeriesJson(runs, steps)));
  }
  for (size_t i = 0; i < steps.size(); ++i) {
    if (i > 0) std::printf("\n");
    PrintText(DiffText(runs[i], runs[i + 1], steps[i], OutputWidth(),
                       args.output.Colored()));
  }
  return kAsExpected;
}

}  // namespace

Command DiffCommand() {
  auto args = std::make_shared<DiffArgs>();
  Command diff("diff", "Prints what changed from one run to another");
  diff.Add("run RUN", args->folders,
           "Folders that `wgsync run` wrote, the oldest first; more "
           "than two are a series")
      .Required();
  diff.Add("--out FOLDER", args->out,
           "A folder for the difference as a page (index.html), "
           "Markdown, CSV and JSON")
      .Excludes({"--json"});
  diff.Add("--single-file", args->single_file, kSingleFileHelp)
      .Needs({"--out"});
  diff.Add("--expect FILE", args->expectations, kExpectHelp).Needs({"--out"});
  diff.Add("--only worse|better|other", args->only,
           "Lists the cases that changed in this direction")
      .Excludes({"--out"});
  AddOutputOptions(diff, &args->output);
  diff.run = [args] { return Diff(*args); };
  return diff;
}

}  // namespace wgsync
