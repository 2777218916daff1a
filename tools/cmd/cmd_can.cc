#include <cstddef>
#include <cstdio>
#include <limits>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "nlohmann/json.hpp"
#include "reports/advice/can.h"
#include "reports/advice/common_names.h"
#include "reports/advice/idiom_needs.h"
#include "reports/advice/recipe.h"
#include "reports/matrix/report_json.h"
#include "suite/bench/bench_plan.h"
#include "suite/bench/bench_run.h"
#include "suite/core/base/status_macros.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/plan/case.h"
#include "suite/core/plan/plan.h"
#include "suite/core/record/bench_data.h"
#include "suite/core/record/run_facts.h"
#include "suite/core/record/run_log.h"
#include "suite/engine/session.h"
#include "tools/cli/cli.h"
#include "tools/cmd/compile_args.h"
#include "tools/run/device_list.h"
#include "tools/run/driver_dir.h"
#include "tools/run/live_line.h"
#include "tools/run/read_runs.h"
#include "tools/run/run_folder.h"

namespace wgsync {
namespace {

struct CanArgs {
  std::vector<std::string> what;
  std::string run, device, bench, driver_dir, out;
  bool all = false, time = false;
  double wait_seconds = std::numeric_limits<double>::infinity();
  Output output;
  CompileArgs compile;
};

// The words of the command line are one name ("grid barrier"), or several.
absl::StatusOr<std::vector<Meant>> WhatIsAsked(const CanArgs& args) {
  std::vector<std::string> names = args.what;
  const std::string whole = absl::StrJoin(names, " ");
  if (names.empty()) {
    for (const CommonName& kind : Kinds()) names.emplace_back(kind.name);
  } else if (WhatIsMeant(whole).ok()) {
    names = {whole};
  }
  std::vector<Meant> asked;
  for (const std::string& name : names) {
    ASSIGN_OR_RETURN(Meant meant, WhatIsMeant(name));
    asked.push_back(std::move(meant));
  }
  return asked;
}

void Add(const Case& c, absl::string_view why,
         std::vector<PlannedCase>* cases) {
  std::string id = CaseId(c);
  for (const PlannedCase& other : *cases) {
    if (other.id == id) return;
  }
  cases->push_back({c, std::move(id), std::string(why)});
}

// The forms that may be recommended: the guaranteed and the customary one of a
// primitive, on all resident groups and on twice as many; of a barrier also in
// concurrent dispatches, up to all groups that the driver promises, and with a
// host that polls the event.
void AddRecommended(const Primitive& p, std::vector<PlannedCase>* cases) {
  std::vector<const char*> grids = {"res", "res_x2"};
  if (p.need == ProgressNeed::kCoResident) {
    grids.insert(grids.end(),
                 {"res/dispatch=concurrent", "res_plus1/dispatch=concurrent",
                  "promised/dispatch=concurrent", "res_plus1/host=poll"});
  }
  for (const char* form : {"poll=acquire/signal=release/fence=none/pay=plain",
                           "poll=rmw/signal=rmw/fence=device/pay=plain"}) {
    for (const char* groups : grids) {
      const absl::StatusOr<Case> c = ParseCaseId(
          absl::StrCat(p.name, "/", form, "/work=", p.workloads.front(),
                       "/wg=64/groups=", groups));
      if (c.ok() && ValidateCase(*c).ok()) Add(*c, "recommended", cases);
    }
  }
}

// The driver's own barrier, on the resident groups and on the promised ones.
void AddDeviceBarrier(const Meant& asked, std::vector<PlannedCase>* cases) {
  constexpr char kOwn[] = "barrier.intel_device_barrier_declared";
  if (PlaceOf(asked.primitives, kOwn) == asked.primitives.size()) return;
  for (const char* groups : {"res", "promised_half", "promised"}) {
    const absl::StatusOr<Case> c = ParseCaseId(
        absl::StrCat(kOwn,
                     "/poll=plain/signal=plain/fence=none/pay=plain/"
                     "work=exchange/wg=64/groups=",
                     groups, "/dispatch=concurrent"));
    if (c.ok()) Add(*c, "promised", cases);
  }
}

// The cases by which the class of progress answers for the idioms.
void AddShapes(const std::vector<Meant>& asked,
               std::vector<PlannedCase>* cases) {
  std::vector<absl::string_view> idioms;
  for (const Meant& m : asked) {
    idioms.insert(idioms.end(), m.idioms.begin(), m.idioms.end());
  }
  const std::vector<std::string> globs = DecidingCases(idioms);
  for (const PlannedCase& c : PlanTier(Tier::kDefault)) {
    if (PlaceOf(globs, c.id) < globs.size()) Add(c.c, c.why, cases);
  }
}

// The cases that the answers need: the forms that may be recommended, and the
// smoke tier's cases of the primitives that are named, or, if all is asked, of
// those that are recommended first; shapes of forward progress; and host
// checks: smoke's, each form of those that are named, and clFinish always, on
// which the advice to end the kernel rests.
std::vector<PlannedCase> CasesFor(const std::vector<Meant>& asked, bool all) {
  std::vector<PlannedCase> cases;
  for (const Meant& m : asked) {
    for (const Primitive& p : Primitives()) {
      if (PlaceOf(m.primitives, p.name) == 0 && m.access.empty()) {
        AddRecommended(p, &cases);
      }
    }
    if (m.access.empty()) AddDeviceBarrier(m, &cases);
    for (const Tier tier : {Tier::kSmoke, Tier::kDefault}) {
      for (const PlannedCase& c : PlanTier(tier)) {
        const bool host = std::holds_alternative<HostCase>(c.c);
        if (tier == Tier::kDefault && !host && m.access.empty()) continue;
        const size_t most = host && tier == Tier::kSmoke ? m.primitives.size()
                            : all && !host               ? 1
                                                         : NamedGlobs(m);
        const std::string primitive = SplitId(c.id).primitive;
        if ((PlaceOf(m.primitives, primitive) < most &&
             absl::StrContains(c.id, m.access)) ||
            primitive == "host_sync.finish") {
          Add(c.c, c.why, &cases);
        }
      }
    }
  }
  AddShapes(asked, &cases);
  return cases;
}

// With a name: 0 yes, 1 no, 4 not known. Without one there is no one answer.
// Of several answers no comes before not known.
int ExitCodeOf(const CanArgs& args, const std::vector<CanAnswer>& answers) {
  if (args.what.empty()) return kAsExpected;
  std::set<Answer> given;
  for (const CanAnswer& a : answers) given.insert(a.answer);
  return given.count(Answer::kNo) != 0        ? kFailures
         : given.count(Answer::kUnknown) != 0 ? kNothingBinds
                                              : kAsExpected;
}

std::vector<std::string> PrimitivesOf(const std::vector<Meant>& asked) {
  std::vector<std::string> globs;
  for (const Meant& m : asked) {
    globs.insert(globs.end(), m.primitives.begin(), m.primitives.end());
  }
  return globs;
}

absl::StatusOr<int> Print(const CanArgs& args, const std::vector<Run>& runs,
                          const Bench* bench, const std::vector<Meant>& asked) {
  std::vector<CanAnswer> all;
  nlohmann::json report = ReportJson("can");
  report["devices"] = nlohmann::json::array();
  absl::Status last;
  size_t shown = 0;
  const bool costs = args.all && bench != nullptr;
  for (const Run& run : runs) {
    if (bench != nullptr) {
      last = CheckSameDevice(run, *bench);
      if (!last.ok()) continue;
    }
    std::vector<CanAnswer> answers;
    answers.reserve(asked.size());
    for (const Meant& m : asked) answers.push_back(MakeAnswer(run, bench, m));
    all.insert(all.end(), answers.begin(), answers.end());
    std::vector<GridRecipe> recipes;
    if (costs) recipes = MakeRecipes(run, *bench, PrimitivesOf(asked));
    if (args.output.json) {
      nlohmann::json device = CanJson(run, answers);
      if (costs) device["costs"] = RecipeJson(recipes, *bench);
      report["devices"].push_back(std::move(device));
    } else {
      std::string text = CanText(run, answers, ProseWidth(), args.all);
      if (costs) {
        absl::StrAppend(&text, "\n", RecipeText(recipes, *bench, ProseWidth()));
      }
      std::printf("%s%s", shown == 0 ? "" : "\n\n", text.c_str());
    }
    ++shown;
  }
  if (shown == 0) return last;
  if (args.output.json) PrintJson(report);
  return ExitCodeOf(args, all);
}

// Times the primitives that were asked for, as `wgsync bench` does.
absl::StatusOr<Bench> MakeBench(const CanArgs& args,
                                const std::vector<Meant>& asked) {
  BenchOptions options;
  const std::vector<std::string> globs = PrimitivesOf(asked);
  for (const Primitive& p : Primitives()) {
    if (IsTimed(p) && PlaceOf(globs, p.name) < globs.size()) {
      options.globs.push_back(p.name + "/*");
    }
  }
  if (options.globs.empty()) {
    return BadInput(
        "--time: `wgsync bench` times none of these, only barriers "
        "and locks; leave it out");
  }
  if (args.what.empty()) options.globs.clear();  // all that is timed
  ASSIGN_OR_RETURN(options.device, FindOneDevice(args.device));
  Progress progress;
  progress.Follow("times of barriers and locks, then their verdicts", &options);
  options.lock_seconds = args.wait_seconds;
  return RunBench(options);
}

// The verdicts that costs rest on: each form that was timed, with every
// workload of its primitive, on all that is resident.
void AddTimed(const Bench& bench, std::vector<PlannedCase>* cases) {
  for (const BenchLine& l : bench.lines) {
    if (!l.timed()) continue;
    const std::string form = l.id.substr(0, l.id.find("/work="));
    const Primitive* p = FindPrimitive(SplitId(form).primitive);
    if (p == nullptr) continue;
    for (const std::string& work : p->workloads) {
      const absl::StatusOr<Case> c =
          ParseCaseId(absl::StrCat(form, "/work=", work, "/wg=64/groups=res"));
      if (c.ok() && ValidateCase(*c).ok()) Add(*c, "timed", cases);
    }
  }
}

// Runs the cases that the answers need; with --time *bench gets the times
// first, and each form that was timed runs too.
absl::StatusOr<Run> MakeRun(const CanArgs& args,
                            const std::vector<Meant>& asked, Bench* bench) {
  if (args.time) {
    ASSIGN_OR_RETURN(*bench, MakeBench(args, asked));
  }
  RunOptions options;
  options.tier = "smoke";
  options.cases = CasesFor(asked, args.what.empty());
  if (args.time) AddTimed(*bench, &options.cases);
  options.lock_seconds = args.wait_seconds;
  const std::string folder = args.out.empty() ? NewRunFolder() : args.out;
  ASSIGN_OR_RETURN(Run run, RunHere(args.device, std::move(options), folder));
  if (args.time) {
    const std::string file = absl::StrCat(folder, "/bench.json");
    RETURN_IF_ERROR(WriteBench(*bench, file));
    std::fprintf(stderr, "times: %s\n", file.c_str());
  }
  return run;
}

absl::StatusOr<int> Can(const CanArgs& args) {
  RETURN_IF_ERROR(UseDriverDir(args.driver_dir));
  const absl::StatusOr<std::vector<Meant>> asked = WhatIsAsked(args);
  if (!asked.ok()) {
    return BadInput("can: ", asked.status().message());
  }
  if (!args.compile.targets.empty()) {
    CompileArgs compile = args.compile;
    for (const std::string& glob : PrimitivesOf(*asked)) {
      compile.cases.push_back(absl::StrCat(glob, "/*"));
    }
    compile.tier = "default";
    compile.all = args.all;
    compile.output = args.output;
    return PrintKept(compile);
  }
  if (args.run.empty() == args.device.empty()) {
    return BadInput(
        "can: name either a run with --run RUN or a device with --device D, on "
        "which "
        "the cases that it needs are run now; `wgsync device` lists devices");
  }
  Bench bench;
  if (!args.bench.empty()) {
    ASSIGN_OR_RETURN(bench, ReadBench(args.bench));
  }
  std::vector<Run> runs;
  if (!args.device.empty()) {
    ASSIGN_OR_RETURN(Run run, MakeRun(args, *asked, &bench));
    runs.push_back(std::move(run));
  } else {
    ASSIGN_OR_RETURN(runs, OpenRuns(args.run, Changed::kRefused));
  }
  const bool timed = args.time || !args.bench.empty();
  return Print(args, runs, timed ? &bench : nullptr, *asked);
}

}  // namespace

Command CanCommand() {
  auto args = std::make_shared<CanArgs>();
  Command can("can",
              "Answers whether kernels may synchronize their work-groups");
  can.footer = absl::StrCat(
      "Names for a device the forms that are right, up to how many "
      "work-groups, how to write it in OpenCL C, what of it is guaranteed, and "
      "what fails.\nCommon names: ",
      NamesText(CommonNames()), ".");
  can.Add("what WHAT", args->what,
          "barrier, lock, semaphore, look-back, hand-off, host-sync; or "
          "a common name (ticket lock, single-pass scan, ...), or a part "
          "of a primitive's name. Default: the six");
  can.Add("--run RUN", args->run, "A folder that `wgsync run` wrote");
  can.Add("--device DEVICE", args->device,
          "Run the cases that the answer needs on this device, now");
  AddTargetOptions(can, &args->compile)
      .Excludes({"--run", "--device", "--bench", "--out", "--driver-dir"});
  can.Add("--bench FILE", args->bench,
          "Add the cost, from a file that `wgsync bench --json` wrote");
  can.Add("--time", args->time,
          "Add the cost, of barriers and locks that are timed now, and "
          "judge each form of them; minutes")
      .Needs({"--device"})
      .Excludes({"--bench"});
  can.Add("--all", args->all,
          "List all that fails, not the first five; with --bench or --time the "
          "cost of each form, too, and what its guarantee costs");
  can.Add("--out FOLDER", args->out,
          "With --device: folder of the run (default: wgsync-runs/TIME)");
  AddEngineOptions(can, &args->wait_seconds);
  AddDriverDirOption(can, &args->driver_dir);
  AddJsonOption(can, &args->output);
  can.run = [args] { return Can(*args); };
  return can;
}

}  // namespace wgsync
