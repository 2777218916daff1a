#include "suite/core/record/launch_record.h"

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "suite/core/base/field_visitor.h"
#include "suite/core/launch/launch_spec.h"
#include "suite/core/launch/model.h"
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
};
static_assert(Describes(kPurposes, LaunchPurpose::kFence), "one row each");
constexpr auto kPurposeNames = EnumNames(kPurposes);

constexpr EnumRow<BoardMode> kBoards[] = {
    {BoardMode::kOff, "off"},
    {BoardMode::kRelaxed, "relaxed"},
    {BoardMode::kOrdered, "ordered"},
};
static_assert(Describes(kBoards, BoardMode::kOrdered), "one row each");
constexpr auto kBoardNames = EnumNames(kBoards);

constexpr EnumRow<WaitMode> kWaits[] = {
    {WaitMode::kRemoved, "removed"},
    {WaitMode::kUnbounded, "unbounded"},
    {WaitMode::kBounded, "bounded"},
};
static_assert(Describes(kWaits, WaitMode::kBounded), "one row each");
constexpr auto kWaitNames = EnumNames(kWaits);

// A case by its id.
void VisitCase(FieldVisitor& v, Case* c) {
  const bool none = c->primitive == nullptr && c->host == nullptr;
  const std::string before = none ? "" : CaseId(*c);
  std::string id = before;
  v.Field("case", &id);
  if (id == before) return;
  const absl::StatusOr<Case> parsed = ParseCaseId(id);
  if (!parsed.ok()) {
    v.Fail("case", absl::StrCat("is unknown: ", parsed.status().message()));
  } else if (parsed->host != nullptr) {
    v.Fail("case", "is a host check, which has no launch");
  } else {
    *c = *parsed;
  }
}

void VisitDistance(FieldVisitor& v, LaunchSpec* s) {
  if (!v.Present("waiters", s->has_distance)) return;
  s->has_distance = true;
  v.Field("waiters", &s->waiters);
  v.Field("awaited", &s->awaited);
}

}  // namespace

absl::Span<const absl::string_view> NamesOf(LaunchPurpose) {
  return kPurposeNames.names;
}
absl::Span<const absl::string_view> NamesOf(BoardMode) {
  return kBoardNames.names;
}
absl::Span<const absl::string_view> NamesOf(WaitMode) {
  return kWaitNames.names;
}

std::string LaunchLabel(LaunchPurpose purpose, const LaunchSpec& spec) {
  switch (purpose) {
    case LaunchPurpose::kDiscovery:
      return "discovery of the residency";
    case LaunchPurpose::kTiming:
    case LaunchPurpose::kControl:
      return "control without waits";
    case LaunchPurpose::kWatched:
      return "relaxed board";
    case LaunchPurpose::kJudged:
      return "no board";
    case LaunchPurpose::kOrdered:
      return "ordered board";
    case LaunchPurpose::kBoundary:
      return "control: kernel_boundary";
    case LaunchPurpose::kPoll:
      return absl::StrCat("difference: poll ", PollName(spec.c.poll));
    case LaunchPurpose::kRefreshedPoll:
      return absl::StrCat("difference: caches refreshed, poll ",
                          PollName(spec.c.poll));
    case LaunchPurpose::kSignal:
      return absl::StrCat("difference: signal ", SignalName(spec.c.signal));
    case LaunchPurpose::kPayload:
      return absl::StrCat("difference: payload ", PayloadName(spec.c.payload));
    case LaunchPurpose::kFence:
      return absl::StrCat("difference: fence ", FenceName(spec.c.fence));
  }
  return "";
}

void LaunchSpec::Fields(FieldVisitor& v) {
  const LaunchSpec usual;
  VisitCase(v, &c);
  VisitModel(v, &model);
  v.Enum("board", &board);
  v.Enum("waits", &waits);
  v.Field("language", &language);
  v.Field("groups", &groups);
  v.Field("group_size", &group_size);
  v.Rare("ballast", &ballast, usual.ballast);
  v.Field("rounds", &rounds);
  v.Field("delay", &delay);
  v.Field("late_every", &late_every);
  v.Rare("elements", &elements, usual.elements);
  v.Rare("budget", &budget, usual.budget);
  v.Rare("refresh", &refresh, usual.refresh);
  v.Rare("cuts_loops", &cuts_loops, usual.cuts_loops);
  v.Rare("timed", &timed, usual.timed);
  v.Rare("discover", &discover, usual.discover);
  v.Rare("start_order", &start_order, usual.start_order);
  VisitDistance(v, this);
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
  v.Rare("reads", &reads, usual.reads);
  v.Rare("wrong", &wrong, usual.wrong);
  v.Rare("shared", &shared, usual.shared);
  v.Field("seconds", &seconds);
  v.Rare("device_seconds", &device_seconds, usual.device_seconds);
  v.Rare("build_seconds", &build_seconds, usual.build_seconds);
  v.Field("deadline_seconds", &deadline_seconds);
  v.Field("patience_seconds", &patience_seconds);
}

}  // namespace wgsync
