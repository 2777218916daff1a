#include "suite/core/record/judged.h"

#include <algorithm>
#include <iterator>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "suite/core/base/field_visitor.h"
#include "suite/core/verdict/evidence_names.h"

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
};
static_assert(Describes(kRows, DecidedBy::kMachineDown), "one row each");
constexpr auto kNames = EnumNames(kRows);

// The verdicts that are decided without evidence.
constexpr struct {
  DecidedBy by;
  Verdict verdict;
} kGiven[] = {
    {DecidedBy::kDevice, {VerdictKind::kUnsupported, Cause::kNone}},
    {DecidedBy::kNoLaunch, {VerdictKind::kNotRun, Cause::kNone}},
    {DecidedBy::kBuild, {VerdictKind::kBuildFailed, Cause::kNone}},
    // A form that is not claimed, or a resource that its program exceeds.
    {DecidedBy::kBuild, {VerdictKind::kUnsupported, Cause::kNone}},
    {DecidedBy::kControlBuild, {VerdictKind::kInfra, Cause::kControlFailed}},
    {DecidedBy::kHarness, {VerdictKind::kInfra, Cause::kHarness}},
    {DecidedBy::kHarness, {VerdictKind::kInfra, Cause::kEndedFromOutside}},
    {DecidedBy::kWedged, {VerdictKind::kNotRun, Cause::kNone}},
    {DecidedBy::kMachineDown, {VerdictKind::kLost, Cause::kNone}},
};

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
      break;
  }
  const bool given =
      std::any_of(std::begin(kGiven), std::end(kGiven), [&](const auto& row) {
        return row.by == judged.by && row.verdict == logged;
      });
  return {given ? JudgedAgain::Fit::kGiven : JudgedAgain::Fit::kDiffers,
          logged};
}

}  // namespace wgsync
