#include "reports/words/run_junit.h"

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <system_error>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/time/time.h"
#include "nlohmann/json.hpp"
#include "reports/matrix/matrix_model.h"
#include "reports/render/text.h"
#include "reports/words/evidence_text.h"
#include "reports/words/show.h"
#include "suite/core/base/field_visitor.h"
#include "suite/core/base/status_macros.h"
#include "suite/core/base/write_file.h"
#include "suite/core/plan/soundness.h"
#include "suite/core/record/run_facts.h"
#include "suite/core/verdict/kinds.h"

namespace wgsync {
namespace {

using nlohmann::json;

constexpr size_t kEvidenceWidth = 100;

std::string Message(const CaseResult& r,
                    const std::vector<std::string>& words) {
  std::string text = ReasonText(r);
  const std::string seen = CountsText(r);
  if (!seen.empty()) absl::StrAppend(&text, ", ", OneLine(seen));
  if (!words.empty()) absl::StrAppend(&text, ": ", OneLine(words.front()));
  return text;
}

JunitCase JudgedCase(const JunitRun& of, const CaseResult& r) {
  const Run& run = *of.run;
  const std::vector<std::string> words = EvidenceWords(run, r);
  JunitCase c = JunitCaseOf(run, r, words);
  c.class_name = ClassName(r.id, of.label);
  c.status = StatusOf(run, r);
  if (c.status == JunitStatus::kPassed) return c;
  c.message = Message(r, words);
  c.type =
      std::string(r.binds == Binding::kNothing ? VerdictName(r.verdict.kind)
                                               : InfoOf(r.binds).name);
  const auto known = of.known.find(r.id);
  if (c.status == JunitStatus::kFailure && known != of.known.end()) {
    c.status = JunitStatus::kSkipped;
    c.type = "known";
    c.message = absl::StrCat("known failure: ", OneLine(known->second), ": ",
                             c.message);
  }
  if (c.status == JunitStatus::kFailure) {
    c.details = absl::StrCat(InfoOf(r.binds).meaning, "\n");
  }
  absl::StrAppend(&c.details, c.output);
  auto file = of.evidence.find(r.id);
  if (file != of.evidence.end()) c.attachments = {file->second};
  return c;
}

// A case of the plan that has no verdict.
JunitCase MissingCase(const JunitRun& of, const std::string& id) {
  JunitCase c;
  c.class_name = ClassName(id, of.label);
  c.name = id;
  const bool begun = of.run->unfinished.count(id) > 0;
  c.status = begun ? JunitStatus::kError : JunitStatus::kSkipped;
  c.type = "no-verdict";
  c.message = begun ? "it was started and has no verdict"
                    : "no verdict: the run was cut short before it";
  c.details = absl::StrCat("`wgsync run --resume ", ShellQuote(of.run->folder),
                           "` goes on");
  return c;
}

// The path below the project's folder, where GitLab looks for attachments;
// `otherwise` for other files, and elsewhere.
std::string PathForCi(const std::string& path, const std::string& otherwise) {
  const char* project = std::getenv("CI_PROJECT_DIR");
  if (project == nullptr || *project == '\0') return otherwise;
  std::error_code error;
  const std::filesystem::path full = std::filesystem::absolute(path, error);
  const std::string below =
      std::filesystem::relative(full, project, error).string();
  return error || absl::StartsWith(below, "..") ? otherwise : below;
}

std::string Timestamp(const Run& run) {
  if (run.results.empty()) return "";
  const int64_t seconds = run.results.front().started_unix_ns / 1000000000;
  if (seconds <= 0) return "";
  return absl::FormatTime("%Y-%m-%dT%H:%M:%S", absl::FromUnixSeconds(seconds),
                          absl::UTCTimeZone());
}

// What is wrong with the run as a whole, as its log tells.
std::string Objection(const Run& run) {
  if (!run.finished) return CutShortText(run);
  if (TallyRun(run).could_bind == 0) {
    return "nothing ran, or no case counts: this run proves nothing";
  }
  return "";
}

JunitSuite WholeRun(const JunitRun& of) {
  const Run& run = *of.run;
  JunitCase c;
  c.class_name = of.label.empty() ? "run" : absl::StrCat(of.label, ".run");
  c.name = "run";
  c.output = absl::StrJoin(ColumnRemarks(run), "\n");
  const std::string log = absl::StrCat(run.folder, "/", kRunLogFile);
  c.attachments = {PathForCi(log, log)};
  const std::string why = of.objection.empty() ? Objection(run) : of.objection;
  if (!why.empty()) {
    c.status = JunitStatus::kError;
    c.type = "run";
    c.message = OneLine(why);
    c.details = absl::StrJoin(ColumnRemarks(run), "\n");
  }
  return {c.class_name,
          Timestamp(run),
          {{"device", OneLine(RunDeviceName(run))},
           {"driver_version", OneLine(RunDriverVersion(run))},
           {"driver_digest", run.profile().driver_digest},
           {"suite_digest", run.header.suite_digest},
           {"model", RunModel(run)},
           {"folder", run.folder}},
          {std::move(c)}};
}

}  // namespace

JunitStatus StatusOf(const Run& run, const CaseResult& r) {
  if (Fails(r.binds, run.header.settings.bind)) return JunitStatus::kFailure;
  switch (InfoOf(r.verdict.kind).status) {
    case TestStatus::kPassed:
      return JunitStatus::kPassed;
    case TestStatus::kSkipped:
      return JunitStatus::kSkipped;
    case TestStatus::kError:
      return JunitStatus::kError;
  }
  return JunitStatus::kError;
}

JunitProperties ResultProperties(const CaseResult& r) {
  return {{"verdict", std::string(VerdictName(r.verdict.kind))},
          {"cause", std::string(NameOf(r.verdict.cause))},
          {"binds", std::string(InfoOf(r.binds).name)},
          {"characterised", IsCharacterised(r) ? "true" : "false"},
          {"k", absl::StrCat(r.k)},
          {"n", absl::StrCat(r.n)},
          {"unit", std::string(NameOf(r.unit))},
          {"bounded", r.bounded ? "true" : "false"},
          {"perturbed", r.perturbed ? "true" : "false"},
          {"soundness", std::string(NameOf(r.soundness))},
          {"need", std::string(NameOf(r.need))},
          {"groups", absl::StrCat(r.groups)},
          {"group_size", absl::StrCat(r.group_size)},
          {"residency", absl::StrCat(r.residency)},
          {"rounds", absl::StrCat(r.rounds)},
          {"reads", absl::StrCat(r.reads)},
          {"language", r.language},
          {"kernel_digest", r.kernel_digest},
          {"binary_digest", r.binary_digest},
          {"launch_seconds", absl::StrCat(r.launch_seconds)},
          {"deadline_seconds", absl::StrCat(r.deadline_seconds)}};
}

std::string ClassName(const std::string& id, const std::string& label) {
  const std::string primitive = SplitId(id).primitive;
  return label.empty() ? primitive
                       : absl::StrCat(absl::StrReplaceAll(label, {{".", "_"}}),
                                      ".", primitive);
}

JunitCase JunitCaseOf(const Run& run, const CaseResult& r,
                      const std::vector<std::string>& words) {
  JunitCase c;
  c.class_name = ClassName(r.id, "");
  c.name = r.id;
  c.seconds = r.seconds;
  c.properties = ResultProperties(r);
  c.output = absl::StrCat(ReasonText(r), "\n");
  for (const std::string& sentence : words) {
    absl::StrAppend(&c.output, "- ", OneLine(sentence), "\n");
  }
  absl::StrAppend(&c.output, "Reproduce: ", ReproduceCommand(run, r.id), "\n");
  return c;
}

absl::StatusOr<EvidenceFiles> WriteEvidence(const Run& run) {
  EvidenceFiles files;
  for (const CaseResult& r : run.results) {
    const JunitStatus status = StatusOf(run, r);
    if (status != JunitStatus::kFailure && status != JunitStatus::kError) {
      continue;
    }
    const std::string name = absl::StrCat(
        "evidence/", absl::StrReplaceAll(r.id, {{"/", "_"}}), ".txt");
    RETURN_IF_ERROR(
        WriteRunFile(run.folder, name,
                     ShowCase(run, r, kEvidenceWidth, /*color=*/false,
                              /*full=*/true)));
    const std::string path = absl::StrCat(run.folder, "/", name);
    std::error_code ignored;
    // Jenkins looks for full paths.
    files[r.id] =
        PathForCi(path, std::filesystem::absolute(path, ignored).string());
  }
  return files;
}

std::vector<JunitSuite> RunSuites(const JunitRun& of) {
  std::vector<JunitSuite> suites = {WholeRun(of)};
  std::map<std::string, size_t> by_family;
  const auto add = [&](const std::string& id, JunitCase c) {
    const std::string family = SplitId(id).family;
    auto [at, is_new] = by_family.try_emplace(family, suites.size());
    if (is_new) {
      const std::string name =
          of.label.empty() ? family : absl::StrCat(of.label, ".", family);
      suites.push_back({name, suites[0].timestamp, {}, {}});
    }
    suites[at->second].cases.push_back(std::move(c));
  };
  std::set<std::string> done;
  for (const CaseResult& r : of.run->results) {
    done.insert(r.id);
    add(r.id, JudgedCase(of, r));
  }
  for (const std::string& id : of.run->header.plan) {
    if (done.insert(id).second) add(id, MissingCase(of, id));
  }
  return suites;
}

JunitSuite ErrorSuite(const std::string& name, const std::string& message) {
  JunitCase c;
  c.class_name = name;
  c.name = "run";
  c.status = JunitStatus::kError;
  c.type = "run";
  c.message = OneLine(message);
  return {name, "", {}, {std::move(c)}};
}

}  // namespace wgsync
