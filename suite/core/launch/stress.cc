#include "suite/core/launch/stress.h"

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <numeric>
#include <random>

#include "suite/core/launch/layout.h"

namespace wgsync {
namespace {

struct Kind {
  uint32_t multiplier;
  Stress stress;
};

// Measured on an H200 and an H100: each form that lacks an order which those
// devices do not keep by themselves fails under one of them, most under the
// first one, in each launch of 2 ms.
constexpr Kind kKinds[] = {
    // hot_stores, hot_every, hot_lines, late, pause, warm
    {5, {16, 8, 1, 2000, 0, 4}},
    {67, {16, 1, 1, 0, 0, 0}},
    {1033, {4, 1, 1, 0, 300, 0}},
    {37, {0, 1, 1, 2000, 0, 4}},
};
static_assert(std::size(kKinds) == kStressKinds, "one for each number");

// A measured kind with about a third of its parts changed, or one in which all
// are. The seed decides; the library's distributions differ between compilers.
Kind ChanceKind(uint32_t seed) {
  std::mt19937 chance(seed);
  Kind kind = kKinds[chance() % kStressKinds];
  const uint32_t one_of = seed % 2 == 0 ? 3 : 1;
  const auto change = [&](uint32_t* part,
                          std::initializer_list<uint32_t> values) {
    const bool changes = chance() % one_of == 0;
    const uint32_t value = values.begin()[chance() % values.size()];
    if (changes) *part = value;
  };
  Stress& s = kind.stress;
  change(&kind.multiplier, {5, 37, 67, 257, 1033});
  change(&s.hot_stores, {0, 1, 4, 16, 64});
  change(&s.hot_every, {1, 2, 8, 32});
  change(&s.hot_lines, {1, 1, 4, 32});
  change(&s.late, {0, 100, 500, 2000, 8000});
  change(&s.pause, {0, 100, 300, 1000});
  change(&s.warm, {0, 1, 2, 4, 8});
  return kind;
}

Kind KindOf(uint32_t number) {
  return number < kChanceStress
             ? kKinds[number % kStressKinds]
             : ChanceKind((number - kChanceStress) / kSameStress);
}

// Store buffering in locks of loads and stores. Measured with the locks of
// Dekker, Peterson and Lamport, acquire and release, 2 groups of 64, 4,096
// rounds, on an AMD EPYC of two cores: Intel's CPU runtime 2026.2.0 (it fences
// stores and loads, not a store from a later load) came out wrong in 0 to 2 of
// 40 launches without stores ahead and 127 accesses apart; with 16 stores in 7
// to 39; with 48 and 511 apart in 40 of 40; seq_cst in 0. Kinds
// take turns: with one alone the bakery was right in all launches of some
// processes (3 of 12), and wrong in all of the others. One of four launches
// keeps the late group's long delay, which makes threads meet that start late.
struct Meeting {
  uint32_t apart;
  uint32_t ahead;
};
constexpr Meeting kMeetings[] = {{511, 48}, {127, 40}, {1023, 32}};
constexpr uint32_t kShortDelay = 100;
constexpr uint32_t kLongDelayEvery = 4;
constexpr bool EachStoreHasALine() {
  for (const Meeting& m : kMeetings) {
    if (m.ahead > kMeetLines) return false;
  }
  return true;
}
static_assert(EachStoreHasALine(), "the scratch has no more");

// The next number from `wanted` on that has no factor in common with `count`.
uint32_t CoprimeFrom(uint32_t wanted, uint32_t count) {
  while (std::gcd(wanted, count) != 1) ++wanted;
  return wanted;
}

LaunchSpec StressedTeams(LaunchSpec spec, uint32_t number, bool cpu) {
  const Kind kind = KindOf(number);
  spec.stress = kind.stress;
  if (cpu) {
    spec.stress.late /= std::max(1u, spec.group_size);
    spec.stress.pause /= std::max(1u, spec.group_size);
    // Its caches are coherent; and Mesa 22.3 loses the work-items of a vector
    // that fences in a loop, as the reads ahead do.
    spec.stress.warm = 0;
  }
  spec.teams.multiplier = CoprimeFrom(kind.multiplier, spec.groups);
  // Odd steps, so that even groups do not stay with even ones.
  spec.teams.offset = number * 7 % spec.groups;
  return spec;
}

}  // namespace

uint32_t FirstOfKind(uint32_t number) {
  return number < kChanceStress
             ? number % kStressKinds
             : number - (number - kChanceStress) % kSameStress;
}

uint32_t NthOfKind(uint32_t first, uint32_t i) {
  return first < kChanceStress ? first + i * kStressKinds : first + i;
}

bool MeetsAtFreeLock(const LaunchSpec& spec, bool cpu) {
  return cpu && spec.program.c.primitive->loads_and_stores;
}

LaunchSpec Stressed(LaunchSpec spec, uint32_t number, bool cpu) {
  if (InTeams(spec)) spec = StressedTeams(spec, number, cpu);
  if (!MeetsAtFreeLock(spec, cpu)) return spec;
  const Meeting& meeting = kMeetings[number % std::size(kMeetings)];
  spec.stress.apart = meeting.apart;
  spec.stress.ahead = meeting.ahead;
  const bool keeps = number % kLongDelayEvery == kLongDelayEvery - 1;
  if (!keeps) spec.delay = std::min(spec.delay, kShortDelay);
  return spec;
}

}  // namespace wgsync
