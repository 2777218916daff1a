// The barriers' programs.

#include "suite/progress/primitives.h"

namespace wgsync {
namespace progress {
namespace {

constexpr PrimitiveRow kRows[] = {
    {"barriers/counter_per_group", "grid_barrier", "", 4,
     "one round: a goal that rises stays reached"},
    {"barriers/counters_one_hop", "grid_barrier", "", 4,
     "several counters are one here: a wait is for their sum"},
    {"barriers/arrive_wait", "grid_barrier", "", 4,
     "the work between the two halves is left out"},
    {"barriers/phase_bit", "grid_barrier", "", 4,
     "the bit changes with the last arrival and stays so for a round"},
    {"barriers/flags_all_to_all", "", R"(
words flag[$N]
groups $N
  flag[id] := 1
  while flag[$EACH] == 0
)",
     3, "one round: flags rise"},
    {"barriers/flags_two_arrays", "", R"(
words in[$N], out[$N]
group
  in[0] := 1
  while in[$EACH] == 0
  out[$EACH] := 1
groups $LAST
  in[id] := 1
  while out[id] == 0
)",
     3, "one round: flags rise; the watchers of group 0 look in turn"},
    {"barriers/flags_master_group", "", R"(
words flag[$N]
group
  flag[0] := 1
  while flag[$EACH] == 0
  flag[$EACH] := 0
  while flag[0] == 1
  flag[0] := 1
  while flag[$EACH] == 0
  flag[$EACH] := 0
  while flag[0] == 1
groups $LAST
  flag[id] := 1
  while flag[id] == 1
  flag[id] := 1
  while flag[id] == 1
)",
     3, "two rounds; the watchers of group 0 look in turn"},
    {"barriers/flags_master_group_literal", "barriers/flags_master_group", "",
     3, "work-group barriers in a branch are left out"},
    {"barriers/flags_master_group_literal_two_arrays",
     "barriers/flags_two_arrays", "", 3,
     "work-group barriers in a branch are left out"},
    {"barriers/counter_down", "", R"(
words even, odd  # counted up to N, where the kernel counts down to 0
group
  add(even, 1)
  while even != $N
  add(odd, 1)
  while odd != $N
  add(even, -$N)
  add(even, 1)
  while even != $N
  add(odd, -$N)
groups $LAST
  add(even, 1)
  while even != $N
  add(odd, 1)
  while odd != $N
  add(even, 1)
  while even != $N
)",
     4, "three rounds: each counter is used again"},
    {"barriers/tree_2", "", R"(
words low[2], root
group
  add(low[0], 1)
  while low[0] != 2
  add(root, 1)
  while root != $LAST
group
  add(low[0], 1)
  while root != $LAST
$3group
$3  add(low[1], 1)
$3  while low[1] != 1
$3  add(root, 1)
$3  while root != 2
)",
     3, "one round: goals rise"},
    {"barriers/tree_3", "", R"(
words low[2], middle, root
group
  add(low[0], 1)
  while low[0] != 2
  add(middle, 1)
  while middle != $LAST
  add(root, 1)
  while root != 1
group
  add(low[0], 1)
  while root != 1
$3group
$3  add(low[1], 1)
$3  while low[1] != 1
$3  add(middle, 1)
$3  while root != 1
)",
     3, "one round: goals rise"},
    {"barriers/sense_reversing", "", R"(
words count, sense
groups $N
  t = add(count, 1)
  if t != $LAST goto first
  count := 0
  sense := 1
  first: while sense == 0
  t = add(count, 1)
  if t != $LAST goto second
  count := 0
  sense := 0
  second: while sense == 1
  t = add(count, 1)
  if t != $LAST goto third
  count := 0
  sense := 1
  third: while sense == 0
)",
     3, "three rounds: the sense comes back"},
    {"barriers/phase_halves", "", R"(
words count  # 10 * the phase + the groups that have arrived
groups $N
  t = add(count, 1)
  if t != $LAST goto first
$2  add(count, 8)
$3  add(count, 7)
  first: t = count
  if t == $EACH goto first
  if t == $N goto first
  t = add(count, 1)
  if t != 1$LAST goto second
$2  add(count, 8)
$3  add(count, 7)
  second: t = count
  if t == 1$EACH goto second
  if t == 1$N goto second
)",
     3, "two rounds"},
    {"barriers/dissemination", "", R"(
# FLAG[TO] is what the kernel's group TO waits for in that step.
words even[$N], even_far[$N], odd[$N], odd_far[$N]
group
  even[1] := 1
  while even[0] == 0
$3  even_far[2] := 1
$3  while even_far[0] == 0
  odd[1] := 1
  while odd[0] == 0
$3  odd_far[2] := 1
$3  while odd_far[0] == 0
  even[1] := 0
  while even[0] == 1
$3  even_far[2] := 0
$3  while even_far[0] == 1
$2group
$2  even[0] := 1
$2  while even[1] == 0
$2  odd[0] := 1
$2  while odd[1] == 0
$2  even[0] := 0
$2  while even[1] == 1
$3group
$3  even[2] := 1
$3  while even[1] == 0
$3  even_far[0] := 1
$3  while even_far[1] == 0
$3  odd[2] := 1
$3  while odd[1] == 0
$3  odd_far[0] := 1
$3  while odd_far[1] == 0
$3  even[2] := 0
$3  while even[1] == 1
$3  even_far[0] := 0
$3  while even_far[1] == 1
$3group
$3  even[0] := 1
$3  while even[2] == 0
$3  even_far[1] := 1
$3  while even_far[2] == 0
$3  odd[0] := 1
$3  while odd[2] == 0
$3  odd_far[1] := 1
$3  while odd_far[2] == 0
$3  even[0] := 0
$3  while even[2] == 1
$3  even_far[1] := 0
$3  while even_far[2] == 1
)",
     3, "three rounds: a flag's sense comes back"},
    {"barriers/counter_per_group_reset", "", R"(
words count
group
  add(count, 1)
  while count != $N
  add(count, -$N)
groups $LAST
  add(count, 1)
  while count != $N
)",
     3, "one round: who polls after the reset waits for ever"},
    {"barriers/counter_per_group_equality", "", R"(
words count
groups $N
  add(count, 1)
  while count != $N
  add(count, 1)
  while count != $TWICE
)",
     3, "two rounds"},
    {"barriers/modulo", "", R"(
words count
groups $N
  add(count, 1)
  first: k = count
  if k == $N goto next
  if k != $TWICE goto first
  next: add(count, 1)
  second: k = count
  if k == $N goto end
  if k != $TWICE goto second
)",
     3, "two rounds"},
    {"barriers/counter_per_item", "", R"(
words count
groups $N  # one work-item, and then the other one of the group
  add(count, 1)
  while count != $TWICE
  add(count, 1)
  while count != $TWICE
)",
     3,
     "a group's two work-items run one after the other, as a device may do; a "
     "model of groups promises nothing about them"},
    {"barriers/counter_per_item_reset", "barriers/counter_per_item", "", 3,
     "the reset is left out: it adds ways to hang"},
    {"barriers/counter_per_item_limited", "barriers/counter_per_item", "", 3,
     "the limit of the polls is left out: with it each work-item ends; the "
     "need is that of a wait that is met"},
    {"barriers/kernel_boundary", "", R"(
words made[$N]
groups $N
  made[id] := 1
)",
     4, "one kernel; the host waits for it, and no group does"},
    {"barriers/counter_per_group_discovered", "", R"(
words joined, found, arrived[2]  # 10 more in `joined` if it is closed
groups $N
  seat = add(joined, 1)
  if seat == 11 goto end
  if seat == 12 goto end
  if seat == 13 goto end
  if seat == 0 goto close
  wait: k = found
  if k == 0 goto wait
  goto joined_it
  close: k = add(joined, 10)
  found := k
  joined_it: add(arrived[0], 1)
  while arrived[0] != k
  add(arrived[1], 1)
  while arrived[1] != k
)",
     3,
     "two rounds; the first group closes the poll at any moment, where the "
     "kernel waits some time"},
};

}  // namespace

absl::Span<const PrimitiveRow> BarrierRows() { return kRows; }

}  // namespace progress
}  // namespace wgsync
