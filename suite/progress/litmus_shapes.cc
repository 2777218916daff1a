#include "suite/progress/litmus_shapes.h"

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "suite/progress/program_text.h"

namespace wgsync {
namespace progress {
namespace {

constexpr Shape kShapes[] = {
    {"cas_counter", "two groups count by compare-and-swap; a control", R"(
words c
groups 2
  again: k = c
  if cas(c, k, k+1) fails goto again
)",
     0, 1},
    {"holder_low", "a group waits for the lower id that holds a lock", R"(
words x
group
  x := 1
  x := 0
group
  while x == 1
)",
     0, 1},
    {"handoff_up", "a group waits for a lower id", R"(
words x
group
  x := 1
group
  while x == 0
)"},
    {"chain_up_3", "each group waits for the id below it: look-back by id", R"(
words x, y
group
  x := 1
group
  while x == 0
  y := 1
group
  while y == 0
)"},
    {"holder_high", "a group waits for the higher id that holds a lock", R"(
words x
group
  while x == 1
group
  x := 1
  x := 0
)",
     1, 1},
    {"lock_3", "three groups take a spin lock", R"(
words x
groups 3
  while exchange(x, 1) == 1
  x := 0
)",
     1, 1},
    {"ticket_lock", "three groups take a ticket lock", R"(
words next, serving
groups 3
  t = add(next, 1)
  while serving != t
  serving := t+1
)",
     2, 2},
    {"lookback_ticket", "each group waits for the ticket before its own", R"(
words next, flag[3]
groups 3
  t = add(next, 1)
  if t == 0 goto first
  while flag[t-1] == 0
  first: flag[t] := 1
)",
     2, 3},
    {"up_then_lock", "a group waits for a lower id, then both take a lock", R"(
words x, y
group
  x := 1
  while exchange(y, 1) == 1
  y := 0
group
  while x == 0
  while exchange(y, 1) == 1
  y := 0
)"},
    {"late_middle",
     "the lowest waits for the middle one once the highest has run", R"(
words x, y
group
  if x == 0 goto end
  while y == 0
group
  y := 1
group
  x := 1
)"},
    {"late_middle_x", "the same with one word, by exchanges", R"(
words x
group
  while exchange(x, 1) == 1
group
  while exchange(x, 0) == 0
group
  x := 1
)"},
    {"handoff_down", "a group waits for a higher id", R"(
words x
group
  while x == 0
group
  x := 1
)",
     1, 0},
    {"meet_3", "three groups wait for each other: a barrier", R"(
words flag[3]
group
  flag[0] := 1
  while flag[1] == 0
  while flag[2] == 0
group
  flag[1] := 1
  while flag[0] == 0
  while flag[2] == 0
group
  flag[2] := 1
  while flag[0] == 0
  while flag[1] == 0
)",
     2, 0},
    {"late_top", "the middle one waits for both others", R"(
words x, y
group
  x := 1
group
  while x == 0
  while y == 0
group
  y := 1
)",
     2, 0},
    {"skip_middle",
     "the lowest waits for the highest once the middle one has run", R"(
words x, y
group
  if x == 0 goto end
  while y == 0
group
  x := 1
group
  y := 1
)"},
    {"duel", "two groups each undo what the other waits for: a livelock", R"(
words x
group
  while exchange(x, 0) == 1
group
  while exchange(x, 1) == 0
)"},
    {"duel_up", "the same once the lower id has started", R"(
words x, y
group
  y := 1
  while exchange(x, 0) == 1
group
  while y == 0
  while exchange(x, 1) == 0
)"},
    {"trylock_cross",
     "two locks in opposite orders; the first is given back if the second is "
     "taken",
     R"(
words x, y
group
  A: while exchange(x, 1) == 1
  if exchange(y, 1) == 0 goto B
  x := 0
  goto A
  B: y := 0
  x := 0
group
  A: while exchange(y, 1) == 1
  if exchange(x, 1) == 0 goto B
  y := 0
  goto A
  B: x := 0
  y := 0
)",
     0, 1},
    {"lock_told", "a group takes a lock again and again until it is told", R"(
words x, y
group
  while exchange(x, 1) == 1
  y := 1
  x := 0
group
  L: while exchange(x, 1) == 1
  x := 0
  if y == 0 goto L
)",
     0, 1},
    {"late_duel", "late_middle_x with a livelock of the two higher ids", R"(
words x
group
  while exchange(x, 1) == 1
group
  while exchange(x, 0) == 0
group
  again: if exchange(x, 0) == 0 goto last
  if exchange(x, 1) == 0 goto again
  last: x := 1
)"},
    {"duel_down", "a livelock once the lowest has waited for a higher id", R"(
words x, y
group
  while x == 0
group
  while exchange(y, 0) == 1
  x := 1
group
  while exchange(y, 1) == 0
)",
     1, 0},
};

}  // namespace

absl::Span<const Shape> Shapes() { return kShapes; }

const Shape* FindShape(absl::string_view name) {
  for (const Shape& shape : kShapes) {
    if (shape.name == name) return &shape;
  }
  return nullptr;
}

Program ShapeProgram(const Shape& shape) {
  return ParseProgram(shape.name, shape.text).value();
}

}  // namespace progress
}  // namespace wgsync
