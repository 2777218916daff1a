// The program of a case that a run has judged, put together anew.

#ifndef WGSYNC_REPORTS_SITE_CASE_SOURCE_H_
#define WGSYNC_REPORTS_SITE_CASE_SOURCE_H_

#include <string>

#include "absl/status/statusor.h"
#include "reports/site/case_details.h"
#include "suite/core/record/run_log.h"

namespace wgsync {

// The text is composed as the engine does it, from the kernel files that the
// run kept; older logs have none, and the suite's own are used. It is the text
// that was compiled if its digest is the log's; otherwise the suite has changed
// since, and the note says so. The note is an error, and there are no files, if
// a kept file does not fit its digest. Asks no device. The files are as
// ReadableSource() leaves them.
CaseSource SourceOfCase(const Run& run, const CaseResult& result);

// The same as one text for the terminal: what the case's groups do, without the
// parts of the library that only watch them, which are named at the end.
// An error if a kept file does not fit its digest.
absl::StatusOr<std::string> SourceText(const Run& run,
                                       const CaseResult& result);

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_SITE_CASE_SOURCE_H_
