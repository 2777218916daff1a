// Idioms of synchronization between work-groups as litmus programs, so that
// what they need of a device is computed: WeakestModels() and SlotsNeeded().

#ifndef WGSYNC_SUITE_CORE_PROGRESS_IDIOMS_H_
#define WGSYNC_SUITE_CORE_PROGRESS_IDIOMS_H_

#include <cstddef>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "suite/core/progress/program.h"

namespace wgsync {
namespace progress {

struct Idiom {
  absl::string_view name;
  absl::string_view does;  // one line, without an end
  // For ParseProgram(), where $N is the number of groups, $LAST one less
  // and $MORE one more.
  absl::string_view text;
};

// The order is that of what they need, the least first.
absl::Span<const Idiom> Idioms();
// Null if there is none of that name.
const Idiom* FindIdiom(absl::string_view name);
// With 2 to 4 groups.
Program IdiomProgram(const Idiom& idiom, size_t groups);

}  // namespace progress
}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_PROGRESS_IDIOMS_H_
