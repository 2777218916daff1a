// What a case needs of the scheduler, for people.

#ifndef WGSYNC_SUITE_CORE_CATALOG_NEED_TEXT_H_
#define WGSYNC_SUITE_CORE_CATALOG_NEED_TEXT_H_

#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "absl/types/span.h"
#include "suite/core/catalog/catalog.h"
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

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_CATALOG_NEED_TEXT_H_
