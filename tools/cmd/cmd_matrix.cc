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
#include "reports/advice/answer_table.h"
#include "reports/diff/column_order.h"
#include "reports/matrix/matrix.h"
#include "reports/matrix/report_json.h"
#include "reports/render/text.h"
#include "reports/site/chart_data.h"
#include "reports/site/page.h"
#include "suite/core/base/status_macros.h"
#include "suite/core/record/bench_data.h"
#include "suite/core/record/run_log.h"
#include "tools/cli/cli.h"
#include "tools/run/choose_cases.h"
#include "tools/run/collect.h"
#include "tools/run/read_runs.h"

namespace wgsync {
namespace {

struct MatrixArgs {
  std::vector<std::string> folders;
  std::string build_events, store = "wgsync-runs/store";
  bool markdown = false, single_file = false;
  RowChoice rows;
  std::string out;
  std::vector<std::string> benches, residencies, expectations;
  Output output;
};

// The folder with the page and its data.
absl::StatusOr<int> WriteMatrix(const MatrixArgs& args, std::vector<Run> runs) {
  ASSIGN_OR_RETURN(SiteOptions options, ReadSiteOptions(args.expectations));
  options.single_file = args.single_file;
  std::vector<Bench> benches;
  for (const std::string& file : args.benches) {
    ASSIGN_OR_RETURN(Bench bench, ReadBench(file));
    benches.push_back(std::move(bench));
  }
  for (const std::string& file : args.residencies) {
    ASSIGN_OR_RETURN(std::vector<nlohmann::json> charts,
                     ReadResidencyCharts(file));
    absl::c_move(charts, std::back_inserter(options.charts));
  }
  std::vector<nlohmann::json> charts = BenchCharts(benches);
  absl::c_move(charts, std::back_inserter(options.charts));
  SortColumns(&runs);
  RETURN_IF_ERROR(WriteMatrixSite(runs, options, args.out));
  std::printf("%s/index.html\n", args.out.c_str());
  return kAsExpected;
}

// To stdout, or as files.
absl::StatusOr<int> PrintRuns(const MatrixArgs& args, std::vector<Run> runs) {
  RETURN_IF_ERROR(ChooseRows(args.rows, &runs));
  if (!args.out.empty()) return WriteMatrix(args, std::move(runs));
  if (args.output.json) return PrintJson(MatrixReport(runs));
  MatrixStyle style;
  style.color = args.output.Colored();
  style.width = OutputWidth();
  return PrintText(args.markdown
                       ? AnswerTableMarkdown(runs) + MatrixMarkdown(runs)
                       : AnswerTableText(runs, style.width) +
                             MatrixText(runs, style));
}

absl::StatusOr<int> PrintMatrix(const MatrixArgs& args) {
  if (args.folders.empty() && args.build_events.empty()) {
    return BadInput(
        "matrix: run is required: a folder that `wgsync run` "
        "wrote, or --bep FILE; see `wgsync matrix --help`");
  }
  ASSIGN_OR_RETURN(std::vector<Run> runs, ReadAllRuns(args.folders));
  if (args.build_events.empty()) return PrintRuns(args, std::move(runs));
  ASSIGN_OR_RETURN(Collected fleet, CollectRuns(args.build_events, args.store));
  const size_t tests_lost = fleet.lost;
  absl::c_move(fleet.runs, std::back_inserter(runs));
  ASSIGN_OR_RETURN(const int exit_code, PrintRuns(args, std::move(runs)));
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
  matrix.Add("--cases GLOB", args->rows.cases,
             "Only these rows: ids, parts of ids, globs (* and ?), a common "
             "name (\"grid barrier\"), or @FILE with one in each line");
  matrix.Add("--failures", args->rows.failures,
             "Only rows with a counted failure in some column");
  matrix.Add("--differ", args->rows.differ,
             "Only rows in which two columns have different verdicts");
  matrix.Add("--current", args->rows.current,
             "Only results of programs that this wgsync makes: those of an "
             "older one may mean another thing");
  matrix.Add("--markdown", args->markdown, "As GitHub's Markdown")
      .Excludes({"--json"});
  matrix
      .Add("--out FOLDER", args->out,
           "A folder for the matrix as a page (index.html), "
           "Markdown, CSV and JSON")
      .Excludes({"--json", "--markdown"});
  matrix.Add("--single-file", args->single_file, kSingleFileHelp)
      .Needs({"--out"});
  matrix
      .Add("--bench FILE", args->benches,
           "Files of `wgsync bench --json`, drawn on the page")
      .Needs({"--out"});
  matrix
      .Add("--residency FILE", args->residencies,
           "Files with what `wgsync device --residency --json` printed, drawn "
           "on the page")
      .Needs({"--out"});
  matrix.Add("--expect FILE", args->expectations, kExpectHelp).Needs({"--out"});
  AddOutputOptions(matrix, &args->output);
  matrix.run = [args] { return PrintMatrix(*args); };
  return matrix;
}

}  // namespace wgsync
