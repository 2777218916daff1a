#include "suite/core/record/launch_record.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "suite/core/base/field_visitor.h"
#include "suite/core/launch/launch_spec.h"
#include "suite/core/plan/case.h"
#include "suite/core/verdict/evidence_names.h"

namespace wgsync {
namespace {

constexpr EnumRow<LaunchPurpose> kPurposes[] = {
    {LaunchPurpose::kDiscovery, "discovery"},
    {LaunchPurpose::kTiming, "timing"},
    {LaunchPurpose::kControl, "control"},
    {LaunchPurpose::kWatched, "watched"},
    {LaunchPurpose::kJudged, "judged"},
    {LaunchPurpose::kOrdered, "ordered"},
    {LaunchPurpose::kBoundary, "boundary"},
    {LaunchPurpose::kPoll, "poll"},
    {LaunchPurpose::kRefreshedPoll, "refreshed_poll"},
    {LaunchPurpose::kSignal, "signal"},
    {LaunchPurpose::kPayload, "payload"},
    {LaunchPurpose::kFence, "fence"},
    {LaunchPurpose::kTwin, "twin"},
};
static_assert(Describes(kPurposes, LaunchPurpose::kTwin), "one row each");
constexpr auto kPurposeNames = EnumNames(kPurposes);

}  // namespace

absl::Span<const absl::string_view> NamesOf(LaunchPurpose) {
  return kPurposeNames.names;
}

std::string LaunchLabel(LaunchPurpose purpose, const LaunchSpec& spec) {
  switch (purpose) {
    case LaunchPurpose::kDiscovery:
      return "discovery of the residency";
    case LaunchPurpose::kTiming:
    case LaunchPurpose::kControl:
      return "control without waits";
    case LaunchPurpose::kWatched:
      return "watched launch (relaxed board)";
    case LaunchPurpose::kJudged:
      return "judged launch (no board)";
    case LaunchPurpose::kOrdered:
      return "watched launch (ordered board)";
    case LaunchPurpose::kBoundary:
      return "control: kernel_boundary";
    case LaunchPurpose::kPoll:
      return absl::StrCat("difference: poll ",
                          PollName(spec.program.c.access.poll));
    case LaunchPurpose::kRefreshedPoll:
      return absl::StrCat("difference: caches refreshed, poll ",
                          PollName(spec.program.c.access.poll));
    case LaunchPurpose::kSignal:
      return absl::StrCat("difference: signal ",
                          SignalName(spec.program.c.access.signal));
    case LaunchPurpose::kPayload:
      return absl::StrCat("difference: payload ",
                          PayloadName(spec.program.c.access.payload));
    case LaunchPurpose::kFence:
      return absl::StrCat("difference: fence ",
                          FenceName(spec.program.c.access.fence));
    case LaunchPurpose::kTwin:
      return "weakened twin";
  }
  return "";
}

void LaunchRecord::Fields(FieldVisitor& v) {
  const LaunchRecord usual;
  v.Field("number", &number);
  v.Rare("device", &device, usual.device);
  v.Field("case", &case_id);
  v.Enum("purpose", &purpose);
  v.Struct("spec", &spec);
  v.Rare("build_failed", &build_failed, usual.build_failed);
  v.Rare("setup_failed", &setup_failed, usual.setup_failed);
  v.Enum("ending", &ending);
  v.Enum("waits", &waits);
  v.Enum("payload", &payload);
  v.RareEnum("account", &account, usual.account);
  v.Rare("reads", &reads, usual.reads);
  v.Rare("wrong", &wrong, usual.wrong);
  v.Rare("shared", &shared, usual.shared);
  v.Field("seconds", &seconds);
  v.Rare("device_seconds", &device_seconds, usual.device_seconds);
  v.Rare("build_seconds", &build_seconds, usual.build_seconds);
  v.Rare("binary_digest", &binary_digest, usual.binary_digest);
  v.Field("deadline_seconds", &deadline_seconds);
  v.Field("patience_seconds", &patience_seconds);
}

void LaunchCounts::Add(const LaunchRecord& r) {
  if (r.purpose != LaunchPurpose::kWatched &&
      r.purpose != LaunchPurpose::kJudged) {
    return;
  }
  if (r.build_failed || r.setup_failed || r.ending == Ending::kNeverStarted ||
      r.ending == Ending::kEndedFromOutside ||
      r.ending == Ending::kNoProcessor) {
    return;
  }
  const bool board = r.purpose == LaunchPurpose::kWatched;
  if (board && !with_board) return;
  if (!board && with_board) *this = {0, 0, false};
  ++made;
  const bool ended =
      r.ending == Ending::kFinished || r.ending == Ending::kFinishedLate;
  const bool right =
      ended && r.waits == Waits::kMet && r.payload != PayloadState::kWrong &&
      r.payload != PayloadState::kTorn && r.account == Account::kComplete;
  if (!right) ++failed;
}

}  // namespace wgsync
