#include "suite/proof/golden/judge_again.h"

#include <algorithm>
#include <fstream>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "nlohmann/json.hpp"
#include "suite/core/base/field_visitor.h"
#include "suite/core/base/fields_json.h"
#include "suite/core/base/parse_json.h"
#include "suite/core/record/launch_record.h"
#include "suite/core/record/result.h"
#include "suite/core/record/run_log.h"
#include "suite/core/verdict/host_verdict.h"
#include "suite/core/verdict/reasons_testing.h"
#include "suite/core/verdict/rules.h"
#include "suite/core/verdict/verdict.h"

namespace wgsync {

using nlohmann::json;

namespace {

JudgedAgain Compare(const Verdict& logged, const Verdict& again) {
  return {
      logged == again ? JudgedAgain::Fit::kEqual : JudgedAgain::Fit::kDiffers,
      again};
}

// What a launch of the record shows that the evidence does not say; "" where it
// says the same. A control that older logs call not run may be wrong.
std::string DeniedBy(const LaunchRecord& l, const Evidence& e) {
  const bool wrong = e.no_payload ? l.waits == Waits::kLeftUnmet
                                  : l.payload == PayloadState::kWrong ||
                                        l.payload == PayloadState::kTorn;
  const bool ended = l.ending == Ending::kFinished && !l.build_failed;
  switch (l.purpose) {
    case LaunchPurpose::kControl:
      // One that lost work-items is not judged.
      return wrong && l.account == Account::kComplete &&
                     e.negative != Trial::kWrong &&
                     e.doubt != Doubt::kNotRecorded
                 ? "the launch without its waits came out wrong"
                 : "";
    case LaunchPurpose::kBoundary:
      return (wrong && e.boundary == Trial::kRight) ||
                     (ended && !wrong && e.boundary == Trial::kHung)
                 ? "the launch over kernel_boundary says otherwise"
                 : "";
    case LaunchPurpose::kJudged:
      return wrong && e.payload == PayloadState::kRight
                 ? "the judged launch came out wrong"
                 : "";
    case LaunchPurpose::kPoll:
      return ended && l.waits == Waits::kMet && e.poll_rmw == Trial::kHung &&
                     l.account == Account::kComplete &&
                     l.spec.program.c.access.poll == Poll::kRmw
                 ? "a poll with rmw ended"
                 : "";
    case LaunchPurpose::kPayload:
      return wrong && e.payload_atomic == Trial::kRight
                 ? "a launch with an atomic payload came out wrong"
                 : "";
    case LaunchPurpose::kDiscovery:
    case LaunchPurpose::kTiming:
    case LaunchPurpose::kWatched:
    case LaunchPurpose::kOrdered:
    case LaunchPurpose::kRefreshedPoll:
    case LaunchPurpose::kSignal:
    case LaunchPurpose::kFence:
    case LaunchPurpose::kTwin:
    case LaunchPurpose::kSource:
      break;
  }
  return "";
}

// No launch of the case itself ended as its evidence says. A shape's frozen
// launch may be called a livelock, and the worker's end is not a launch's.
std::string NoneEnded(const JudgedCase& c) {
  const Evidence& e = c.judged.evidence;
  if (e.no_payload || e.ending >= Ending::kNeverStarted) return "";
  bool any = false;
  for (const LaunchRecord& l : c.launches) {
    if (l.purpose != LaunchPurpose::kJudged &&
        l.purpose != LaunchPurpose::kWatched) {
      continue;
    }
    if (l.ending == e.ending) return "";
    any = true;
  }
  return any ? "no launch of the case ended so" : "";
}

std::string Denial(const JudgedCase& c, Rule rule) {
  const Evidence& e = c.judged.evidence;
  if (!ClaimHolds(rule, e, c.judged.host)) return "the evidence denies it";
  if (c.judged.by != DecidedBy::kEvidence) return "";
  for (const LaunchRecord& l : c.launches) {
    std::string denied = DeniedBy(l, e);
    if (!denied.empty()) return denied;
  }
  return NoneEnded(c);
}

}  // namespace

JudgedAgain JudgeAgain(const Verdict& logged, const Judged& judged) {
  switch (judged.by) {
    case DecidedBy::kNotRecorded:
      return {JudgedAgain::Fit::kNotRecorded, logged};
    case DecidedBy::kEvidence:
      return Compare(logged, JudgeEvidence(judged.evidence));
    case DecidedBy::kHostEvidence:
      return Compare(logged, JudgeHost(judged.host));
    case DecidedBy::kDevice:
    case DecidedBy::kNoLaunch:
    case DecidedBy::kBuild:
    case DecidedBy::kControlBuild:
    case DecidedBy::kHarness:
    case DecidedBy::kWedged:
    case DecidedBy::kMachineDown:
    case DecidedBy::kLeftOut:
    case DecidedBy::kTried:
      break;
  }
  const absl::Span<const RuleInfo> rules = VerdictRules();
  const bool given =
      std::any_of(rules.begin(), rules.end(), [&](const RuleInfo& row) {
        return row.by == judged.by && VerdictOf(row.rule) == logged &&
               (logged.rule == Rule::kNotRecorded || logged.rule == row.rule);
      });
  return {given ? JudgedAgain::Fit::kGiven : JudgedAgain::Fit::kDiffers,
          logged};
}

void JudgedCase::Fields(FieldVisitor& v) {
  v.Field("case", &id);
  verdict.Fields(v);
  v.Struct("judged", &judged);
}

absl::StatusOr<std::vector<JudgedCase>> JudgedCases(const Run& run) {
  std::vector<JudgedCase> cases;
  for (const CaseResult& r : run.results) {
    cases.push_back({r.id, r.verdict, r.judged, {}});
    for (uint64_t number : r.launches) {
      absl::StatusOr<LaunchRecord> launch = ReadLaunch(run, number);
      if (!launch.ok()) return launch.status();
      cases.back().launches.push_back(*std::move(launch));
    }
  }
  return cases;
}

absl::StatusOr<std::vector<JudgedCase>> CasesAt(const std::string& path) {
  if (absl::EndsWith(path, ".jsonl")) return ReadJudged(path);
  const absl::StatusOr<std::vector<Run>> runs = ReadRuns(path);
  if (!runs.ok()) return runs.status();
  std::vector<JudgedCase> cases;
  for (const Run& run : *runs) {
    absl::StatusOr<std::vector<JudgedCase>> some = JudgedCases(run);
    if (!some.ok()) return some.status();
    for (JudgedCase& c : *some) cases.push_back(std::move(c));
  }
  return cases;
}

absl::StatusOr<std::vector<JudgedCase>> ReadJudged(const std::string& file) {
  std::ifstream in(file);
  std::vector<JudgedCase> cases;
  std::string line;
  for (int number = 1; std::getline(in, line); ++number) {
    JudgedCase one;
    const std::string error = FieldsFromJson(ParseJson(line), &one);
    if (!error.empty()) {
      return absl::InvalidArgumentError(
          absl::StrCat(file, ":", number, ": ", error,
                       "; extract it again with judge_again --extract"));
    }
    cases.push_back(std::move(one));
  }
  if (!cases.empty()) return cases;
  return absl::NotFoundError(absl::StrCat(
      file, ": cannot be read, or is empty; name a run or an extract of one"));
}

std::vector<std::string> ExtractJudged(const std::vector<JudgedCase>& cases) {
  std::map<std::string, JudgedCase> different;
  for (const JudgedCase& c : cases) {
    if (c.judged.by == DecidedBy::kNotRecorded) continue;
    JudgedCase unnamed = c;
    unnamed.id.clear();
    different.try_emplace(FieldsToJson(unnamed).dump(), c);
  }
  std::vector<std::string> lines;
  lines.reserve(different.size());
  for (const auto& [unused, c] : different) {
    lines.push_back(FieldsToJson(c).dump());
  }
  return lines;
}

std::vector<std::string> Refused(const std::vector<JudgedCase>& cases) {
  std::vector<std::string> sentences;
  for (const JudgedCase& c : cases) {
    if (c.judged.by != DecidedBy::kEvidence &&
        c.judged.by != DecidedBy::kHostEvidence) {
      continue;
    }
    Verdict v = c.verdict;
    if (v.rule == Rule::kNotRecorded) v = JudgeAgain(v, c.judged).verdict;
    const std::string denial = Denial(c, v.rule);
    if (denial.empty()) continue;
    sentences.push_back(absl::StrCat(c.id, ": ", ReasonText(v), ", but ",
                                     denial, ": ",
                                     FieldsToJson(c.judged).dump()));
  }
  return sentences;
}

std::vector<std::string> Disagreements(const std::vector<JudgedCase>& cases) {
  std::vector<std::string> sentences;
  for (const JudgedCase& c : cases) {
    const JudgedAgain again = JudgeAgain(c.verdict, c.judged);
    switch (again.fit) {
      case JudgedAgain::Fit::kEqual:
      case JudgedAgain::Fit::kGiven:
        break;
      case JudgedAgain::Fit::kDiffers:
        sentences.push_back(
            absl::StrCat(c.id, ": logged as ", VerdictText(c.verdict),
                         again.verdict == c.verdict
                             ? ", which its rule never gives: "
                             : absl::StrCat(", the rules give ",
                                            VerdictText(again.verdict), ": "),
                         FieldsToJson(c.judged).dump()));
        break;
      case JudgedAgain::Fit::kNotRecorded:
        sentences.push_back(
            absl::StrCat(c.id, ": logged as ", VerdictText(c.verdict),
                         ", without a record of how it was judged"));
        break;
    }
  }
  return sentences;
}

}  // namespace wgsync
