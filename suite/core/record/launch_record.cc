#include "suite/core/record/launch_record.h"

#include <algorithm>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/types/optional.h"
#include "suite/core/base/field_visitor.h"
#include "suite/core/launch/launch_findings.h"
#include "suite/core/launch/stalled_copy.h"
#include "suite/core/plan/case.h"
#include "suite/core/verdict/ladder.h"

namespace wgsync {
namespace {

constexpr auto kPurposeNames =
    EnumNames<LaunchPurpose>({{LaunchPurpose::kDiscovery, "discovery"},
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
                              {LaunchPurpose::kSource, "source"}},
                             LaunchPurpose::kSource);

constexpr size_t kKeptReads = 16;
constexpr size_t kKeptRoles = 32;
constexpr size_t kKeptWords = 64;

bool HasPlace(const Place& p) {
  return p.where != Where::kUnknown || !p.findings.empty() || !p.copy.empty();
}

Place PlaceOf(const LaunchSpec& spec, const Observation& o) {
  const KernelCase& c = spec.program.c;
  if (IsShape(*c.primitive)) return FindStalledCopy(spec, o);
  Primitive preset = *c.primitive;
  preset.word_init = WordInit(c);
  Observation then = o;
  if (o.has_pair) then.last = o.frozen;
  return ClimbLadder(preset, then);
}

// The memory of a launch that did not end well.
void KeepSnapshot(const Observation& o, LaunchRecord* r) {
  // Of a shape the groups of the copy that its verdict names come first.
  const std::vector<uint64_t>& named = r->place.copy;
  const Snapshot& s = o.last;
  for (const bool first : {true, false}) {
    for (const RoleFacts& role : s.roles) {
      if (absl::c_linear_search(named, role.group) == first &&
          r->roles.size() < kKeptRoles) {
        r->roles.push_back(role);
        // What memory was filled with.
        if (role.end == WaitEnd::kNever) r->roles.back().seen = 0;
      }
    }
    for (uint32_t g = 0; g < s.started.size(); ++g) {
      if (!s.started[g] && absl::c_linear_search(named, g) == first &&
          r->not_started.size() < kKeptRoles) {
        r->not_started.push_back(g);
      }
    }
  }
  r->words.assign(s.words.begin(),
                  s.words.begin() + std::min(kKeptWords, s.words.size()));
}

}  // namespace

NameSpan NamesOf(LaunchPurpose) { return kPurposeNames.names; }

void LaunchRecord::Fields(FieldVisitor& v) {
  const LaunchRecord usual;
  v.Field("number", &number);
  v.Rare("device", &device, usual.device);
  v.Field("case", &case_id);
  v.Enum("purpose", &purpose);
  v.Struct("spec", &spec);
  v.Rare("build_failed", &build_failed, usual.build_failed);
  v.Rare("setup_failed", &setup_failed, usual.setup_failed);
  v.Rare("over_limit", &over_limit, usual.over_limit);
  v.Enum("ending", &ending);
  v.Enum("waits", &waits);
  v.Enum("payload", &payload);
  v.RareEnum("account", &account, usual.account);
  facts.Fields(v);
  v.Rare("ending_text", &ending_text, {});
  v.RareList("findings", &findings);
  v.RareList("missing", &missing);
  v.Rare("without_waiting", &without_waiting, usual.without_waiting);
  v.Rare("gave_up", &gave_up, usual.gave_up);
  v.Rare("frozen_first", &frozen_first, usual.frozen_first);
  v.Rare("found", &found, usual.found);
  if (v.Present("place", HasPlace(place))) v.Struct("place", &place);
  v.RareList("roles", &roles);
  v.Rare("words", &words, {});
  v.Rare("not_started", &not_started, {});
  v.Rare("shared", &shared, usual.shared);
  v.Field("seconds", &seconds);
  v.Rare("device_seconds", &device_seconds, usual.device_seconds);
  v.Rare("build_seconds", &build_seconds, usual.build_seconds);
  v.Rare("channel_proven", &channel_proven, false);
  v.Rare("frozen_seconds", &frozen_seconds, 0.0);
  v.Rare("frozen_cpu_seconds", &frozen_cpu_seconds, 0.0);
  v.Rare("missed_tick_seconds", &missed_tick_seconds, 0.0);
  v.Rare("starved_seconds", &starved_seconds, 0.0);
  v.Rare("lost_seconds", &lost_seconds, 0.0);
  v.Rare("cores", &cores, 0.0);
  v.Rare("binary_digest", &binary_digest, usual.binary_digest);
  v.Field("deadline_seconds", &deadline_seconds);
  v.Field("patience_seconds", &patience_seconds);
}

LaunchRecord RecordOf(LaunchPurpose purpose, const LaunchSpec& spec,
                      const Observation& o) {
  LaunchRecord r;
  r.purpose = purpose;
  r.spec = spec;
  static_cast<LaunchOutcome&>(r) = LaunchOutcomeOf(o);
  static_cast<LaunchMeasures&>(r) = o;
  if (!o.has_pair) r.frozen_seconds = r.frozen_cpu_seconds = 0;
  r.facts = o.payload;
  if (r.facts.records.size() > kKeptReads) r.facts.records.resize(kKeptReads);
  if (r.account == Account::kComplete) {
    r.facts.reads_due = r.facts.items_ended = r.facts.items_due = 0;
  }
  r.findings = LaunchFindings(spec, o);
  const Primitive& primitive = *spec.program.c.primitive;
  if (primitive.family == Family::kBarrier) {
    if (absl::optional<Finding> missing = MissingOnBoard(o)) {
      r.missing.push_back(*std::move(missing));
    }
  }
  r.without_waiting = NobodyWaited(o);
  r.gave_up = AnyGaveUp(o.last);
  r.frozen_first = o.has_pair && !AnyGaveUp(o.frozen);
  if (primitive.discovers) r.found = o.groups;
  if (!Finished(o) || r.waits != Waits::kMet) {
    if (Stuck(o) || o.has_pair || IsShape(primitive)) {
      r.place = PlaceOf(spec, o);
    }
    KeepSnapshot(o, &r);
  }
  return r;
}

bool HasFinding(const LaunchRecord& r, FindingKind kind) {
  return absl::c_any_of(r.findings,
                        [=](const Finding& f) { return f.kind == kind; });
}

bool ExtraArrivals(const LaunchRecord& r) {
  return r.spec.program.board != BoardMode::kOff && ArrivalsDue(r.spec) != 0 &&
         HasFinding(r, FindingKind::kExtraArrivals);
}

bool SamePlace(const LaunchRecord& a, const LaunchRecord& b) {
  return a.place.where == Where::kConditionTrue &&
         b.place.where == a.place.where && a.place.round == b.place.round;
}

bool EndedRight(const LaunchRecord& r) {
  return Finished(r) && r.waits == Waits::kMet &&
         r.payload != PayloadState::kWrong &&
         r.payload != PayloadState::kTorn && r.account == Account::kComplete;
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
  if (!EndedRight(r)) ++failed;
}

}  // namespace wgsync
