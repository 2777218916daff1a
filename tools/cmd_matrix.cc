#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "reports/matrix.h"
#include "reports/run_log.h"
#include "tools/cli.h"

namespace wgsync {
namespace {

struct MatrixArgs {
  std::vector<std::string> folders;
  bool markdown = false;
  std::string color = "auto";
};

bool IsSet(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

// no-color.org: the command line wins over NO_COLOR.
bool WantsColor(const std::string& color) {
  if (color != "auto") return color == "always";
  const char* term = std::getenv("TERM");
  bool dumb = term == nullptr || absl::string_view(term) == "dumb";
  return isatty(STDOUT_FILENO) && !dumb && !IsSet("NO_COLOR");
}

int PrintMatrix(const MatrixArgs& args) {
  std::vector<Run> runs;
  for (const std::string& folder : args.folders) {
    absl::StatusOr<std::vector<Run>> some = ReadRuns(folder);
    if (!some.ok()) return Complain(kBadInput, some.status().message());
    std::move(some->begin(), some->end(), std::back_inserter(runs));
  }
  MatrixStyle style;
  style.color = WantsColor(args.color);
  style.width = TerminalWidth(STDOUT_FILENO);
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
      ->required();
  matrix->add_flag("--markdown", args->markdown, "As GitHub's Markdown");
  matrix->add_option("--color", args->color, "auto, always or never")
      ->check(CLI::IsMember({"auto", "always", "never"}));
  matrix->callback([args, exit_code] { *exit_code = PrintMatrix(*args); });
}

}  // namespace wgsync
