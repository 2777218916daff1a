#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "nlohmann/json.hpp"
#include "reports/render/text.h"
#include "suite/compiled/compiled_report.h"
#include "suite/compiled/wait_statement.h"
#include "suite/core/base/field_visitor.h"
#include "suite/core/base/sha256.h"
#include "suite/core/base/status_macros.h"
#include "suite/core/plan/plan.h"
#include "suite/core/record/device_info.h"
#include "suite/engine/session.h"
#include "suite/worker/commands.h"
#include "tools/cli/cli.h"
#include "tools/cmd/compile_args.h"
#include "tools/run/choose_cases.h"
#include "tools/run/compile_for.h"
#include "tools/run/driver_compiler.h"
#include "tools/run/live_line.h"

namespace wgsync {
namespace {

// For the GPU, if another wgsync has it.
constexpr double kSecondsToWait = 10;

std::string ShortName(const WaitJudgement& j, bool counts) {
  if (j.statement == WaitStatement::kUnknown) return "?";
  const std::string name(NameOf(j.statement));
  return counts && j.statement == WaitStatement::kLost ? "LOST" : name;
}

std::string WhyText(const WaitJudgement& j) {
  std::string text(SaysOf(j.reason));
  if (!j.lines.empty()) absl::StrAppend(&text, "; line ", j.lines.front());
  if (!j.text.empty()) absl::StrAppend(&text, ": ", OneLine(j.text));
  return text;
}

// Whether OpenCL promises what the statement is about.
bool Counts(const CompiledForm& form, WaitStatement s) {
  return s == WaitStatement::kOpen ? form.order_counts : form.counts;
}

// The statements that a reader asks about: lost and open ones that count, and
// with `all` each.
std::string WhyLines(const CompiledReport& report, bool all) {
  std::string text;
  for (const CompiledForm& form : report.forms) {
    for (const CompiledResult& r : form.results) {
      const WaitStatement s = r.judgement.statement;
      const bool bad = s == WaitStatement::kLost || s == WaitStatement::kOpen;
      if (!all && !(bad && Counts(form, s))) continue;
      absl::StrAppend(
          &text, form.form, " ", r.target, " ",
          ShortName(r.judgement, form.counts), ": ", WhyText(r.judgement),
          r.listing.empty() ? "" : absl::StrCat(" (", r.listing, ")"), "\n");
    }
  }
  return text;
}

// With `counting` those of forms in which the statement counts.
size_t CountOf(const CompiledReport& report, bool counting, WaitStatement s) {
  size_t found = 0;
  for (const CompiledForm& form : report.forms) {
    for (const CompiledResult& r : form.results) {
      found += r.judgement.statement == s && (!counting || Counts(form, s));
    }
  }
  return found;
}

std::string KeptLines(const std::vector<std::string>& kept) {
  return absl::StrCat(
      "Sound forms that every target keeps:", kept.empty() ? " none" : "\n  ",
      absl::StrJoin(kept, "\n  "), "\n");
}

std::string TargetLines(const CompiledReport& report) {
  std::string text;
  for (const CompiledTarget& t : report.targets) {
    absl::StrAppend(&text, t.name, ": ", t.compiler,
                    "; acquire: ", absl::StrJoin(t.acquire, ", "),
                    "; release: ", absl::StrJoin(t.release, ", "), "\n");
  }
  return text;
}

int PrintReport(const CompiledReport& report, const CompileArgs& args) {
  const size_t lost = CountOf(report, true, WaitStatement::kLost);
  if (args.output.json) {
    PrintJson(ToJson(report));
  } else {
    std::vector<std::vector<std::string>> rows = {{"form", ""}};
    for (const CompiledTarget& t : report.targets) rows[0].push_back(t.name);
    for (const CompiledForm& form : report.forms) {
      rows.push_back({form.form, form.counts ? "counts" : ""});
      for (const CompiledResult& r : form.results) {
        rows.back().push_back(ShortName(r.judgement, form.counts));
      }
    }
    std::printf(
        "%s\n%s\n%s%s%zu lost of forms that count, %zu open; %zu kept and "
        "%zu unknown of all. No statement is a verdict: nothing ran.\n",
        TargetLines(report).c_str(), TableText(rows).c_str(),
        WhyLines(report, args.all).c_str(),
        KeptLines(SoundFormsKept(report)).c_str(), lost,
        CountOf(report, true, WaitStatement::kOpen),
        CountOf(report, false, WaitStatement::kKept),
        CountOf(report, false, WaitStatement::kUnknown));
  }
  const size_t all = report.forms.size() * report.targets.size();
  return lost > 0 ? kFailures
         : CountOf(report, false, WaitStatement::kUnknown) == all
             ? kNothingBinds
             : kAsExpected;
}

absl::StatusOr<int> Diff(const CompileArgs& args) {
  ASSIGN_OR_RETURN(const CompiledReport before,
                   ReadCompiledReport(args.diff[0]));
  ASSIGN_OR_RETURN(const CompiledReport after,
                   ReadCompiledReport(args.diff[1]));
  const CompiledChanges found = ChangesOf(before, after);
  size_t worse = 0;
  for (const CompiledChange& c : found.changes) {
    worse += c.IsWorse() ? 1 : 0;
    std::printf(
        "%s %s %s: %s, was %s: %s\n", c.IsWorse() ? "worse" : "other",
        c.form.c_str(), c.target.c_str(), ShortName(c.after, c.counts).c_str(),
        ShortName(c.before, c.counts).c_str(), WhyText(c.after).c_str());
  }
  std::printf("%zu of %zu differ, %zu worse; %zu are in one file alone\n",
              found.changes.size(), static_cast<size_t>(found.compared), worse,
              static_cast<size_t>(found.alone));
  return worse > 0             ? kFailures
         : found.compared == 0 ? kNothingBinds
                               : kAsExpected;
}

// Next to the folder of fetched drivers.
std::string ListingsFolder(const std::string& given) {
  if (!given.empty()) return given;
  const char* cache = std::getenv("XDG_CACHE_HOME");
  if (cache != nullptr && *cache != '\0') {
    return absl::StrCat(cache, "/wgsync/compiled");
  }
  const char* home = std::getenv("HOME");
  return home == nullptr ? "" : absl::StrCat(home, "/.cache/wgsync/compiled");
}

// Opens the driver of the target that is a device here.
absl::Status OpenDriver(CompileOptions* options,
                        std::unique_ptr<DriverCompiler>* compiler) {
  ASSIGN_OR_RETURN(const std::vector<DeviceInfo> all, EnumerateDevices());
  for (const DeviceInfo& device : all) {
    if (!absl::StartsWith(device.full_name, "NVIDIA")) continue;
    options->driver =
        absl::StrCat(device.full_name, " ", device.driver_version);
    ASSIGN_OR_RETURN(*compiler, DriverCompiler::Open(device, kSecondsToWait,
                                                     "compile again"));
    options->build = [driver = compiler->get()](const std::string& source,
                                                const std::string& options) {
      ProgramText text;
      text.key = Sha256(absl::StrCat(options, "\n", source));
      text.source = source;
      text.options = options;
      return driver->Binary(text);
    };
    return absl::OkStatus();
  }
  return absl::NotFoundError(absl::StrCat(
      "the target ", kDriverTarget,
      " is the driver of an NVIDIA GPU, and none is here; `wgsync device` "
      "lists the devices"));
}

absl::StatusOr<CompiledReport> MakeReport(const CompileArgs& args) {
  CompileOptions options;
  std::unique_ptr<DriverCompiler> driver;
  options.targets = args.targets;
  options.compilers = args.compilers;
  options.jobs = args.jobs > 0
                     ? args.jobs
                     : std::max(1U, std::thread::hardware_concurrency());
  options.listings = ListingsFolder(args.listings);
  if (args.targets.empty() || options.listings.empty()) {
    return BadInput(args.targets.empty()
                        ? absl::StrCat("name targets with --for: ",
                                       absl::StrJoin(CompileTargets(), ","))
                        : "no folder for listings: set HOME, or name "
                          "one with --listings");
  }
  ASSIGN_OR_RETURN(const Tier tier, ParseTier(args.tier));
  ASSIGN_OR_RETURN(const std::vector<PlannedCase> cases,
                   SelectWords(tier, args.cases));
  options.forms = FormsOf(cases);
  if (options.forms.empty()) {
    return BadInput(
        "none of these cases has a wait that can be read; name "
        "barriers, locks, semaphores or hand-offs without native fences");
  }
  if (absl::c_linear_search(args.targets, kDriverTarget)) {
    RETURN_IF_ERROR(OpenDriver(&options, &driver));
  }
  Progress progress;
  std::once_flag begun;  // no error comes after it
  options.on_start = [&](const std::string& id, size_t done, size_t total) {
    std::call_once(begun, [&] {
      progress.Begin(absl::StrJoin(args.targets, ","),
                     absl::StrCat(options.forms.size(), " forms"));
    });
    progress.Start(id, done, total);
  };
  ASSIGN_OR_RETURN(CompiledReport report, CompileFor(options));
  progress.Clear();
  return report;
}

absl::StatusOr<int> Compile(const CompileArgs& args) {
  if (!args.diff.empty()) return Diff(args);
  ASSIGN_OR_RETURN(const CompiledReport report, MakeReport(args));
  return PrintReport(report, args);
}

}  // namespace

Argument& AddTargetOptions(Command& command, CompileArgs* args) {
  command.Add("--compilers FOLDER", args->compilers,
              "What `tools/drivers/fetch.sh compilers sid` printed (default: "
              "clang and ocloc of the PATH)");
  return command
      .Add("--for NAME", args->targets,
           absl::StrCat("Targets: ", absl::StrJoin(CompileTargets(), ", "),
                        ", which is the driver of a GPU here"))
      .CommaList();
}

absl::StatusOr<int> PrintKept(const CompileArgs& args) {
  ASSIGN_OR_RETURN(const CompiledReport report, MakeReport(args));
  const std::vector<std::string> kept = SoundFormsKept(report);
  const size_t unknown = absl::c_count_if(report.forms, [](const auto& form) {
    return form.counts && absl::c_any_of(form.results, [](const auto& r) {
             return r.judgement.statement == WaitStatement::kUnknown;
           });
  });
  if (args.output.json) {
    PrintJson(ToJson(report));
  } else {
    std::printf(
        "%s\n%s%s%zu other forms that count are not known for a target. Read "
        "from compiled programs, and none ran: `wgsync compile` has the "
        "table.\n",
        TargetLines(report).c_str(), KeptLines(kept).c_str(),
        WhyLines(report, args.all).c_str(), unknown);
  }
  const bool bad = CountOf(report, true, WaitStatement::kLost) > 0 ||
                   CountOf(report, true, WaitStatement::kOpen) > 0;
  return !kept.empty() ? kAsExpected : bad ? kFailures : kNothingBinds;
}

Command CompileCommand() {
  auto args = std::make_shared<CompileArgs>();
  Command compile("compile",
                  "Reads what compilers make of waits, also for devices that "
                  "are not here");
  compile.footer =
      "lost: a wait has no load or no loop. open: a path lacks what the "
      "compiler emits for a device fence. kept: no path does. ?: not known. "
      "Nothing runs, and none of these is a verdict.";
  compile.Add("case CASE", args->cases,
              "Only the forms of these cases: ids, parts of ids, globs, common "
              "names");
  AddTargetOptions(compile, args.get());
  AddTierOption(compile, &args->tier);
  compile.Add("--listings FOLDER", args->listings,
              "Keeps the listings, and takes those that are there (default: "
              "wgsync/compiled in the user's cache folder)");
  compile.Add("--jobs N", args->jobs, "Programs that are compiled at once")
      .Within(1, 256)
      .DefaultStr("one per core");
  compile.Add("--all", args->all, "Says why of each statement");
  compile
      .Add("--diff FILE", args->diff,
           "Compares two files that --json wrote, the older one first")
      .Exactly(2)
      .Excludes({"--for", "--json"});
  AddJsonOption(compile, &args->output);
  compile.run = [args] { return Compile(*args); };
  return compile;
}

}  // namespace wgsync
