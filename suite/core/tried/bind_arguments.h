// What each parameter of a tried kernel gets. Pure.

#ifndef WGSYNC_SUITE_CORE_TRIED_BIND_ARGUMENTS_H_
#define WGSYNC_SUITE_CORE_TRIED_BIND_ARGUMENTS_H_

#include <vector>

#include "absl/status/statusor.h"
#include "suite/core/tried/try_spec.h"

namespace wgsync {

// An argument of a launch: of `arguments`, as the type that the kernel has.
struct BoundArgument {
  int argument = 0;
  const ElementType* type = nullptr;
};

// In the order of the parameters. An error names a parameter without a
// line, a line without a parameter, and one that does not fit. Of a `reference`
// lines may be left over.
absl::StatusOr<std::vector<BoundArgument>> BindArguments(
    const TrySpec& spec, const KernelFacts& facts, bool reference);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_TRIED_BIND_ARGUMENTS_H_
