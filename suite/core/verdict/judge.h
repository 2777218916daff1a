// From observations to the small enumerations that a verdict is a function of.
// Pure.

#ifndef WGSYNC_SUITE_CORE_VERDICT_JUDGE_H_
#define WGSYNC_SUITE_CORE_VERDICT_JUDGE_H_

#include <cstdint>
#include <vector>

#include "absl/types/optional.h"
#include "suite/core/verdict/finding.h"
#include "suite/core/verdict/observation.h"
#include "suite/core/verdict/verdict.h"

namespace wgsync {

// How a launch came out.
struct LaunchOutcome {
  Ending ending = Ending::kNeverStarted;
  Waits waits = Waits::kMet;
  PayloadState payload = PayloadState::kNotJudged;
  Account account = Account::kComplete;
};
LaunchOutcome LaunchOutcomeOf(const Observation& o);

// The launch ended by itself.
bool Finished(Ending ending);
inline bool Finished(const Observation& o) { return Finished(o.ending); }
inline bool Finished(const LaunchOutcome& o) { return Finished(o.ending); }

// It was ended because its groups waited on. A worker that died, an error or a
// launch that never started is neither this nor Finished(), and tells nothing
// of an access.
bool Stuck(Ending ending);
inline bool Stuck(const Observation& o) { return Stuck(o.ending); }
inline bool Stuck(const LaunchOutcome& o) { return Stuck(o.ending); }

// Groups that started and have no end word though the launch ended: cut short.
std::vector<uint32_t> GroupsCutShort(const Observation& o);
// Groups that have an end word and no start word, which is their first store.
std::vector<uint32_t> GroupsWithoutStart(const Observation& o);

// Each group has a start word or an end word.
bool EveryGroupRan(const Snapshot& s);

// Complete of a launch that did not end by itself, or keeps no count.
Account AccountOf(const Observation& o);

// The board counts more arrivals of a group than the launch has.
bool ExtraArrivals(const Observation& o);

// The role and the count that is missing on the board of a barrier's launch
// that came out right: each group, and each watcher that ever arrives, must
// have arrived, left and closed `arrivals_due` times and looked back at its
// last wait. Nothing where none is missing, where the launch is not right or
// has no board, and where a group counted more arrivals than the launch has:
// then the compiler is at fault, see ExtraArrivals().
absl::optional<Finding> MissingOnBoard(const Observation& o);

// The launch ended by itself, and each of its waits, if it has any, found its
// condition true when it began. False where no board says so.
bool NobodyWaited(const Observation& o);

// The threads of a launch had hardly more than one core: they took turns by the
// slices of the scheduler, in which many a race cannot show. False where nobody
// knows.
bool TookTurns(double cores);

// A bounded wait has given up by then.
bool AnyGaveUp(const Snapshot& s);

// The board shows that no group can go on by itself: each one that has started
// and not ended has a role in a wait, and its other roles are in one too or at
// the work-group barrier that closes theirs. False without a board.
bool EveryoneWaits(const Snapshot& s);

// It hangs, by waits that go on or that have given up since, and the frozen
// pair shows a group that has not started.
bool HangsNotStarted(const Observation& o);

// The worst end of any wait. Who has given up goes on without his condition and
// takes away that of others, so a wait left unmet counts only where it came
// before: in an earlier round of a launch whose groups go in step.
Waits WaitsOf(const Observation& o);

// Right means that every checked read, the owner word and memory at the end
// are right.
PayloadState PayloadOf(const Observation& o);

// kNew where most wrong reads found the wanted value when they looked again.
Reread RereadOf(const PayloadFacts& facts);

// What a difference in the poll or the signal showed: only how the waits ended
// counts, since the payload may be wrong for reasons of its own. kNotRun if
// work-items were lost, since their waits have no known end.
Trial WaitTrial(const LaunchOutcome& o);

// What a difference in the payload, or a control, showed. kNotRun also where
// reads were not made.
Trial PayloadTrial(const LaunchOutcome& o);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_VERDICT_JUDGE_H_
