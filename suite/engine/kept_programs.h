// Keeps the kernel files of a run's programs in its log, each text once.

#ifndef WGSYNC_SUITE_ENGINE_KEPT_PROGRAMS_H_
#define WGSYNC_SUITE_ENGINE_KEPT_PROGRAMS_H_

#include <map>
#include <set>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "suite/core/launch/program_spec.h"
#include "suite/core/record/run_log.h"

namespace wgsync {

class KeptPrograms {
 public:
  // `log` must outlive this.
  explicit KeptPrograms(RunLogWriter* log) : log_(log) {}

  // Takes what the log of a resumed run has.
  void Resume(const Run& run);
  // Logs the files of the program. One without a source has
  // none.
  absl::Status Keep(const ProgramSpec& spec);
  // Logs one file, unless it is the last text that the log has for this path.
  absl::Status KeepFile(absl::string_view path, absl::string_view text);

 private:
  RunLogWriter* log_;
  std::map<std::string, std::string> digests_;  // by path
  std::set<std::string> programs_;              // whose files are in the log
};

}  // namespace wgsync

#endif  // WGSYNC_SUITE_ENGINE_KEPT_PROGRAMS_H_
