#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "nlohmann/json.hpp"
#include "reports/matrix/report_json.h"
#include "reports/render/junit.h"
#include "reports/site/case_source.h"
#include "reports/words/run_junit.h"
#include "reports/words/run_times.h"
#include "reports/words/show.h"
#include "suite/core/base/status_macros.h"
#include "suite/core/base/write_file.h"
#include "suite/core/record/run_facts.h"
#include "suite/core/record/run_log.h"
#include "tools/cli/cli.h"
#include "tools/run/read_runs.h"
#include "tools/run/run_folder.h"

namespace wgsync {
namespace {

struct ShowArgs {
  std::string run;
  std::string pattern, junit;
  bool source = false;
  bool times = false;
  bool full = false;
  Output output;
};

absl::StatusOr<int> ShowCases(const std::vector<Run>& runs,
                              const ShowArgs& args) {
  ASSIGN_OR_RETURN(const std::vector<FoundCase> found,
                   FindCasesOf(runs, args.pattern));
  const bool briefly = found.size() > 1 && !args.full;
  nlohmann::json report = ReportJson("case");
  for (const FoundCase& f : found) {
    if (args.output.json) {
      report["cases"].push_back(CaseReport(*f.run, *f.result));
      continue;
    }
    if (&f != &found.front() && !briefly) std::printf("\n");
    if (args.source) {
      ASSIGN_OR_RETURN(const std::string text, SourceText(*f.run, *f.result));
      PrintText(text);
      continue;
    }
    const bool color = args.output.Colored();
    PrintText(
        briefly ? ShowBriefly(*f.run, *f.result, ProseWidth(), color)
                : ShowCase(*f.run, *f.result, ProseWidth(), color, args.full));
  }
  if (args.output.json) PrintJson(report);
  return kAsExpected;
}

absl::StatusOr<int> WriteJunit(const std::vector<Run>& runs,
                               const std::string& file) {
  std::vector<JunitSuite> suites;
  for (const Run& run : runs) {
    std::string label =
        runs.size() == 1
            ? ""
            : std::filesystem::path(run.folder).filename().string();
    if (run.header.devices.size() > 1) {
      absl::StrAppend(&label, ".", RunDeviceName(run));
    }
    for (JunitSuite& suite : RunSuites({&run, {}, "", label})) {
      suites.push_back(std::move(suite));
    }
  }
  RETURN_IF_ERROR(WriteTextFile(file, JunitXml(suites)));
  return kAsExpected;
}

absl::StatusOr<int> Show(const ShowArgs& args) {
  std::string folder = args.run;
  if (folder.empty()) {
    ASSIGN_OR_RETURN(folder, NewestRunFolder());
    std::fprintf(stderr, "run: %s\n", folder.c_str());
  }
  ASSIGN_OR_RETURN(std::vector<Run> runs, OpenRuns(folder));
  if (!args.junit.empty()) return WriteJunit(runs, args.junit);
  if (args.times && (!args.pattern.empty() || args.output.json)) {
    return BadInput(
        "show: --times prints a run's times as text: leave CASE "
        "and --json away");
  }
  if (args.source && (args.pattern.empty() || args.output.json)) {
    return BadInput(
        "show: --source prints the program of a CASE as text: name "
        "one, and leave --json away");
  }
  if (!args.pattern.empty()) return ShowCases(runs, args);
  if (args.output.json) {
    nlohmann::json report = ReportJson("run");
    for (const Run& run : runs) report["runs"].push_back(RunReport(run));
    return PrintJson(report);
  }
  for (size_t i = 0; i < runs.size(); ++i) {
    if (i > 0) std::printf("\n");
    const Run& run = runs[i];
    PrintText(args.times ? RunTimesText(run)
                         : ShowRun(run, ProseWidth(), args.output.Colored(),
                                   args.full));
  }
  return kAsExpected;
}

}  // namespace

Command ShowCommand() {
  auto args = std::make_shared<ShowArgs>();
  Command show("show", "Shows a run, or the evidence of one case");
  show.Add("run RUN", args->run,
           "A folder that `wgsync run` wrote; the newest in wgsync-runs/ by "
           "default");
  show.Add(
      "case CASE", args->pattern,
      "An id, a glob, a part of an id, a verdict or its cause, or a common "
      "name (\"grid barrier\")");
  show.Add("--junit FILE", args->junit,
           "Write JUnit's XML of the runs to this file instead");
  show.Add("--all", args->full,
           "Print every launch of a case, all ids of a run, and each of "
           "several cases whole");
  show.Add("--source", args->source,
           "Print the program of the case, for reading: the primitive "
           "first, without what this case does not use");
  show.Add("--times", args->times,
           "Print where the run's time went: by what launches were made "
           "for, and by primitive");
  AddOutputOptions(show, &args->output);
  show.run = [args] { return Show(*args); };
  return show;
}

}  // namespace wgsync
