// The weakened twins of a case: what the stress of its launches lets fail.

#include "suite/core/launch/twins.h"

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "suite/core/launch/stress.h"
#include "suite/core/record/twin_result.h"
#include "suite/core/verdict/judge.h"
#include "suite/engine/case_runner.h"

namespace wgsync {
namespace {

// A twin that has failed so often shows enough.
constexpr uint64_t kEnoughFailures = 3;
// So many launches of the case for each of its twin's under the stress that
// failed the twin.
constexpr uint32_t kTimesTheTwins = 10;

bool CameOutWrong(const Observation& o) {
  return PayloadTrial(o) == Trial::kWrong || Stuck(o) ||
         (Finished(o) && WaitsOf(o) != Waits::kMet);
}

}  // namespace

// *killed_by is the number of the launch that came out wrong first.
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
  // Enough to see that the reason is wrong.
  const uint32_t most = r.why.empty() ? kTeamRuns : kStressKinds;
  LaunchSpec s = sound;
  s.program = twin.program;
  for (uint32_t n = 0; n < most && r.failed < kEnoughFailures; ++n) {
    const WatchResult one =
        session_->Launch(LaunchPurpose::kTwin, Stressed(s, n, session_->cpu()),
                         a.deadline, a.patience);
    if (!Finished(one.o) && !Stuck(one.o)) {
      r.why = one.what.empty() ? one.o.ending_text : one.what;
      return r;
    }
    ++r.launches;
    r.reads += one.o.payload.reads;
    r.wrong += one.o.payload.wrong;
    if (CameOutWrong(one.o) && r.failed++ == 0) *killed_by = n;
  }
  r.state = r.failed != 0    ? TwinState::kKilled
            : !r.why.empty() ? TwinState::kNotObservable
                             : TwinState::kMissed;
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
    if (r.state == TwinState::kKilled) kinds.insert(killed_by % kStressKinds);
    a->result.twins.push_back(r);
  }
  session_->For(Purpose::kBoards);
  a->evidence.strength = StrengthOf(a->result.twins);
  const std::string words = StrengthText(a->result.twins);
  if (!words.empty()) a->ladder.words.push_back(words);
  // A kind of stress has had kTeamRuns / kStressKinds launches by then.
  for (uint32_t kind : kinds) {
    for (uint32_t i = kTeamRuns / kStressKinds; i < kTimesTheTwins; ++i) {
      a->stress.push_back(i * kStressKinds + kind);
    }
  }
}

}  // namespace wgsync
