// The check of rows that another project adds to the catalog.

#ifndef WGSYNC_SUITE_CORE_PLAN_CHECK_MORE_H_
#define WGSYNC_SUITE_CORE_PLAN_CHECK_MORE_H_

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/catalog/more.h"

namespace wgsync {

// The first fault without which no plan could be made of `more`: a name that
// two of `all` have, a row without a kernel or a workload, a case of smoke that
// is none. `all` are the primitives of the catalog, those of `more` among them.
// The tests of the catalog find the other faults.
absl::Status CheckMore(const More& more, absl::Span<const Primitive> all);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_PLAN_CHECK_MORE_H_
