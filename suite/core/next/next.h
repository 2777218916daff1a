// What to launch next: a case as a function of the answers so far.
//
//   Next(case, mode, profile, known, answers so far) -> question or result
//
// A list of answers that a device has given is all that is needed to say what
// the suite asks of it next, and in the end what the verdict is. So a run can
// be played again from its record, and a new rule can be tried on devices that
// are not there.

#ifndef WGSYNC_SUITE_CORE_NEXT_NEXT_H_
#define WGSYNC_SUITE_CORE_NEXT_NEXT_H_

#include <vector>

#include "absl/types/optional.h"
#include "suite/core/launch/program_spec.h"
#include "suite/core/next/known.h"
#include "suite/core/next/question.h"
#include "suite/core/plan/case.h"
#include "suite/core/record/device_profile.h"
#include "suite/core/record/result.h"

namespace wgsync {

struct Step {
  // The question that has no answer yet; none where the case has ended.
  absl::optional<Question> question;
  // Of a case that has ended: its result, and what later cases may know.
  CaseResult result;
  Known known;
};

// Runs the case as far as the answers go: answer i is to question i.
//
// Example, with a device that answers:
//
//   std::vector<Answer> answers;
//   for (Step s; s = Next(c, mode, profile, known, answers), s.question;) {
//     answers.push_back(device.To(*s.question));
//   }
Step Next(const Case& c, WaitMode mode, const DeviceProfile& profile,
          const Known& known, const std::vector<Answer>& answers);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_NEXT_NEXT_H_
