#include "suite/core/record/launch_record.h"

#include <algorithm>
#include <string>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "suite/core/base/field_visitor.h"
#include "suite/core/launch/launch_findings.h"
#include "suite/core/launch/launch_spec.h"
#include "suite/core/launch/stalled_copy.h"
#include "suite/core/plan/case.h"
#include "suite/core/verdict/evidence_names.h"
#include "suite/core/verdict/judge.h"

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

constexpr size_t kKeptReads = 16;
constexpr size_t kKeptRoles = 32;
constexpr size_t kKeptWords = 64;

// The memory of a launch that did not end well.
void KeepSnapshot(const LaunchSpec& spec, const Observation& o,
                  LaunchRecord* r) {
  // Of a shape the groups of the copy that its verdict names.
  const std::vector<uint32_t> named = IsShape(*spec.program.c.primitive)
                                          ? FindStalledCopy(spec, o).groups
                                          : std::vector<uint32_t>();
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

absl::Span<const absl::string_view> NamesOf(LaunchPurpose) {
  return kPurposeNames.names;
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
  facts.Fields(v);
  v.Rare("ending_text", &ending_text, {});
  if (v.Present("findings", !findings.empty())) v.List("findings", &findings);
  if (v.Present("roles", !roles.empty())) v.List("roles", &roles);
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
  r.ending = o.ending;
  r.waits = WaitsOf(o);
  r.payload = PayloadOf(o);
  r.account = AccountOf(o);
  r.facts = o.payload;
  if (r.facts.records.size() > kKeptReads) r.facts.records.resize(kKeptReads);
  if (r.account == Account::kComplete) {
    r.facts.reads_due = r.facts.items_ended = r.facts.items_due = 0;
  }
  r.ending_text = o.ending_text;
  r.findings = LaunchFindings(spec, o);
  if (!Finished(o) || r.waits != Waits::kMet) KeepSnapshot(spec, o, &r);
  r.seconds = o.seconds;
  r.device_seconds = o.device_seconds;
  r.build_seconds = o.build_seconds;
  r.channel_proven = o.channel_proven;
  if (o.has_pair) {
    r.frozen_seconds = o.frozen_seconds;
    r.frozen_cpu_seconds = o.frozen_cpu_seconds;
  }
  r.missed_tick_seconds = o.missed_tick_seconds;
  r.starved_seconds = o.starved_seconds;
  r.lost_seconds = o.lost_seconds;
  r.cores = o.cores;
  return r;
}

bool EndedRight(const LaunchRecord& r) {
  const bool ended =
      r.ending == Ending::kFinished || r.ending == Ending::kFinishedLate;
  return ended && r.waits == Waits::kMet && r.payload != PayloadState::kWrong &&
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
