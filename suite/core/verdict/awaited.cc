#include "suite/core/verdict/awaited.h"

#include <cstddef>

namespace wgsync {
bool Holds(Comparison comparison, uint32_t seen, uint32_t goal) {
  switch (comparison) {
    case Comparison::kReaches:
      return static_cast<int32_t>(seen - goal) >= 0;
    case Comparison::kEquals:
      return seen == goal;
    case Comparison::kHighBit:
      return (seen ^ goal) >> 31 == 0;
    case Comparison::kHighHalf:
      return (seen ^ goal) >> 16 == 0;
    case Comparison::kMultiple:
      return goal != 0 && seen % goal == 0;
  }
  return false;
}

absl::optional<uint32_t> AwaitedWord(const Primitive& primitive,
                                     const Snapshot& s, uint32_t at) {
  if (at >= s.words.size()) return absl::nullopt;
  uint32_t sum = s.words[at];
  for (uint32_t k = 1; k < primitive.counters; ++k) {
    const size_t next = at + size_t{k} * primitive.counter_stride;
    if (next >= s.words.size()) return absl::nullopt;
    sum += s.words[next] - primitive.word_init;
  }
  return sum;
}

Finding FoundWait(const Primitive& primitive, const RoleFacts& r,
                  const Snapshot& s) {
  const absl::optional<uint32_t> word = AwaitedWord(primitive, s, r.word);
  return FoundIn(FindingKind::kWaitsForWord, {r.group},
                 {r.watcher, primitive.counters, r.word,
                  static_cast<uint64_t>(r.comparison), r.goal, word.has_value(),
                  word.value_or(0)});
}

}  // namespace wgsync
