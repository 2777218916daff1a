#include "suite/core/launch/stress.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <numeric>

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

// The next number from `wanted` on that has no factor in common with `count`.
uint32_t CoprimeFrom(uint32_t wanted, uint32_t count) {
  while (std::gcd(wanted, count) != 1) ++wanted;
  return wanted;
}

}  // namespace

LaunchSpec Stressed(LaunchSpec spec, uint32_t number, bool cpu) {
  if (!InTeams(spec)) return spec;
  const Kind& kind = kKinds[number % kStressKinds];
  spec.stress = kind.stress;
  if (cpu) {
    spec.stress.late /= std::max(1u, spec.group_size);
    spec.stress.pause /= std::max(1u, spec.group_size);
  }
  spec.teams.multiplier = CoprimeFrom(kind.multiplier, spec.groups);
  // Odd steps, so that even groups do not stay with even ones.
  spec.teams.offset = number * 7 % spec.groups;
  return spec;
}

}  // namespace wgsync
