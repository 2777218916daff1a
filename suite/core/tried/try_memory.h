// The memory of one launch of a tried kernel: how it is filled, and whether
// what the launch left there is right. Pure.

#ifndef WGSYNC_SUITE_CORE_TRIED_TRY_MEMORY_H_
#define WGSYNC_SUITE_CORE_TRIED_TRY_MEMORY_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "suite/core/tried/try_spec.h"

namespace wgsync {

class FieldVisitor;

struct TryMemory {
  TryScope scope;                 // of the values before the launch
  std::vector<uint64_t> lengths;  // in bytes, by argument: local memory too
  std::vector<Value> values;      // by argument: scalars
};

// kInvalidArgument names the line of an expression that has no value;
// kResourceExhausted: a launch may not have so much memory.
// `launch`: the value of that name.
absl::StatusOr<TryMemory> MakeMemory(const TrySpec& spec, uint32_t groups,
                                     uint64_t launch = 0);

// Fills the half; what no element uses has a pattern, and so has the page
// before the first buffer.
void FillMemory(const TryMemory& memory, uint8_t* half);

// One place that is wrong.
struct TryWrong {
  std::string what;       // "out"
  int64_t index = 0;      // negative: before the buffer
  std::string got, want;  // "" where the expression is not an equality
  void Fields(FieldVisitor& v);
};

struct TryJudgement {
  uint64_t checked = 0, wrong = 0;
  std::vector<TryWrong> shown;  // the first ones
  // Buffers in which the kernel wrote beyond the end, or before the beginning,
  // and as `want` how many elements they have.
  std::vector<TryWrong> beyond;
  std::vector<TryWrong> differs;  // as `shown`, where `right` is guessed
  bool right() const { return wrong == 0 && beyond.empty(); }
};

// Contents of all buffers.
using TryImage = std::vector<std::vector<uint8_t>>;
TryImage ImageOf(const TryMemory& memory, const uint8_t* half);

// Gives the buffers with the role kept the values that a launch left in them.
void KeepValues(const TrySpec& spec, const TryImage& left, TryMemory* memory);

// What the comparisons compare with, by TryRight::kind; an empty image: not
// known yet, and then the comparison is left out.
using TryImages = std::array<TryImage, TryRight::kKinds>;

// kInvalidArgument names the line of an expression that has no value.
absl::StatusOr<TryJudgement> JudgeMemory(const TrySpec& spec, TryMemory* memory,
                                         const uint8_t* half,
                                         const TryImages& images);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_TRIED_TRY_MEMORY_H_
