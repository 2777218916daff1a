#include "suite/core/plan/choice.h"

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"
#include "suite/core/base/field_visitor.h"
#include "suite/core/base/name_pattern.h"
#include "suite/core/base/status_macros.h"

namespace wgsync {
void SkipRule::Fields(FieldVisitor& v) {
  v.Field("pattern", &pattern);
  v.Field("whole", &whole);
  v.Field("reason", &reason);
}

const SkipRule* SkipRuleFor(absl::Span<const SkipRule> rules,
                            absl::string_view id) {
  for (const SkipRule& rule : rules) {
    const bool fits = rule.whole ? GlobMatches(rule.pattern, id)
                                 : PatternMatches(rule.pattern, id);
    if (fits) return &rule;
  }
  return nullptr;
}

void Part::Fields(FieldVisitor& v) {
  v.Field("shard", &shard);
  v.Field("of", &of);
  if (shard == 0 || shard > of) v.Fail("shard", "is not one of the shards");
}

absl::StatusOr<Part> ParsePart(absl::string_view text) {
  const std::vector<absl::string_view> numbers = absl::StrSplit(text, '/');
  Part part;
  if (numbers.size() == 2 && absl::SimpleAtoi(numbers[0], &part.shard) &&
      absl::SimpleAtoi(numbers[1], &part.of) && part.shard >= 1 &&
      part.shard <= part.of) {
    return part;
  }
  return BadInput("shard \"", text,
                  "\": it is I/N, such as 2/3, with I from 1 to N");
}

std::vector<ListedCase> ParseCaseList(absl::string_view text) {
  std::vector<ListedCase> cases;
  int number = 0;
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    ++number;
    line = absl::StripAsciiWhitespace(line.substr(0, line.find('#')));
    if (!line.empty()) cases.push_back({std::string(line), number});
  }
  return cases;
}

}  // namespace wgsync
