// Idioms of synchronization between work-groups as litmus programs, so that
// what they need of a device is computed: WeakestModels() and SlotsNeeded().

#ifndef WGSYNC_SUITE_PROGRESS_IDIOMS_H_
#define WGSYNC_SUITE_PROGRESS_IDIOMS_H_

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "suite/progress/litmus_program.h"
#include "suite/progress/named_programs.h"

namespace wgsync {
namespace progress {

using Idiom = NamedProgram;  // its text is for ExpandGroups()

// A text for a number of groups as ParseProgram() reads it. $N is the number of
// groups, $LAST one less, $MORE one more, $TWICE twice as many. A line with
// $EACH is repeated for each group from 0 on. A line that begins with $2 is for
// two groups alone, one with $3 for three and more.
std::string ExpandGroups(absl::string_view text, size_t groups);

// The order is that of what they need, the least first.
absl::Span<const Idiom> Idioms();
// Null if there is none of that name.
const Idiom* FindIdiom(absl::string_view name);
// With 2 to 4 groups.
Program IdiomProgram(const Idiom& idiom, size_t groups);

}  // namespace progress
}  // namespace wgsync

#endif  // WGSYNC_SUITE_PROGRESS_IDIOMS_H_
