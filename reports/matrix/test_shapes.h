// For tests: results of the family `progress`, as devices of known progress
// give them.

#ifndef WGSYNC_SUITE_CORE_RECORD_TEST_SHAPES_H_
#define WGSYNC_SUITE_CORE_RECORD_TEST_SHAPES_H_

#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "suite/core/progress/litmus_facts.h"
#include "suite/core/progress/progress_model.h"
#include "suite/core/record/result.h"
#include "suite/core/verdict/rules.h"

namespace wgsync {

// A shape in a mapping ("" is round-robin) that ended 24 times, or hung since
// group 4 never started.
inline CaseResult ShapeCase(absl::string_view shape, bool hangs = false,
                            absl::string_view parts = "") {
  CaseResult r;
  r.id = absl::StrCat("progress.", shape,
                      "/poll=rmw/signal=rmw/fence=none/pay=plain/work=copies/"
                      "wg=64/groups=res_x10",
                      parts);
  r.Decide(hangs ? Rule::kNotStarted : Rule::kPass);
  r.could_bind = true;
  r.k = r.n = hangs ? 3 : 1;
  r.unit = Unit::kRuns;
  r.kernel_digest = "k1";
  r.groups = r.shape.groups = 39;
  r.shape.copies = 13;
  r.shape.ended = r.shape.waited = hangs ? 0 : 24;
  if (hangs) {
    r.shape.group = 4;
    r.shape.role = 1;
  }
  return r;
}

// Round-robin, all of its groups retry for ever.
inline CaseResult LivelockCase(absl::string_view shape) {
  CaseResult r = ShapeCase(shape, /*hangs=*/true);
  r.Decide(Rule::kLivelock);
  r.shape.group = -1;
  return r;
}

// Every shape on a device that gives just this model, weakly kept.
inline std::vector<CaseResult> ShapeCases(progress::Model model) {
  std::vector<CaseResult> results;
  for (const progress::ShapeFacts& shape : progress::ShapeTable()) {
    const bool ends = shape.Guaranteed({model, progress::Fairness::kWeak});
    results.push_back(ShapeCase(shape.name, !ends));
  }
  return results;
}

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_RECORD_TEST_SHAPES_H_
