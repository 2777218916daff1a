// The words that reports print, each with its meaning: made of the tables of
// the core, which have every fact once. Pure.

#ifndef WGSYNC_REPORTS_WORDS_EXPLAIN_H_
#define WGSYNC_REPORTS_WORDS_EXPLAIN_H_

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "nlohmann/json_fwd.hpp"

namespace wgsync {

struct Explanation {
  absl::string_view group;  // "verdict", "rule", "need" and so on
  std::string word;         // "hang", "not_started", "poll=rmw"
  std::string also;  // the letter "X", the cause "not started", "rmw"; or ""
  std::string says;  // one line
  // What else there is to say: {"proof", "..."}. A name may come again.
  std::vector<std::pair<std::string, std::string>> facts;
};
using Explanations = std::vector<Explanation>;

const Explanations& AllWords();  // by group
// What `word` is, which may be several things: also a verdict as it is printed,
// "hang (not started)", a field with a number, "groups=2", a common name or
// family of ids, and a primitive or host check, or an id of it. Empty if it is
// unknown.
Explanations Explain(const std::string& word);
// The words that an unknown one may have been meant for, the nearest first.
std::vector<std::string> CloseWords(const std::string& word);

// A paragraph for each.
std::string ExplainText(const Explanations& words, size_t width);
// All words, a line for each, cut at `width`, and one for each group.
std::string WordListText(size_t width);
// Of `wgsync explain --json`.
nlohmann::json ExplainJson(const Explanations& words);

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_WORDS_EXPLAIN_H_
