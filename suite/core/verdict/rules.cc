#include "suite/core/verdict/rules.h"

#include "absl/strings/str_cat.h"
#include "suite/core/verdict/rule_rows.h"

namespace wgsync {

absl::Span<const RuleInfo> VerdictRules() { return kRuleRows; }

const RuleInfo& InfoOf(Rule rule) {
  return kRuleRows[static_cast<size_t>(rule)];
}

Verdict VerdictOf(Rule rule) { return By(rule); }

std::string ReasonText(const Verdict& v) {
  const absl::string_view sentence = InfoOf(v.rule).sentence;
  return sentence.empty()
             ? VerdictText(v)
             : absl::StrCat(VerdictText(v), ", because ", sentence);
}

bool LoadMayExplain(const Verdict& v) {
  return v.kind == VerdictKind::kUnproven && v.rule != Rule::kOneGroup &&
         v.rule != Rule::kFailedNowhere;
}

Rule RuleByName(absl::string_view name) {
  for (const RuleInfo& row : kRuleRows) {
    if (row.name == name) return row.rule;
  }
  return Rule::kNotRecorded;
}

}  // namespace wgsync
