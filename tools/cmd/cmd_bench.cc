#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "nlohmann/json.hpp"
#include "reports/advice/bench_text.h"
#include "suite/bench/bench_plan.h"
#include "suite/bench/bench_run.h"
#include "suite/core/base/status_macros.h"
#include "suite/core/base/write_file.h"
#include "suite/core/record/bench_data.h"
#include "tools/cli/cli.h"
#include "tools/run/device_list.h"
#include "tools/run/driver_dir.h"
#include "tools/run/interrupt.h"
#include "tools/run/live_line.h"

namespace wgsync {
namespace {

struct BenchArgs {
  std::string device, driver_dir, json;
  std::string format = "text";
  std::vector<std::string> grids;
  double milliseconds = 0;
  BenchOptions options;  // all else that is asked for
};

constexpr char kInterrupted[] =
    "wgsync: interrupted: what was timed until then is all\n";

// `--json` without a file: the standard output.
constexpr char kStdout[] = "-";

constexpr char kText[] = "text", kJson[] = "json";
constexpr char kGoogle[] = "google-benchmark";

void Print(const Bench& bench, const std::string& format) {
  if (format == kGoogle) {
    PrintJson(GoogleBenchmark(bench));
  } else if (format == kJson) {
    PrintJson(ToJson(bench));
  } else {
    PrintText(BenchText(bench, ProseWidth()));
  }
  std::fflush(stdout);
}

int WorstOf(const Bench& bench) {
  size_t timed = 0;
  for (const BenchLine& l : bench.lines) {
    if (l.outcome == "lost") return kInfrastructure;
    timed += l.timed() ? 1 : 0;
  }
  return timed == 0 ? kNothingBinds : kAsExpected;
}

absl::StatusOr<BenchOptions> OptionsFrom(const BenchArgs& args) {
  BenchOptions options = args.options;
  options.seconds = args.milliseconds / 1000;
  for (const std::string& text : args.grids) {
    ASSIGN_OR_RETURN(const BenchGrid grid, ParseGrid(text));
    options.grids.push_back(grid);
  }
  return options;
}

absl::StatusOr<int> BenchAll(const BenchArgs& args) {
  if (args.json == kStdout && args.format == kGoogle) {
    return BadInput(
        "--json and --format google-benchmark both take the "
        "standard output; give --json a file");
  }
  RETURN_IF_ERROR(UseDriverDir(args.driver_dir));
  ASSIGN_OR_RETURN(BenchOptions options, OptionsFrom(args));
  ASSIGN_OR_RETURN(const std::vector<DeviceInfo> devices,
                   FindDevices(args.device));
  const bool to_file = !args.json.empty() && args.json != kStdout;
  const std::string format = args.json == kStdout ? kJson : args.format;
  if (devices.size() > 1 && (to_file || format != kText)) {
    return BadInput(to_file ? "--json " : "--format ",
                    to_file ? args.json : format, ": ", devices.size(),
                    " devices and one document; name one of them with "
                    "--device");
  }
  if (to_file) RETURN_IF_ERROR(CheckWritable(args.json));
  absl::Status written;
  const std::string interrupted =
      to_file ? absl::StrCat("wgsync: interrupted; ", args.json,
                             " has what was timed until then\n")
              : kInterrupted;
  LeaveWithMessage(interrupted);
  Progress progress;
  int exit_code = kAsExpected;
  options.on_line = [&](const Bench& until_now) {
    if (to_file) written = WriteBench(until_now, args.json);
    if (format == kText) {
      LeaveWithMessage(interrupted, BenchText(until_now, ProseWidth()));
    }
  };
  for (const DeviceInfo& device : devices) {
    options.device = device;
    progress.Follow("times of barriers and locks that are right on it",
                    &options);
    ASSIGN_OR_RETURN(const Bench bench, RunBench(options));
    progress.Clear();
    Print(bench, format);
    exit_code = WorseExit(exit_code, WorstOf(bench));
    RETURN_IF_ERROR(written);
  }
  return exit_code;
}

}  // namespace

Command BenchCommand() {
  auto args = std::make_shared<BenchArgs>();
  Command bench("bench", "Times barriers and locks, where they are right");
  bench.footer =
      "Columns of the table, by grid and primitive: g guaranteed, c customary "
      "or r racy; poll, signal, fence and payload; nanoseconds of a barrier or "
      "a turn, the median [least to most] of the launches; rounds of a launch. "
      "All of it takes minutes; an interrupt prints what there is.";
  AddDeviceOption(bench, &args->device);
  bench.Add("--cases GLOB", args->options.globs,
            "Only these cases: parts of ids, or globs (* and ?); also "
            "accesses that are not timed by default");
  bench
      .Add("--grid GRID", args->grids,
           "Work-groups and their size: 132x64,132x256 (default: by "
           "the measured residency)")
      .Delimiter(',');
  bench.Add("--launches N", args->options.launches, "Timed launches of a case")
      .Within(5, 1000);
  bench
      .Add("--rounds N", args->options.rounds,
           "Rounds of a launch; else as many as --ms asks for")
      .Within(2, 10000000)
      .DefaultStr("");
  bench
      .Add("--ms N", args->milliseconds,
           "What a launch should last (default: 10 on a GPU, 25 on "
           "other devices)")
      .Within(0.1, 10000.0)
      .DefaultStr("");
  bench.Add("--safe", args->options.safe,
            "Never launch a wait that could not end by itself");
  bench
      .Add("--json FILE", args->json,
           "As JSON; with a file, there, and the table is printed too")
      .ValueOptional(kStdout);
  bench.Add("--format text|json|google-benchmark", args->format,
            "Of the standard output; google-benchmark is for its compare.py");
  AddEngineOptions(bench, &args->options.lock_seconds);
  AddDriverDirOption(bench, &args->driver_dir);
  bench.run = [args] { return BenchAll(*args); };
  return bench;
}

}  // namespace wgsync
