// The primitives and workloads of the suite, as data.
//
// A primitive is one algorithm: one .cl file under kernels/ and one entry here.
// Nothing in this header knows about devices or about OpenCL.

#ifndef WGSYNC_SUITE_CORE_CATALOG_CATALOG_H_
#define WGSYNC_SUITE_CORE_CATALOG_CATALOG_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "suite/core/catalog/access.h"

namespace wgsync {

// Which runner (kernels/lib/run_*.cl) drives the primitive, if it has none of
// its own and is not `limited`.
enum class Family {
  kBarrier,
  kMutex,
  kHandoff,
  kSemaphore,
  kProgress,  // the shapes by which a device's progress is classified
};

// What groups take and give back.
inline bool IsLock(Family family) {
  return family == Family::kMutex || family == Family::kSemaphore;
}

// What a primitive needs of the scheduler so as to end. See soundness.h for
// what is expected of a device.
enum class ProgressNeed {
  kNone,           // no work-group waits for another one
  kObe,            // waits only for groups that have started
  kHsa,            // waits for lower group numbers
  kCoResident,     // waits for every group of the grid
  kHsaObe,         // waits for lower group numbers and for groups that started
  kLobe,           // waits for groups below one that has started
  kFair,           // needs fairness beyond residency
  kStrong,         // ends only if no group can overtake another one for ever
  kNoPromise,      // waits for a value that does not stay: no promise of
                   // progress is enough, since a slow poller misses it
  kGroupLockstep,  // work-items of one group wait for each other
};
inline constexpr ProgressNeed kLastNeed = ProgressNeed::kGroupLockstep;

// How the waiting roles of a primitive see the word that they wait for.
enum class WordUse {
  kRising,  // a counter or a goal that is never reset while anybody waits:
            // short of the arrivals means that one was lost
  kReset,   // takes the awaited value and leaves it again: a slow poller can
            // miss it
  kFlag,    // a flag that stays until the waiter itself takes it down
  kLock,    // a lock word: free or held
  kOwner,  // a lock word that names its holder: 0, or 1 + the role + the number
           // of roles * the round
  kTicket,   // the number that is served: rises by one with each release
  kSeveral,  // more than the one word that is on the board says whether a group
             // may pass
};

// The group of a hand-off that publishes and never waits, while all others wait
// for it alone.
enum class Writer {
  kNone,  // whoever publishes waits, too
  kFirst,
  kMiddle,  // n / 2
  kLast,
};

// Of a shape of forward progress: the groups of one copy, each with another
// role, and the words that they share, a cache line each.
struct Shape {
  uint32_t roles = 0;  // 0: the primitive is not a shape
  uint32_t words = 0;
  // The role that comes late in every second launch: the one whose delay
  // decides whether the others have to wait.
  uint32_t late_role = 0;
  uint32_t late_at = 0;  // the instruction before which it is late
  // Its roles may be data of kernels/lib/interpreter.cl: what they repeat is
  // one instruction each time, a wait.
  bool can_be_data = false;
};

struct Primitive {
  std::string name;  // "barrier.counter_per_group": what ids begin with
  Family family;
  std::string file;    // below kernels/, e.g. "barriers/counter_per_group.cl"
  std::string runner;  // below kernels/; "" for the one of its family
  std::string source;  // where the algorithm is from
  // Computed (needs.h); a row of another project says it.
  ProgressNeed need = ProgressNeed::kNoPromise;
  WordUse use;
  // An algorithm of loads and stores, in which a store must be seen before the
  // loads that follow it: its fences are of order seq_cst.
  bool loads_and_stores = false;
  // It hands on a value that is one object with its flag, or it has no word but
  // the payload's, each of which is for itself.
  bool one_word = false;
  // Its words are the first part of a wider object (kernels/lib/wide.cl): of 64
  // bits, or a vector of so many words. 0: they are not.
  uint32_t wide = 0;
  // Of a row of another project: the program at the head of a kernel of the
  // suite whose words need the same order (plan/order_facts.h).
  std::string order_as = "handoff/message_passing";
  // The accesses to its words that make sense here.
  Polls polls;
  Signals signals;
  std::vector<std::string> workloads;
  // Synchronization words for n groups and r rounds: words_fixed +
  // words_per_group * n + words_per_group_round * n * r, and words_per_lock for
  // each part of a reduction's further levels in each round.
  uint32_t words_fixed = 0;
  uint32_t words_per_group = 0;
  uint32_t words_per_group_round = 0;
  uint32_t words_per_lock = 0;
  // What every synchronization word holds before the launch.
  uint32_t word_init = 0;
  // Where a wait is for several counters together: how many there are, and how
  // many words apart. Each rises only.
  uint32_t counters = 0;
  uint32_t counter_stride = 0;
  // Waiting roles for n groups: roles_per_group * n.
  uint32_t roles_per_group = 1;
  // Behind them every work-item of every group is one more, a watcher.
  bool item_watchers = false;
  // Every work-item arrives and waits, not the group's representative alone:
  // each of them is a role, in the order of their global numbers.
  bool by_item = false;
  // Its waits end by themselves after a number of polls, as their users wrote
  // them: never launched as unbounded ones. It is met once, in a kernel of its
  // own (kernels/lib/run_once.cl) that has no board and no discovery of the
  // residency.
  bool limited = false;
  // Stands for its kind in the default tier, which asks more of it than of
  // others: every access and grid at which its verdict may turn.
  bool representative = false;
  // The first half of the groups waits for the last one, and the others wait
  // for nobody. How many wait and for which group stands in the words 32 and
  // 33, so that a launch may have other numbers.
  bool half_waits = false;
  // Groups store and look at what others have stored by then, and no group
  // waits: a look that sees something new shows that they run at the same time
  // (kernels/lib/run_unawaited.cl).
  bool unawaited = false;
  // Of a semaphore: its permits. 0: it is none.
  uint32_t capacity = 0;
  // Multiplies the workload's rounds: a race may need many to show.
  uint32_t rounds_factor = 1;
  // Of a barrier: its groups find out how many of them are resident, and the
  // others end at once (kernels/lib/run_discovered.cl). Memory is that of a
  // grid of so many groups.
  bool discovers = false;
  // Of a barrier: kernels that follow each other in one launch and use the same
  // words in turn.
  uint32_t kernels = 1;
  // The host ends the kernel at every step; no group waits inside it.
  bool host_boundary = false;
  // A barrier that is a function of the driver's own, in a concurrent dispatch
  // alone: no word, no board, and no limit to its wait.
  bool device_barrier = false;
  // More groups than this it cannot count; 0: no limit of its own. And whether
  // its groups must have a work-item for each group of the grid.
  uint32_t max_groups = 0;
  bool item_for_each_group = false;
  // What this entry changes in a file that it shares with others, as build
  // options: "WG_UNOPENED".
  std::vector<std::string> options;
  // One of several entries over one file that differ in a number: the tiers ask
  // little of it.
  bool variant = false;
  // Where the need is kNoPromise: how a group misses what it waits for, so that
  // one that passes has been lucky. For a reader of a pass.
  std::string no_promise;
  // Why it is a data race, whatever the accesses; "" where it is none. Such
  // entries are what people write; nothing of them ever binds but a crash.
  std::string hazard;
  // The host does the last step when the kernel has ended; without waits group
  // 0 does it at once.
  bool host_finishes = false;
  Writer writer = Writer::kNone;
  // Words of local memory that a group shares: the primitive's or the
  // workload's, never both.
  uint32_t local_words = 0;
  Shape shape;
  // OpenCL C in place of files below kernels/, by their names: of another
  // project's primitives (more.h), and what tests break. The suite's have none.
  std::map<std::string, std::string> texts;
};

// A litmus test of forward progress, with roles and copies.
inline bool IsShape(const Primitive& p) { return p.shape.roles != 0; }

// What the payload must hold when a launch of n groups of w work-items and r
// rounds has ended. Where values name round and index, they are those of
// wg_value() in kernels/lib/workload.cl.
enum class FinalMemory {
  // Two halves take turns; each holds the values of the last round that was
  // its own, at word i of the half the one with index i. A half has
  // payload_per_item / 2 words for each work-item.
  kHalvesByItem,
  // The same where every other word is never written: a half has
  // payload_per_item / 4 values for each work-item.
  kHalvesSpread,
  // The same with one value a group, each at the beginning of a cache line.
  kHalvesByGroup,
  // A region a round, with payload_per_item_round words for each work-item of
  // one group; every other word holds that round's values, the index counted
  // without the words between, which are never written.
  kRegionsByRound,
  // Every word the same: what it was before, times reads_per_item + 1 for each
  // round, the sum of that many equal words.
  kEqualElements,
  // Word 0 is n * r more than it was before.
  kCount,
  // The same where each holder of a semaphore has all of its permits; else
  // nothing.
  kCountOfOne,
  // Behind the first cache line, every other word of payload_per_group_item for
  // each work-item of one group: n * r more than it was before.
  kTallies,
  // Word i holds the last round's value of index i.
  kLastRound,
  // As kHalvesByItem, of a matrix in tiles: the second half has the columns of
  // the first as its rows; see kernels/workloads/transpose_pingpong.cl.
  kTransposed,
  // A row for each work-item of all groups, with a value a round whose index is
  // the row's.
  kRows,
  // A region a round: the values of every work-item of all groups, then n sums
  // and n prefixes; see kernels/lib/run_lookback.cl.
  kScanned,
  // A region a round: payload_all_items_round / 2 values for each work-item of
  // all groups, every second word.
  kRegionsOfAll,
  // A region a round: payload_per_item_round - 1 values for each work-item of
  // one group, no word between them, and a count for each, which is one more
  // than it was before.
  kTasks,
  // The elements as they were; behind them each round's partial sums, or, where
  // the primitive keeps none, all folded into word 0 of the synchronization
  // words.
  kReduced,
  // Word 0 is r more than it was before, and so often the groups have counted
  // together, each in its line of the report.
  kTotal,
  // The seats of the groups, as the host filled them:
  // suite/core/launch/seats.h.
  kSeats,
};

// What a reduction does with two elements.
enum class Fold { kSum, kProduct };

// Why its groups cannot be in teams (Grid::team); "" where they can: all of
// them run one kernel, and the host adds nothing to the words that they share.
absl::string_view WhyNotInTeams(const Primitive& p);

struct Workload {
  std::string name;  // "exchange"
  Family family;
  std::string file;  // "workloads/exchange.cl"
  // In place of the family's runner, e.g. "lib/run_contest.cl"; "" for that.
  std::string runner;
  // One line: what the groups compute, what shows when it breaks.
  std::string says;
  uint32_t rounds;  // on a GPU
  uint32_t rounds_cpu;
  // Steps of a run of r rounds: steps_per_round * r + steps_more. Between two
  // steps lies one barrier.
  uint32_t steps_per_round = 1;
  uint32_t steps_more = 0;
  // Payload words for n groups of w work-items and r rounds:
  // fixed + per_group_item * w + per_item * n * w + per_group * n +
  // per_item_round * w * r + all_items_round * n * w * r +
  // per_group_round * n * r; and in front of them the elements of a reduction,
  // after them its partial sums.
  uint32_t payload_fixed = 0;
  uint32_t payload_per_group_item = 0;
  uint32_t payload_per_item = 0;
  uint32_t payload_per_group = 0;
  uint32_t payload_per_item_round = 0;
  uint32_t payload_all_items_round = 0;
  uint32_t payload_per_group_round = 0;
  // Elements of a reduction, at most: a slow device gets fewer. The first one
  // and how much each is more than the one before it.
  uint32_t elements = 0;
  uint32_t first_element = 1;
  uint32_t element_step = 1;
  Fold fold = Fold::kSum;
  FinalMemory final_memory = FinalMemory::kHalvesByItem;
  // One group comes late in every late_every-th round, by late_factor times the
  // usual delay.
  uint32_t late_every = 1;
  uint32_t late_factor = 1;
  // What every synchronization word holds before the launch; 0: the
  // primitive's.
  uint32_t word_init = 0;
  uint32_t local_words = 0;  // as the primitive's
  // Readers have not read before what they wait for.
  bool cold = false;
  // Reads checked by all groups in one round: see CheckedReads in case.h.
  uint32_t reads_per_item = 0;
  bool reads_all_groups = false;  // each group reads one word of every group
  uint32_t reads_per_group = 0;   // of each group's first work-item
  // For each work-item of one group, by whoever it is; of a lock, by each group
  // that has it.
  uint32_t reads_once = 0;
  // A right launch may make fewer reads, or the primitive decides how many.
  bool reads_vary = false;
  // Only the work-items of the largest tile take part: see TileSide().
  bool tiled = false;
  // A wrong read names its round and index, so that it can be classified.
  bool classifies = true;
  // Made for grids of teams: every primitive of its family whose groups can be
  // in teams takes it, and none lists it. One of the mutexes serves semaphores
  // of one permit too.
  bool for_teams = false;
  // Where it is only for those that list the workload of this name.
  std::string in_place_of;
  uint32_t rounds_in_teams = 0;  // on a GPU; 0: as without teams
};

// The values of one key of a host check's ids: {"queue", {"in_order", ...}}.
struct HostAxis {
  std::string key;
  std::vector<std::string> values;
};

// A synchronization that the host asks for: between it and a queue, over a
// queue, or between commands. It has no kernel of its own; its code is in
// devices/host_sync/host_*.cc, by its name.
struct HostCheck {
  std::string name;     // "host_sync.barrier"
  std::string says;     // one line: what is tried
  std::string promise;  // what the specification says, with the section
  // Words for which it leaves something open, "" for all words: such a case is
  // not counted; and what it leaves open.
  std::string open_for;
  std::string open;
  std::vector<HostAxis> axes;  // in the order of the id; at most kMostHostAxes
  // Words that do not stand together.
  std::vector<std::pair<std::string, std::string>> except;
  uint32_t version = 100;   // of OpenCL, that the device must claim
  bool profiling = false;   // needs a queue with profiling
  bool concurrent = false;  // needs cl_intel_concurrent_dispatch
};
inline constexpr size_t kMostHostAxes = 3;
// The family of all of them.
inline constexpr char kHostFamily[] = "host_sync";

absl::Span<const Primitive> Primitives();
absl::Span<const Workload> Workloads();
absl::Span<const HostCheck> HostChecks();

// nullptr where there is none of that name.
const Primitive* FindPrimitive(absl::string_view name);
const Workload* FindWorkload(absl::string_view name);
const HostCheck* FindHostCheck(absl::string_view name);

// The side of the square tile of a group of so many work-items:
// kernels/workloads/transpose_pingpong.cl.
uint32_t TileSide(uint32_t group_size);

// The writing group of a hand-off on n groups. Not for Writer::kNone.
uint32_t WriterGroup(Writer writer, uint32_t groups);

absl::string_view FamilyName(Family family);  // "barrier"
// "co_resident", as logs and JSON have it; for people, see needs.h.
// The same of all, in their order.
absl::Span<const absl::string_view> NamesOf(ProgressNeed);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_CATALOG_CATALOG_H_
