#include <cstdio>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "nlohmann/json.hpp"
#include "reports/matrix/matrix.h"
#include "reports/matrix/report_json.h"
#include "reports/render/text.h"
#include "reports/site/chart_data.h"
#include "reports/site/columns.h"
#include "reports/site/page.h"
#include "suite/core/record/bench_data.h"
#include "suite/core/record/run_log.h"
#include "tools/cli/cli.h"
#include "tools/run/collect.h"
#include "tools/run/read_runs.h"

namespace wgsync {
namespace {

struct MatrixArgs {
  std::vector<std::string> folders;
  std::string build_events, store = "wgsync-runs/store";
  bool markdown = false;
  std::string out;
  std::vector<std::string> benches, residencies, expectations;
  Output output;
};

// The folder with the page and its data.
int WriteMatrix(const MatrixArgs& args, std::vector<Run> runs) {
  absl::StatusOr<SiteOptions> options = ReadSiteOptions(args.expectations);
  if (!options.ok()) {
    return Complain(kBadInput, options.status().message());
  }
  std::vector<Bench> benches;
  for (const std::string& file : args.benches) {
    absl::StatusOr<Bench> bench = ReadBench(file);
    if (!bench.ok()) return Complain(kBadInput, bench.status().message());
    benches.push_back(*std::move(bench));
  }
  for (const std::string& file : args.residencies) {
    absl::StatusOr<std::vector<nlohmann::json>> charts =
        ReadResidencyCharts(file);
    if (!charts.ok()) return Complain(kBadInput, charts.status().message());
    absl::c_move(*charts, std::back_inserter(options->charts));
  }
  std::vector<nlohmann::json> charts = BenchCharts(benches);
  absl::c_move(charts, std::back_inserter(options->charts));
  SortColumns(&runs);
  const absl::Status written = WriteMatrixSite(runs, *options, args.out);
  if (!written.ok()) return Complain(kBadInput, written.message());
  std::printf("%s/index.html\n", args.out.c_str());
  return kAsExpected;
}

// To stdout, or as files.
int PrintRuns(const MatrixArgs& args, std::vector<Run> runs) {
  if (!args.out.empty()) return WriteMatrix(args, std::move(runs));
  if (args.output.json) {
    PrintJson(MatrixReport(runs));
    return kAsExpected;
  }
  MatrixStyle style;
  style.color = args.output.Colored();
  style.width = OutputWidth();
  std::string text =
      args.markdown ? MatrixMarkdown(runs) : MatrixText(runs, style);
  std::fputs(text.c_str(), stdout);
  return kAsExpected;
}

int PrintMatrix(const MatrixArgs& args) {
  const bool has_page_input = !args.benches.empty() ||
                              !args.residencies.empty() ||
                              !args.expectations.empty();
  if (args.out.empty() && has_page_input) {
    return Complain(kBadInput,
                    "matrix: --bench, --residency and --expect are for the "
                    "page; name its folder with --out");
  }
  if (args.folders.empty() && args.build_events.empty()) {
    return Complain(kBadInput,
                    "matrix: run is required: a folder that `wgsync run` "
                    "wrote, or --bep FILE; see `wgsync matrix --help`");
  }
  absl::StatusOr<std::vector<Run>> runs = ReadAllRuns(args.folders);
  if (!runs.ok()) return Complain(kBadInput, runs.status().message());
  if (args.build_events.empty()) return PrintRuns(args, *std::move(runs));
  absl::StatusOr<Collected> fleet = CollectRuns(args.build_events, args.store);
  if (!fleet.ok()) return ComplainOf(fleet.status());
  const size_t tests_lost = fleet->lost;
  absl::c_move(fleet->runs, std::back_inserter(*runs));
  const int exit_code = PrintRuns(args, *std::move(runs));
  if (tests_lost == 0) return exit_code;
  return WorseExit(
      exit_code,
      Complain(kInfrastructure,
               absl::StrCat(args.build_events, ": ",
                            Counted(tests_lost, "test"), " without a run: ",
                            "see the columns that are called lost")));
}

}  // namespace

Command MatrixCommand() {
  auto args = std::make_shared<MatrixArgs>();
  Command matrix("matrix", "Prints the verdicts of runs beside each other");
  matrix.Add("run RUN", args->folders, "Folders that `wgsync run` wrote");
  matrix.Add("--bep FILE", args->build_events,
             "The build events of a fleet's tests (`bazel test "
             "--build_event_json_file=FILE`): their runs are taken into "
             "the store, and a test without one is a column called lost");
  matrix.Add("--store FOLDER", args->store, "With --bep: folder of the store");
  matrix.Add("--markdown", args->markdown, "As GitHub's Markdown");
  matrix.Add("--out FOLDER", args->out,
             "A folder for the matrix as a page (index.html), "
             "Markdown, CSV and JSON");
  matrix.Add("--bench FILE", args->benches,
             "Files of `wgsync bench --json`, drawn on the page");
  matrix.Add(
      "--residency FILE", args->residencies,
      "Files with what `wgsync device --residency --json` printed, drawn "
      "on the page");
  matrix.Add("--expect FILE", args->expectations, kExpectHelp);
  AddOutputOptions(matrix, &args->output);
  matrix.run = [args] { return PrintMatrix(*args); };
  return matrix;
}

}  // namespace wgsync
