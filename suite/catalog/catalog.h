// The primitives and workloads of the suite, as data.
//
// A primitive is one algorithm: one .cl file under kernels/ and one entry here.
// Nothing in this header knows about devices or about OpenCL.

#ifndef WGSYNC_SUITE_CATALOG_CATALOG_H_
#define WGSYNC_SUITE_CATALOG_CATALOG_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace wgsync {

// Which runner (kernels/lib/run_*.cl) drives the primitive, if it is not
// `limited`.
enum class Family { kBarrier, kMutex, kHandoff };

// What a primitive needs of the scheduler so as to end. See soundness.h for
// what is expected of a device.
enum class ProgressNeed {
  kNone,           // no work-group waits for another one
  kObe,            // waits only for groups that have started
  kHsa,            // waits for lower group numbers
  kCoResident,     // waits for every group of the grid
  kFair,           // needs fairness beyond residency
  kGroupLockstep,  // work-items of one group wait for each other
};

// How the waiting roles of a primitive see the word that they wait for.
enum class WordUse {
  kRising,  // a counter or a goal that is never reset: below the arrivals means
            // that one was lost
  kReset,   // takes the awaited value and leaves it again: a slow poller can
            // miss it
  kFlag,    // a flag that stays until the waiter itself takes it down
  kLock,    // a lock word: free or held
  kTicket,  // the number that is served: rises by one with each release
};

struct Primitive {
  std::string name;  // "barrier.counter_per_group": what ids begin with
  Family family;
  std::string file;    // below kernels/, e.g. "barriers/counter_per_group.cl"
  std::string source;  // where the algorithm is from
  ProgressNeed need;
  WordUse use;
  // The words of access that make sense here, in the order in which they are
  // listed; see plan/case.h for the words.
  std::vector<std::string> polls;
  std::vector<std::string> signals;
  std::vector<std::string> workloads;
  // Synchronization words for n groups: words_fixed + words_per_group * n.
  uint32_t words_fixed = 0;
  uint32_t words_per_group = 0;
  // What every synchronization word holds before the launch.
  uint32_t word_init = 0;
  // Waiting roles for n groups: roles_per_group * n.
  uint32_t roles_per_group = 1;
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
  // Multiplies the workload's rounds: a race may need many to show.
  uint32_t rounds_factor = 1;
  // The host ends the kernel at every step; no group waits inside it.
  bool host_boundary = false;
  // OpenCL C in place of `file`, for primitives that tests break on purpose;
  // those of the catalog have none.
  std::string text;
};

// What the payload must hold when a launch of n groups of w work-items and r
// rounds has ended. Where values name round and index, they are those of
// wg_value() in kernels/lib/workload.cl.
enum class FinalMemory {
  // Two halves take turns; each holds the values of the last round that was
  // its own, at word i of the half the one with index i. A half has
  // payload_per_item / 2 words for each work-item.
  kHalvesByItem,
  // The same with one value a group, each at the beginning of a cache line.
  kHalvesByGroup,
  // A region a round, with payload_per_item_round words for each work-item of
  // one group; it holds that round's values, the index counted in the region.
  kRegionsByRound,
  // Every word the same: what it was before, times reads_per_item + 1 for each
  // round, the sum of that many equal words.
  kEqualElements,
  // Word 0 is n * r more than it was before.
  kCount,
  // Word 0 is r more than it was before, and so often the groups have counted
  // together, each in its line of the report.
  kTotal,
};

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
  // fixed + per_item * n * w + per_group * n + per_item_round * w * r.
  uint32_t payload_fixed = 0;
  uint32_t payload_per_item = 0;
  uint32_t payload_per_group = 0;
  uint32_t payload_per_item_round = 0;
  FinalMemory final_memory = FinalMemory::kHalvesByItem;
  // One group comes late in every late_every-th round.
  uint32_t late_every = 1;
  // Reads checked by all groups in one round: see CheckedReads in case.h.
  uint32_t reads_per_item = 0;
  bool reads_all_groups = false;  // each group reads one word of every group
  // A wrong read names its round and index, so that it can be classified.
  bool classifies = true;
};

absl::Span<const Primitive> Primitives();
absl::Span<const Workload> Workloads();

// nullptr where there is none of that name.
const Primitive* FindPrimitive(absl::string_view name);
const Workload* FindWorkload(absl::string_view name);

absl::string_view FamilyName(Family family);    // "barrier"
absl::string_view NeedName(ProgressNeed need);  // "co_resident"

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CATALOG_CATALOG_H_
