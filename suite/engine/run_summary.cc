#include "suite/engine/run_summary.h"

#include "absl/status/statusor.h"
#include "suite/core/record/exit_code.h"
#include "suite/core/record/progress_record.h"
#include "suite/core/record/run_facts.h"
#include "suite/core/record/run_log.h"

namespace wgsync {

int RunSummary::ExitCode() const {
  return ExitCodeOf(infrastructure, failures > 0, could_bind > 0 && !stopped);
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
  const Tally tally = TallyResults(results);
  RunSummary s;
  for (const auto& [kind, count] : tally.verdicts) {
    s.counts[std::string(VerdictName(kind))] = count;
    if (kind == VerdictKind::kInfra) s.infrastructure = true;
  }
  s.total = tally.total;
  for (const auto& [binds, count] : tally.fails) {
    if (Fails(binds, mask)) s.failures += count;
  }
  s.unproven_binding = tally.could_bind_unproven;
  s.could_bind = tally.could_bind - tally.could_bind_unproven;
  s.inconclusive_binding = tally.could_bind_inconclusive;
  return s;
}

}  // namespace wgsync
