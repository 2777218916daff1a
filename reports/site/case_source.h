// The program of a case that a run has judged, put together anew.

#ifndef WGSYNC_REPORTS_SITE_CASE_SOURCE_H_
#define WGSYNC_REPORTS_SITE_CASE_SOURCE_H_

#include "reports/site/case_details.h"
#include "suite/core/record/run_log.h"

namespace wgsync {

// A log holds the digest of the judged program and the options of its launches,
// not its text. So the text is composed as the engine does it, and is the one
// that was compiled where its digest is the log's; else the suite has changed
// since, and the note says so. Asks no device.
CaseSource SourceOfCase(const Run& run, const CaseResult& result);

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_SITE_CASE_SOURCE_H_
