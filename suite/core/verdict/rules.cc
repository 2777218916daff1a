#include "suite/core/verdict/rules.h"

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "suite/core/verdict/rule_rows.h"
#include "suite/core/verdict/verdict.h"

namespace wgsync {

absl::Span<const RuleInfo> VerdictRules() { return kRuleRows; }

const RuleInfo& InfoOf(Rule rule) {
  return kRuleRows[static_cast<size_t>(rule)];
}

Verdict VerdictOf(Rule rule) { return By(rule); }

Rule RuleByName(absl::string_view name) {
  for (const RuleInfo& row : kRuleRows) {
    if (row.name == name) return row.rule;
  }
  return Rule::kNotRecorded;
}

}  // namespace wgsync
