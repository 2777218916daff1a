// Compares the verdict of a planted case with the one that was written down
// before it was run.

#ifndef WGSYNC_SUITE_PROOF_PLANTED_EXPECT_VERDICT_H_
#define WGSYNC_SUITE_PROOF_PLANTED_EXPECT_VERDICT_H_

#include <string>

#include "absl/strings/string_view.h"

namespace wgsync {

struct Planted {
  std::string kind;  // a row of the score: "model:cache", "fault: hang", ...
  std::string name;  // unique in its kind and test: a case's id, ...
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

// Returns whether `got` is right; otherwise the running test fails. Each call
// is a property of that test in its XML, which tools/planted.sh counts: the
// value of "KIND | NAME" is `got`, or begins with "WRONG: ".
bool ExpectVerdict(const Planted& planted, const std::string& got);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_PROOF_PLANTED_EXPECT_VERDICT_H_
