// What the suite's primitives need of the scheduler: by the litmus programs at
// the head of their kernels, and for people.

#ifndef WGSYNC_SUITE_CORE_CATALOG_NEEDS_H_
#define WGSYNC_SUITE_CORE_CATALOG_NEEDS_H_

#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "absl/types/span.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/progress/litmus_facts.h"
#include "suite/core/progress/progress_model.h"

namespace wgsync {

struct NeedInfo {
  ProgressNeed need;
  absl::string_view name;  // NameOf()
  absl::string_view text;  // NeedText()
  absl::string_view waits_for;
  absl::string_view expected;  // on which grids: plan/expected.h decides it
};
// In the order of the enumeration.
absl::Span<const NeedInfo> Needs();

// "all groups resident" for a NameOf() ("co_resident"), which logs and JSON
// keep. A name that is not known stays as it is.
std::string NeedText(absl::string_view name);

// The model that the need asks for, weakly kept; nothing if it asks for
// something else, such as residency.
absl::optional<progress::Model> ModelOf(ProgressNeed need);

// The facts of the primitive's own program if it has one, otherwise those of
// its file's. Null if neither has a program: a shape, which is one, or a row of
// another project.
const progress::ProgramFacts* ProgramFactsOf(const Primitive& p);

// The least need that the program's weakest models are enough for: of two, that
// for started groups. kNoPromise if there is no program.
ProgressNeed ComputedNeed(const Primitive& p);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_CATALOG_NEEDS_H_
