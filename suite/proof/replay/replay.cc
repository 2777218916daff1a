#include "suite/proof/replay/replay.h"

#include <deque>
#include <fstream>
#include <map>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "nlohmann/json.hpp"
#include "suite/core/base/fields_json.h"
#include "suite/core/base/parse_json.h"
#include "suite/core/launch/program_spec.h"
#include "suite/core/launch/weakened_twins.h"
#include "suite/core/next/known.h"
#include "suite/core/next/question.h"
#include "suite/core/next/run_case.h"
#include "suite/core/plan/case.h"
#include "suite/core/record/binds.h"
#include "suite/core/record/progress_record.h"
#include "suite/core/record/result.h"
#include "suite/core/record/run_log.h"
#include "suite/core/verdict/rules.h"

namespace wgsync {
namespace {

using nlohmann::json;

// One case as a run had it.
struct LoggedCase {
  bool bounded_only = false;
  std::deque<LaunchRecord> launches;  // in their order
  CaseResult result;
};

// A log of an earlier version does not have what its discoveries found. If the
// primitive itself discovers groups, it has the grid in place of that.
bool IsUncounted(const LaunchRecord& r) {
  const bool grid =
      r.spec.program.c.primitive->discovers && r.found == r.spec.groups;
  return r.spec.discover && (r.found == 0 || grid);
}

// Answers from the log of one case.
class Logged : public Answers {
 public:
  // By ProgramKey(): digests of the code of all launches of the run.
  using Digests = std::map<std::string, std::string>;

  Logged(const DeviceProfile& profile, const Digests& digests, LoggedCase of)
      : profile_(profile), digests_(digests), case_(std::move(of)) {}

  Answer To(const Question& q) override {
    const CaseResult& r = case_.result;
    Answer a;
    switch (q.kind) {
      case QuestionKind::kLaunch:
        a.launch = NextLaunch(q);
        break;
      case QuestionKind::kPromised:
        a.promised = r.promised;
        break;
      case QuestionKind::kRefuses:
        a.yes = r.verdict.kind == VerdictKind::kBuildFailed;
        a.text = r.build_log;
        break;
      case QuestionKind::kBuilds:
        a.yes = r.verdict.rule == Rule::kClaimDenied;
        break;
      case QuestionKind::kDigest:
        a.text = Digest(q.spec.program);
        break;
      case QuestionKind::kHostCheck:
        a.host.evidence = r.judged.host;
        a.host.report = r.host;
        break;
      case QuestionKind::kOtherCores:
        a.other_cores = r.other_cores;
        break;
      case QuestionKind::kOpen:
      case QuestionKind::kFresh:
      case QuestionKind::kAwaitBuilds:
      case QuestionKind::kWatchLoad:
        break;
    }
    return a;
  }
  const DeviceProfile& profile() const override { return profile_; }

  // What this result of the rules differs in; "" if it is the run's.
  std::string Difference(const CaseResult& now) const {
    const CaseResult& then = case_.result;
    if (!difference_.empty()) return difference_;
    if (!case_.launches.empty()) {
      return absl::StrCat("launches of the run that are not asked for: ",
                          case_.launches.size());
    }
    const auto text = [](const CaseResult& r) {
      return absl::StrCat(VerdictText(r.verdict), " by ",
                          InfoOf(r.verdict.rule).name, ", binds ",
                          NameOf(absl::make_optional(r.binds)), ", ", r.k,
                          " of ", r.n);
    };
    if (text(now) != text(then)) {
      return absl::StrCat(text(now), "; the run: ", text(then));
    }
    if (now.launches != then.launches) return "it rests on other launches";
    return "";
  }

