#include "suite/progress/idioms.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "suite/progress/program_text.h"

namespace wgsync {
namespace progress {
namespace {

constexpr Idiom kIdioms[] = {
    {"last_arriver", "the last group to arrive does the rest", R"(
words count, rest
groups $N
  t = add(count, 1)
  if t != $LAST goto end
  rest := 1
)"},
    {"cas_retry", "a compare-and-swap is repeated until it succeeds", R"(
words c
groups $N
  again: k = c
  if cas(c, k, k+1) fails goto again
)"},
    {"queue_until_empty", "groups take tasks, and leave when none is left", R"(
words next
groups $N
  again: t = next
  if t == $N goto end
  if cas(next, t, t+1) fails goto again
  goto again
)"},
    {"lookback_fallback", "look-back that looks once, and else computes", R"(
words flag[$N]
group
  flag[0] := 1
groups $LAST
  if flag[id-1] == 1 goto done
  done: flag[id] := 1
)"},
    {"lookback_by_id", "each group waits for the id below it", R"(
words flag[$N]
group
  flag[0] := 1
groups $LAST
  while flag[id-1] == 0
  flag[id] := 1
)"},
    {"lowest_initialises", "all wait until group 0 has initialised", R"(
words ready
group
  ready := 1
groups $LAST
  while ready == 0
)"},
    {"highest_finalises", "the highest id waits until all have arrived", R"(
words count
groups $LAST
  add(count, 1)
group
  while count != $LAST
)"},
    {"semaphore_posted_below", "group 0 posts what the others wait for", R"(
words sem
group
  add(sem, $LAST)
groups $LAST
  again: k = sem
  if k == 0 goto again
  if cas(sem, k, k-1) fails goto again
)"},
    {"scan_after_lock",
     "look-back by id that gives a lock back before it publishes its flag", R"(
words flag[$N], x
group
  while exchange(x, 1) == 1
  x := 0
  flag[0] := 1
groups $LAST
  while flag[id-1] == 0
  while exchange(x, 1) == 1
  x := 0
  flag[id] := 1
)"},
    {"lookback_by_ticket", "each group waits for the ticket before its own", R"(
words next, flag[$N]
groups $N
  t = add(next, 1)
  if t == 0 goto first
  while flag[t-1] == 0
  first: flag[t] := 1
)"},
    {"spin_lock", "an exchange is repeated until the lock is free", R"(
words x
groups $N
  while exchange(x, 1) == 1
  x := 0
)"},
    {"ticket_lock", "groups enter in the order of their tickets", R"(
words next, serving
groups $N
  t = add(next, 1)
  while serving != t
  serving := t+1
)"},
    {"clh_lock", "each group waits for the node before its own", R"(
words tail, busy[$N]
groups $N
  busy[id] := 1
  p = exchange(tail, id+1)
  if p == 0 goto entered
  while busy[p-1] == 1
  entered: busy[id] := 0
)"},
    {"semaphore_as_lock", "a counting semaphore with one place", R"(
words used
groups $N
  again: k = used
  if k == 1 goto again
  if cas(used, k, k+1) fails goto again
  add(used, -1)
)"},
    {"seqlock",
     "readers repeat until no write was between; the highest id "
     "writes",
     R"(
words seq, x
groups $LAST
  again: s = seq
  if s == 1 goto again
  v = x
  if seq != s goto again
group
  seq := 1
  x := 1
  seq := 2
)"},
    {"call_once", "one group is elected to initialise, and the others wait", R"(
words once
groups $N
  if cas(once, 0, 1) fails goto wait
  once := 2
  wait: while once != 2
)"},
    {"two_locks_in_order", "two locks, taken by all in one order", R"(
words x, y
groups $N
  while exchange(x, 1) == 1
  while exchange(y, 1) == 1
  y := 0
  x := 0
)"},
    {"queue_until_done", "groups claim tasks, and wait until all are done", R"(
words next, done
groups $N
  again: t = next
  if t == $N goto wait
  if cas(next, t, t+1) fails goto again
  add(done, 1)
  goto again
  wait: while done != $N
)"},
    {"barrier_of_discovered",
     "groups that have started discover each other, and meet", R"(
words lock, closed, found, arrived
groups $N
  while exchange(lock, 1) == 1
  if closed == 1 goto leave
  add(found, 1)
  lock := 0
  while exchange(lock, 1) == 1
  closed := 1
  lock := 0
  n = found
  add(arrived, 1)
  while arrived != n
  goto end
  leave: lock := 0
)"},
    {"scan_with_lock",
     "look-back by id that publishes its flag before it takes a lock", R"(
words flag[$N], x
group
  flag[0] := 1
  while exchange(x, 1) == 1
  x := 0
groups $LAST
  while flag[id-1] == 0
  flag[id] := 1
  while exchange(x, 1) == 1
  x := 0
)"},
    {"barrier_of_native_ids",
     "all ids up to the highest that was discovered meet", R"(
words lock, closed, top, arrived
groups $N
  while exchange(lock, 1) == 1
  if top == id+1 goto join
  if top == id+2 goto join
  if top == id+3 goto join
  if top == id+4 goto join
  if closed == 1 goto leave
  top := id+1
  join: lock := 0
  while exchange(lock, 1) == 1
  closed := 1
  lock := 0
  n = top
  add(arrived, 1)
  while arrived != n
  goto end
  leave: lock := 0
)"},
    {"grid_barrier", "all groups of the grid meet", R"(
words count
groups $N
  add(count, 1)
  while count != $N
)"},
    {"leader_barrier", "group 0 waits for all, and releases them", R"(
words count, go
group
  while count != $LAST
  go := 1
groups $LAST
  add(count, 1)
  while go == 0
)"},
    {"halo_exchange", "each group waits for the ids next to its own", R"(
words flag[6]  # the first and the last are for neighbours that do not exist
groups $N
  flag[0] := 1
  flag[$MORE] := 1
  flag[id+1] := 1
  while flag[id] == 0
  while flag[id+2] == 0
)"},
    {"lowest_finalises", "group 0 waits until all have arrived", R"(
words count
group
  while count != $LAST
groups $LAST
  add(count, 1)
)"},
    {"lookback_by_reversed_id", "each group waits for the id above it", R"(
words flag[$N]
groups $LAST
  while flag[id+1] == 0
  flag[id] := 1
group
  flag[id] := 1
)"},
    {"fixed_tasks_until_done", "each group does its task, and waits for all",
     R"(
words done[$N], count
groups $N
  done[id] := 1
  add(count, 1)
  while count != $N
)"},
};

}  // namespace

absl::Span<const Idiom> Idioms() { return kIdioms; }

const Idiom* FindIdiom(absl::string_view name) {
  for (const Idiom& idiom : kIdioms) {
    if (idiom.name == name) return &idiom;
  }
  return nullptr;
}

std::string ExpandGroups(absl::string_view text, size_t groups) {
  std::string all;
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    const bool for_two = absl::ConsumePrefix(&line, "$2");
    const bool for_more = absl::ConsumePrefix(&line, "$3");
    if ((for_two && groups != 2) || (for_more && groups == 2)) continue;
    const size_t times = absl::StrContains(line, "$EACH") ? groups : 1;
    for (size_t i = 0; i < times; ++i) {
      all += absl::StrReplaceAll(line, {{"$N", absl::StrCat(groups)},
                                        {"$LAST", absl::StrCat(groups - 1)},
                                        {"$MORE", absl::StrCat(groups + 1)},
                                        {"$TWICE", absl::StrCat(2 * groups)},
                                        {"$EACH", absl::StrCat(i)}});
      all += '\n';
    }
  }
  return all;
}

Program IdiomProgram(const Idiom& idiom, size_t groups) {
  return ParseProgram(idiom.name, ExpandGroups(idiom.text, groups)).value();
}

}  // namespace progress
}  // namespace wgsync
