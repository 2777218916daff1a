#include "tools/run/choose_cases.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>
#include <variant>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "reports/advice/common_names.h"
#include "reports/export/decisive.h"
#include "reports/matrix/timeline.h"
#include "suite/core/base/name_pattern.h"
#include "suite/core/base/read_file.h"
#include "suite/core/base/status_macros.h"
#include "suite/core/launch/launch_spec.h"
#include "suite/core/launch/program_spec.h"
#include "suite/core/plan/case.h"
#include "suite/core/plan/choice.h"

namespace wgsync {
namespace {

// The ids that one of the patterns names.
std::set<std::string> Matches(const std::vector<std::string>& patterns,
                              const std::vector<std::string>& ids) {
  std::set<std::string> found;
  for (const std::string& id : ids) {
    const auto names = [&](const std::string& pattern) {
      return pattern == id || PatternMatches(pattern, id);
    };
    if (absl::c_any_of(patterns, names)) found.insert(id);
  }
  return found;
}

// Of a common name ("grid barrier"); none of other words.
std::vector<std::string> GlobsOfName(const std::string& text) {
  std::vector<std::string> globs;
  const absl::StatusOr<Meant> meant = WhatIsMeant(text);
  if (!meant.ok()) return globs;
  for (const std::string& glob : meant->primitives) {
    globs.push_back(absl::StrCat(glob, "*", meant->access,
                                 meant->access.empty() ? "" : "*"));
  }
  return globs;
}

// Whether this wgsync makes the case as the run's did. A result that rests on
// no launch is of every version that knows the case.
bool IsCurrent(const Run& run, const CaseResult& r) {
  const absl::StatusOr<Case> c = ParseCaseId(r.id);
  if (!c.ok()) return false;
  if (r.kernel_digest.empty() || std::holds_alternative<HostCase>(*c) ||
      r.verdict.kind == VerdictKind::kUnsupported) {
    return true;
  }
  const absl::StatusOr<LaunchSpec> judged = JudgedSpec(run, r);
  if (!judged.ok()) return false;
  const ProgramSpec& program = judged->program;
  const absl::StatusOr<std::string> source = ComposeSource(program);
  return source.ok() &&
         KernelDigest(*source, BuildOptions(program)) == r.kernel_digest;
}

// From the plan too: the run is as if it had never been asked for them.
void LeaveOutOldPrograms(Run* run) {
  std::vector<CaseResult> kept;
  std::set<std::string> old;
  for (CaseResult& r : run->results) {
    if (IsCurrent(*run, r)) {
      kept.push_back(std::move(r));
    } else {
      old.insert(r.id);
    }
  }
  run->results = std::move(kept);
  const auto is_old = [&old](const std::string& id) { return old.count(id); };
  std::vector<std::string>& plan = run->header.plan;
  plan.erase(std::remove_if(plan.begin(), plan.end(), is_old), plan.end());
  if (old.empty()) return;
  run->notes.push_back(
      absl::StrCat("not shown: ", old.size(),
                   " results of programs that this wgsync has changed"));
}

}  // namespace

absl::StatusOr<Patterns> ReadPatterns(
    const std::vector<std::string>& arguments) {
  Patterns patterns;
  for (const std::string& argument : arguments) {
    if (argument.empty() || argument[0] != '@') {
      patterns.all.push_back(argument);
      patterns.places.emplace_back();
      continue;
    }
    const std::string file = argument.substr(1);
    ASSIGN_OR_RETURN(
        const std::string text,
        ReadRegularFile(file, "name a file with a case in each line"));
    const std::vector<ListedCase> cases = ParseCaseList(text);
    if (cases.empty()) {
      return BadInput(file,
                      ": no case in it; write an id or a pattern in each line");
    }
    for (const ListedCase& listed : cases) {
      patterns.all.push_back(listed.pattern);
      patterns.places.push_back(absl::StrCat(file, ":", listed.line, ": "));
    }
  }
  return patterns;
}

absl::StatusOr<std::vector<PlannedCase>> SelectFrom(Tier tier,
                                                    const Patterns& patterns) {
  absl::StatusOr<std::vector<PlannedCase>> cases = Select(tier, patterns.all);
  if (cases.ok()) return cases;
  std::vector<std::string> all;
  for (size_t i = 0; i < patterns.all.size(); ++i) {
    const size_t before = all.size();
    absl::Status one = Select(tier, {patterns.all[i]}).status();
    if (one.ok()) all.push_back(patterns.all[i]);
    for (const std::string& glob :
         one.ok() ? std::vector<std::string>() : GlobsOfName(patterns.all[i])) {
      const absl::Status of_name = Select(tier, {glob}).status();
      if (of_name.ok()) {
        all.push_back(glob);
      } else if (absl::StrContains(of_name.message(), "; --tier ")) {
        one = of_name;  // a larger tier has it
      }
    }
    if (all.size() == before) {
      return absl::Status(one.code(),
                          absl::StrCat(patterns.places[i], one.message()));
    }
  }
  return Select(tier, all);
}

absl::StatusOr<std::vector<PlannedCase>> SelectWords(
    Tier tier, const std::vector<std::string>& words) {
  ASSIGN_OR_RETURN(const Patterns patterns, ReadPatterns(words));
  if (words.size() > 1 && !Select(tier, patterns.all).ok()) {
    absl::StatusOr<std::vector<PlannedCase>> joined =
        SelectFrom(tier, {{absl::StrJoin(words, " ")}, {""}});
    if (joined.ok()) return joined;
  }
  return SelectFrom(tier, patterns);
}

absl::StatusOr<std::set<std::string>> NamedCases(
    const Patterns& patterns, const std::vector<std::string>& ids,
    const std::string& what) {
  std::set<std::string> named;
  for (size_t i = 0; i < patterns.all.size(); ++i) {
    const std::string& pattern = patterns.all[i];
    std::set<std::string> found = Matches({pattern}, ids);
    if (found.empty()) found = Matches(GlobsOfName(pattern), ids);
    if (found.empty()) {
      const std::string near = NearestName(pattern, ids);
      return absl::NotFoundError(absl::StrCat(
          patterns.places[i], "--cases ", pattern, ": no case of ", what,
          " has it; ",
          near.empty() ? "`wgsync list --tier full` has all ids"
                       : absl::StrCat("did you mean ", near, "?")));
    }
    named.merge(found);
  }
  return named;
}

absl::Status ChooseRows(const RowChoice& choice, std::vector<Run>* runs) {
  if (choice.current) {
    for (Run& run : *runs) LeaveOutOldPrograms(&run);
  }
  if (choice.cases.empty() && !choice.failures && !choice.differ) {
    return absl::OkStatus();
  }
  const Timeline timeline = MakeTimeline(Pointers(*runs));
  std::vector<std::string> ids;
  for (const TimelineRow& row : timeline.rows) ids.push_back(row.id);
  ASSIGN_OR_RETURN(const Patterns patterns, ReadPatterns(choice.cases));
  ASSIGN_OR_RETURN(const std::set<std::string> named,
                   NamedCases(patterns, ids, "the runs"));
  const auto rows = std::make_shared<std::set<std::string>>();
  for (const TimelineRow& row : timeline.rows) {
    bool fails = false;
    std::set<VerdictKind> kinds;  // a column without one says nothing
    for (const TimelineCell& cell : row.cells) {
      if (cell.result == nullptr) continue;
      fails = fails || cell.result->binds != Binding::kNothing;
      kinds.insert(cell.result->verdict.kind);
    }
    if ((named.empty() || named.count(row.id) > 0) &&
        (!choice.failures || fails) && (!choice.differ || kinds.size() > 1)) {
      rows->insert(row.id);
    }
  }
  for (Run& run : *runs) {
    run.rows = rows;
    run.notes.push_back(absl::StrCat("shown are ", rows->size(), " of ",
                                     ids.size(), " cases; counts are of all"));
  }
  return absl::OkStatus();
}

}  // namespace wgsync
