// What `wgsync run` is asked for, and the runs that this makes.

#ifndef WGSYNC_TOOLS_RUN_PREPARE_RUN_H_
#define WGSYNC_TOOLS_RUN_PREPARE_RUN_H_

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "reports/gate/known.h"
#include "suite/engine/run_options.h"

namespace wgsync {

struct RunArgs {
  std::string device;
  std::vector<std::string> cases, skip;  // patterns, or "@FILE" with patterns
  std::string tier = "smoke";
  std::string shard;  // "I/N", or "ci"
  double max_minutes = std::numeric_limits<double>::infinity();
  std::string model;
  uint32_t repeat = 1;
  bool baseline = false;
  bool safe = false;
  bool without_waits = false;
  std::vector<std::string> bind = BindWords(BindMask());
  std::string isolate = "worker";
  std::vector<std::string> known;
  bool verbose = false;
  std::string expect, driver_dir, junit;
  std::string out;
  std::string resume;
  bool retry_lost = false;
  std::vector<std::string> fresh;  // options of a new run that were given
  uint32_t jobs = 1;
  bool share = false;
  double wait_seconds = std::numeric_limits<double>::infinity();
};

// One device's run, ready to go, or that of devices which share it.
struct PreparedRun {
  RunOptions options;  // of the first device, if several share the run
  std::string label;   // its folder, below the one of all runs
  // Of a shared run: each device's. The joined run is in options.folder.
  std::vector<RunOptions> devices;
};

// A new run: its folder, with run.json, and a run for each device. Cases that
// the `files` leave out are not launched.
absl::Status PrepareNew(const RunArgs& args,
                        absl::Span<const DeviceExpectations> files,
                        std::string* folder, std::vector<PreparedRun>* runs);
// The same of the runs in the folder args.resume.
absl::Status PrepareResume(const RunArgs& args,
                           absl::Span<const DeviceExpectations> files,
                           std::string* folder, std::vector<PreparedRun>* runs);

}  // namespace wgsync

#endif  // WGSYNC_TOOLS_RUN_PREPARE_RUN_H_
