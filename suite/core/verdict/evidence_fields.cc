// The fields of the evidence, and the names of its enumerations.

#include <string>

#include "absl/strings/str_cat.h"
#include "suite/core/base/field_visitor.h"
#include "suite/core/verdict/host_verdict.h"
#include "suite/core/verdict/rules.h"
#include "suite/core/verdict/verdict.h"

namespace wgsync {
namespace {

constexpr auto kEndingNames =
    EnumNames<Ending>({{Ending::kFinished, "finished"},
                       {Ending::kFinishedLate, "finished_late"},
                       {Ending::kFrozen, "frozen"},
                       {Ending::kMoving, "moving"},
                       {Ending::kRetrying, "retrying"},
                       {Ending::kNeverStarted, "never_started"},
                       {Ending::kEventError, "event_error"},
                       {Ending::kEndedByWatchdog, "ended_by_watchdog"},
                       {Ending::kNotReported, "not_reported"},
                       {Ending::kCompletedEarly, "completed_early"},
                       {Ending::kWorkerDied, "worker_died"},
                       {Ending::kEndedFromOutside, "ended_from_outside"},
                       {Ending::kNoProcessor, "no_processor"},
                       {Ending::kDeviceLost, "device_lost"}},
                      Ending::kDeviceLost);

constexpr auto kPlaceNames =
    EnumNames<Where>({{Where::kUnknown, "unknown"},
                      {Where::kNotStarted, "not_started"},
                      {Where::kStuckInside, "stuck_inside"},
                      {Where::kConditionTrue, "condition_true"},
                      {Where::kMissed, "missed"},
                      {Where::kLostArrival, "lost_arrival"},
                      {Where::kSignalMissing, "signal_missing"},
                      {Where::kLostRelease, "lost_release"},
                      {Where::kHolderStarved, "holder_starved"},
                      {Where::kSuspended, "suspended"},
                      {Where::kExtraArrivals, "extra_arrivals"},
                      {Where::kEndedEarly, "ended_early"},
                      {Where::kUnreachableGoal, "unreachable_goal"}},
                     Where::kUnreachableGoal);

constexpr auto kWaitsNames =
    EnumNames<Waits>({{Waits::kMet, "met"},
                      {Waits::kGaveUp, "gave_up"},
                      {Waits::kLeftUnmet, "left_unmet"}},
                     Waits::kLeftUnmet);

constexpr auto kPayloadNames =
    EnumNames<PayloadState>({{PayloadState::kNotJudged, "not_judged"},
                             {PayloadState::kRight, "right"},
                             {PayloadState::kWrong, "wrong"},
                             {PayloadState::kTorn, "torn"}},
                            PayloadState::kTorn);

constexpr auto kTrialNames = EnumNames<Trial>({{Trial::kNotRun, "not_run"},
                                               {Trial::kRight, "right"},
                                               {Trial::kHung, "hung"},
                                               {Trial::kWrong, "wrong"}},
                                              Trial::kWrong);

constexpr auto kRereadNames = EnumNames<Reread>(
    {{Reread::kNew, "new"}, {Reread::kOld, "old"}, {Reread::kNone, "none"}},
    Reread::kNone);

constexpr auto kStrengthNames =
    EnumNames<Strength>({{Strength::kNotAsked, "not_asked"},
                         {Strength::kShown, "shown"},
                         {Strength::kNotObservable, "not_observable"},
                         {Strength::kMissed, "missed"}},
                        Strength::kMissed);

constexpr auto kGuiltNames =
    EnumNames<Guilt>({{Guilt::kUnknown, "unknown"},
                      {Guilt::kEarlyDeparture, "early_departure"},
                      {Guilt::kOwnerChanged, "owner_changed"},
                      {Guilt::kExtraArrivals, "extra_arrivals"}},
                     Guilt::kExtraArrivals);

constexpr auto kAccountNames =
    EnumNames<Account>({{Account::kComplete, "complete"},
                        {Account::kReadsMissing, "reads_missing"},
                        {Account::kItemsLost, "items_lost"},
                        {Account::kStoreLost, "store_lost"}},
                       Account::kStoreLost);

constexpr auto kDoubtNames =
    EnumNames<Doubt>({{Doubt::kNone, "none"},
                      {Doubt::kNotRecorded, "not_recorded"},
                      {Doubt::kOneGroup, "one_group"},
                      {Doubt::kNoGroupWaited, "no_group_waited"},
                      {Doubt::kPermitsLeft, "permits_left"},
                      {Doubt::kRareTurns, "rare_turns"},
                      {Doubt::kSawLittleNew, "saw_little_new"},
                      {Doubt::kOneCore, "one_core"},
                      {Doubt::kFoundAlone, "found_alone"},
                      {Doubt::kRareMeetings, "rare_meetings"},
                      {Doubt::kFailedNowhere, "failed_nowhere"}},
                     Doubt::kFailedNowhere);

constexpr auto kHostEndingNames = EnumNames<HostEnding>(
    {{HostEnding::kCameBack, "came_back"},
     {HostEnding::kRefused, "refused"},
     {HostEnding::kCallFailed, "call_failed"},
     {HostEnding::kShort, "short"},
     {HostEnding::kNotBack, "not_back"},
     {HostEnding::kSetUpFailed, "set_up_failed"},
     {HostEnding::kWorkerDied, "worker_died"},
     {HostEnding::kEndedFromOutside, "ended_from_outside"},
     {HostEnding::kDeviceLost, "device_lost"}},
    HostEnding::kDeviceLost);

}  // namespace

NameSpan NamesOf(Ending) { return kEndingNames.names; }
NameSpan NamesOf(Where) { return kPlaceNames.names; }
NameSpan NamesOf(Waits) { return kWaitsNames.names; }
NameSpan NamesOf(PayloadState) { return kPayloadNames.names; }
NameSpan NamesOf(Trial) { return kTrialNames.names; }
NameSpan NamesOf(Reread) { return kRereadNames.names; }
NameSpan NamesOf(Guilt) { return kGuiltNames.names; }
NameSpan NamesOf(Strength) { return kStrengthNames.names; }
NameSpan NamesOf(Account) { return kAccountNames.names; }
NameSpan NamesOf(Doubt) { return kDoubtNames.names; }
NameSpan NamesOf(HostEnding) { return kHostEndingNames.names; }

void Evidence::Fields(FieldVisitor& v) {
  v.Enum("ending", &ending);
  v.Enum("where", &where);
  v.Field("channel_proven", &channel_proven);
  v.Field("plain_poll", &plain_poll);
  v.Added("no_payload", &no_payload);
  v.Enum("waits", &waits);
  v.Enum("payload", &payload);
  v.Enum("reread", &reread);
  v.Enum("guilt", &guilt);
  v.Enum("control", &control);
  v.Enum("negative", &negative);
  v.Enum("boundary", &boundary);
  v.Enum("poll_rmw", &poll_rmw);
  v.Enum("poll_reissued", &poll_reissued);
  v.Enum("signal_volatile", &signal_volatile);
  v.Enum("payload_atomic", &payload_atomic);
  v.Enum("fence_device", &fence_device);
  v.Added("board_incomplete", &board_incomplete);
  v.Added("guard_lost", &guard_lost);
  v.Added("met_for_lowest", &met_for_lowest);
  v.Added("not_repeated", &not_repeated);
  if (v.Present("strength", true)) v.Enum("strength", &strength);
  if (v.Present("account", true)) v.Enum("account", &account);
  // Older logs have no doubts but one, which was a field.
  bool none_waited = false;
  if (v.Present("no_group_waited", false)) {
    v.Field("no_group_waited", &none_waited);
  }
  if (v.Present("doubt", true)) {
    v.Enum("doubt", &doubt);
  } else {
    doubt = none_waited ? Doubt::kNoGroupWaited : Doubt::kNotRecorded;
  }
}

void HostEvidence::Fields(FieldVisitor& v) {
  v.Enum("ending", &ending);
  v.Field("watched", &watched);
  v.Field("racing", &racing);
  v.Enum("fault", &fault);
  v.Enum("control", &control);
}

void Verdict::Fields(FieldVisitor& v) {
  v.Enum("verdict", &kind);
  v.Enum("cause", &cause);
  if (!v.Present("rule", rule != Rule::kNotRecorded)) return;
  std::string name(InfoOf(rule).name);
  v.Field("rule", &name);
  rule = RuleByName(name);
  if (rule != Rule::kNotRecorded && !(VerdictOf(rule) == *this)) {
    v.Fail("rule", absl::StrCat("is not a rule of this verdict: ", name));
  }
}

}  // namespace wgsync
