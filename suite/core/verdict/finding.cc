#include "suite/core/verdict/finding.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "suite/core/base/field_visitor.h"

namespace wgsync {
namespace {

constexpr size_t kNamedGroups = 8;

using K = FindingKind;
constexpr FindingInfo kRows[] = {
    {K::kNoBoard, "no_board",
     "no board: nothing says which group waits for what"},
    {K::kOneLook, "one_look", "no two looks: nothing says that it is frozen"},
    {K::kNotStarted, "not_started",
     "{groups} of {0} {groups?has|have} not started"},
    {K::kFlagsRaised, "flags_raised",
     "each of the {0} groups has raised its flag, and {groups}, which waits "
     "for the flags alone, does not answer"},
    {K::kWordRisen, "word_risen",
     "{groups} of {0} {groups?has|have} not ended, and the word has risen by "
     "{1}, which meets every wait there can be"},
    {K::kCountedMore, "counted_more",
     "{groups} counted more than the {0} arrivals of the launch: the counts "
     "name no round"},
    {K::kEndedEarly, "ended_early",
     "{groups} {groups?has|have} ended and never arrived in round {0}"},
    {K::kStuckInside, "stuck_inside",
     "{groups} started and {groups?is|are} stuck inside round {0}, outside "
     "the wait"},
    {K::kStuckItems, "stuck_items",
     "{groups} started and {groups?is|are} stuck inside round {0}: {1} of {2} "
     "work-items have arrived in it"},
    {K::kConditionTrue, "condition_true",
     "{groups} {groups?is|are} waiting for a condition that memory meets"},
    {K::kWordMoves, "word_moves",
     "the word that {groups} {groups?waits|wait} for changed between the two "
     "looks"},
    {K::kHolderStarved, "holder_starved",
     "{groups} {groups?has|have} the lock and {groups?does|do} not go on"},
    {K::kNoHolderKnown, "no_holder_known",
     "no group counts as the holder of the lock, and who may take it is not to "
     "be read off one word"},
    {K::kLockNotFree, "lock_not_free",
     "the lock is not free, and no group counts as its holder: a release was "
     "lost, or a group has won it and stopped before it was counted"},
    {K::kLockReleased, "lock_released",
     "the lock is not free, and every group that had it has released it"},
    {K::kEveryGroupEnded, "every_group_ended", "every group has ended"},
    {K::kOwnerStarved, "owner_starved",
     "the lock's word names {groups} in round {0}, which has won it and does "
     "not go on"},
    {K::kOwnerReleased, "owner_released",
     "the lock's word names {groups} in round {0}, and it has released it"},
    {K::kPassedOver, "passed_over",
     "the number that {groups} {groups?waits|wait} for has been passed over"},
    {K::kNobodyWaits, "nobody_waits",
     "all arrived, and the board shows no group waiting"},
    {K::kWordDiffers, "word_differs",
     "all arrived in round {0}, and the word is not what {groups} "
     "{groups?awaits|await}"},
    {K::kGoalBeyond, "goal_beyond",
     "all arrived in round {0}, the word holds every arrival, and the goal is "
     "beyond them"},
    {K::kWordBelow, "word_below",
     "all arrived in round {0}, and the word is below the goal"},
    {K::kSignalNotShown, "signal_not_shown",
     "all arrived in round {0}, and memory does not show the signal"},
    // 0: whether a watcher waits, 1: the counters it adds up, 2: the word, 3:
    // the comparison, 4: the goal, 5: whether memory has the word, 6: it; 7, 8:
    // if 2^32 is between them, the side on which it is, and by how much.
    {K::kWaitsForWord, "waits_for_word",
     "{0?|a watcher in }{groups} waits for {1?word {2}|word {2}|the sum of {1} "
     "counters} to {3?reach|be|have the top bit of|have the upper 16 bits "
     "of|be "
     "a multiple of} {4}; memory holds {5?no such word|{6}}"
     "{7?|, {8} beyond it modulo 2^32|, {8} below it modulo 2^32}"},
    // 0: the copy, 1: the role, 2: its steps, 3: whether it is in a single
    // wait, 4: for which word, 5: what that holds, 6: the goal, 7: whether
    // there were two looks, 8: its steps between them.
    {K::kRoleNotStarted, "role_not_started",
     "copy {0}, role {1} ({groups}) has not started"},
    {K::kRoleEnded, "role_ended", "copy {0}, role {1} ({groups}) has ended"},
    {K::kRoleNotRun, "role_not_run",
     "copy {0}, role {1} ({groups}) has started and is not run: {2} steps in "
     "both looks; {3?in no single wait|polls word {4}, which holds {5}, for "
     "{6}}"},
    {K::kRoleSteps, "role_steps",
     "copy {0}, role {1} ({groups}) {3?in no single wait|polls word {4}, which "
     "holds {5}, for {6}}; {2} steps{7?|, {8} of them between the two looks}"},
    {K::kCopiesEnded, "copies_ended",
     "{0} {0?launches|launch|launches} of {1} copies in {2} groups and more "
     "ended with each wait met; in {3} of them a group had to poll more than "
     "once"},
    {K::kExtraArrivals, "extra_arrivals",
     "{groups} counted {0} arrivals and there are {1}: more than one work-item "
     "ran the representative's code"},
    {K::kEarlyDeparture, "early_departure",
     "{groups} left round {0} before group {1} had arrived in it; {2} early "
     "departures of this group"},
    {K::kCutShort, "cut_short",
     "{groups} started and never came to the kernel's end, though the launch "
     "finished"},
    // 1: whether the first of them gave up, 2: its round, 3: the word then, 4:
    // its goal.
    {K::kBadWaits, "bad_waits",
     "{0} {0?roles' waits|role's wait|roles' waits} {1?ended unmet|gave up}: "
     "{groups} in round {2} saw {3} and wanted {4}"},
    {K::kTeam, "team",
     "the groups named for it are those of team {0} of {1}, seats {2} to {3}"},
    {K::kStoreLost, "store_lost",
     "{groups} came to the kernel's end, and the first store, an atomic "
     "exchange, is not in memory"},
    {K::kPermitsLeft, "permits_left",
     "of {0} permits at most {1} were out at once in {2} launches: that all "
     "can "
     "be had is not shown"},
    {K::kSawLittleNew, "saw_little_new",
     "after their first looks the groups saw something new {0} times in {1} "
     "launches of {2} groups: fewer than twice a launch"},
    {K::kRareTurns, "rare_turns",
     "the lock changed hands {0} times in {1} launches of {2} groups: they "
     "came "
     "one after the other"},
    {K::kFoundAlone, "found_alone",
     "in {0} of {1} launches one group was found alone"},
    {K::kOneCore, "one_core",
     "in {0} of {1} launches the groups took turns on one core, in whose "
     "slices "
     "few races show"},
    {K::kRareMeetings, "rare_meetings",
     "in {0} of {1} launches groups hardly ever came to the free lock at the "
     "same moment"},
    {K::kNoGroupWaited, "no_group_waited",
     "in {0} launches with the board every wait found its condition true when "
     "it began"},
    {K::kFailedNowhere, "failed_nowhere", "seen to fail on: {t0}"},
    {K::kWrongRate, "wrong_rate",
     "{0?{1?|the launch was|both launches were|all {1} launches were} right; a "
     "fault of fewer than {3.} % of launches may not have shown|{0} of {1} "
     "launches came out wrong{2?|: at 95 % fewer than {3.} % of them do}}"},
    // 0: the role, 1: arrived, 2: left, 3: closed, 4: of how many.
    {K::kCountMissing, "count_missing",
     "role {0} of {groups} arrived {1} times, left {2} and closed {3} of {4} "
     "in "
     "a launch that came out right: the device lost a count, or the kernel "
     "lacks a call of {t0}()"},
    {K::kLeftOut, "left_out", "{t0} was not launched as a difference: {t1}"},
    {K::kOtherPlace, "other_place",
     "{0?|with refreshed caches }the reissued poll froze at another place than "
     "the case's own poll, which does not prove a cache"},
    {K::kCannotRefresh, "cannot_refresh",
     "no work-item of another sub-group could refresh the caches next to each "
     "wait: a cache and a compiler cannot be told apart"},
    {K::kGroupTooLarge, "group_too_large",
     "work-group size {t0}: the device's maximum is {0}"},
    {K::kTooFewSlots, "too_few_slots",
     "{t0} needs a device that holds {0} groups at once; this one holds {1}"},
    {K::kNoSuchGrid, "no_such_grid",
     "the residency is {0}: there is no grid {t0}"},
    {K::kNothingPromised, "nothing_promised",
     "the driver claims concurrent dispatch and does not say for how many "
     "groups: {t0}"},
    {K::kBeyondPromise, "beyond_promise",
     "{0} groups: the driver promises that {1} run at the same time"},
    {K::kNobodyWouldWait, "nobody_would_wait",
     "in groups of {0}, {1} elements leave no level between the first and the "
     "host's: no group would wait"},
    {K::kTooMuchMemory, "too_much_memory",
     "{0} groups of {1} need more memory than a launch may have"},
    {K::kModelOfHost, "model_of_host",
     "a device model changes kernels, and this is the host's"},
    {K::kNoWaitsOfHost, "no_waits_of_host",
     "a host check takes its own synchronization away"},
    {K::kClaimDenied, "claim_denied",
     "the device claims each order and scope of it, and it builds only without "
     "them: {t0}"},
    {K::kBuildUnclaimed, "build_unclaimed",
     "an order or scope of it is not claimed, and it does not build: {t0}"},
    {K::kControlRefused, "control_refused",
     "the control did not build, and the case does: {t0}"},
    {K::kMachineDown, "machine_down",
     "it was running when the machine went down; --retry-lost launches it "
     "again"},
    // 0: whether the codes are equal.
    {K::kCodeOfSource, "code_of_source",
     "from SPIR-V the driver makes {0?other code than|the same code as} from "
     "source",
     true},
    {K::kFromSource, "from_source", "the same launch from source {t0}", true},
    {K::kText, "text", "{t0}"},
    {K::kHangFails, "hang_fails", "a hang is a failure here: {t0}", true},
    {K::kHangExcused, "hang_excused", "a hang is not a failure here: {t0}",
     true},
    {K::kSameAgain, "same_again",
     "alone in a fresh worker: {0} of {1} the same", true},
    // 2: wrong launches of the difference, 3: which difference.
    {K::kInTurn, "in_turn",
     "in turn, of {1} launches each: {0} of the case wrong, and {2} "
     "{3?with an atomic payload|with the device fence}",
     true},
    {K::kNote, "note", "{t0}", true},
};
constexpr auto kNames = EnumNames(kRows, K::kNote, &FindingInfo::kind);

}  // namespace

const FindingInfo& InfoOf(FindingKind kind) {
  return kRows[static_cast<size_t>(kind)];
}
absl::Span<const FindingInfo> FindingKinds() { return kRows; }
NameSpan NamesOf(FindingKind) { return kNames.names; }

void Place::Fields(FieldVisitor& v) {
  const Place usual;
  v.Enum("where", &where);
  v.Rare("met_for_lowest", &met_for_lowest, usual.met_for_lowest);
  v.Rare("round", &round, usual.round);
  v.RareList("findings", &findings);
  v.Rare("copy", &copy, {});
  v.Rare("copies", &copies, usual.copies);
  v.Rare("group", &group, usual.group);
  v.Rare("role", &role, usual.role);
  v.Rare("started", &started, usual.started);
  v.Rare("livelock", &livelock, usual.livelock);
}

void Finding::Fields(FieldVisitor& v) {
  v.Enum("kind", &kind);
  v.Rare("groups", &groups, {});
  v.Rare("group_count", &group_count, uint64_t{0});
  v.Rare("last_group", &last_group, uint64_t{0});
  v.Rare("numbers", &numbers, {});
  v.Rare("texts", &texts, {});
}

Finding FoundText(absl::string_view text) {
  return Found(FindingKind::kText, {}, {std::string(text)});
}

Finding FoundIn(FindingKind kind, absl::Span<const uint32_t> groups,
                std::vector<uint64_t> numbers) {
  Finding f = Found(kind, std::move(numbers));
  const absl::Span<const uint32_t> named = groups.subspan(0, kNamedGroups);
  f.groups.assign(named.begin(), named.end());
  if (groups.size() > kNamedGroups) {
    f.group_count = groups.size();
    f.last_group = groups.back();
  }
  return f;
}

Finding Found(FindingKind kind, std::vector<uint64_t> numbers,
              std::vector<std::string> texts) {
  Finding f;
  f.kind = kind;
  f.numbers = std::move(numbers);
  f.texts = std::move(texts);
  return f;
}

std::string NameGroups(const Finding& finding) {
  const std::vector<uint64_t>& named = finding.groups;
  if (named.empty()) return "no group";
  if (named.size() == 1) return absl::StrCat("group ", named[0]);
  const uint64_t count = std::max<uint64_t>(finding.group_count, named.size());
  const uint64_t last =
      count > named.size() ? finding.last_group : named.back();
  if (count > 2 && last - named[0] + 1 == count) {
    return absl::StrCat("groups ", named[0], " to ", last);
  }
  const std::string text = absl::StrCat(
      "groups ", absl::StrJoin(named.begin(), named.end() - 1, ", "), " and ");
  return count > named.size()
             ? absl::StrCat(text, count - named.size() + 1, " more")
             : absl::StrCat(text, named.back());
}

}  // namespace wgsync
