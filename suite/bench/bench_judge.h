// Whether a launch may lend its time. Pure.

#ifndef WGSYNC_SUITE_BENCH_BENCH_JUDGE_H_
#define WGSYNC_SUITE_BENCH_BENCH_JUDGE_H_

#include <string>

#include "suite/engine/watch.h"

namespace wgsync {

// "" where the launch ended and all is right; else one of the outcomes of
// BenchLine (reports/bench_data.h), and in words what came. Not a verdict:
// nothing is run again, and nobody asks whose fault it is.
struct LaunchWord {
  std::string outcome;
  std::string reason;
  bool right() const { return outcome.empty(); }
  // It came back, so that the same launch may be made again.
  bool ended() const { return right() || outcome == "wrong"; }
};
LaunchWord JudgeLaunch(const WatchResult& r);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_BENCH_BENCH_JUDGE_H_
