#include "suite/core/verdict/awaited.h"

#include <cstddef>

#include "absl/strings/str_cat.h"

namespace wgsync {
namespace {

absl::string_view GoalText(Comparison comparison) {
  switch (comparison) {
    case Comparison::kReaches:
      return " to reach ";
    case Comparison::kEquals:
      return " to be ";
    case Comparison::kHighBit:
      return " to have the top bit of ";
    case Comparison::kHighHalf:
      return " to have the upper 16 bits of ";
    case Comparison::kMultiple:
      return " to be a multiple of ";
  }
  return "";
}

}  // namespace

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

absl::string_view ComparisonSign(Comparison comparison) {
  switch (comparison) {
    case Comparison::kReaches:
      return ">=";
    case Comparison::kEquals:
      return "==";
    case Comparison::kHighBit:
      return "bit 31 ==";
    case Comparison::kHighHalf:
      return "bits 16 to 31 ==";
    case Comparison::kMultiple:
      return "multiple of";
  }
  return "";
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

std::string WaitText(const Primitive& primitive, const RoleFacts& r,
                     const Snapshot& s) {
  const absl::optional<uint32_t> word = AwaitedWord(primitive, s, r.word);
  const std::string what =
      primitive.counters > 1
          ? absl::StrCat("the sum of ", primitive.counters, " counters")
          : absl::StrCat("word ", r.word);
  return absl::StrCat(r.watcher ? "a watcher in group " : "group ", r.group,
                      " waits for ", what, GoalText(r.comparison), r.goal,
                      "; memory holds ",
                      word.has_value() ? absl::StrCat(*word) : "no such word");
}

}  // namespace wgsync
