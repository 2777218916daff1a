// The kernel files that a run kept in its log, and the programs made of them.
//
// A run logs each kernel file once, before the first launch of a program that
// has it. So a later version of the suite can show the text that ran.

#ifndef WGSYNC_SUITE_CORE_RECORD_KEPT_KERNELS_H_
#define WGSYNC_SUITE_CORE_RECORD_KEPT_KERNELS_H_

#include <map>
#include <set>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "suite/core/launch/program_spec.h"
#include "suite/core/record/result.h"
#include "suite/core/record/run_log.h"

namespace wgsync {

// Replaces the text of `part` by the one that the run had for this path when it
// judged the case; without one the text stays. *differs becomes true if the
// text changes. kDataLoss, in one line, if the text in the log does not fit its
// digest.
absl::Status UseKeptText(const Run& run, const CaseResult& result,
                         SourcePart* part, bool* differs);

struct KeptProgram {
  std::vector<SourcePart> parts;  // in the order in which they are compiled
  bool differs = false;           // from this wgsync's own files
};
// The program of a launch of the case, from the files of the run. Errors are
// those of SourceParts() and UseKeptText().
absl::StatusOr<KeptProgram> ProgramOf(const Run& run, const CaseResult& result,
                                      const ProgramSpec& spec);

// Keeps the kernel files of a run's programs in its log, each text once.
class KeptPrograms {
 public:
  // `log` must outlive this.
  explicit KeptPrograms(RunLogWriter* log) : log_(log) {}

  // Takes what the log of a resumed run has.
  void Resume(const Run& run);
  // Logs the files of the program. One without a source has none.
  absl::Status Keep(const ProgramSpec& spec);
  // Logs one file, unless it is the last text that the log has for this path.
  absl::Status KeepFile(absl::string_view path, absl::string_view text);

 private:
  RunLogWriter* log_;
  std::map<std::string, std::string> digests_;  // by path
  std::set<std::string> programs_;              // whose files are in the log
};

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_RECORD_KEPT_KERNELS_H_
