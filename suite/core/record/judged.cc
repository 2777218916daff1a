#include "suite/core/record/judged.h"

#include <algorithm>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "suite/core/base/field_visitor.h"
#include "suite/core/verdict/evidence_names.h"
#include "suite/core/verdict/rules.h"

namespace wgsync {
namespace {

constexpr EnumRow<DecidedBy> kRows[] = {
    {DecidedBy::kNotRecorded, "not_recorded"},
    {DecidedBy::kEvidence, "evidence"},
    {DecidedBy::kHostEvidence, "host_evidence"},
    {DecidedBy::kDevice, "device"},
    {DecidedBy::kNoLaunch, "no_launch"},
    {DecidedBy::kBuild, "build"},
    {DecidedBy::kControlBuild, "control_build"},
    {DecidedBy::kHarness, "harness"},
    {DecidedBy::kWedged, "wedged"},
    {DecidedBy::kMachineDown, "machine_down"},
    {DecidedBy::kLeftOut, "left_out"},
};
static_assert(Describes(kRows, DecidedBy::kLeftOut), "one row each");
constexpr auto kNames = EnumNames(kRows);

JudgedAgain Compare(const Verdict& logged, const Verdict& again) {
  return {
      logged == again ? JudgedAgain::Fit::kEqual : JudgedAgain::Fit::kDiffers,
      again};
}

}  // namespace

absl::Span<const absl::string_view> NamesOf(DecidedBy) { return kNames.names; }

void Judged::Fields(FieldVisitor& v) {
  v.Enum("by", &by);
  if (v.When("evidence", by == DecidedBy::kEvidence)) {
    v.Struct("evidence", &evidence);
  }
  if (v.When("host", by == DecidedBy::kHostEvidence)) v.Struct("host", &host);
}

JudgedAgain JudgeAgain(const Verdict& logged, const Judged& judged) {
  switch (judged.by) {
    case DecidedBy::kNotRecorded:
      return {JudgedAgain::Fit::kNotRecorded, logged};
    case DecidedBy::kEvidence:
      return Compare(logged, JudgeEvidence(judged.evidence));
    case DecidedBy::kHostEvidence:
      return Compare(logged, JudgeHost(judged.host));
    case DecidedBy::kDevice:
    case DecidedBy::kNoLaunch:
    case DecidedBy::kBuild:
    case DecidedBy::kControlBuild:
    case DecidedBy::kHarness:
    case DecidedBy::kWedged:
    case DecidedBy::kMachineDown:
    case DecidedBy::kLeftOut:
      break;
  }
  const absl::Span<const RuleInfo> rules = VerdictRules();
  const bool given =
      std::any_of(rules.begin(), rules.end(), [&](const RuleInfo& row) {
        return row.by == judged.by && VerdictOf(row.rule) == logged &&
               (logged.rule == Rule::kNotRecorded || logged.rule == row.rule);
      });
  return {given ? JudgedAgain::Fit::kGiven : JudgedAgain::Fit::kDiffers,
          logged};
}

}  // namespace wgsync
