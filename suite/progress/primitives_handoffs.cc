// The hand-offs' programs.

#include "suite/progress/primitives.h"

namespace wgsync {
namespace progress {
namespace {

constexpr PrimitiveRow kRows[] = {
    {"handoff/message_passing", "lowest_initialises", "", 4, "one round"},
    {"handoff/message_passing_middle", "", R"(
words flag
group
  while flag == 0
group
  flag := 1
$3group
$3  while flag == 0
)",
     3, "one round; fewer slots do, as the last groups wait for a lower one"},
    {"handoff/message_passing_last", "", R"(
words flag
groups $LAST
  while flag == 0
group
  flag := 1
)",
     4, "one round"},
    {"handoff/looped_store", "", R"(
words progress, answers
group
  progress := 1
  again: progress := 2
  if answers != $LAST goto again
groups $LAST
  while progress == 0
  add(answers, 1)
)",
     4,
     "one round of two turns; two slots do, as those that have answered end"},
    {"handoff/host_finish", "barriers/kernel_boundary", "", 4,
     "the host adds when the kernel has ended, and no group waits"},
    {"handoff/chained_reduction", "", R"(
words bolts[2], bolts_above  # parts of two sums, so many parts as groups
group
  add(bolts[0], 1)
  while bolts[0] != 2
$3  add(bolts_above, 1)
$3  while bolts_above != 2
group
  add(bolts[0], 1)
$3  while bolts[1] != 1
$3  add(bolts_above, 1)
$3group
$3  add(bolts[1], 1)
)",
     3, "one round; work-groups of two"},
    {"handoff/atomic_reduction", "cas_retry", "", 4, ""},
    {"handoff/lookback_by_group_id", "", R"(
words flag[$N]  # 1: the sum is there; 2: the prefix too
group
  flag[0] := 2
group
  flag[1] := 1
  while flag[0] == 0
  flag[1] := 2
$3group
$3  flag[2] := 1
$3  back: k = flag[1]
$3  if k == 0 goto back
$3  if k == 2 goto done
$3  while flag[0] == 0
$3  done: flag[2] := 2
)",
     3, "one round: each round has its own flags"},
    {"handoff/lookback_by_ticket", "", R"(
words next, flag[$N]  # 1: the sum is there; 2: the prefix too
groups $N
  t = add(next, 1)
  if t == 0 goto first
  flag[t] := 1
  back: k = flag[t-1]
  if k == 0 goto back
  if k == 2 goto first
  while flag[t-2] == 0
  first: flag[t] := 2
)",
     3, "one round: each round has its own flags"},
    {"handoff/work_steal_queue", "", R"(
words offer[$N], task[$N]  # by a round, whose owner is the group of that id
group
  offer[0] := 1
  cas(task[0], 0, 1)
  while offer[1] == 0
  cas(task[1], 0, 1)
$3  while offer[2] == 0
$3  cas(task[2], 0, 1)
group
  while offer[0] == 0
  cas(task[0], 0, 1)
  offer[1] := 1
  cas(task[1], 0, 1)
$3  while offer[2] == 0
$3  cas(task[2], 0, 1)
$3group
$3  while offer[0] == 0
$3  cas(task[0], 0, 1)
$3  while offer[1] == 0
$3  cas(task[1], 0, 1)
$3  offer[2] := 1
$3  cas(task[2], 0, 1)
)",
     3, "a round for each owner, with one task"},
    {"handoff/dependency_distance", "", R"(
words flag, other
group
  while flag == 0
$3group
$3  other := 1
group
  flag := 1
)",
     3,
     "one round; the groups between wait for no group, so that two slots do"},
    {"handoff/message_passing_unawaited", "", R"(
words payload[$N], flag[$N]
groups $N
  payload[id] := 1
  flag[id] := 1
  if flag[0] == 0 goto end
  v = payload[0]
)",
     4, "one look"},
    {"handoff/coherence_one_word", "", R"(
words x[$N]
groups $N
  x[id] := 1
  v = x[0]
  v = x[0]
)",
     4, "one look"},
};

}  // namespace

absl::Span<const PrimitiveRow> HandoffRows() { return kRows; }

}  // namespace progress
}  // namespace wgsync
