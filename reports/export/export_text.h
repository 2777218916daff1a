// What an export says in words, to who has never heard of wgsync.

#ifndef WGSYNC_REPORTS_EXPORT_EXPORT_TEXT_H_
#define WGSYNC_REPORTS_EXPORT_EXPORT_TEXT_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "reports/export/decisive.h"
#include "suite/core/record/result.h"
#include "suite/core/record/run_log.h"

namespace wgsync {

// Device, driver, what was launched, expected and seen, and what of OpenCL
// promises it; behind that all that the run's log holds of the case.
std::string EvidenceText(const Run& run, const CaseResult& result,
                         const absl::StatusOr<DecisiveLaunch>& launch);

// The files of the folder and how to use them. `replay`, `binary` and `clinfo`
// say why there is no replay.c, binary and clinfo.json; "" where there is one.
std::string ReadmeText(const Run& run, const CaseResult& result,
                       absl::string_view replay, absl::string_view binary,
                       absl::string_view binary_file, absl::string_view clinfo);

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_EXPORT_EXPORT_TEXT_H_
