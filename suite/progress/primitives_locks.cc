// The programs of the mutexes and the semaphores.

#include "suite/progress/primitives.h"

namespace wgsync {
namespace progress {
namespace {

constexpr char kInStep[] =
    "a group's two work-items run in step, as a device may do: neither gives "
    "the lock back before both have it; a model of groups promises nothing "
    "about them";

constexpr PrimitiveRow kRows[] = {
    {"mutexes/spin_exchange", "spin_lock", "", 4, ""},
    {"mutexes/back_off", "spin_lock", "", 4, "delays are left out"},
    {"mutexes/back_off_exponential", "spin_lock", "", 4, "delays are left out"},
    {"mutexes/spin_cas", "", R"(
words x
groups $N
  while cas(x, 0, 1) fails
  x := 0
)",
     4, ""},
    {"mutexes/spin_test_and_test", "", R"(
words x
groups $N
  test: if x == 1 goto test
  if exchange(x, 1) == 1 goto test
  x := 0
)",
     4, ""},
    {"mutexes/fetch_and_add", "ticket_lock", "", 4, ""},
    {"mutexes/ticket_proportional", "ticket_lock", "", 4,
     "delays are left out"},
    {"mutexes/array", "", R"(
words next, slot[9]
groups $N
  t = add(next, 1)
  if t == 0 goto first
  while slot[t] == 0
  first: slot[t+1] := 1
  t = add(next, 1)
  while slot[t] == 0
  slot[t+1] := 1
)",
     3, "two rounds; a slot for each number, so that none is used again"},
    {"mutexes/sleeping_ring", "", R"(
words next, flag[9]
groups $N
  t = add(next, 1)
  if t == 0 goto first
  while flag[t] == 0
  flag[t] := 0
  first: flag[t+1] := 1
  t = add(next, 1)
  while flag[t] == 0
  flag[t] := 0
  flag[t+1] := 1
)",
     3, "two rounds; a flag for each number, so that none is used again"},
    {"mutexes/flag_per_group", "", R"(
words flag[$N]
group
  flag[1] := 1
  while flag[0] != 1
  flag[1] := 2
$2group
$2  while flag[1] == 0
$2  flag[0] := 1
$2  while flag[1] != 2
$2  flag[0] := 2
$3group
$3  while flag[1] == 0
$3  flag[2] := 1
$3  while flag[1] != 2
$3  flag[2] := 2
$3group
$3  while flag[2] == 0
$3  flag[0] := 1
$3  while flag[2] != 2
$3  flag[0] := 2
)",
     3, "two rounds: with one alone it is look-back by id"},
    {"mutexes/mcs", "", R"(
words tail, next[$MORE], waits[$MORE]  # by a group's name, its id + 1
groups $N
  waits[id+1] := 1
  p = exchange(tail, id+1)
  if p == 0 goto entered
  next[p] := id+1
  while waits[id+1] == 1
  entered: if next[id+1] != 0 goto pass
  if cas(tail, id+1, 0) succeeds goto end
  pass: n = next[id+1]
  if n == 0 goto pass
  waits[n] := 0
)",
     3, "one round: a node is used again only by its group"},
    {"mutexes/clh", "", R"(
words tail, busy[9]  # by a node; 0 is given up at first
groups $N
  busy[id+1] := 1
  p = exchange(tail, id+1)
  while busy[p] == 1
  busy[id+1] := 0
  busy[p] := 1
  q = exchange(tail, p)
  while busy[q] == 1
  busy[p] := 0
)",
     3, "two rounds: the second one has the predecessor's node"},
    {"mutexes/hemlock", "", R"(
words tail, word[$MORE]  # by a group's name, its id + 1; 1: not passed
groups $N
  word[id+1] := 1
  p = exchange(tail, id+1)
  while word[p] == 1
  if p == 0 goto entered
  word[p] := 1
  entered: if cas(tail, id+1, 0) succeeds goto end
  word[id+1] := 0
  while word[id+1] == 0
)",
     3, "one round"},
    {"mutexes/peterson", "", R"(
words leaf[2], leaf_turn, root[2], root_turn
group
  leaf[0] := 1
  leaf_turn := 1
  look: if leaf[1] == 0 goto passed
  if leaf_turn == 1 goto look
$3  passed: root[0] := 1
$3  root_turn := 1
$3  up: if root[1] == 0 goto in
$3  if root_turn == 1 goto up
$3  in: root[0] := 0
$3  leaf[0] := 0
$2  passed: leaf[0] := 0
group
  leaf[1] := 1
  leaf_turn := 0
  look: if leaf[0] == 0 goto passed
  if leaf_turn == 0 goto look
$3  passed: root[0] := 1
$3  root_turn := 1
$3  up: if root[1] == 0 goto in
$3  if root_turn == 1 goto up
$3  in: root[0] := 0
$3  leaf[1] := 0
$2  passed: leaf[1] := 0
$3group
$3  root[1] := 1
$3  root_turn := 0
$3  up: if root[0] == 0 goto in
$3  if root_turn == 0 goto up
$3  in: root[1] := 0
)",
     3, "one round; three groups have a tree of two locks"},
    {"mutexes/dekker", "", R"(
words leaf[2], leaf_turn, root[2], root_turn
group
  leaf[0] := 1
  look: t = leaf_turn
  if leaf[1] == 0 goto passed
  if t == 0 goto look
  leaf[0] := 0
  while leaf_turn == 1
  leaf[0] := 1
  goto look
$3  passed: root[0] := 1
$3  up: t = root_turn
$3  if root[1] == 0 goto in
$3  if t == 0 goto up
$3  root[0] := 0
$3  while root_turn == 1
$3  root[0] := 1
$3  goto up
$3  in: root_turn := 1
$3  root[0] := 0
$3  leaf_turn := 1
$2  passed: leaf_turn := 1
  leaf[0] := 0
group
  leaf[1] := 1
  look: t = leaf_turn
  if leaf[0] == 0 goto passed
  if t == 1 goto look
  leaf[1] := 0
  while leaf_turn == 0
  leaf[1] := 1
  goto look
$3  passed: root[0] := 1
$3  up: t = root_turn
$3  if root[1] == 0 goto in
$3  if t == 0 goto up
$3  root[0] := 0
$3  while root_turn == 1
$3  root[0] := 1
$3  goto up
$3  in: root_turn := 1
$3  root[0] := 0
$3  leaf_turn := 0
$2  passed: leaf_turn := 0
  leaf[1] := 0
$3group
$3  root[1] := 1
$3  up: t = root_turn
$3  if root[0] == 0 goto in
$3  if t == 1 goto up
$3  root[1] := 0
$3  while root_turn == 0
$3  root[1] := 1
$3  goto up
$3  in: root_turn := 0
$3  root[1] := 0
)",
     3, "one round; three groups have a tree of two locks"},
    {"mutexes/bakery", "", R"(
words number[2]  # 0: none; 9: choosing
group
  number[0] := 9
  k = number[1]
  if k == 1 goto two
  number[0] := 1
  one: k = number[1]
  if k == 9 goto one
  goto in
  two: number[0] := 2
  again: k = number[1]
  if k == 9 goto again
  if k == 1 goto again
  in: number[0] := 0
group
  number[1] := 9
  k = number[0]
  if k == 1 goto two
  number[1] := 1
  one: k = number[0]
  if k == 9 goto one
  if k == 1 goto one
  goto in
  two: number[1] := 2
  again: k = number[0]
  if k == 9 goto again
  if k == 1 goto again
  if k == 2 goto again
  in: number[1] := 0
)",
     2,
     "one round of two groups: the language has no comparison by size, so that "
     "each number is a branch"},
    {"mutexes/seqlock", "", R"(
words seq, x
group
  seq := 1
  x := 1
  seq := 2
groups $LAST
  again: s = seq
  if s == 1 goto again
  v = x
  if seq != s goto again
)",
     4, "one write; the writer's own read cannot wait"},
    {"mutexes/spin_exchange_per_item", "", R"(
words x
groups $N
  while exchange(x, 1) == 1
  while exchange(x, 1) == 1
  x := 0
  x := 0
)",
     3, kInStep},
    {"mutexes/back_off_per_item", "mutexes/spin_exchange_per_item", "", 3,
     kInStep},
    {"mutexes/spin_cas_per_item", "mutexes/spin_exchange_per_item", "", 3,
     kInStep},
    {"mutexes/fetch_and_add_per_item", "", R"(
words next, serving
groups $N
  t = add(next, 1)
  u = add(next, 1)
  while serving != t
  while serving != u
  serving := t+1
  serving := u+1
)",
     3, kInStep},
    {"semaphores/spin_1", "semaphore_as_lock", "", 4, ""},
    {"semaphores/spin", "", R"(
words used
groups $N
  again: k = used
  if k == $LAST goto again
  if cas(used, k, k+1) fails goto again
  add(used, -1)
)",
     3,
     "a group takes as many permits as leave all but one of the groups in: of "
     "2, 10 and 120 permits alike"},
    {"semaphores/back_off_1", "semaphore_as_lock", "", 4,
     "delays are left out"},
    {"semaphores/back_off", "semaphores/spin", "", 3,
     "delays are left out; the permits of semaphores/spin"},
    {"semaphores/sleeping_ring_1", "", R"(
words tail, head, slot[9]
groups $N
  t = add(tail, 1)
  if t == 0 goto entered
  while slot[t] == 0
  entered: h = add(head, 1)
  slot[h+1] := 1
)",
     4, "one round: a slot for each number"},
    {"semaphores/sleeping_ring", "", R"(
words tail, head, slot[9]
groups $N
  t = add(tail, 1)
  if t == 0 goto entered
$3  if t == 1 goto entered
  while slot[t] == 0
  entered: h = add(head, 1)
  slot[h+$LAST] := 1
)",
     3, "one round; the permits of semaphores/spin"},
};

}  // namespace

absl::Span<const PrimitiveRow> LockRows() { return kRows; }

}  // namespace progress
}  // namespace wgsync
