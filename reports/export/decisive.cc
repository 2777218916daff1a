#include "reports/export/decisive.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>

#include "absl/status/status.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "nlohmann/json.hpp"
#include "suite/core/base/fields_json.h"
#include "suite/core/launch/device_model.h"
#include "suite/core/launch/layout.h"
#include "suite/core/plan/case.h"
#include "suite/core/record/kept_kernels.h"
#include "suite/core/record/launch_record.h"
#include "suite/core/record/run_facts.h"

namespace wgsync {
namespace {

using nlohmann::json;

// In place of numbers that logs of older versions lack.
constexpr uint32_t kSomeDelay = 1000;
constexpr uint32_t kSomeBudget = 1000;

absl::Status OtherVersion(const std::string& what) {
  return absl::FailedPreconditionError(what);
}

// `otherwise` also for a number that does not fit.
uint32_t Number(const json& object, const char* name, uint32_t otherwise) {
  const auto at = object.find(name);
  if (at == object.end() || !at->is_number_integer()) return otherwise;
  const auto number = at->get<int64_t>();
  return number >= 0 && number <= UINT32_MAX ? static_cast<uint32_t>(number)
                                             : otherwise;
}

double Number(const json& object, const char* name, double otherwise) {
  const auto at = object.find(name);
  return at != object.end() && at->is_number() ? at->get<double>() : otherwise;
}

// The last launch with this label; null where there is none.
const json* LastLabelled(const json& launches, const char* label) {
  const json* last = nullptr;
  for (const json& launch : launches) {
    if (JsonString(launch, {"label"}) == label) last = &launch;
  }
  return last;
}

absl::StatusOr<const json*> JudgedLaunch(const CaseResult& r) {
  const auto launches = r.evidence->find("launches");
  if (launches == r.evidence->end() || !launches->is_array() ||
      launches->empty()) {
    return absl::UnimplementedError(
        absl::StrCat("the verdict rests on no launch: ",
                     r.words.empty() ? "the log says no more" : r.words[0]));
  }
  // The short labels are of logs before schema 3's launches had these.
  for (const char* label :
       {"judged launch (no board)", "no board",
        "watched launch (relaxed board)", "relaxed board"}) {
    const json* launch = LastLabelled(*launches, label);
    if (launch != nullptr) return launch;
  }
  return absl::UnimplementedError(
      absl::StrCat("the case itself was not launched; the run ended it at: ",
                   JsonString(launches->back(), {"label"}), ", ",
                   JsonString(launches->back(), {"ending"})));
}

// The fields that are build options, from the options.
void ReadOptions(const std::string& options, LaunchSpec* s) {
  uint32_t number = 0;
  for (absl::string_view word : absl::StrSplit(options, ' ')) {
    if (word == "-cl-std=CL2.0") s->program.language = 200;
    if (word == "-cl-std=CL3.0") s->program.language = 300;
    if (word == "-DWG_CUTS_LOOPS") s->program.cuts_loops = true;
    const auto is = [&](absl::string_view name) {
      absl::string_view value = word;
      return absl::ConsumePrefix(&value, name) &&
             absl::SimpleAtoi(absl::StripSuffix(value, "u"), &number);
    };
    if (is("-DWG_BOARD=")) s->program.board = static_cast<BoardMode>(number);
    if (is("-DWG_WAITS=")) s->program.waits = static_cast<WaitMode>(number);
    if (is("-DWG_BALLAST=")) s->program.ballast = number;
  }
}

// What no launch is without.
absl::Status CheckNumbers(const LaunchSpec& s) {
  if (s.groups == 0 || s.group_size == 0 || s.rounds == 0 ||
      s.late_every == 0) {
    return OtherVersion("the log does not hold the launch's grid and rounds");
  }
  if (s.elements == 0 && s.program.c.workload->elements != 0) {
    return OtherVersion(
        "the log does not hold how many elements the reduction has");
  }
  if (s.elements != 0 && LeastElements(s) == 0) {
    return OtherVersion("the launch's work-groups are too small to reduce");
  }
  return absl::OkStatus();
}

// From the numbers of a log without records of its launches.
absl::Status ReadNumbers(const json& launch, DecisiveLaunch* d) {
  LaunchSpec& s = d->spec;
  s.groups = Number(launch, "groups", 0u);
  s.group_size = Number(launch, "group_size", 0u);
  s.rounds = Number(launch, "rounds", 0u);
  s.late_every = s.program.c.workload->late_every;
  s.delay = Number(launch, "delay", 0u);
  if (!launch.contains("delay")) {
    s.delay = kSomeDelay;
    d->chosen.push_back(absl::StrCat(
        "The log does not hold for how many accesses a late work-group is held "
        "back; ",
        kSomeDelay, " are taken."));
  }
  if (s.program.waits == WaitMode::kBounded) {
    s.budget = Number(launch, "budget", 0u);
    if (s.budget == 0) {
      s.budget = kSomeBudget;
      d->chosen.push_back(absl::StrCat(
          "The log does not hold after how many polls a wait gives up; ",
          kSomeBudget, " times ", kSomeBudget, " are taken."));
    }
  }
  s.elements = Number(launch, "elements", 0u);
  return CheckNumbers(s);
}

// The program is the run's: its options and the digest of its kernel.
absl::Status CheckProgram(const std::string& options, const Run& run,
                          const CaseResult& r, bool across, DecisiveLaunch* d) {
  const LaunchSpec& s = d->spec;
  const std::string here = BuildOptions(s.program);
  absl::StatusOr<KeptProgram> program = ProgramOf(run, r, s.program);
  if (!program.ok()) return program.status();
  d->parts = std::move(program->parts);
  if (MakeLayout(s).total > kHalfBytes) {
    return OtherVersion("the launch does not fit into memory");
  }
  ProgramSpec judged = s.program;
  judged.board = BoardMode::kOff;
  if (here == options &&
      KernelDigest(JoinParts(d->parts), BuildOptions(judged)) ==
          r.kernel_digest) {
    if (program->differs) {
      d->chosen.push_back(
          "The kernel is the run's own, which this wgsync has another version "
          "of; memory is laid out as this wgsync does it.");
    }
    return absl::OkStatus();
  }
  if (!across) {
    const std::string what =
        here == options
            ? "the run's kernel is another one than this wgsync's"
            : absl::StrCat("the launch's build options were '", options,
                           "' and are '", here, "' in this wgsync");
    return absl::AbortedError(what);
  }
  d->chosen.push_back(
      "The kernel is another version of the one that the run had.");
  return absl::OkStatus();
}

// Where the compiler refused the program there is no launch, but the program.
absl::StatusOr<DecisiveLaunch> RefusedProgram(const Run& run,
                                              const CaseResult& r, bool across,
                                              DecisiveLaunch d) {
  LaunchSpec& s = d.spec;
  ReadOptions(absl::StrCat("-cl-std=", r.language), &s);
  s.program.board = BoardMode::kOff;
  s.group_size = std::max(r.group_size, 1u);
  s.rounds = 1;
  s.late_every = s.program.c.workload->late_every;
  d.refused = true;
  d.label = "its build";
  // Whether its waits were prepared for a driver that cuts loops, the digest
  // tells.
  absl::Status fits;
  for (const bool cuts : {true, false}) {
    s.program.cuts_loops = cuts;
    fits = CheckProgram(BuildOptions(s.program), run, r, across && !cuts, &d);
    if (fits.ok()) return d;
  }
  return fits;
}

absl::StatusOr<DecisiveLaunch> FromRecord(const Run& run,
                                          const LaunchRecord& record,
                                          const CaseResult& r, bool across,
                                          DecisiveLaunch d) {
  d.spec = record.spec;
  d.label = LaunchLabel(record.purpose, record.spec);
  d.shared = record.shared;
  d.patience_seconds =
      std::max(record.patience_seconds, record.deadline_seconds);
  absl::Status s = CheckNumbers(d.spec);
  if (s.ok())
    s = CheckProgram(BuildOptions(d.spec.program), run, r, across, &d);
  if (!s.ok()) return s;
  return d;
}

}  // namespace

absl::StatusOr<LaunchRecord> FindDecisiveRecord(const Run& run,
                                                const CaseResult& result) {
  LaunchRecord found;
  bool any = false;
  for (uint64_t number : result.launches) {
    const absl::StatusOr<json> launch = ReadLaunch(run, number);
    if (absl::IsNotFound(launch.status())) continue;
    if (!launch.ok()) return launch.status();
    LaunchRecord record;
    const std::string error = FieldsFromJson(*launch, &record);
    if (!error.empty()) {
      return OtherVersion(absl::StrCat("launch ", number, ": ", error));
    }
    // What a difference showed may be remembered from another case's launch.
    if (record.case_id != result.id) continue;
    const bool judged = record.purpose == LaunchPurpose::kJudged;
    if (!judged && record.purpose != LaunchPurpose::kWatched) continue;
    if (any && !judged && found.purpose == LaunchPurpose::kJudged) continue;
    found = std::move(record);
    any = true;
  }
  if (any) return found;
  return absl::NotFoundError("the log keeps no record of the judged launch");
}

absl::StatusOr<DecisiveLaunch> FindDecisiveLaunch(const Run& run,
                                                  const CaseResult& result,
                                                  bool across) {
  DecisiveLaunch d;
  const absl::StatusOr<Case> c = ParseCaseId(result.id);
  if (!c.ok()) return OtherVersion(std::string(c.status().message()));
  const auto* kernel = std::get_if<KernelCase>(&*c);
  if (kernel == nullptr) {
    return absl::UnimplementedError(
        "a host check is a sequence of host calls, many times over, and no "
        "launch that could be made again by one C file");
  }
  d.spec.program.c = *kernel;
  const std::string model = RunModel(run);
  if (!model.empty()) {
    const absl::StatusOr<DeviceModel> parsed = ParseModel(model);
    if (!parsed.ok()) {
      return OtherVersion(std::string(parsed.status().message()));
    }
    d.spec.program.model = *parsed;
  }
  d.gpu = run.profile().device.type == "gpu";
  if (result.evidence->contains("build_log")) {
    return RefusedProgram(run, result, across, std::move(d));
  }
  const absl::StatusOr<LaunchRecord> record = FindDecisiveRecord(run, result);
  if (record.ok())
    return FromRecord(run, *record, result, across, std::move(d));
  if (!absl::IsNotFound(record.status())) return record.status();
  const absl::StatusOr<const json*> launch = JudgedLaunch(result);
  if (!launch.ok()) return launch.status();
  const absl::StatusOr<KernelCase> launched =
      ParseKernelCaseId(JsonString(**launch, {"case"}));
  if (!launched.ok()) {
    return OtherVersion(std::string(launched.status().message()));
  }
  d.spec.program.c = *launched;
  d.label = JsonString(**launch, {"label"});
  const std::string options = JsonString(**launch, {"options"});
  ReadOptions(options, &d.spec);
  absl::Status s = ReadNumbers(**launch, &d);
  if (s.ok()) s = CheckProgram(options, run, result, across, &d);
  if (!s.ok()) return s;
  d.shared = JsonString(**launch, {"memory"}) == "shared with the host";
  d.patience_seconds = std::max(Number(**launch, "patience_seconds", 0.0),
                                Number(**launch, "deadline_seconds", 0.0));
  return d;
}

}  // namespace wgsync
