// What `wgsync check` answers about a reader's own algorithm: which progress it
// needs, which order and scope each access needs, whether it races, and the run
// or the execution that breaks it otherwise.

#ifndef WGSYNC_REPORTS_WORDS_PROGRAM_CHECK_H_
#define WGSYNC_REPORTS_WORDS_PROGRAM_CHECK_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "absl/types/span.h"
#include "reports/words/progress_check.h"
#include "suite/core/base/field_visitor.h"
#include "suite/core/litmus/program.h"
#include "suite/core/memory/needs.h"

namespace wgsync {

enum class CheckVerdict { kHolds, kFails, kUndecided };
absl::Span<const absl::string_view> NamesOf(CheckVerdict);

struct ProgramCheck {
  std::string text;  // the file's
  std::string name;
  litmus::Program program;
  // None of a file of AlloyForwardProgress, which has no orders.
  absl::optional<memory::Needs> memory;
  absl::optional<ProgressCheck> progress;
  std::string no_progress;    // why there is none
  bool is_too_large = false;  // and that is why

  // For a report, which is not read again.
  void Fields(FieldVisitor& v);
};

// `why`: see CheckProgress(). Errors are kInvalidArgument and one line that
// names the file and the line.
absl::StatusOr<ProgramCheck> CheckProgram(absl::string_view name,
                                          absl::string_view text,
                                          absl::optional<progress::Config> why);

CheckVerdict VerdictOf(const ProgramCheck& check);

// One line: "lock.program: holds for 2 groups. It needs weak OBE. Orders
// that are enough: acquire on line 6, release on line 9."
std::string CheckSummary(const ProgramCheck& check);

// The summary, the program with a note below each access, what breaks it,
// and its need of progress. `all`: for each order that is needed the execution
// without it; otherwise for the first one.
std::string CheckText(const ProgramCheck& check, bool all, size_t width);

// Of `wgsync check --json`.
struct CheckReport {
  std::vector<ProgramCheck> programs;
  void Fields(FieldVisitor& v) { v.List("programs", &programs); }
};

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_WORDS_PROGRAM_CHECK_H_
