#include <set>
#include <string>

#include "absl/algorithm/container.h"
#include "suite/core/launch/stress.h"
#include "suite/core/launch/weakened_twins.h"
#include "suite/core/next/repeats.h"
#include "suite/core/next/steps.h"
#include "suite/core/record/twin_result.h"
#include "suite/core/verdict/judge.h"

namespace wgsync {
namespace {

// Runs one twin.
class TwinRun {
 public:
  TwinRun(Attempt* a, const LaunchSpec& sound, const Twin& twin)
      : a_(a), sound_(sound), twin_(twin), launch_(sound) {
    launch_.program = twin.program;
    result_.name = std::string(twin.name);
  }

  TwinResult Run() {
    if (IsEquivalent()) return result_;
    result_.why = WhyNotObservable(twin_, a_->claims());
    const bool observable = result_.why.empty();
    // Where none is expected to fail, enough to see that the reason is wrong.
    const uint32_t most = observable ? Most(Repeat::kTeam) : kStressKinds;
    for (uint32_t n = 0; n < most && !Killed(); ++n) {
      if (!Launch(n)) return result_;
    }
    if (observable && result_.failed == 0 && !Search()) return result_;
    result_.state = result_.failed != 0 ? TwinState::kKilled
                    : observable        ? TwinState::kMissed
                                        : TwinState::kNotObservable;
    if (result_.failed != 0) result_.why.clear();
    return result_;
  }

  // The number of the launch that came out wrong first.
  uint32_t killed_by() const { return killed_by_; }

 private:
  bool IsEquivalent() {
    if (!twin_.equivalent.empty()) {
      result_.why = twin_.equivalent;
    } else if (SameText(twin_.program, sound_.program)) {
      result_.why = "the program has no such order";
    } else if (const std::string code = a_->Digest(sound_.program);
               !code.empty() && code == a_->Digest(twin_.program)) {
      result_.why = "the compiler makes the same code of it";
    } else {
      return false;
    }
    result_.state = TwinState::kEquivalent;
    return true;
  }

  // A twin that has failed so often shows enough.
  bool Killed() const { return result_.failed >= Most(Repeat::kTwinKilled); }

  // Makes the launch of this number; false, with why, where it says nothing.
  bool Launch(uint32_t number) {
    const LaunchRecord& r =
        a_->Launch(LaunchPurpose::kTwin, Stressed(launch_, number, a_->cpu()),
                   a_->deadline, a_->patience);
    if (!Finished(r) && !Stuck(r)) {
      result_.why = r.what.empty() ? r.ending_text : r.what;
      return false;
    }
    ++result_.launches;
    result_.reads += r.facts.reads;
    result_.wrong += r.facts.wrong;
    const bool wrong = PayloadTrial(r) == Trial::kWrong || Stuck(r) ||
                       (Finished(r) && r.waits != Waits::kMet);
    if (wrong && result_.failed++ == 0) killed_by_ = number;
    return true;
  }

  // The kinds of stress that chance chose, each by its first number; those
  // under which a twin has failed on this device before the others.
  std::vector<uint32_t> KindsToSearch() const {
    const std::vector<uint32_t>& found = a_->known->found_stress;
    std::vector<uint32_t> kinds = found;
    for (uint32_t i = 0; i < Most(Repeat::kTwinSearch); ++i) {
      const uint32_t first = kChanceStress + i * kSameStress;
      if (!absl::c_linear_search(found, first)) kinds.push_back(first);
    }
    return kinds;
  }

  // Launches under kinds of stress that chance chooses, until the twin fails.
  bool Search() {
    for (uint32_t kind : KindsToSearch()) {
      for (uint32_t i = 0;
           i < Most(Repeat::kTwinKilled) && (i == 0 || result_.failed != 0);
           ++i) {
        if (!Launch(NthOfKind(kind, i))) return false;
      }
      if (result_.failed != 0) break;
    }
    return true;
  }

  Attempt* const a_;
  const LaunchSpec& sound_;
  const Twin& twin_;
  LaunchSpec launch_;
  TwinResult result_;
  uint32_t killed_by_ = 0;
};

}  // namespace

std::vector<uint32_t> RunTwins(Attempt* a, const LaunchSpec& sound) {
  std::vector<uint32_t> stress;
  for (uint32_t n = 0; n < Most(Repeat::kTeam); ++n) stress.push_back(n);
  const struct Bind may = WhatBinds(a->c, a->soundness, a->grid);
  if (!may.violation && !may.customary) return stress;
  a->time_of = Purpose::kControls;
  std::set<uint32_t> kinds;
  for (const Twin& twin : TwinsOf(sound.program)) {
    TwinRun run(a, sound, twin);
    a->result.twins.push_back(run.Run());
    if (a->result.twins.back().state == TwinState::kKilled) {
      kinds.insert(FirstOfKind(run.killed_by()));
    }
  }
  a->time_of = Purpose::kBoards;
  a->evidence.strength = StrengthOf(a->result.twins);
  std::vector<uint32_t>& found = a->known->found_stress;
  for (uint32_t kind : kinds) {
    const bool chance = kind >= kChanceStress;
    if (chance && !absl::c_linear_search(found, kind)) found.push_back(kind);
    // A measured kind has had its share of the launches by then.
    const uint32_t first = chance ? 0 : Most(Repeat::kTeam) / kStressKinds;
    for (uint32_t i = first; i < Most(Repeat::kTwinStress); ++i) {
      stress.push_back(NthOfKind(kind, i));
    }
  }
  return stress;
}

}  // namespace wgsync
