#include "reports/words/show.h"

#include <algorithm>
#include <map>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "nlohmann/json.hpp"
#include "reports/advice/orders_text.h"
#include "reports/matrix/matrix_model.h"
#include "reports/matrix/report_json.h"
#include "reports/render/json_text.h"
#include "reports/render/text.h"
#include "reports/words/causes.h"
#include "reports/words/evidence_text.h"
#include "suite/core/base/field_visitor.h"
#include "suite/core/base/fields_json.h"
#include "suite/core/base/name_pattern.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/catalog/needs.h"
#include "suite/core/plan/seen_to_fail.h"
#include "suite/core/plan/soundness.h"
#include "suite/core/record/run_facts.h"
#include "suite/core/record/variables.h"
#include "suite/core/share/shared_run.h"
#include "suite/core/verdict/rules.h"

namespace wgsync {
namespace {

using nlohmann::json;

constexpr size_t kIndent = 2;

// The variables that steered the driver, without those that only say where it
// keeps its files.
std::map<std::string, std::string> Environment(const Run& run) {
  std::map<std::string, std::string> variables;
  const JsonValue& fingerprint = run.profile().fingerprint;
  const auto environment = fingerprint->find("environment");
  if (environment == fingerprint->end()) return variables;
  for (const auto& [name, value] : environment->items()) {
    if (!value.is_string() || absl::StrContains(name, "CACHE")) continue;
    variables[name] = value.get<std::string>();
  }
  return variables;
}

// As a word of a shell that has another home.
std::string QuotedValue(const std::string& value) {
  std::string out;
  for (absl::string_view part : absl::StrSplit(value, ':')) {
    if (!out.empty()) out += ':';
    if (part == "~" || absl::ConsumePrefix(&part, "~/")) {
      absl::StrAppend(&out, "\"$HOME\"");
      if (part != "~") absl::StrAppend(&out, "/", ShellQuote(part));
    } else {
      out += ShellQuote(part);
    }
  }
  return out;
}

// Variables of the run that no command to paste sets: "A, B".
std::string NotInCommands(const Run& run) {
  std::vector<std::string> names;
  for (const auto& [name, value] : Environment(run)) {
    if (!MayBePasted(name, value)) names.push_back(OneLine(name));
  }
  return absl::StrJoin(names, ", ");
}

std::string CountsLine(const Tally& tally) {
  std::vector<std::string> parts;
  for (const auto& [kind, count] : tally.verdicts) {
    parts.push_back(absl::StrCat(count, " ", VerdictName(kind)));
  }
  if (tally.inconclusive > 0) {
    parts.push_back(absl::StrCat(tally.inconclusive,
                                 " of the unproven inconclusive: other "
                                 "processes had the cores"));
  }
  return absl::StrJoin(parts, ", ");
}

std::string FailuresLine(const Tally& tally) {
  const std::string text = CountedText(tally.failures(), tally.could_bind,
                                       tally.could_bind_unproven);
  if (tally.failures() == 0) return text;
  std::vector<std::string> parts;
  for (const BindingInfo& bind : Bindings()) {
    if (!tally.Counts(bind.value)) continue;
    parts.push_back(absl::StrCat(tally.Failing(bind.value), " ", bind.name));
  }
  return absl::StrCat(text, " (failures: ", absl::StrJoin(parts, ", "), ")");
}

// The facts that a verdict must not be read without.
bool IsOfVerdict(absl::string_view name) {
  return name == "seen in" || name == "orders" || name == "counted" ||
         name == "perturbed" || name == "also";
}

std::string VerdictLine(const CaseResult& r) {
  std::string line = ReasonText(r);
  if (r.bounded) line += ", bounded: of a wait that gives up, another program";
  return line;
}

std::string GridText(const CaseResult& r) {
  std::vector<std::string> parts;
  if (r.groups > 0) {
    parts.push_back(absl::StrCat(Counted(r.groups, "group"), " of ",
                                 Counted(r.group_size, "work-item")));
  }
  if (r.residency > 0) parts.push_back(absl::StrCat("residency ", r.residency));
  if (r.promised > 0) parts.push_back(absl::StrCat("promised ", r.promised));
  if (r.rounds > 0) parts.push_back(absl::StrCat(r.rounds, " rounds"));
  if (r.reads > 0) parts.push_back(absl::StrCat(r.reads, " checked reads"));
  return absl::StrJoin(parts, ", ");
}

std::string Times(const CaseResult& r) {
  std::vector<std::string> parts = {
      absl::StrCat(Duration(r.seconds), " in all")};
  if (r.launch_seconds > 0) {
    parts.push_back(
        absl::StrCat("the judged launch ", Duration(r.launch_seconds)));
  }
  if (r.deadline_seconds > 0) {
    parts.push_back(absl::StrCat("deadline ", Duration(r.deadline_seconds)));
  }
  std::string at = UtcTime(r.started_unix_ns);
  if (!at.empty()) parts.push_back(absl::StrCat("begun ", at));
  return absl::StrJoin(parts, ", ");
}

std::string ShowLaunches(const json& launches, size_t width) {
  std::string out = "\nLaunches\n";
  for (size_t i = 0; i < launches.size(); ++i) {
    json launch = launches[i];
    const std::string label = JsonString(launch, {"label"});
    launch.erase("label");
    absl::StrAppend(&out, "  ", i + 1, ". ", OneLine(label), "\n",
                    JsonText(launch, width, 5));
  }
  return out;
}

std::string ShowEvidence(const CaseResult& r, const LoggedLaunches& launches,
                         size_t width) {
  const json evidence = EvidenceJson(r, launches);
  std::string out;
  if (evidence.contains("launches")) {
    out += ShowLaunches(evidence["launches"], width);
  }
  if (evidence.contains("evidence")) {
    out += "\nWhat the verdict was made of\n";
    out += JsonText(evidence["evidence"], width, 2);
  }
  if (!r.build_log.empty()) {
    absl::StrAppend(&out, "\nWhat the compiler said\n",
                    JsonText({{"build_log", r.build_log}}, width, 2));
  }
  return out;
}

absl::Status NoSuchCase(const Run& run, const std::string& pattern) {
  const std::vector<std::string>& plan = run.header.plan;
  if (run.unfinished.count(pattern) > 0) {
    return absl::NotFoundError(absl::StrCat(
        run.folder, ": ", pattern,
        " was started and has no verdict; `wgsync run --resume` goes on"));
  }
  if (absl::c_find(plan, pattern) != plan.end()) {
    return absl::NotFoundError(absl::StrCat(
        run.folder, ": ", pattern,
        " is planned and did not run yet; `wgsync run --resume` goes on"));
  }
  std::vector<std::string> ids;
  for (const CaseResult& r : run.results) ids.push_back(r.id);
  const std::string wider = WiderPattern(pattern, ids);
  const std::string nearest = NearestName(pattern, ids);
  return absl::NotFoundError(absl::StrCat(
      run.folder, ": no case ", pattern,
      ids.empty()        ? "; the run has no verdict yet"
      : !wider.empty()   ? absl::StrCat("; did you mean \"", wider, "\"?")
      : !nearest.empty() ? absl::StrCat("; the nearest is ", nearest)
                         : "; `wgsync matrix RUN` lists what it has"));
}

}  // namespace

std::string EnvironmentToPaste(const Run& run) {
  std::string variables;
  for (const auto& [name, value] : Environment(run)) {
    if (!MayBePasted(name, value)) continue;
    absl::StrAppend(&variables, name, "=", QuotedValue(value), " ");
  }
  return variables;
}

std::string ReproduceCommand(const Run& run, absl::string_view id) {
  std::string command = EnvironmentToPaste(run);
  std::string device = run.profile().device.full_name;
  if (device.empty()) device = run.profile().device.index;
  const IdWords words = SplitId(id);
  absl::string_view file = words.primitive;
  if (absl::ConsumePrefix(&file, kTriedPrefix)) {
    return absl::StrCat(command, "wgsync try ", file, ".cl --device ",
                        ShellQuote(device), " --groups ",
                        words.Of("groups", "1"));
  }
  absl::StrAppend(&command, "wgsync run --device ", ShellQuote(device),
                  " --cases ", ShellQuote(id));
  // A path of a stranger's is not pasted (variables.h).
  const std::string vendors =
      JsonString(run.profile().fingerprint, {"environment", "OCL_ICD_VENDORS"});
  if (absl::EndsWith(vendors, "/vendors") && vendors != "/etc/OpenCL/vendors") {
    command += " --driver-dir FOLDER";
  }
  const std::string model = RunModel(run);
  if (!model.empty()) absl::StrAppend(&command, " --model ", ShellQuote(model));
  if (run.header.settings.safe) command += " --safe";
  if (run.header.settings.isolate_case) command += " --isolate case";
  return command;
}

absl::StatusOr<std::vector<const CaseResult*>> FindCases(
    const Run& run, const std::string& pattern) {
  std::vector<const CaseResult*> found;
  for (const CaseResult& r : run.results) {
    if (r.id == pattern) return std::vector<const CaseResult*>{&r};
    const std::string verdict = VerdictText(r.verdict);
    if (PatternMatches(pattern, r.id) || pattern == verdict ||
        absl::EndsWith(verdict, absl::StrCat("(", pattern, ")")) ||
        pattern == VerdictName(r.verdict.kind)) {
      found.push_back(&r);
    }
  }
  // An id that is known and has no verdict is not meant as a part of others.
  if (run.unfinished.count(pattern) == 0 && !found.empty()) return found;
  return NoSuchCase(run, pattern);
}

std::vector<std::pair<std::string, std::string>> CaseFacts(
    const Run& run, const CaseResult& r) {
  std::vector<std::pair<std::string, std::string>> facts = {
      {"verdict", VerdictLine(r)},
      {"seen in", CountsText(r)},
      {"orders", OrdersText(run, r)}};
  if (r.binds != Binding::kNothing) {
    const BindingInfo& info = InfoOf(r.binds);
    const bool is_reason = r.binds == Binding::kExecution &&
                           r.verdict.rule == Rule::kConditionsMet;
    facts.push_back(
        {"counted", absl::StrCat("as ", is_reason ? info.name : info.meaning)});
  } else if (IsCharacterised(r)) {
    facts.push_back(
        {"counted", IsTried(r)
                        ? "no: the grid has more groups than the device is "
                          "expected to hold at once"
                        : "no: neither OpenCL nor custom forbids it here"});
  }
  if (r.perturbed) {
    facts.push_back({"perturbed",
                     "with the board and without it the case behaved "
                     "differently; this is without it"});
  }
  for (auto also = r.also.begin(); also != r.also.end(); ++also) {
    if (std::find(r.also.begin(), also, *also) != also) continue;
    const auto times = std::count(also, r.also.end(), *also);
    facts.push_back({"also", times == 1
                                 ? *also
                                 : absl::StrCat(*also, ", ", times, " times")});
  }
  for (const CaseResult* other : Elsewhere(run, r.id)) {
    facts.push_back(
        {"also", absl::StrCat("on the device ", DevicePlace(run, other->device),
                              ": ", VerdictText(other->verdict))});
  }
  facts.push_back({"soundness", r.soundness_why.empty()
                                    ? std::string(NameOf(r.soundness))
                                    : absl::StrCat(NameOf(r.soundness), ": ",
                                                   r.soundness_why)});
  // Unless the evidence has it.
  const auto add = [&](const char* name, const std::string& text) {
    const auto has_it = [&](const Finding& f) {
      return absl::StrContains(absl::StrJoin(f.texts, "\n"), text);
    };
    if (absl::c_none_of(r.findings, has_it)) facts.push_back({name, text});
  };
  if (r.soundness == Soundness::kRacy) add("failed on", SeenToFailText(r.id));
  add("needs", std::string(NeedText(NameOf(r.need))));
  facts.push_back({"grid", GridText(r)});
  facts.push_back(
      {"kernel", absl::StrCat(r.language, r.kernel_digest.empty() ? "" : ", ",
                              r.kernel_digest)});
  facts.push_back({"binary", r.binary_digest});
  facts.push_back({"time", Times(r)});
  facts.push_back({"device", ColumnName(run)});
  if (run.header.joined()) {
    facts.push_back({"ran on", DevicePlace(run, r.device)});
  }
  facts.erase(std::remove_if(facts.begin(), facts.end(),
                             [](const auto& f) { return f.second.empty(); }),
              facts.end());
  return facts;
}

std::string ShowCase(const Run& run, const CaseResult& r, size_t width,
                     bool color, bool full) {
  std::string out = Inked(OneLine(r.id), Ink::kBold, color) + "\n  ";
  out += Wrap(Inked(OneLine(VerdictLine(r)), InkOf(r), color), width, 4, 2);
  std::string about;
  for (const auto& [name, value] : CaseFacts(run, r)) {
    if (name == "verdict") continue;
    const bool fails = name == "counted" && r.binds != Binding::kNothing;
    const Ink ink = fails ? Ink::kRed : Ink::kNone;
    std::string& part = IsOfVerdict(name) ? out : about;
    part += Field(name, value, kIndent, width, ink, color);
  }
  const LoggedLaunches launches = LaunchesOf(run, r);
  const std::vector<std::string> words = LoggedWords(r, launches);
  if (!words.empty()) out += "\nEvidence\n";
  for (const std::string& sentence : words) {
    absl::StrAppend(&out, "  - ", Wrap(OneLine(sentence), width, 4, 4));
  }
  absl::StrAppend(&out, "\nCase\n", about);
  if (full) out += ShowEvidence(r, launches, width);
  absl::StrAppend(&out, "\nReproduce\n  ", ReproduceCommand(run, r.id), "\n");
  const std::string unset = NotInCommands(run);
  if (!unset.empty()) {
    out += Wrap(absl::StrCat("The run also had ", unset,
                             ": see wgsync show of the run."),
                width, /*indent=*/0);
  }
  if (!full && !IsTried(r)) {
    absl::StrAppend(&out, "\nEach launch: wgsync show ", ShellQuote(run.folder),
                    " ", r.id, " --all\n");
  }
  return out;
}

std::string ShowBriefly(const Run& run, const CaseResult& r, size_t width,
                        bool color) {
  std::string out = OneLine(r.id) + "\n    ";
  out += Wrap(Inked(OneLine(VerdictLine(r)), InkOf(r), color), width, 4, 4);
  const std::vector<std::string> words = EvidenceWords(run, r);
  if (!words.empty()) {
    absl::StrAppend(&out, "    ", Wrap(OneLine(words[0]), width, 4, 4));
  }
  return out;
}

json RunReport(const Run& run) {
  json j = RunSummaryJson(run);
  j["options"] = FieldsToJson(run.header.settings);
  j["environment"] = Environment(run);
  j["unfinished"] = run.unfinished;
  j["cases"] = JsonList(run.results, [](const CaseResult& r) {
    json result = ResultJson(&r);
    result["case"] = r.id;
    return result;
  });
  return j;
}

json CaseReport(const Run& run, const CaseResult& r) {
  const LoggedLaunches launches = LaunchesOf(run, r);
  return {{"run", RunJson(run)},
          {"result", ToJson(r)},
          {"words", LoggedWords(r, launches)},
          {"evidence", EvidenceJson(r, launches)},
          {"reproduce", ReproduceCommand(run, r.id)}};
}

std::string ShowRun(const Run& run, size_t width, bool color, bool full) {
  Tally tally = TallyRun(run);
  std::string out = Inked(ColumnName(run), Ink::kBold, color) + "\n";
  out += Field("folder", run.folder, kIndent, width);
  if (!run.results.empty()) {
    // A case that is repeated is not the last one of the log.
    const auto last = absl::c_max_element(
        run.results, [](const CaseResult& a, const CaseResult& b) {
          return a.finished_unix_ns < b.finished_unix_ns;
        });
    out += Field("begun", UtcTime(RunBegan(run)), kIndent, width);
    out += Field("ended", UtcTime(last->finished_unix_ns), kIndent, width);
  }
  std::string options =
      OneLine(JsonText(FieldsToJson(run.header.settings), 200, 0));
  out += Field("options", options, kIndent, width);
  for (const auto& [name, value] : Environment(run)) {
    out += Field("environment", absl::StrCat(name, "=", value), kIndent, width);
  }
  out += Field("verdicts", CountsLine(tally), kIndent, width);
  out += Field("failures", FailuresLine(tally), kIndent, width);
  out += Field("other", absl::StrCat(tally.characterised, " bad, not counted"),
               kIndent, width);
  for (const std::string& fact : DriverFacts(run)) {
    out += Field("driver", fact, kIndent, width);
  }
  for (const std::string& remark : ColumnRemarks(run)) {
    out += Field("note", remark, kIndent, width);
  }
  for (const auto& [id, boot_id] : run.unfinished) {
    out += Field("unfinished", absl::StrCat(id, " (boot ", boot_id, ")"),
                 kIndent, width);
  }
  out += CausesText(run, width, color, full);
  absl::StrAppend(&out, "\nOne case: wgsync show ", ShellQuote(run.folder),
                  " CASE\n");
  return out;
}

}  // namespace wgsync
