// The weakened twins of a case: how each is searched for, which stress the case
// itself is judged under, and when a pass proves nothing of memory.

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "suite/core/launch/stress.h"
#include "suite/engine/played/test_session.h"

namespace wgsync {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr char kTeams[] =
    "barrier.counter_per_group/poll=acquire/signal=release/fence=none/"
    "pay=plain/work=lanes/wg=64/groups=8/team=2";
// All twins of that are other programs: release, acquire and both, the scope,
// and the two work-group barriers.
constexpr int kTwins = 6;

class TwinsTest : public ::testing::Test {
 protected:
  int Twins() const { return gpu_.Count(LaunchPurpose::kTwin); }
  int Judged() const { return gpu_.Count(LaunchPurpose::kJudged); }
  TestSession gpu_ = TestSession::Gpu();
};

LaunchMatch Weakened(Weakening weakening) {
  return [=](const AskedLaunch& a) {
    return a.purpose == LaunchPurpose::kTwin &&
           a.spec.program.weakening == weakening;
  };
}

TwinResult TwinOf(const CaseResult& r, const std::string& name) {
  for (const TwinResult& t : r.twins) {
    if (t.name == name) return t;
  }
  ADD_FAILURE() << "no twin " << name;
  return {};
}

bool SameStress(const Stress& a, const Stress& b) {
  return a.hot_stores == b.hot_stores && a.hot_every == b.hot_every &&
         a.hot_lines == b.hot_lines && a.late == b.late && a.pause == b.pause &&
         a.warm == b.warm;
}

TEST_F(TwinsTest, APassWhoseTwinsAllFailedIsOne) {
  gpu_.When(For(LaunchPurpose::kTwin), WrongReads(9));
  const CaseResult r = RunCase(&gpu_, kTeams);
  EXPECT_EQ(RuleOf(r), "pass") << WordsOf(r);
  EXPECT_EQ(r.judged.evidence.strength, Strength::kShown);
  ASSERT_EQ(r.twins.size(), static_cast<size_t>(kTwins));
  for (const TwinResult& t : r.twins) {
    EXPECT_EQ(t.state, TwinState::kKilled) << t.name;
    EXPECT_EQ(t.launches, 3u) << t.name;
    EXPECT_EQ(t.failed, 3u) << t.name;
    EXPECT_EQ(t.wrong, 27u) << t.name;
    EXPECT_GT(t.reads, 27u) << t.name;
    EXPECT_EQ(t.why, "") << t.name;
  }
  EXPECT_THAT(WordsOf(r),
              HasSubstr("the same stress failed 6 of 6 weakened twins"));
  EXPECT_EQ(Twins(), kTwins * 3);
}

TEST_F(TwinsTest, APassWhoseTwinsAllPassIsUnproven) {
  const CaseResult r = RunCase(&gpu_, kTeams);
  EXPECT_EQ(RuleOf(r), "twins_missed");
  EXPECT_EQ(r.verdict.kind, VerdictKind::kUnproven);
  for (const TwinResult& t : r.twins) {
    EXPECT_EQ(t.state, TwinState::kMissed) << t.name;
    EXPECT_EQ(t.launches, 12u + 16) << t.name;
    EXPECT_EQ(t.failed, 0u) << t.name;
  }
  EXPECT_EQ(Judged(), 12);
}

TEST_F(TwinsTest, OneTwinThatFailedIsEnough) {
  gpu_.When(Weakened(Weakening::kNoAcquire), WrongReads(9));
  const CaseResult r = RunCase(&gpu_, kTeams);
  EXPECT_EQ(RuleOf(r), "pass");
  EXPECT_EQ(TwinOf(r, "no_acquire").state, TwinState::kKilled);
  EXPECT_EQ(TwinOf(r, "no_release").state, TwinState::kMissed);
}

TEST_F(TwinsTest, ATwinThatHangsOrLeavesAWaitHasFailed) {
  gpu_.When(Weakened(Weakening::kNoAcquire), Freezes());
  gpu_.When(Weakened(Weakening::kNoRelease),
            [](const AskedLaunch&, WatchResult* r) {
              r->o.last.roles[0].bad = 1;
              r->o.last.roles[0].bad_end = WaitEnd::kUnmet;
            });
  const CaseResult r = RunCase(&gpu_, kTeams);
  EXPECT_EQ(TwinOf(r, "no_acquire").state, TwinState::kKilled);
  EXPECT_EQ(TwinOf(r, "no_release").state, TwinState::kKilled);
}

TEST_F(TwinsTest, ATwinDiffersInItsOrderAlone) {
  RunCase(&gpu_, kTeams);
  const ProgramSpec sound = gpu_.Asked(LaunchPurpose::kJudged)[0].spec.program;
  for (const AskedLaunch& a : gpu_.Asked(LaunchPurpose::kTwin)) {
    ProgramSpec p = a.spec.program;
    EXPECT_NE(ProgramKey(p), ProgramKey(sound));
    p.weakening = Weakening::kNone;
    p.scope = sound.scope;
    EXPECT_EQ(ProgramKey(p), ProgramKey(sound));
    EXPECT_EQ(a.time_of, Purpose::kControls);
  }
  EXPECT_EQ(gpu_.Asked(LaunchPurpose::kJudged)[0].time_of, Purpose::kBoards);
}

// ---- The stress ----

TEST_F(TwinsTest, TheLaunchesOfACaseTakeTurnsInTheMeasuredKindsOfStress) {
  RunCase(&gpu_, kTeams);
  const std::vector<AskedLaunch> judged = gpu_.Asked(LaunchPurpose::kJudged);
  ASSERT_EQ(judged.size(), 12u);
  for (uint32_t n = 0; n < 12; ++n) {
    EXPECT_TRUE(SameStress(judged[n].spec.stress,
                           Stressed(judged[n].spec, n, false).stress))
        << n;
  }
}

TEST_F(TwinsTest, TheStressThatFailedATwinIsTheCasesTenTimes) {
  // Under the second kind alone, which has three of the first twelve launches.
  const auto second = [](const AskedLaunch& a) {
    return a.purpose == LaunchPurpose::kTwin &&
           SameStress(a.spec.stress, Stressed(a.spec, 1, false).stress);
  };
  gpu_.When(second, WrongReads(9));
  const CaseResult r = RunCase(&gpu_, kTeams);
  EXPECT_EQ(TwinOf(r, "no_acquire").failed, 3u);
  EXPECT_EQ(TwinOf(r, "no_acquire").launches, 10u) << "the numbers 1, 5 and 9";
  const std::vector<AskedLaunch> judged = gpu_.Asked(LaunchPurpose::kJudged);
  EXPECT_EQ(judged.size(), 12u + 7);
  EXPECT_EQ(std::count_if(judged.begin(), judged.end(),
                          [](const AskedLaunch& a) {
                            return SameStress(
                                a.spec.stress,
                                Stressed(a.spec, 1, false).stress);
                          }),
            10);
}

// A kind that chance chooses, in the order of the search.
uint32_t ChanceKind(uint32_t i) { return kChanceStress + i * kSameStress; }

LaunchMatch OnlyUnder(uint32_t kind) {
  return [=](const AskedLaunch& a) {
    return a.purpose == LaunchPurpose::kTwin &&
           a.spec.program.weakening == Weakening::kNoAcquire &&
           SameStress(a.spec.stress, Stressed(a.spec, kind, false).stress) &&
           a.spec.teams.multiplier ==
               Stressed(a.spec, kind, false).teams.multiplier;
  };
}

TEST_F(TwinsTest, AStressThatChanceFoundIsTheCasesTenTimesToo) {
  gpu_.When(OnlyUnder(ChanceKind(2)), WrongReads(9));
  CaseRunner runner(&gpu_);
  const CaseResult r =
      runner.Run(*ParseKernelCaseId(kTeams), WaitMode::kUnbounded);
  EXPECT_EQ(RuleOf(r), "pass");
  const TwinResult t = TwinOf(r, "no_acquire");
  EXPECT_EQ(t.state, TwinState::kKilled);
  EXPECT_EQ(t.launches, 12u + 2 + 3) << "a right kind has one launch";
  EXPECT_EQ(t.failed, 3u);
  EXPECT_EQ(Judged(), 12 + 10);
}

TEST_F(TwinsTest, TheNextSearchBeginsWithAStressThatWasFound) {
  gpu_.When(OnlyUnder(ChanceKind(2)), WrongReads(9));
  CaseRunner runner(&gpu_);
  runner.Run(*ParseKernelCaseId(kTeams), WaitMode::kUnbounded);
  const CaseResult again =
      runner.Run(*ParseKernelCaseId(kTeams), WaitMode::kUnbounded);
  EXPECT_EQ(TwinOf(again, "no_acquire").launches, 12u + 3);
  EXPECT_EQ(TwinOf(again, "no_release").launches, 12u + 16) << "no kind twice";
  const CaseResult third =
      runner.Run(*ParseKernelCaseId(kTeams), WaitMode::kUnbounded);
  EXPECT_EQ(TwinOf(third, "no_release").launches, 12u + 16);
}

TEST_F(TwinsTest, AMeasuredStressIsNotSearchedAgain) {
  gpu_.When(
      [](const AskedLaunch& a) {
        return a.spec.program.weakening == Weakening::kNoAcquire &&
               SameStress(a.spec.stress, Stressed(a.spec, 1, false).stress);
      },
      WrongReads(9));
  CaseRunner runner(&gpu_);
  runner.Run(*ParseKernelCaseId(kTeams), WaitMode::kUnbounded);
  const CaseResult again =
      runner.Run(*ParseKernelCaseId(kTeams), WaitMode::kUnbounded);
  EXPECT_EQ(TwinOf(again, "no_release").launches, 12u + 16);
}

TEST_F(TwinsTest, TheFirstStressThatChanceChoosesIsOneOfThese) {
  gpu_.When(OnlyUnder(ChanceKind(0)), WrongReads(9));
  const CaseResult r = RunCase(&gpu_, kTeams);
  EXPECT_EQ(TwinOf(r, "no_acquire").launches, 12u + 3);
  EXPECT_EQ(Judged(), 12 + 10);
}

TEST_F(TwinsTest, AFaultUnderTheStressIsFoundByTheCase) {
  gpu_.When(For(LaunchPurpose::kTwin), WrongReads(9));
  gpu_.When(For(LaunchPurpose::kJudged), AllRight(), 17);
  gpu_.When(For(LaunchPurpose::kJudged), WrongReads(9), 1);
  const CaseResult r = RunCase(&gpu_, kTeams);
  EXPECT_EQ(RuleOf(r), "not_repeated") << "its worker alone found it";
  EXPECT_THAT(WordsOf(r), Not(HasSubstr("came out wrong")))
      << "a rate depends on the kind of stress";
}

// ---- Twins that are not run, or prove nothing ----

TEST_F(TwinsTest, ATwinOfTheSameTextIsNotRun) {
  const CaseResult r =
      RunCase(&gpu_,
              "barrier.counter_per_group/poll=relaxed/signal=release/"
              "fence=device/pay=plain/work=lanes/wg=64/groups=8/team=2");
  EXPECT_EQ(r.twins.size(), 6u);
  for (const TwinResult& t : r.twins) {
    EXPECT_EQ(t.state == TwinState::kEquivalent, t.launches == 0) << t.name;
  }
}

TEST_F(TwinsTest, ATwinOfTheSameCodeIsNotRun) {
  gpu_.digest = [](const ProgramSpec& s) {
    return s.weakening == Weakening::kNoRelease ? "other" : "same";
  };
  const CaseResult r = RunCase(&gpu_, kTeams);
  EXPECT_EQ(TwinOf(r, "no_acquire").state, TwinState::kEquivalent);
  EXPECT_EQ(TwinOf(r, "no_acquire").why,
            "the compiler makes the same code of it");
  EXPECT_EQ(TwinOf(r, "no_release").state, TwinState::kMissed);
  EXPECT_EQ(Twins(), 28);
  EXPECT_EQ(r.binary_digest, "same");
}

TEST_F(TwinsTest, OnACpuNoneIsExpectedToFail) {
  TestSession cpu = TestSession::Cpu();
  const CaseResult r = RunCase(&cpu, kTeams);
  EXPECT_EQ(RuleOf(r), "pass") << WordsOf(r);
  EXPECT_EQ(r.judged.evidence.strength, Strength::kNotObservable);
  for (const TwinResult& t : r.twins) {
    EXPECT_EQ(t.state, TwinState::kNotObservable) << t.name;
    EXPECT_EQ(t.launches, 4u) << "enough to see that the reason is wrong";
    EXPECT_NE(t.why, "");
  }
}

TEST_F(TwinsTest, ATwinThatFailsWhereNoneIsExpectedTo) {
  TestSession cpu = TestSession::Cpu();
  cpu.When(Weakened(Weakening::kUnopened), WrongReads(1));
  const CaseResult r = RunCase(&cpu, kTeams);
  EXPECT_EQ(TwinOf(r, "unopened").state, TwinState::kKilled);
  EXPECT_EQ(TwinOf(r, "unopened").why, "");
  EXPECT_EQ(r.judged.evidence.strength, Strength::kShown);
}

TEST_F(TwinsTest, ATwinThatDoesNotBuildWasNotRun) {
  gpu_.When(Weakened(Weakening::kNoAcquire), BuildFails("no such order"));
  gpu_.When(Weakened(Weakening::kNoOrder),
            [](const AskedLaunch& a, WatchResult* r) {
              EndsBy(Ending::kEventError, "CL_FROB")(a, r);
              r->what.clear();
            });
  gpu_.When(Weakened(Weakening::kNoRelease), WrongReads(9));
  const CaseResult r = RunCase(&gpu_, kTeams);
  EXPECT_EQ(TwinOf(r, "no_acquire").state, TwinState::kNotRun);
  EXPECT_EQ(TwinOf(r, "no_acquire").why, "no such order");
  EXPECT_EQ(TwinOf(r, "no_acquire").launches, 0u);
  EXPECT_EQ(TwinOf(r, "no_order").why, "CL_FROB");
  EXPECT_EQ(RuleOf(r), "pass");
}

TEST_F(TwinsTest, ASearchThatFailsWasNotRun) {
  gpu_.When(Weakened(Weakening::kNoAcquire), AllRight(), 13);
  gpu_.When(Weakened(Weakening::kNoAcquire),
            EndsBy(Ending::kEventError, "CL_FROB"));
  const CaseResult r = RunCase(&gpu_, kTeams);
  EXPECT_EQ(TwinOf(r, "no_acquire").state, TwinState::kNotRun);
  EXPECT_EQ(TwinOf(r, "no_acquire").launches, 13u);
}

TEST_F(TwinsTest, ACaseThatCannotBindHasNoTwins) {
  const CaseResult r =
      RunCase(&gpu_,
              "barrier.counter_per_group/poll=rmw/signal=rmw/fence=none/"
              "pay=plain/work=lanes/wg=64/groups=8/team=2");
  EXPECT_THAT(r.twins, IsEmpty());
  EXPECT_EQ(Twins(), 0);
  EXPECT_EQ(Judged(), 12);
  EXPECT_EQ(r.judged.evidence.strength, Strength::kNotAsked);
}

TEST_F(TwinsTest, ACustomaryCaseThatBindsHasTwins) {
  const CaseResult r =
      RunCase(&gpu_,
              "barrier.counter_per_group/poll=rmw/signal=rmw/fence=device/"
              "pay=plain/work=lanes/wg=64/groups=8/team=2");
  EXPECT_EQ(r.twins.size(), 6u);
}

TEST_F(TwinsTest, TheRunsTwinsAreRunOnceForASampledCase) {
  // Sampled or not, the second judgement takes over the first one's stress.
  gpu_.When(For(LaunchPurpose::kTwin), WrongReads(9));
  gpu_.When(For(LaunchPurpose::kWatched), WrongReads(9));
  int twins = 0;
  for (const char* groups : {"2", "4", "6", "8"}) {
    const int before = Twins();
    RunCase(&gpu_, absl::StrCat(
                       "barrier.counter_per_group/poll=acquire/signal=release/"
                       "fence=none/pay=plain/work=lanes/wg=64/groups=",
                       groups, "/team=2"));
    twins = std::max(twins, Twins() - before);
  }
  EXPECT_EQ(twins, kTwins * 3);
}

}  // namespace
}  // namespace wgsync
