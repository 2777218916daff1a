// The weakened twins of a case: what the stress of its launches lets fail.

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "absl/algorithm/container.h"
#include "suite/core/launch/stress.h"
#include "suite/core/launch/weakened_twins.h"
#include "suite/core/record/twin_result.h"
#include "suite/core/verdict/judge.h"
#include "suite/engine/case_runner.h"

namespace wgsync {
namespace {

// A twin that has failed so often shows enough.
constexpr uint64_t kEnoughFailures = 3;
// Kinds of stress that chance chooses for a twin which no measured one failed.
// Of 130 on an H200 and 71 on an H100 13 % and more failed each twin but one.
constexpr uint32_t kSearchedKinds = 16;
// So many launches of the case for each of its twin's under the stress that
// failed the twin.
constexpr uint32_t kTimesTheTwins = 10;

bool CameOutWrong(const Observation& o) {
  return PayloadTrial(o) == Trial::kWrong || Stuck(o) ||
         (Finished(o) && WaitsOf(o) != Waits::kMet);
}

}  // namespace

bool CaseRunner::LaunchTwin(const Attempt& a, const LaunchSpec& twin,
                            uint32_t number, TwinResult* r,
                            uint32_t* killed_by) {
  const WatchResult one = session_->Launch(
      LaunchPurpose::kTwin, Stressed(twin, number, session_->cpu()), a.deadline,
      a.patience);
  if (!Finished(one.o) && !Stuck(one.o)) {
    r->why = one.what.empty() ? one.o.ending_text : one.what;
    return false;
  }
  ++r->launches;
  r->reads += one.o.payload.reads;
  r->wrong += one.o.payload.wrong;
  if (CameOutWrong(one.o) && r->failed++ == 0) *killed_by = number;
  return true;
}

std::vector<uint32_t> CaseRunner::KindsToSearch() const {
  std::vector<uint32_t> kinds = found_stress_;
  for (uint32_t i = 0; i < kSearchedKinds; ++i) {
    const uint32_t first = kChanceStress + i * kSameStress;
    if (!absl::c_linear_search(found_stress_, first)) kinds.push_back(first);
  }
  return kinds;
}

bool CaseRunner::SearchStress(const Attempt& a, const LaunchSpec& twin,
                              TwinResult* r, uint32_t* killed_by) {
  for (uint32_t kind : KindsToSearch()) {
    for (uint32_t i = 0; i < kEnoughFailures && (i == 0 || r->failed != 0);
         ++i) {
      if (!LaunchTwin(a, twin, NthOfKind(kind, i), r, killed_by)) return false;
    }
    if (r->failed != 0) break;
  }
  return true;
}

TwinResult CaseRunner::RunTwin(const Attempt& a, const LaunchSpec& sound,
                               const Twin& twin, uint32_t* killed_by) {
  TwinResult r;
  r.name = std::string(twin.name);
  if (SameText(twin.program, sound.program)) {
    r.state = TwinState::kEquivalent;
    r.why = "the program has no such order";
    return r;
  }
  const std::string code = session_->BinaryDigest(sound.program);
  if (!code.empty() && code == session_->BinaryDigest(twin.program)) {
    r.state = TwinState::kEquivalent;
    r.why = "the compiler makes the same code of it";
    return r;
  }
  r.why = WhyNotObservable(twin, session_->claims());
  const bool observable = r.why.empty();
  LaunchSpec s = sound;
  s.program = twin.program;
  // Where none is expected to fail, enough to see that the reason is wrong.
  const uint32_t most = observable ? kTeamRuns : kStressKinds;
  for (uint32_t n = 0; n < most && r.failed < kEnoughFailures; ++n) {
    if (!LaunchTwin(a, s, n, &r, killed_by)) return r;
  }
  if (observable && r.failed == 0 && !SearchStress(a, s, &r, killed_by)) {
    return r;
  }
  r.state = r.failed != 0 ? TwinState::kKilled
            : observable  ? TwinState::kMissed
                          : TwinState::kNotObservable;
  if (r.failed != 0) r.why.clear();
  return r;
}

void CaseRunner::RunTwins(Attempt* a, const LaunchSpec& sound) {
  a->stress.clear();
  for (uint32_t n = 0; n < kTeamRuns; ++n) a->stress.push_back(n);
  const struct Bind may = WhatBinds(a->c, a->soundness, a->grid);
  if (!may.violation && !may.customary) return;
  session_->For(Purpose::kControls);
  std::set<uint32_t> kinds;
  for (const Twin& twin : TwinsOf(sound.program)) {
    uint32_t killed_by = 0;
    const TwinResult r = RunTwin(*a, sound, twin, &killed_by);
    if (r.state == TwinState::kKilled) kinds.insert(FirstOfKind(killed_by));
    a->result.twins.push_back(r);
  }
  session_->For(Purpose::kBoards);
  a->evidence.strength = StrengthOf(a->result.twins);
  // A measured kind of stress has had kTeamRuns / kStressKinds launches by
  // then.
  for (uint32_t kind : kinds) {
    const bool chance = kind >= kChanceStress;
    if (chance && !absl::c_linear_search(found_stress_, kind)) {
      found_stress_.push_back(kind);
    }
    for (uint32_t i = chance ? 0 : kTeamRuns / kStressKinds; i < kTimesTheTwins;
         ++i) {
      a->stress.push_back(NthOfKind(kind, i));
    }
  }
}

}  // namespace wgsync
