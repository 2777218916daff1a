// The ids of host checks. Private to this folder: see case.h.

#ifndef WGSYNC_SUITE_CORE_PLAN_HOST_CASE_H_
#define WGSYNC_SUITE_CORE_PLAN_HOST_CASE_H_

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "suite/core/plan/case.h"

namespace wgsync {

// Parses the parts of an id after the check's name.
absl::StatusOr<HostCase> ParseHostParts(
    const HostCheck& check, absl::Span<const absl::string_view> parts);

// Whether its values go together; the error names them.
absl::Status ValidateHostCase(const HostCase& c);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_PLAN_HOST_CASE_H_