 private:
  LaunchRecord NextLaunch(const Question& q) {
    const auto text = [](LaunchPurpose purpose, const LaunchSpec& spec) {
      return absl::StrCat(NameOf(absl::make_optional(purpose)), " ",
                          FieldsToJson(spec).dump());
    };
    const std::string asked = text(q.purpose, q.spec);
    if (case_.launches.empty() || !difference_.empty()) {
      return Lost(
          absl::StrCat("asks for a launch that the run did not make: ", asked));
    }
    LaunchRecord r = std::move(case_.launches.front());
    case_.launches.pop_front();
    const std::string made = text(r.purpose, r.spec);
    if (asked != made) {
      return Lost(absl::StrCat("asks for ", asked, "; the run made ", made));
    }
    r.what = case_.result.build_log;
    if (IsUncounted(r)) r.found = case_.result.residency;
    return r;
  }

  LaunchRecord Lost(std::string difference) {
    if (difference_.empty()) difference_ = std::move(difference);
    LaunchRecord lost;
    lost.ending = Ending::kDeviceLost;
    return lost;
  }

  // A twin whose code is that of the case was never launched.
  std::string Digest(const ProgramSpec& program) {
    const std::string key = ProgramKey(program);
    const auto known = digests_.find(key);
    if (known != digests_.end()) {
      sound_ = program;
      return known->second;
    }
    if (sound_.c.primitive == nullptr) return "";
    for (const Twin& twin : TwinsOf(sound_)) {
      if (ProgramKey(twin.program) != key) continue;
      for (const TwinResult& logged : case_.result.twins) {
        if (logged.name == twin.name &&
            logged.state == TwinState::kEquivalent) {
          return digests_.at(ProgramKey(sound_));
        }
      }
    }
    return "";
  }

  const DeviceProfile& profile_;
  const Digests& digests_;
  LoggedCase case_;
  std::string difference_;
  ProgramSpec sound_;
};

}  // namespace

absl::StatusOr<Replayed> Replay(
    const std::string& folder,
    const std::function<void(LaunchRecord*)>& change) {
  const absl::StatusOr<Run> run = ReadRun(folder);
  if (!run.ok()) return run.status();
  const std::string path = absl::StrCat(folder, "/", kRunLogFile);
  Logged::Digests digests;
  std::vector<LoggedCase> cases;
  std::ifstream log(path);
  LoggedCase now;
  int number = 0;
  for (std::string line; std::getline(log, line);) {
    ++number;
    const json j = ParseJson(line);
    const std::string kind = j.value("kind", "");
    std::string error;
    if (kind == "started") {
      now = {};
      now.bounded_only = !j.value("unbounded", true);
    } else if (kind == "launch") {
      LaunchRecord r;
      error = FieldsFromJson(j, &r);
      if (change) change(&r);
      if (!r.binary_digest.empty()) {
        digests[ProgramKey(r.spec.program)] = r.binary_digest;
      }
      now.launches.push_back(std::move(r));
    } else if (kind == "verdict") {
      FromJson(j, &now.result, &error);
      if (!j.value("started_unix_ns", int64_t{0})) continue;
      cases.push_back(std::move(now));
      now = {};
    }
    if (!error.empty()) {
      return absl::InvalidArgumentError(
          absl::StrCat(path, ":", number, ": ", error));
    }
  }
  Known known;
  known.model = run->header.settings.model;
  known.rounds = run->header.settings.rounds;
  known.skips = run->header.settings.skips;
  Replayed replayed;
  for (LoggedCase& logged : cases) {
    const absl::StatusOr<Case> c = ParseCaseId(logged.result.id);
    if (!c.ok()) return c.status();
    ++replayed.cases;
    replayed.launches += logged.launches.size();
    const std::string id = logged.result.id;
    const bool bounded_only = logged.bounded_only;
    Logged answers(run->profile(), digests, std::move(logged));
    const CaseResult r =
        RepeatCase(*c, run->header.settings, bounded_only, &answers, &known);
    AddShape(r, &known.seen);
    known.wedged = false;
    const std::string difference = answers.Difference(r);
    if (!difference.empty()) {
      replayed.differences.push_back(absl::StrCat(id, ": ", difference));
    }
  }
  if (replayed.launches == 0) {
    return absl::FailedPreconditionError(
        absl::StrCat(path, ": has no launches; replay a run of this version"));
  }
  return replayed;
}

}  // namespace wgsync
