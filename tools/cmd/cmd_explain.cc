#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "nlohmann/json.hpp"
#include "reports/words/explain.h"
#include "tools/cli/cli.h"

namespace wgsync {
namespace {

struct ExplainArgs {
  std::vector<std::string> words;
  Output output;
};

int PrintExplanation(const ExplainArgs& args) {
  const std::string word = absl::StrJoin(args.words, " ");
  const Explanations found = word.empty() ? AllWords() : Explain(word);
  if (found.empty()) {
    const std::string close = absl::StrJoin(CloseWords(word), ", ");
    return Complain(kBadInput,
                    absl::StrCat(word, ": no such word; try ",
                                 close.empty() ? "`wgsync explain`" : close));
  }
  if (args.output.json) {
    PrintJson(ExplainJson(found));
  } else {
    const std::string text = word.empty() ? WordListText(OutputWidth())
                                          : ExplainText(found, ProseWidth());
    std::fputs(text.c_str(), stdout);
  }
  return kAsExpected;
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
