// Fuzz targets: each takes any bytes and checks what must hold for all of them.
//
//   FUZZ_TARGET(glob) { ... input ... }

#ifndef WGSYNC_SUITE_PROOF_INSTRUMENTED_FUZZ_H_
#define WGSYNC_SUITE_PROOF_INSTRUMENTED_FUZZ_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace wgsync {

struct FuzzTarget {
  const char* name;
  void (*run)(absl::string_view input);
};

// All targets, in no order.
std::vector<FuzzTarget>& FuzzTargets();

struct RegisterFuzzTarget {
  explicit RegisterFuzzTarget(const FuzzTarget& target) {
    FuzzTargets().push_back(target);
  }
};

// Ends the process where what must hold does not, so that the fuzzer keeps the
// input.
void Must(bool holds, absl::string_view what);

// Whether `text` may stand in JSON, which is UTF-8.
bool IsUtf8(absl::string_view text);

}  // namespace wgsync

// NOLINTBEGIN(bugprone-macro-parentheses): names, which take none
#define FUZZ_TARGET(name)                                                   \
  void Fuzz_##name(absl::string_view input);                                \
  const ::wgsync::RegisterFuzzTarget register_##name({#name, Fuzz_##name}); \
  void Fuzz_##name(absl::string_view input)
// NOLINTEND(bugprone-macro-parentheses)

#endif  // WGSYNC_SUITE_PROOF_INSTRUMENTED_FUZZ_H_
