#include <cstdio>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "absl/types/optional.h"
#include "nlohmann/json.hpp"
#include "reports/gate/deqp_files.h"
#include "reports/gate/expectation.h"
#include "reports/gate/expectation_update.h"
#include "reports/matrix/report_json.h"
#include "reports/render/text.h"
#include "suite/core/base/status_macros.h"
#include "suite/core/base/write_file.h"
#include "suite/core/plan/plan.h"
#include "suite/core/record/run_facts.h"
#include "suite/core/record/run_log.h"
#include "tools/cli/cli.h"
#include "tools/run/read_runs.h"

namespace wgsync {
namespace {

struct ExpectArgs {
  std::vector<std::string> files;  // check: files, update: runs
  std::string file, run, id, out;
  Output output;
};

// What the run planned, and all that the largest tier has: a rule for another
// tier's cases is no error.
std::vector<std::string> IdsBeside(const Run& run) {
  std::vector<std::string> ids = run.header.plan;
  std::set<std::string> planned(ids.begin(), ids.end());
  for (std::string& id : IdsOf(PlanTier(Tier::kFull))) {
    if (planned.insert(id).second) ids.push_back(std::move(id));
  }
  return ids;
}

// What there is to say of one file.
struct Checked {
  std::string path;
  size_t rules = 0;
  std::vector<std::string> errors;
};

Checked CheckFile(const std::string& path, const Run* run) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) {
    return {path,
            0,
            {absl::StrCat(path,
                          ": is a folder, not a file of expectations; "
                          "to check files by a run, say --run ",
                          ShellQuote(path))}};
  }
  absl::StatusOr<std::string> text = ReadExpectationText(path);
  if (!text.ok()) return {path, 0, {std::string(text.status().message())}};
  std::vector<std::string> errors;
  const Expectations all = ParseExpectations(*text, path, Today(), &errors);
  std::vector<std::string> more;
  if (run != nullptr) {
    const TagFacts facts = TagFactsOf(*run);
    more = CheckRules(all, IdsBeside(*run), &facts, /*full=*/true);
  } else {
    more =
        CheckRules(all, IdsOf(PlanTier(Tier::kFull)), nullptr, /*full=*/true);
  }
  errors.insert(errors.end(), more.begin(), more.end());
  return {path, all.rules.size(), std::move(errors)};
}

absl::StatusOr<int> Check(const ExpectArgs& args) {
  Run run;
  if (!args.run.empty()) {
    ASSIGN_OR_RETURN(run, ReadOneRun(args.run));
  }
  int exit_code = kAsExpected;
  nlohmann::json report = ReportJson("expect check");
  for (const std::string& file : args.files) {
    const Checked c = CheckFile(file, args.run.empty() ? nullptr : &run);
    for (const std::string& error : c.errors) {
      exit_code = Complain(kBadInput, error);
    }
    report["files"].push_back(
        {{"file", c.path}, {"rules", c.rules}, {"errors", c.errors}});
    if (c.errors.empty() && !args.output.json) {
      std::printf("%s: %zu rules\n", c.path.c_str(), c.rules);
    }
  }
  if (args.output.json) PrintJson(report);
  return exit_code;
}

absl::Status WriteLines(const std::string& path,
                        const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) absl::StrAppend(&text, line, "\n");
  return WriteTextFile(path, text);
}

// All runs are of one device and driver, else their verdicts are not one's.
absl::StatusOr<std::vector<Run>> ReadLikeRuns(
    const std::vector<std::string>& folders) {
  ASSIGN_OR_RETURN(std::vector<Run> runs,
                   ReadOneRunEach(folders, Changed::kRefused));
  for (size_t i = 0; i < runs.size(); ++i) {
    const Run &run = runs[i], &first = runs.front();
    if (!RunModel(run).empty()) {
      return BadInput(
          folders[i], ": is of model:", RunModel(run),
          ", which is no device; update a file by runs without --model");
    }
    if (RunDeviceName(run) != RunDeviceName(first) ||
        RunDriverVersion(run) != RunDriverVersion(first)) {
      return BadInput(folders[i], ": is of another device or driver than ",
                      first.folder, "; update a file by the runs of one");
    }
  }
  return runs;
}

