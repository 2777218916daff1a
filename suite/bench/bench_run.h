// Times the primitives on one device, through watched launches.
//
// As a run does: the device's lock around each case, a worker that is killed
// where a case hangs, and bounded waits on a GPU whose hang test has not
// passed. A binary that calls this must hand its main() to MaybeWorkerMain()
// first (suite/engine/session.h).

#ifndef WGSYNC_SUITE_BENCH_BENCH_RUN_H_
#define WGSYNC_SUITE_BENCH_BENCH_RUN_H_

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "suite/bench/bench_plan.h"
#include "suite/core/record/bench_data.h"
#include "suite/engine/device_work.h"

namespace wgsync {

struct BenchOptions : DeviceWork {
  std::vector<std::string> globs;  // over case ids; none: all that is timed
  std::vector<BenchGrid> grids;    // none: the device's default grids
  uint32_t launches = 5;           // timed, of each case
  uint32_t rounds = 0;             // of each launch; 0: as `seconds` asks for
  double seconds = 0;  // that a launch should last; 0: 10 ms on a GPU, else 25
  bool safe = false;   // never an unbounded wait
  // After each case, with all that there is until then.
  std::function<void(const Bench& until_now)> on_line;
};

// kInvalidArgument and kNotFound are the user's to mend. What a case does,
// hang or crash, is its line and no error.
absl::StatusOr<Bench> RunBench(const BenchOptions& options);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_BENCH_BENCH_RUN_H_
