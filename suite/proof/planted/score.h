// The score of planted cases: faults, device models and broken primitives whose
// right verdict was written down before they were run.
//
// A test adds each planted case with the verdict that came out. A wrong one is
// a failure of the test, and all are in its table: none is left out.

#ifndef WGSYNC_SUITE_PROOF_PLANTED_SCORE_H_
#define WGSYNC_SUITE_PROOF_PLANTED_SCORE_H_

#include <map>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace wgsync {

struct Planted {
  std::string kind;  // a row of the table: "model:cache", "fault: hang", ...
  std::string name;  // unique in its kind, without tabs: a case's id, ...
  // What must come out: VerdictText(), "hang (not started)". Where the rules
  // leave two open, both, with " | " between them.
  std::string want;
  std::string why;  // the rule that it follows from, one line
};

// Whether `got` is what `want` asks for, or one of those that it leaves open.
bool IsWanted(const std::string& want, const std::string& got);

// Whether `text` is a verdict as VerdictText() writes it, one alternative of a
// `want`: "pass", "broken (early release)".
bool IsVerdictText(absl::string_view text);

class ScoreSheet {
 public:
  // Whether `got` is what `planted` wants.
  bool Add(const Planted& planted, const std::string& got);

  // "kind  cases  right" by kind, the sum, then each wrong case: what was
  // wanted and why, and what came out.
  std::string Table() const;
  // One line a case: right or WRONG, kind, name, wanted, got, why; tabs between
  // them.
  std::string Tsv() const;

  size_t cases() const { return rows_.size(); }
  size_t wrong() const;

 private:
  struct Row {
    Planted planted;
    std::string got;
    bool right = false;
  };
  std::vector<Row> rows_;
};

// The sheet of this process. A test's main prints its table at the end and
// leaves it as score.tsv among the test's outputs: see score_main.cc, which
// every test of planted cases links in place of gtest_main.
ScoreSheet& TheScore();

// Adds to TheScore(); a wrong verdict is a failure of the running test. Whether
// it was right.
bool ExpectVerdict(const Planted& planted, const std::string& got);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_PROOF_PLANTED_SCORE_H_
