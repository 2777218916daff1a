#include <cstdio>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "nlohmann/json.hpp"
#include "reports/advice/bench_google.h"
#include "reports/advice/bench_text.h"
#include "suite/bench/bench_plan.h"
#include "suite/bench/bench_run.h"
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
  std::vector<std::string> cases, grids;
  uint32_t launches = 5;
  uint32_t rounds = 0;
  double milliseconds = 0;  // by the device
  double wait_seconds = std::numeric_limits<double>::infinity();
  bool safe = false;
};

absl::StatusOr<BenchOptions> OptionsFrom(const BenchArgs& args) {
  BenchOptions o;
  o.globs = args.cases;
  for (const std::string& text : args.grids) {
    absl::StatusOr<BenchGrid> grid = ParseGrid(text);
    if (!grid.ok()) return grid.status();
    o.grids.push_back(*grid);
  }
  o.launches = args.launches;
  o.rounds = args.rounds;
  o.seconds = args.milliseconds / 1000;
  o.safe = args.safe;
  return o;
}

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
    std::fputs(BenchText(bench, ProseWidth()).c_str(), stdout);
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

int BenchAll(const BenchArgs& args) {
  if (args.json == kStdout && args.format == kGoogle) {
    return Complain(kBadInput,
                    "--json and --format google-benchmark both take the "
                    "standard output; give --json a file");
  }
  absl::Status driver = UseDriverDir(args.driver_dir);
  if (!driver.ok()) return Complain(kBadInput, driver.message());
  absl::StatusOr<BenchOptions> options = OptionsFrom(args);
  if (!options.ok()) return ComplainOf(options.status());
  const absl::StatusOr<std::vector<DeviceInfo>> devices =
      FindDevices(args.device);
  if (!devices.ok()) return ComplainOf(devices.status());
  const bool to_file = !args.json.empty() && args.json != kStdout;
  const std::string format = args.json == kStdout ? kJson : args.format;
  if (devices->size() > 1 && (to_file || format != kText)) {
    return Complain(
        kBadInput,
        absl::StrCat(to_file ? "--json " : "--format ",
                     to_file ? args.json : format, ": ", devices->size(),
                     " devices and one document; name one of them with "
                     "--device"));
  }
  int exit_code = to_file ? CheckWritable(args.json) : kAsExpected;
  if (exit_code != kAsExpected) return exit_code;
  absl::Status written;
  const std::string interrupted =
      to_file ? absl::StrCat("wgsync: interrupted; ", args.json,
                             " has what was timed until then\n")
              : kInterrupted;
  LeaveWithMessage(interrupted);
  options->lock_seconds = args.wait_seconds;
  Progress progress;
  options->on_line = [&](const Bench& until_now) {
    if (to_file) written = WriteBench(until_now, args.json);
    if (format == kText) {
      LeaveWithMessage(interrupted, BenchText(until_now, ProseWidth()));
    }
  };
  for (const DeviceInfo& device : *devices) {
    options->device = device;
    progress.Follow("times of barriers and locks that are right on it",
                    &*options);
    absl::StatusOr<Bench> bench = RunBench(*options);
    progress.Clear();
    if (!bench.ok()) return ComplainOf(bench.status());
    Print(*bench, format);
    exit_code = WorseExit(exit_code, WorstOf(*bench));
    if (!written.ok()) return ComplainOf(written);
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
  bench.Add("--cases GLOB", args->cases,
            "Only these cases: parts of ids, or globs (* and ?); also "
            "accesses that are not timed by default");
  bench
      .Add("--grid GRID", args->grids,
           "Work-groups and their size: 132x64,132x256 (default: by "
           "the measured residency)")
      .Delimiter(',');
  bench.Add("--launches N", args->launches, "Timed launches of a case")
      .Within(5, 1000);
  bench
      .Add("--rounds N", args->rounds,
           "Rounds of a launch; else as many as --ms asks for")
      .Within(2, 10000000)
      .DefaultStr("");
  bench
      .Add("--ms N", args->milliseconds,
           "What a launch should last (default: 10 on a GPU, 25 on "
           "other devices)")
      .Within(0.1, 10000.0)
      .DefaultStr("");
  bench.Add("--safe", args->safe,
            "Never launch a wait that could not end by itself");
  bench
      .Add("--json FILE", args->json,
           "As JSON; with a file, there, and the table is printed too")
      .ValueOptional(kStdout);
  bench.Add("--format text|json|google-benchmark", args->format,
            "Of the standard output; google-benchmark is for its compare.py");
  AddWaitOption(bench, &args->wait_seconds);
  AddDriverDirOption(bench, &args->driver_dir);
  bench.run = [args] { return BenchAll(*args); };
  return bench;
}

}  // namespace wgsync
