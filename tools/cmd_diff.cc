#include <unistd.h>

#include <cstdio>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "reports/diff.h"
#include "reports/diff_text.h"
#include "reports/run_log.h"
#include "reports/site/page.h"
#include "tools/cli.h"
#include "tools/one_run.h"
#include "tools/site_options.h"

namespace wgsync {
namespace {

struct DiffArgs {
  std::vector<std::string> folders;  // two or more
  bool json = false;
  std::string out;
  std::vector<std::string> expectations;
};

// The folder with the page and its data.
int WriteDiff(const DiffArgs& args, const std::vector<Run>& runs) {
  const absl::StatusOr<SiteOptions> options =
      ReadSiteOptions(args.expectations);
  if (!options.ok()) return Complain(kBadInput, options.status().message());
  const absl::Status written = WriteSeriesSite(runs, *options, args.out);
  if (!written.ok()) return Complain(kBadInput, written.message());
  std::printf("%s/index.html\n", args.out.c_str());
  return kAsExpected;
}

void PrintDiff(const Run& before, const Run& after) {
  const RunDiff diff = DiffRuns(before, after);
  std::fputs(
      DiffText(before, after, diff, TerminalWidth(STDOUT_FILENO)).c_str(),
      stdout);
}

void PrintDiffJson(const Run& before, const Run& after) {
  const auto replace = nlohmann::json::error_handler_t::replace;
  const nlohmann::json diff = DiffJson(before, after, DiffRuns(before, after));
  std::printf("%s\n", diff.dump(1, ' ', false, replace).c_str());
}

int Diff(const DiffArgs& args) {
  if (args.folders.size() < 2) {
    return Complain(kBadInput, "diff: name two runs, or more for a series");
  }
  if (args.out.empty() && !args.expectations.empty()) {
    return Complain(kBadInput,
                    "diff: --expect is for the page; name its folder with "
                    "--out");
  }
  std::vector<Run> runs;
  for (const std::string& folder : args.folders) {
    absl::StatusOr<Run> run = ReadOneRun(folder);
    if (!run.ok()) return Complain(kBadInput, run.status().message());
    runs.push_back(*std::move(run));
  }
  if (!args.out.empty()) return WriteDiff(args, runs);
  if (args.json && runs.size() > 2) {
    return Complain(kBadInput,
                    "diff: --json is of two runs; for a series take --out "
                    "FOLDER, which has diff.json");
  }
  for (size_t i = 0; i + 1 < runs.size(); ++i) {
    if (i > 0) std::printf("\n");
    (args.json ? PrintDiffJson : PrintDiff)(runs[i], runs[i + 1]);
  }
  return kAsExpected;
}

}  // namespace

void AddDiffCommand(CLI::App* app, int* exit_code) {
  auto args = std::make_shared<DiffArgs>();
  CLI::App* diff = app->add_subcommand(
      "diff", "Prints what changed from one run to another");
  diff->add_option("run", args->folders,
                   "Folders that `wgsync run` wrote, the oldest first; more "
                   "than two are a series")
      ->required();
  diff->add_flag("--json", args->json, "As JSON");
  diff->add_option("--out", args->out,
                   "A folder for the difference as a page (index.html), "
                   "Markdown, CSV and JSON");
  diff->add_option("--expect", args->expectations, kExpectHelp);
  diff->callback([args, exit_code] { *exit_code = Diff(*args); });
}

}  // namespace wgsync
