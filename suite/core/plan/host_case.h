// The ids of host checks. Private to this folder: see case.h.

#ifndef WGSYNC_SUITE_CORE_PLAN_HOST_CASE_H_
#define WGSYNC_SUITE_CORE_PLAN_HOST_CASE_H_

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "suite/core/plan/case.h"

namespace wgsync {

// The parts of an id behind the check's name.
absl::StatusOr<Case> ParseHostParts(const HostCheck& check,
                                    absl::Span<const absl::string_view> parts);

// Whether its words stand together; the error names them.
absl::Status ValidateHostCase(const Case& c);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_PLAN_HOST_CASE_H_
