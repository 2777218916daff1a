#include <cstdio>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "reports/matrix.h"
#include "reports/report_json.h"
#include "reports/run_log.h"
#include "tools/cli.h"

namespace wgsync {
namespace {

struct MatrixArgs {
  std::vector<std::string> folders;
  bool markdown = false;
  Output output;
};

int PrintMatrix(const MatrixArgs& args) {
  std::vector<Run> runs;
  for (const std::string& folder : args.folders) {
    absl::StatusOr<std::vector<Run>> some = ReadRuns(folder);
    if (!some.ok()) return Complain(kBadInput, some.status().message());
    std::move(some->begin(), some->end(), std::back_inserter(runs));
  }
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

}  // namespace

void AddMatrixCommand(CLI::App* app, int* exit_code) {
  auto args = std::make_shared<MatrixArgs>();
  CLI::App* matrix = app->add_subcommand(
      "matrix", "Prints the verdicts of runs beside each other");
  matrix->add_option("run", args->folders, "Folders that `wgsync run` wrote")
      ->type_name("RUN")
      ->required();
  matrix->add_flag("--markdown", args->markdown, "As GitHub's Markdown");
  AddOutputOptions(matrix, &args->output);
  matrix->callback([args, exit_code] { *exit_code = PrintMatrix(*args); });
}

}  // namespace wgsync
