// Options that choose cases in addition to the tier: lists, cases that are left
// out, and shards.

#ifndef WGSYNC_SUITE_CORE_PLAN_CHOICE_H_
#define WGSYNC_SUITE_CORE_PLAN_CHOICE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace wgsync {

class FieldVisitor;

// Cases that are never launched, such as one that takes the machine down.
struct SkipRule {
  std::string pattern;  // name_pattern.h
  bool whole = false;   // a glob of the whole id, never a part of it
  std::string reason;

  void Fields(FieldVisitor& v);
};

// The first rule for the case, or nullptr.
const SkipRule* SkipRuleFor(absl::Span<const SkipRule> rules,
                            absl::string_view id);

// The part of a plan that a run has: one of so many shards.
struct Part {
  uint32_t shard = 1;  // from 1
  uint32_t of = 1;

  bool whole() const { return of == 1; }
  void Fields(FieldVisitor& v);
};

// "2/3"; an error says why it is none.
absl::StatusOr<Part> ParsePart(absl::string_view text);

// The lines of a list of cases: a pattern each; "#" begins a comment.
struct ListedCase {
  std::string pattern;
  int line = 0;  // from 1
};
std::vector<ListedCase> ParseCaseList(absl::string_view text);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_PLAN_CHOICE_H_
