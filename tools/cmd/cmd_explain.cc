#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_join.h"
#include "nlohmann/json.hpp"
#include "reports/words/explain.h"
#include "suite/core/base/status_macros.h"
#include "tools/cli/cli.h"

namespace wgsync {
namespace {

struct ExplainArgs {
  std::vector<std::string> words;
  Output output;
};

absl::StatusOr<int> PrintExplanation(const ExplainArgs& args) {
  const std::string word = absl::StrJoin(args.words, " ");
  const bool all = args.words.empty();
  const Explanations found = all ? AllWords() : Explain(word);
  if (found.empty()) {
    const std::string close = absl::StrJoin(CloseWords(word), ", ");
    return BadInput(word, ": no such word; try ",
                    close.empty() ? "`wgsync explain`" : close);
  }
  if (args.output.json) return PrintJson(ExplainJson(found));
  return PrintText(all ? WordListText(OutputWidth())
                       : ExplainText(found, ProseWidth()));
}

}  // namespace

Command ExplainCommand() {
  auto args = std::make_shared<ExplainArgs>();
  Command explain("explain", "Explains a word of a report or of a case's id");
  explain.Add("word WORD", args->words,
              "A word of a report or an id; without it, all words");
  AddJsonOption(explain, &args->output);
  explain.run = [args] { return PrintExplanation(*args); };
  return explain;
}

}  // namespace wgsync
