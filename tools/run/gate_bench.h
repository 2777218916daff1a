// The times that `wgsync gate` judges: read from files, or measured now.

#ifndef WGSYNC_TOOLS_RUN_GATE_BENCH_H_
#define WGSYNC_TOOLS_RUN_GATE_BENCH_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "reports/gate/gate_times.h"
#include "suite/core/record/bench_data.h"

namespace wgsync {

struct TimesArgs {
  std::vector<std::string> before;  // files of `wgsync bench --json`
  std::vector<std::string> after;   // the same of the new driver
  double slower = 1.25;
};

struct TimesRead {
  std::vector<Bench> before;
  GateTimes times;  // of `before` and all of `after`
};
// Reads and compares the files. Errors name the file.
absl::StatusOr<TimesRead> ReadTimes(const TimesArgs& args);

// Times the baseline's cases on the device that `device` selects, and those
// that are slower again, each time in another worker.
absl::Status TimeHere(const std::string& device, double wait_seconds,
                      TimesRead* read);

}  // namespace wgsync

#endif  // WGSYNC_TOOLS_RUN_GATE_BENCH_H_
