#include <cstdio>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "nlohmann/json.hpp"
#include "reports/advice/recipe.h"
#include "reports/render/text.h"
#include "suite/bench/bench_run.h"
#include "suite/core/launch/access_calls.h"
#include "suite/core/plan/case.h"
#include "suite/core/plan/plan.h"
#include "suite/core/record/bench_data.h"
#include "suite/core/record/run_log.h"
#include "suite/engine/session.h"
#include "tools/cli/cli.h"
#include "tools/run/device_list.h"
#include "tools/run/driver_dir.h"
#include "tools/run/live_line.h"
#include "tools/run/run_folder.h"

namespace wgsync {
namespace {

struct RecipeArgs {
  std::string primitive, run, bench, device, driver_dir, out;
  double wait_seconds = std::numeric_limits<double>::infinity();
  Output output;
};

int Print(const RecipeArgs& args, const std::string& folder,
          const Bench& bench) {
  absl::StatusOr<std::vector<Run>> runs = ReadRuns(folder);
  if (!runs.ok()) return Complain(kBadInput, runs.status().message());
  absl::Status last = absl::NotFoundError(
      absl::StrCat(folder, ": no run in it; make one with `wgsync run`"));
  for (const Run& run : *runs) {
    last = CheckSameDevice(run, bench);
    if (!last.ok()) continue;
    if (args.output.json) {
      const absl::StatusOr<nlohmann::json> report =
          RecipeReport(run, bench, args.primitive, AccessCallsOf);
      if (!report.ok()) return Complain(kBadInput, report.status().message());
      PrintJson(*report);
      return kAsExpected;
    }
    const absl::StatusOr<std::string> text =
        RecipeText(run, bench, args.primitive, AccessCallsOf, ProseWidth());
    if (!text.ok()) return Complain(kBadInput, text.status().message());
    std::fputs(text->c_str(), stdout);
    return kAsExpected;
  }
  return Complain(kBadInput, last.message());
}

// The verdicts that a recipe rests on: each form that was timed, with every
// workload of its primitive, on all that is resident.
std::vector<PlannedCase> CasesOf(const Bench& bench) {
  std::vector<PlannedCase> cases;
  for (const BenchLine& l : bench.lines) {
    if (!l.timed()) continue;
    std::string id = l.id.substr(0, l.id.find("/work="));
    const Primitive* p = FindPrimitive(id.substr(0, id.find('/')));
    if (p == nullptr) continue;
    for (const std::string& work : p->workloads) {
      const std::string whole =
          absl::StrCat(id, "/work=", work, "/wg=64/groups=res");
      const absl::StatusOr<Case> c = ParseCaseId(whole);
      if (!c.ok() || !ValidateCase(*c).ok()) continue;
      bool there = false;
      for (const PlannedCase& other : cases) there |= other.id == whole;
      if (!there) cases.push_back({*c, whole, "timed"});
    }
  }
  return cases;
}

int MakeBoth(const RecipeArgs& args) {
  std::vector<DeviceInfo> devices;
  int exit_code = FindDevices(args.device, &devices);
  if (exit_code != kAsExpected) return exit_code;
  if (devices.size() > 1) {
    return Complain(
        kBadInput,
        absl::StrCat("--device ", args.device, ": names ", devices.size(),
                     " devices; a recipe is of one of them"));
  }
  const std::string folder = args.out.empty() ? NewRunFolder() : args.out;
  BenchOptions bench_options;
  bench_options.device = devices.front();
  if (!args.primitive.empty()) bench_options.globs = {args.primitive + "/*"};
  Progress progress;
  progress.Begin(OneLine(devices.front().full_name),
                 "times of barriers and locks, then their verdicts");
  progress.Doing("opening the device");
  bench_options.lock_seconds = args.wait_seconds;
  bench_options.on_wait = [&](const std::string& lock) {
    progress.Waits(lock);
  };
  bench_options.on_start = [&](const std::string& id, size_t done,
                               size_t total) {
    progress.Start(id, done, total);
  };
  absl::StatusOr<Bench> bench = RunBench(bench_options);
  progress.Clear();
  if (!bench.ok()) return ComplainOf(bench.status());
  RunOptions options;
  options.device = devices.front();
  options.cases = CasesOf(*bench);
  options.tier = "default";
  options.folder = absl::StrCat(folder, "/", devices.front().slug);
  options.lock_seconds = args.wait_seconds;
  options.on_wait = bench_options.on_wait;
  options.on_start = [&](const std::string& id, size_t done, size_t total) {
    progress.Start(id, done, total);
  };
  const absl::StatusOr<RunSummary> summary = RunDevice(options);
  progress.Clear();
  if (!summary.ok()) return ComplainOf(summary.status());
  const std::string file = absl::StrCat(folder, "/bench.json");
  const absl::Status written = WriteBench(*bench, file);
  if (!written.ok()) return ComplainOf(written);
  std::fprintf(args.output.json ? stderr : stdout, "run: %s, bench: %s\n\n",
               folder.c_str(), file.c_str());
  return Print(args, options.folder, *bench);
}

int Recipe(const RecipeArgs& args) {
  const absl::Status driver = UseDriverDir(args.driver_dir);
  if (!driver.ok()) return Complain(kBadInput, driver.message());
  if (!args.device.empty()) {
    if (!args.run.empty() || !args.bench.empty()) {
      return Complain(kBadInput,
                      "recipe: --device makes run and bench anew; leave --run "
                      "and --bench away, or --device");
    }
    return MakeBoth(args);
  }
  if (args.run.empty() || args.bench.empty()) {
    return Complain(kBadInput,
                    "recipe: say --run FOLDER and --bench FILE, which `wgsync "
                    "bench --json` wrote, or --device");
  }
  const absl::StatusOr<Bench> bench = ReadBench(args.bench);
  if (!bench.ok()) return ComplainOf(bench.status());
  return Print(args, args.run, *bench);
}

}  // namespace

void AddRecipeCommand(CommandHandle app, int* exit_code) {
  auto args = std::make_shared<RecipeArgs>();
  CommandHandle recipe = app.AddSubcommand(
      "recipe",
      "Says what to write on a device: the cheapest form that is guaranteed, "
      "the cheapest that is customary, and the price of the guarantee");
  recipe
      .AddOption("primitive", args->primitive,
                 "Only primitives of this name (* and ?)")
      .TypeName("PRIMITIVE");
  recipe.AddOption("--run", args->run, "A folder that `wgsync run` wrote")
      .TypeName("RUN");
  recipe
      .AddOption("--bench", args->bench,
                 "A file that `wgsync bench --json` wrote")
      .TypeName("FILE");
  AddDeviceOption(recipe, &args->device)
      .Description("Make both on this device, where there are none");
  recipe
      .AddOption("--out", args->out,
                 "With --device: folder of run and bench (default: "
                 "wgsync-runs/TIME)")
      .TypeName("FOLDER");
  AddWaitOption(recipe, &args->wait_seconds);
  AddDriverDirOption(recipe, &args->driver_dir);
  AddJsonOption(recipe, &args->output);
  recipe.OnParse([args, exit_code] { *exit_code = Recipe(*args); });
}

}  // namespace wgsync
