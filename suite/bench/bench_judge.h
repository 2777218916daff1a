// Whether a launch may lend its time. Pure.

#ifndef WGSYNC_SUITE_BENCH_BENCH_JUDGE_H_
#define WGSYNC_SUITE_BENCH_BENCH_JUDGE_H_

#include <string>

#include "absl/strings/string_view.h"
#include "suite/core/record/launch_record.h"

namespace wgsync {

// "" where the launch ended and all is right; else one of the outcomes of
// BenchLine (suite/core/record/bench_data.h), and in words what came. Not a
// verdict: nothing is run again, and no cause is looked for.
struct LaunchWord {
  std::string outcome;
  std::string reason;
  bool right() const { return outcome.empty(); }
  // It came back, so that the same launch may be made again.
  bool ended() const { return right() || outcome == "wrong"; }
};
LaunchWord JudgeLaunch(const LaunchRecord& r);

// Whether such an outcome says that the primitive did not do what it is for;
// one that was not built or that nothing can be said of does not.
bool IsFailure(absl::string_view outcome);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_BENCH_BENCH_JUDGE_H_
