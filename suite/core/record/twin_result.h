// What the weakened twins of a case showed; suite/core/launch/weakened_twins.h.

#ifndef WGSYNC_SUITE_CORE_RECORD_TWIN_RESULT_H_
#define WGSYNC_SUITE_CORE_RECORD_TWIN_RESULT_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "suite/core/verdict/verdict.h"

namespace wgsync {

class FieldVisitor;

enum class TwinState {
  kNotRun,         // it could not be built, or its launch did not finish
  kKilled,         // it came out wrong, or hung
  kEquivalent,     // the same program as the case's, by its text or its code
  kNotObservable,  // right, as it is on all devices of this kind so far
  kMissed,         // right, where such devices have let it come out wrong
};
inline constexpr size_t kTwinStates =
    static_cast<size_t>(TwinState::kMissed) + 1;
absl::Span<const absl::string_view> NamesOf(TwinState);

struct TwinResult {
  std::string name;  // "no_release"
  TwinState state = TwinState::kNotRun;
  uint64_t launches = 0;
  uint64_t failed = 0;  // of them
  uint64_t reads = 0;   // checked in all launches
  uint64_t wrong = 0;   // of them
  std::string why;      // of a state that no launch has shown

  void Fields(FieldVisitor& v);
};

// Several twins together.
struct TwinTally {
  std::array<uint64_t, kTwinStates> states = {};  // by TwinState
  uint64_t launches = 0;
  uint64_t failed = 0;  // of them
  uint64_t reads = 0;

  void Add(const TwinResult& twin);
  uint64_t Of(TwinState state) const {
    return states[static_cast<size_t>(state)];
  }
  // Those that such a device is known, or expected, to let fail.
  uint64_t Observable() const {
    return Of(TwinState::kKilled) + Of(TwinState::kMissed);
  }
};

// "94 % of 36 observable twins killed"; "no observable twin".
std::string ScoreText(const TwinTally& tally);

Strength StrengthOf(const std::vector<TwinResult>& twins);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_RECORD_TWIN_RESULT_H_
