#include "suite/engine/class_note.h"

#include <algorithm>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "suite/core/progress/classify.h"
#include "suite/core/record/progress_record.h"

namespace wgsync {

std::string ClassNote(const std::vector<CaseResult>& results, const Part& part,
                      const std::vector<std::string>& notes) {
  const std::string summary = progress::ClassSummary(ProgressOf(results));
  if (summary.empty() || !part.whole()) return "";
  std::string note = absl::StrCat("progress: ", summary);
  return std::find(notes.begin(), notes.end(), note) == notes.end() ? note : "";
}

void NoteClass(const std::vector<CaseResult>& results,
               const RunOptions& options, RunLogWriter* log) {
  std::vector<std::string> notes;
  if (options.resume) {
    absl::StatusOr<Run> run = ReadRun(options.folder);
    if (run.ok()) notes = run->notes;
  }
  const std::string note = ClassNote(results, options.part, notes);
  if (!note.empty()) log->Note(note).IgnoreError();
}

}  // namespace wgsync
