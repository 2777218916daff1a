#include "suite/engine/run_summary.h"

#include "absl/status/statusor.h"
#include "suite/core/record/exit_code.h"
#include "suite/core/record/progress_record.h"
#include "suite/core/record/run_log.h"

namespace wgsync {

int RunSummary::ExitCode() const {
  const bool binds = tally.could_bind > tally.could_bind_unproven;
  return ExitCodeOf(infrastructure, failures > 0, binds && !stopped);
}

void NoteClass(const std::vector<CaseResult>& results,
               const RunOptions& options, RunLogWriter* log) {
  // One of several devices that share the run has seen a part of it.
  if (options.dealer != nullptr) return;
  std::vector<std::string> notes;
  if (options.resume) {
    absl::StatusOr<Run> run = ReadRun(options.folder);
    if (run.ok()) notes = run->notes;
  }
  const std::string note = ClassNote(results, options.part, notes);
  if (!note.empty()) log->Note(note).IgnoreError();
}

RunSummary Summarize(const std::vector<CaseResult>& results,
                     const BindMask& mask) {
  RunSummary s;
  s.tally = TallyResults(results);
  s.infrastructure = s.tally.verdicts.count(VerdictKind::kInfra) > 0;
  for (const auto& [binds, count] : s.tally.fails) {
    if (Fails(binds, mask)) s.failures += count;
  }
  return s;
}

}  // namespace wgsync
