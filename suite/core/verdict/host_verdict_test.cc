#include "suite/core/verdict/host_verdict.h"

#include <set>

#include "gtest/gtest.h"
#include "suite/core/verdict/rules.h"

namespace wgsync {
namespace {

constexpr Cause kFaults[] = {Cause::kNone,           Cause::kUnordered,
                             Cause::kCompletedEarly, Cause::kWrongAnswer,
                             Cause::kWrongTimes,     Cause::kNotSignalled};
constexpr Trial kTrials[] = {Trial::kNotRun, Trial::kRight, Trial::kHung,
                             Trial::kWrong};

// Calls f with every record there is.
template <typename F>
void ForEach(F f) {
  for (int ending = 0; ending <= static_cast<int>(HostEnding::kDeviceLost);
       ++ending) {
    for (bool watched : {false, true}) {
      for (Cause fault : kFaults) {
        for (Trial control : kTrials) {
          HostEvidence e;
          e.ending = static_cast<HostEnding>(ending);
          e.watched = watched;
          e.fault = fault;
          e.control = control;
          for (bool racing : {false, true}) {
            e.racing = racing;
            f(e, JudgeHost(e));
          }
        }
      }
    }
  }
}

TEST(HostVerdictTest, OnlyWhatCameBackRightAndCouldHaveBeenWrongPasses) {
  ForEach([](const HostEvidence& e, const Verdict& v) {
    if (v.kind != VerdictKind::kPass) return;
    EXPECT_EQ(e.ending, HostEnding::kCameBack);
    EXPECT_EQ(e.fault, Cause::kNone);
    EXPECT_NE(e.control, Trial::kRight);
  });
}

TEST(HostVerdictTest, WhatWasNotWatchedIsNeverAHang) {
  ForEach([](const HostEvidence& e, const Verdict& v) {
    if (!e.watched) {
      EXPECT_NE(v.kind, VerdictKind::kHang);
    }
  });
}

TEST(HostVerdictTest, ARaceOnPurposeAccusesNobody) {
  ForEach([](const HostEvidence& e, const Verdict& v) {
    if (!e.racing || e.ending == HostEnding::kCameBack) return;
    if (e.ending == HostEnding::kEndedFromOutside) {
      EXPECT_EQ(VerdictText(v), "infra (worker ended from outside)");
      return;
    }
    EXPECT_EQ(VerdictText(v),
              e.ending == HostEnding::kDeviceLost ? "lost" : "unproven");
  });
}

TEST(HostVerdictTest, AWrongTryIsNeverExcusedByItsControl) {
  ForEach([](const HostEvidence& e, const Verdict& v) {
    if (e.ending != HostEnding::kCameBack || e.fault == Cause::kNone ||
        e.fault == Cause::kNotSignalled) {
      return;
    }
    EXPECT_EQ(VerdictText(v), VerdictText({VerdictKind::kBroken, e.fault}));
  });
}

TEST(HostVerdictTest, ACallThatDoesNotComeBackIsAHangWithThatCause) {
  HostEvidence e;
  e.ending = HostEnding::kNotBack;
  EXPECT_EQ(VerdictText(JudgeHost(e)), "unproven");
  e.watched = true;
  EXPECT_EQ(VerdictText(JudgeHost(e)), "hang (host call not returned)");
}

TEST(HostVerdictTest, ACompletionThatNeverShowsIsAHang) {
  HostEvidence e;
  e.fault = Cause::kNotSignalled;
  EXPECT_EQ(VerdictText(JudgeHost(e)), "unproven");
  e.watched = true;
  EXPECT_EQ(VerdictText(JudgeHost(e)), "hang (not signalled)");
}

TEST(HostVerdictTest, TheEndingsThatAreFacts) {
  HostEvidence e;
  e.ending = HostEnding::kWorkerDied;
  EXPECT_EQ(VerdictText(JudgeHost(e)), "crash");
  e.ending = HostEnding::kEndedFromOutside;
  EXPECT_EQ(VerdictText(JudgeHost(e)), "infra (worker ended from outside)");
  e.ending = HostEnding::kDeviceLost;
  EXPECT_EQ(VerdictText(JudgeHost(e)), "lost");
  e.ending = HostEnding::kSetUpFailed;
  EXPECT_EQ(VerdictText(JudgeHost(e)), "infra (harness)");
  e.ending = HostEnding::kShort;
  EXPECT_EQ(VerdictText(JudgeHost(e)), "unproven");
  e.ending = HostEnding::kCallFailed;
  EXPECT_EQ(VerdictText(JudgeHost(e)), "error");
  e.ending = HostEnding::kRefused;
  EXPECT_EQ(VerdictText(JudgeHost(e)), "unsupported");
}

TEST(HostVerdictTest, AFaultThatNoCheckHasIsTheSuitesOwn) {
  HostEvidence e;
  e.fault = Cause::kHoisted;
  EXPECT_EQ(VerdictText(JudgeHost(e)), "infra (harness)");
}

TEST(HostVerdictTest, EachRuleOfHostChecksIsReachedAndGivesItsVerdict) {
  std::set<Rule> seen = {Rule::kHostOddFault};
  ForEach([&seen](const HostEvidence&, const Verdict& v) {
    EXPECT_EQ(VerdictText(v), VerdictText(VerdictOf(v.rule)));
    seen.insert(v.rule);
  });
  for (const RuleInfo& row : VerdictRules()) {
    EXPECT_EQ(seen.count(row.rule) == 1, row.by == DecidedBy::kHostEvidence)
        << row.name;
  }
}

}  // namespace
}  // namespace wgsync
