// What `wgsync run` is asked for, and the runs that this makes.

#ifndef WGSYNC_TOOLS_RUN_PREPARE_RUN_H_
#define WGSYNC_TOOLS_RUN_PREPARE_RUN_H_

#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "reports/gate/known.h"
#include "suite/core/record/run_log.h"
#include "suite/engine/run_options.h"
#include "tools/cli/cli.h"
#include "tools/run/run_spec.h"

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
  bool one_device = false;  // several are an error
  std::string failed;       // a run, or a gate's folder
  bool dry_run = false;
  double wait_seconds = std::numeric_limits<double>::infinity();
};

// One device's run, ready to go, or that of devices which share it.
struct PreparedRun {
  RunOptions options;  // of the first device, if several share the run
  std::string label;   // its folder, below the one of all runs
  // Of a shared run: each device's. The joined run is in options.folder.
  std::vector<RunOptions> devices;
};

// --cases, --shard and --failed, which a run keeps; and what may be given again
// with --resume: --skip, --known, --max-minutes, --resume itself; --dry-run.
void AddCaseOptions(Command& command, RunArgs* args);
void AddPartOptions(Command& command, RunArgs* args);

// Whether `args` choose a part of a baseline's cases.
bool ChoosesCases(const RunArgs& args);

// The run that `args` ask for. One like a baseline (may be null) has its
// options, each case once, and of its cases those that `args` choose.
absl::StatusOr<RunSpec> SpecFromArgs(const RunArgs& args, const Run* baseline);

// --dry-run: prints the cases that would be run, and how long the baseline (may
// be null) took for them.
absl::Status PrintPlan(const RunArgs& args, const Run* baseline);

// The runs that `args` ask for, within its limits of time: new ones, with their
// folder and run.json, or those of the folder args.resume. Cases that the
// `files` leave out are not launched. `baseline`: of SpecFromArgs(). From now
// on an interruption prints what `resume` makes of the folder.
struct PreparedRuns {
  std::string folder;
  std::vector<PreparedRun> runs;
};
absl::StatusOr<PreparedRuns> PrepareRuns(
    const RunArgs& args, const Run* baseline,
    absl::Span<const DeviceExpectations> files,
    const std::function<std::string(const std::string&)>& resume);

}  // namespace wgsync

#endif  // WGSYNC_TOOLS_RUN_PREPARE_RUN_H_
