// The runs and the cases in them that a command line names, runs as archives,
// and what the pages of several commands take in addition.

#ifndef WGSYNC_TOOLS_RUN_READ_RUNS_H_
#define WGSYNC_TOOLS_RUN_READ_RUNS_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "reports/site/site_data.h"
#include "suite/core/record/run_log.h"

namespace wgsync {

// An archive is a run as one file, to attach to an issue or a pull request: its
// log, compressed by gzip.
//
// Errors: CheckIntegrity()'s; the log has the user's home folder; the file is
// there and not to be replaced, or cannot be written.
enum class Existing { kRefused, kReplaced };
absl::Status WriteArchive(const Run& run, const std::string& file,
                          Existing existing = Existing::kRefused);

// The file is compressed as an archive is, whole or not.
bool IsArchive(const std::string& file);

// ParseRun() of the log. A file that is not whole is an error.
absl::StatusOr<Run> ReadArchive(const std::string& file);

// What becomes of a log that was changed after its run had ended: a line on
// stderr names it, or it is an error for a command that concludes from it.
enum class Changed { kNamed, kRefused };

// ReadRuns() of the folder, also by its log, or the run of an archive, or those
// of all archives in a folder without runs.
absl::StatusOr<std::vector<Run>> OpenRuns(const std::string& folder,
                                          Changed changed = Changed::kNamed);

// The run in `folder`, or the only one below it. Errors are OpenRuns's, and
// that there are several, with their folders.
absl::StatusOr<Run> ReadOneRun(const std::string& folder,
                               Changed changed = Changed::kNamed);
// The same of each folder.
absl::StatusOr<std::vector<Run>> ReadOneRunEach(
    absl::Span<const std::string> folders, Changed changed = Changed::kNamed);

// All runs in the folders, in their order. Errors are OpenRuns's.
absl::StatusOr<std::vector<Run>> ReadAllRuns(
    absl::Span<const std::string> folders, Changed changed = Changed::kNamed);

struct FoundCase {
  const Run* run;
  const CaseResult* result;
};
// FindCases() of all runs, at least one case, or those of a common name; an
// error is that of the last run.
absl::StatusOr<std::vector<FoundCase>> FindCasesOf(absl::Span<const Run> runs,
                                                   const std::string& pattern);

// Of the commands that write a page: --single-file, and what --expect takes.
inline constexpr char kSingleFileHelp[] =
    "The evidence is in the page too, and not in files next to it";
inline constexpr char kExpectHelp[] =
    "Files of expectations, shown beside the cases on the page: FILE, or "
    "DEVICE=FILE for the devices with that in their names";

// The sources of the cases as SourceOfCase() finds them, and the files of
// expectations; errors are ReadExpectations()'s.
absl::StatusOr<SiteOptions> ReadSiteOptions(
    const std::vector<std::string>& expectations);

}  // namespace wgsync

#endif  // WGSYNC_TOOLS_RUN_READ_RUNS_H_
