#include "suite/proof/planted/expect_verdict.h"

#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "gtest/gtest.h"
#include "suite/core/base/field_visitor.h"
#include "suite/core/verdict/verdict.h"

namespace wgsync {

bool IsWanted(const std::string& want, const std::string& got) {
  const std::vector<std::string> open = absl::StrSplit(want, " | ");
  return absl::c_linear_search(open, got);
}

bool IsVerdictText(absl::string_view text) {
  const size_t open = text.find(" (");
  VerdictKind kind;
  if (!ReadName(text.substr(0, open), &kind)) return false;
  if (open == absl::string_view::npos) return true;
  Cause cause;
  return absl::ConsumeSuffix(&text, ")") &&
         ReadName(text.substr(open + 2), &cause);
}

bool ExpectVerdict(const Planted& planted, const std::string& got) {
  const bool right = IsWanted(planted.want, got);
  const std::string text =
      right ? got
            : absl::StrCat("WRONG: want ", planted.want, " (", planted.why,
                           "), got ", got);
  testing::Test::RecordProperty(absl::StrCat(planted.kind, " | ", planted.name),
                                text);
  EXPECT_TRUE(right) << planted.kind << " " << planted.name << ": " << text;
  return right;
}

}  // namespace wgsync