absl::StatusOr<int> Update(const ExpectArgs& args) {
  ASSIGN_OR_RETURN(std::vector<Run> runs, ReadLikeRuns(args.files));
  for (const Run& run : runs) {
    const bool once = run.header.settings.repeat < 2;
    if (run.finished && !once) continue;
    std::fprintf(stderr,
                 "wgsync: note: %s: %s; make rules from a whole run that was "
                 "made with --baseline\n",
                 run.folder.c_str(),
                 once ? "ran each case once" : "is not at its end");
  }
  absl::StatusOr<Expectations> old = ReadExpectations(args.file, Today());
  const bool is_new = absl::IsNotFound(old.status());
  if (is_new) {
    old = Expectations();
    old->path = args.file;
    old->lines = {
        OneLine(absl::StrCat("# ", RunDeviceName(runs[0]), ", driver ",
                             RunDriverVersion(runs[0]), "."))};
  }
  RETURN_IF_ERROR(old.status());
  const std::string until = absl::FormatTime(
      "%Y-%m-%d", absl::Now() + absl::Hours(24 * 180), absl::UTCTimeZone());
  const ExpectationUpdate update = UpdateExpectations(*old, runs, until);
  for (const std::string& line : update.diff) {
    std::printf("%s\n", OneLine(line).c_str());
  }
  if (update.diff.empty() && !is_new) {
    std::printf("%s: nothing to change\n", args.file.c_str());
    return kAsExpected;
  }
  RETURN_IF_ERROR(WriteLines(args.file, update.lines));
  return kAsExpected;
}

absl::StatusOr<int> Deqp(const ExpectArgs& args) {
  ASSIGN_OR_RETURN(std::vector<Run> runs, ReadLikeRuns(args.files));
  RETURN_IF_ERROR(MakeFolders(args.out, "name another folder with --out"));
  for (const DeqpFile& file : DeqpFiles(runs)) {
    const std::string path = absl::StrCat(args.out, "/", file.name);
    RETURN_IF_ERROR(WriteLines(path, file.lines));
    const auto cases = absl::c_count_if(
        file.lines, [](const std::string& line) { return line[0] != '#'; });
    std::printf("%s: %s\n", path.c_str(), Counted(cases, "case").c_str());
  }
  return kAsExpected;
}

// The rules for one case; the name of the case before them where it is one of
// several.
void PrintRules(const Expectations& all, const std::string& id,
                const absl::optional<TagFacts>& facts, bool several) {
  const char* indent = several ? "  " : "";
  if (several) std::printf("%s\n", id.c_str());
  size_t found = 0;
  for (const ExpectationRule& rule : all.rules) {
    if (!GlobMatches(rule.glob, id)) continue;
    if (facts.has_value() && !TagsFit(rule.tags, *facts)) continue;
    ++found;
    std::printf("%s%s:%d: %s\n", indent, all.path.c_str(), rule.line,
                OneLine(all.lines[rule.line - 1]).c_str());
  }
  if (found > 0) return;
  std::printf("%s%s: no rule; it is expected to pass\n", indent,
              all.path.c_str());
}

absl::StatusOr<int> Why(const ExpectArgs& args) {
  ASSIGN_OR_RETURN(Expectations all, ReadExpectations(args.file, Today()));
  ASSIGN_OR_RETURN(std::vector<PlannedCase> cases,
                   Select(Tier::kFull, {args.id}));
  absl::optional<TagFacts> facts;
  if (!args.run.empty()) {
    ASSIGN_OR_RETURN(Run run, ReadOneRun(args.run));
    facts = TagFactsOf(run);
  }
  for (const PlannedCase& c : cases) {
    PrintRules(all, c.id, facts, cases.size() > 1);
  }
  return kAsExpected;
}

}  // namespace

Command ExpectCommand() {
  auto args = std::make_shared<ExpectArgs>();
  Command expect("expect", "Files of expected verdicts: check them, make them");
  Command check("check", "Tells what is wrong with files of expectations");
  check.Add("file FILE", args->files, "Files of expectations").Required();
  check.Add("--run RUN", args->run,
            "By this run: what fits it, and where it is one of the "
            "whole default tier what matches nothing");
  AddJsonOption(check, &args->output);
  check.run = [args] { return Check(*args); };
  Command update("update", "Changes a file to what runs gave, and tells how");
  update.Add("run RUN", args->files, "Runs of one device and driver")
      .Required();
  update.Add("--file FILE", args->file, "The file; made where it is missing")
      .Required();
  update.run = [args] { return Update(*args); };
  Command deqp("deqp",
               "Makes the files of deqp-runner from runs, for wgsync-gtest");
  deqp.Add("run RUN", args->files, "Runs of one device and driver").Required();
  deqp.Add("--out FOLDER", args->out,
           "Where fails.txt, flakes.txt and skips.txt are made anew")
      .Required();
  deqp.run = [args] { return Deqp(*args); };
  Command why("why", "Tells which rules are for a case");
  why.Add("case CASE", args->id, "An id, a part of ids, or a glob").Required();
  why.Add("--file FILE", args->file, "The file").Required();
  why.Add("--run RUN", args->run, "Only rules whose tags fit this run");
  why.run = [args] { return Why(*args); };
  expect.commands = {check, update, deqp, why};
  return expect;
}

}  // namespace wgsync
