#include <functional>
#include <set>
#include <vector>

#include "gtest/gtest.h"
#include "suite/core/verdict/reasons_testing.h"
#include "suite/core/verdict/test_evidence.h"

namespace wgsync {
namespace {

using Change = std::function<void(Evidence&)>;

// Evidence that gives the rule, changed from that of a launch in which all went
// as it must; and the further change that its sentence must not survive.
struct Row {
  Rule rule;
  Change gives;
  Change denies;
};

Change Ends(Ending ending) {
  return [ending](Evidence& e) {
    e.ending = ending;
    e.payload = PayloadState::kNotJudged;
  };
}

Change Froze(Where where) {
  return [where](Evidence& e) {
    Ends(Ending::kFrozen)(e);
    e.where = where;
  };
}

// The poll hangs where memory meets its condition.
Change Blind(Trial rmw, Trial reissued, bool plain) {
  return [=](Evidence& e) {
    Froze(Where::kConditionTrue)(e);
    e.poll_rmw = rmw;
    e.poll_reissued = reissued;
    e.plain_poll = plain;
  };
}

Change Wrong(Trial atomic, Reread reread = Reread::kNew,
             Trial fence = Trial::kNotRun) {
  return [=](Evidence& e) {
    e.payload = PayloadState::kWrong;
    e.payload_atomic = atomic;
    e.reread = reread;
    e.fence_device = fence;
  };
}

template <typename T>
Change Has(T Evidence::*field, T value) {
  return [=](Evidence& e) { e.*field = value; };
}

Change Both(const Change& a, const Change& b) {
  return [=](Evidence& e) {
    a(e);
    b(e);
  };
}

Change Shape(Trial negative, Doubt doubt) {
  return [=](Evidence& e) {
    e.no_payload = true;
    e.negative = negative;
    e.doubt = doubt;
  };
}

const std::vector<Row>& Rows() {
  const Change finished = Has(&Evidence::ending, Ending::kFinished);
  const Change elsewhere = Has(&Evidence::where, Where::kUnknown);
  const Change wrong = Has(&Evidence::payload, PayloadState::kWrong);
  const Change none = Has(&Evidence::doubt, Doubt::kNone);
  const Change complete = Has(&Evidence::account, Account::kComplete);
  const Change met = Has(&Evidence::waits, Waits::kMet);
  const Change innocent = Has(&Evidence::guilt, Guilt::kUnknown);
  const Change no_atomic = Has(&Evidence::payload_atomic, Trial::kNotRun);
  const auto doubted = [](Doubt doubt) { return Has(&Evidence::doubt, doubt); };
  static const auto& rows = *new std::vector<Row>{
      {Rule::kNeverStarted, Ends(Ending::kNeverStarted), finished},
      {Rule::kWorkerDied, Ends(Ending::kWorkerDied), finished},
      {Rule::kEndedFromOutside, Ends(Ending::kEndedFromOutside), finished},
      {Rule::kNoProcessor, Ends(Ending::kNoProcessor), finished},
      {Rule::kDeviceLost, Ends(Ending::kDeviceLost), finished},
      {Rule::kEventError, Ends(Ending::kEventError), finished},
      {Rule::kNotReported, Ends(Ending::kNotReported), finished},
      {Rule::kCompletedEarly, Ends(Ending::kCompletedEarly), finished},
      {Rule::kControlFailed, Has(&Evidence::control, Trial::kHung),
       Has(&Evidence::control, Trial::kRight)},
      {Rule::kFinishedLate, Has(&Evidence::ending, Ending::kFinishedLate),
       wrong},
      {Rule::kStillMoving, Ends(Ending::kMoving), finished},
      {Rule::kLivelock, Ends(Ending::kRetrying), finished},
      {Rule::kDriversWatchdog, Ends(Ending::kEndedByWatchdog), finished},
      {Rule::kGaveUp, Has(&Evidence::waits, Waits::kGaveUp),
       Has(&Evidence::where, Where::kNotStarted)},
      {Rule::kFrozenControl,
       Both(Froze(Where::kUnknown), Has(&Evidence::control, Trial::kNotRun)),
       Has(&Evidence::control, Trial::kRight)},
      {Rule::kFrozenUnseen,
       Both(Froze(Where::kMissed), Has(&Evidence::channel_proven, false)),
       Has(&Evidence::channel_proven, true)},
      {Rule::kFrozenUnexplained, Froze(Where::kUnknown),
       Has(&Evidence::where, Where::kMissed)},
      {Rule::kNotStarted, Froze(Where::kNotStarted), elsewhere},
      {Rule::kStuckInside, Froze(Where::kStuckInside), elsewhere},
      {Rule::kMissed, Froze(Where::kMissed), elsewhere},
      {Rule::kLostArrival, Froze(Where::kLostArrival), elsewhere},
      {Rule::kLostRelease, Froze(Where::kLostRelease), elsewhere},
      {Rule::kHolderStarved, Froze(Where::kHolderStarved), elsewhere},
      {Rule::kSuspended, Froze(Where::kSuspended), elsewhere},
      {Rule::kArrivedTooOften, Froze(Where::kExtraArrivals), elsewhere},
      {Rule::kEndedEarly, Froze(Where::kEndedEarly), elsewhere},
      {Rule::kUnreachableGoal, Froze(Where::kUnreachableGoal), elsewhere},
      {Rule::kPollUnhelped, Blind(Trial::kHung, Trial::kNotRun, false),
       Has(&Evidence::poll_rmw, Trial::kRight)},
      {Rule::kPollCached, Blind(Trial::kRight, Trial::kHung, false),
       Has(&Evidence::poll_reissued, Trial::kRight)},
      {Rule::kPollHoisted, Blind(Trial::kRight, Trial::kRight, true),
       Has(&Evidence::poll_reissued, Trial::kHung)},
      {Rule::kGuardLost,
       Both(Blind(Trial::kRight, Trial::kRight, true),
            Has(&Evidence::guard_lost, true)),
       Has(&Evidence::guard_lost, false)},
      {Rule::kPollUnexplained, Blind(Trial::kRight, Trial::kNotRun, true),
       Has(&Evidence::poll_reissued, Trial::kRight)},
      {Rule::kConditionsMet,
       Both(Blind(Trial::kHung, Trial::kNotRun, false),
            Has(&Evidence::met_for_lowest, true)),
       Has(&Evidence::met_for_lowest, false)},
      {Rule::kStoreSunk,
       Both(Froze(Where::kSignalMissing),
            Has(&Evidence::signal_volatile, Trial::kRight)),
       Has(&Evidence::signal_volatile, Trial::kHung)},
      {Rule::kSignalUnexplained, Froze(Where::kSignalMissing),
       Has(&Evidence::signal_volatile, Trial::kRight)},
      {Rule::kItemsLost, Has(&Evidence::account, Account::kItemsLost),
       complete},
      {Rule::kStoreLost, Has(&Evidence::account, Account::kStoreLost),
       complete},
      {Rule::kBoardIncomplete, Has(&Evidence::board_incomplete, true),
       Has(&Evidence::board_incomplete, false)},
      {Rule::kBoundaryFailed, Has(&Evidence::boundary, Trial::kWrong),
       Has(&Evidence::boundary, Trial::kRight)},
      {Rule::kWaitElided,
       Both(Has(&Evidence::waits, Waits::kLeftUnmet),
            Both(Has(&Evidence::plain_poll, true),
                 Has(&Evidence::poll_reissued, Trial::kHung))),
       met},
      {Rule::kWaitCut, Has(&Evidence::waits, Waits::kLeftUnmet), met},
      {Rule::kEarlyDeparture, Has(&Evidence::guilt, Guilt::kEarlyDeparture),
       innocent},
      {Rule::kOwnerChanged, Has(&Evidence::guilt, Guilt::kOwnerChanged),
       innocent},
      {Rule::kExtraArrivals, Has(&Evidence::guilt, Guilt::kExtraArrivals),
       innocent},
      {Rule::kReadsNotMade, Has(&Evidence::account, Account::kReadsMissing),
       complete},
      {Rule::kPayloadBoundary,
       Both(Wrong(Trial::kWrong), Has(&Evidence::boundary, Trial::kNotRun)),
       Has(&Evidence::boundary, Trial::kRight)},
      {Rule::kTorn, Has(&Evidence::payload, PayloadState::kTorn), wrong},
      {Rule::kStaleLoad, Wrong(Trial::kRight), no_atomic},
      {Rule::kLateStore, Wrong(Trial::kRight, Reread::kOld),
       Has(&Evidence::reread, Reread::kNew)},
      {Rule::kStaleUnread, Wrong(Trial::kRight, Reread::kNone), no_atomic},
      {Rule::kUnordered, Wrong(Trial::kWrong, Reread::kNew, Trial::kRight),
       Has(&Evidence::fence_device, Trial::kWrong)},
      {Rule::kWrongPayload, Wrong(Trial::kWrong),
       Has(&Evidence::fence_device, Trial::kRight)},
      {Rule::kNotRepeated,
       Both(Wrong(Trial::kRight), Has(&Evidence::not_repeated, true)),
       Has(&Evidence::not_repeated, false)},
      {Rule::kPayloadUnexplained, Wrong(Trial::kHung),
       Has(&Evidence::payload_atomic, Trial::kRight)},
      {Rule::kNegativeHung, Has(&Evidence::negative, Trial::kHung),
       Has(&Evidence::negative, Trial::kWrong)},
      {Rule::kPass, none, Has(&Evidence::negative, Trial::kRight)},
      {Rule::kNotJudged, Has(&Evidence::payload, PayloadState::kNotJudged),
       Has(&Evidence::payload, PayloadState::kRight)},
      // In older logs alone, whose control was called not run.
      {Rule::kCouldNotFail,
       Both(doubted(Doubt::kNotRecorded),
            Has(&Evidence::negative, Trial::kNotRun)),
       none},
      {Rule::kControlNotRun, Has(&Evidence::negative, Trial::kNotRun),
       Has(&Evidence::negative, Trial::kWrong)},
      {Rule::kControlRight, Has(&Evidence::negative, Trial::kRight),
       Has(&Evidence::negative, Trial::kWrong)},
      {Rule::kOneGroup,
       Both(doubted(Doubt::kOneGroup),
            Has(&Evidence::negative, Trial::kNotRun)),
       none},
      {Rule::kNoneWaited, doubted(Doubt::kNoGroupWaited), none},
      {Rule::kPermitsLeft, doubted(Doubt::kPermitsLeft), none},
      {Rule::kRareTurns, doubted(Doubt::kRareTurns), none},
      {Rule::kSawLittleNew, doubted(Doubt::kSawLittleNew), none},
      {Rule::kOneCore, doubted(Doubt::kOneCore), none},
      {Rule::kFoundAlone, doubted(Doubt::kFoundAlone), none},
      {Rule::kRareMeetings, doubted(Doubt::kRareMeetings), none},
      {Rule::kFailedNowhere, doubted(Doubt::kFailedNowhere),
       Has(&Evidence::negative, Trial::kRight)},
      {Rule::kTwinsMissed, Has(&Evidence::strength, Strength::kMissed),
       Has(&Evidence::strength, Strength::kShown)},
      {Rule::kWaitsMet, Shape(Trial::kWrong, Doubt::kNone),
       Has(&Evidence::negative, Trial::kRight)},
      {Rule::kNoWaitUnmet, Shape(Trial::kRight, Doubt::kNone),
       Has(&Evidence::negative, Trial::kWrong)},
      {Rule::kNoGroupWaited, Shape(Trial::kWrong, Doubt::kNoGroupWaited),
       none}};
  return rows;
}

TEST(ClaimsTest, EachRuleSaysWhatItsEvidenceHolds) {
  std::set<Rule> seen;
  for (const Row& row : Rows()) {
    SCOPED_TRACE(InfoOf(row.rule).name);
    EXPECT_TRUE(seen.insert(row.rule).second);
    Evidence e = Right();
    row.gives(e);
    EXPECT_EQ(InfoOf(JudgeEvidence(e).rule).name, InfoOf(row.rule).name);
    EXPECT_TRUE(ClaimHolds(row.rule, e, {}));
    row.denies(e);
    EXPECT_FALSE(ClaimHolds(row.rule, e, {}));
  }
  for (const RuleInfo& row : VerdictRules()) {
    EXPECT_EQ(seen.count(row.rule) == 1, row.by == DecidedBy::kEvidence)
        << row.name;
  }
}

// Over the whole product.
TEST(ClaimsTest, HostRulesSayWhatTheirEvidenceHolds) {
  std::set<Rule> seen, denied;
  HostEvidence e;
  for (int ending = 0; ending <= static_cast<int>(HostEnding::kDeviceLost);
       ++ending) {
    e.ending = static_cast<HostEnding>(ending);
    for (int bits = 0; bits < 4; ++bits) {
      e.watched = (bits & 1) != 0;
      e.racing = (bits & 2) != 0;
      for (int fault = 0; fault <= static_cast<int>(Cause::kUnordered);
           ++fault) {
        e.fault = static_cast<Cause>(fault);
        for (const Trial control :
             {Trial::kNotRun, Trial::kRight, Trial::kHung, Trial::kWrong}) {
          e.control = control;
          const Rule rule = JudgeHost(e).rule;
          seen.insert(rule);
          EXPECT_TRUE(ClaimHolds(rule, {}, e)) << InfoOf(rule).name;
          for (const RuleInfo& row : VerdictRules()) {
            if (!ClaimHolds(row.rule, {}, e)) denied.insert(row.rule);
          }
        }
      }
    }
  }
  for (const RuleInfo& row : VerdictRules()) {
    const bool host = row.by == DecidedBy::kHostEvidence;
    EXPECT_EQ(seen.count(row.rule) == 1, host) << row.name;
    EXPECT_GE(denied.count(row.rule), host ? 1u : 0u) << row.name;
  }
}

// A doubt does not hide a control that came out wrong.
TEST(ClaimsTest, AControlThatCameOutWrongIsNotDenied) {
  Evidence e = Right();
  e.doubt = Doubt::kRareTurns;
  EXPECT_FALSE(ClaimHolds(Rule::kControlNotRun, e, {}));
  EXPECT_FALSE(ClaimHolds(Rule::kControlRight, e, {}));
  EXPECT_EQ(JudgeEvidence(e).rule, Rule::kRareTurns);
}

}  // namespace
}  // namespace wgsync
