#include "reports/export/decisive.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <variant>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "reports/words/evidence_text.h"
#include "suite/core/base/status_macros.h"
#include "suite/core/launch/device_model.h"
#include "suite/core/launch/layout.h"
#include "suite/core/plan/case.h"
#include "suite/core/record/kept_kernels.h"
#include "suite/core/record/run_facts.h"

namespace wgsync {
namespace {

absl::Status OtherVersion(const std::string& what) {
  return absl::FailedPreconditionError(what);
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

// The program is the run's, by the digest of its kernel.
absl::Status CheckProgram(const Run& run, const CaseResult& r, bool across,
                          DecisiveLaunch* d) {
  const LaunchSpec& s = d->spec;
  ASSIGN_OR_RETURN(KeptProgram program, ProgramOf(run, r, s.program));
  d->parts = std::move(program.parts);
  if (MakeLayout(s).total > kHalfBytes) {
    return OtherVersion("the launch does not fit into memory");
  }
  ProgramSpec judged = s.program;
  judged.board = BoardMode::kOff;
  if (KernelDigest(JoinParts(d->parts), BuildOptions(judged)) ==
      r.kernel_digest) {
    if (program.differs) {
      d->chosen.push_back(
          "The kernel is the run's own, which this wgsync has another version "
          "of; memory is laid out as this wgsync does it.");
    }
    return absl::OkStatus();
  }
  if (!across) {
    return absl::AbortedError(
        "the run's kernel is another one than this wgsync's");
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
    fits = CheckProgram(run, r, across && !cuts, &d);
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
  RETURN_IF_ERROR(CheckNumbers(d.spec));
  RETURN_IF_ERROR(CheckProgram(run, r, across, &d));
  return d;
}

}  // namespace

absl::StatusOr<ProgramSpec> ProgramOfCase(const Run& run,
                                          const CaseResult& result) {
  ProgramSpec program;
  ASSIGN_OR_RETURN(program.c, ParseKernelCaseId(result.id));
  if (const std::string model = RunModel(run); !model.empty()) {
    ASSIGN_OR_RETURN(program.model, ParseModel(model));
  }
  for (const uint32_t language : {120u, 200u, 300u}) {
    if (LanguageName(language) == result.language) program.language = language;
  }
  program.board = BoardMode::kOff;
  return program;
}

absl::StatusOr<LaunchRecord> FindDecisiveRecord(const Run& run,
                                                const CaseResult& result) {
  LaunchRecord found;
  bool any = false;
  for (uint64_t number : result.launches) {
    absl::StatusOr<LaunchRecord> launch = ReadLaunch(run, number);
    if (absl::IsNotFound(launch.status())) continue;
    if (!launch.ok())
      return OtherVersion(std::string(launch.status().message()));
    LaunchRecord& record = *launch;
    // What a difference showed may be remembered from another case's launch.
    if (record.case_id != result.id) continue;
    const bool judged = record.purpose == LaunchPurpose::kJudged;
    if (!judged && record.purpose != LaunchPurpose::kWatched) continue;
    if (any && !judged && found.purpose == LaunchPurpose::kJudged) continue;
    found = std::move(record);
    any = true;
  }
  if (any) return found;
  if (!result.launches.empty()) {
    return absl::NotFoundError("the case itself was not launched");
  }
  if (!result.words.empty()) {
    return absl::NotFoundError(
        "the log keeps no record of its launches: run the case again");
  }
  const std::vector<std::string> words = EvidenceWords(result, {});
  return absl::NotFoundError(
      absl::StrCat("the verdict rests on no launch: ",
                   words.empty() ? "the log says no more" : words[0]));
}

absl::StatusOr<LaunchSpec> JudgedSpec(const Run& run,
                                      const CaseResult& result) {
  LaunchSpec spec;
  if (const auto record = FindDecisiveRecord(run, result); record.ok()) {
    spec = record->spec;
  } else {
    ASSIGN_OR_RETURN(spec.program, ProgramOfCase(run, result));
    spec.program.waits =
        result.bounded ? WaitMode::kBounded : WaitMode::kUnbounded;
  }
  spec.program.board = BoardMode::kOff;
  return spec;
}

absl::StatusOr<DecisiveLaunch> FindDecisiveLaunch(const Run& run,
                                                  const CaseResult& result,
                                                  bool across) {
  DecisiveLaunch d;
  const absl::StatusOr<Case> c = ParseCaseId(result.id);
  if (c.ok() && std::holds_alternative<HostCase>(*c)) {
    return absl::UnimplementedError(
        "a host check is a sequence of host calls, many times over, and no "
        "launch that could be made again by one C file");
  }
  const absl::StatusOr<ProgramSpec> program = ProgramOfCase(run, result);
  if (!program.ok()) {
    return OtherVersion(std::string(program.status().message()));
  }
  d.spec.program = *program;
  d.gpu = run.profile().device.type == "gpu";
  if (!result.build_log.empty()) {
    return RefusedProgram(run, result, across, std::move(d));
  }
  const absl::StatusOr<LaunchRecord> record = FindDecisiveRecord(run, result);
  if (record.ok())
    return FromRecord(run, *record, result, across, std::move(d));
  if (!absl::IsNotFound(record.status())) return record.status();
  return absl::UnimplementedError(record.status().message());
}

}  // namespace wgsync
