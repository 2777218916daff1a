// What a program of work-groups needs of a device's progress, in words.

#ifndef WGSYNC_REPORTS_WORDS_PROGRESS_CHECK_H_
#define WGSYNC_REPORTS_WORDS_PROGRESS_CHECK_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/optional.h"
#include "suite/core/progress/progress_model.h"
#include "suite/progress/check.h"
#include "suite/progress/lasso.h"
#include "suite/progress/litmus_program.h"

namespace wgsync {

class FieldVisitor;

struct ProgressCheck {
  progress::Program program;
  progress::Verdicts verdicts;
  std::vector<progress::Config> weakest;  // that guarantee it
  size_t slots = 0;                       // see progress::SlotsNeeded()
  progress::Config refuted;  // the model of the lasso, if there is one
  absl::optional<progress::Lasso> lasso;

  // For a report, which is not read again.
  void Fields(FieldVisitor& v);
};

// The lasso is `why`'s, or that of the strongest model that does not guarantee
// the program. Errors are StateGraph::Build()'s, which name the program's file.
absl::StatusOr<ProgressCheck> CheckProgress(
    const progress::Program& program, absl::optional<progress::Config> why);

// "group 1 never starts while group 0 polls y".
std::string LassoSummary(const progress::Program& program,
                         const progress::Lasso& lasso);

// "It needs weak OBE."
std::string ProgressNeedText(const ProgressCheck& check);
// The same, how many groups must be resident, and the lasso step by step.
std::string ProgressCheckText(const ProgressCheck& check, size_t width);

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_WORDS_PROGRESS_CHECK_H_
