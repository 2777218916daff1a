#include "reports/words/evidence_text.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "nlohmann/json.hpp"
#include "reports/words/finding_text.h"
#include "suite/core/base/fields_json.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/plan/case.h"
#include "suite/core/record/bench_stats.h"
#include "suite/core/record/twin_result.h"
#include "suite/core/verdict/kinds.h"

namespace wgsync {
namespace {

using nlohmann::json;

constexpr size_t kShownReads = 4;

std::string ReadText(const WrongRead& w) {
  if (w.found_round == -1) return "what no group had stored yet";
  if (w.found_round == -2)
    return absl::StrFormat("0x%08x, of no round", w.found);
  return absl::StrCat(w.found_round > w.round ? "the later round " : "round ",
                      w.found_round, "'s value");
}

// "" where no work-item was lost.
std::string ItemsText(const LaunchRecord& r) {
  if (r.account != Account::kItemsLost) return "";
  const uint32_t kernels = KernelsOf(r.spec);
  return absl::StrCat(
      r.facts.items_ended, " of ", r.facts.items_due,
      " work-items reached the kernel's end",
      kernels > 1 ? absl::StrCat(", in ", kernels, " kernels together") : "");
}

// The payload of a launch that came out wrong.
std::string WrongText(const LaunchRecord& r, const std::string& permits) {
  const PayloadFacts& p = r.facts;
  std::vector<std::string> found;
  if (p.wrong != 0) {
    found.push_back(absl::StrCat(
        p.wrong, " of ", p.reads, " reads (", p.again_new,
        " of them new when read again on the spot",
        p.torn != 0 ? absl::StrCat(", ", p.torn, " of no earlier round") : "",
        ")"));
  }
  if (!p.final_text.empty()) found.push_back(p.final_text);
  const std::string holders = absl::StrCat(
      p.owner_changed, p.owner_changed == 1 ? " holder" : " holders");
  if (!permits.empty()) {
    found.push_back(permits);
    found.push_back(absl::StrCat("more than there are under ", holders));
  } else if (p.owner_changed != 0) {
    found.push_back(absl::StrCat("the owner changed under ", holders));
  } else if (r.spec.program.c.primitive->family == Family::kMutex &&
             !p.final_text.empty()) {
    found.push_back("the owner word never changed under a holder");
  }
  return absl::StrCat("payload wrong: ", absl::StrJoin(found, "; "));
}

// Of the case itself, and not one of its differences and controls.
bool IsOwn(const LaunchRecord& r) {
  return r.purpose == LaunchPurpose::kWatched ||
         r.purpose == LaunchPurpose::kJudged ||
         r.purpose == LaunchPurpose::kOrdered;
}

bool IsOfCounts(const Finding& f) {
  return f.kind == FindingKind::kExtraArrivals ||
         f.kind == FindingKind::kEarlyDeparture;
}

// A part of the launch's own line.
bool IsOfLine(const Finding& f) { return f.kind == FindingKind::kStoreLost; }

std::string LaunchLine(const LaunchRecord& r) {
  std::string line =
      absl::StrCat(LaunchLabel(r.purpose, r.spec), ": ", EndingText(r));
  std::vector<std::string> more = {ItemsText(r)};
  for (const Finding& f : r.findings) {
    if (IsOfLine(f)) more.push_back(FindingText(f));
  }
  more.push_back(PayloadText(r));
  for (const std::string& says : more) {
    if (!says.empty()) absl::StrAppend(&line, "; ", says);
  }
  return line;
}

bool IsRight(const LaunchRecord& r) {
  return EndedRight(r) && absl::c_all_of(r.findings, IsOfLine);
}

// The place of a launch in the evidence: what decides first, controls last.
int PlaceOf(const LaunchRecord& r) {
  if (IsOwn(r)) return IsRight(r) ? 1 : 0;
  const bool control = r.spec.program.waits == WaitMode::kRemoved ||
                       r.purpose == LaunchPurpose::kBoundary;
  return control ? 3 : 2;
}

void TellReads(const LaunchRecord& r, std::vector<std::string>* words) {
  const std::vector<WrongRead>& reads = r.facts.records;
  for (size_t i = 0; i < std::min(kShownReads, reads.size()); ++i) {
    const WrongRead& w = reads[i];
    words->push_back(absl::StrCat(
        "  group ", w.group, " item ", w.item, " wanted round ", w.round,
        "'s value at word ", w.at, " and found ", ReadText(w), "; read again: ",
        w.again == w.wanted  ? "the wanted value"
        : w.again == w.found ? "the same"
                             : "another"));
  }
}

// What the board counts in the case's own launches.
void TellCounts(absl::Span<const LaunchRecord> launches,
                std::vector<std::string>* words) {
  for (const LaunchRecord& launch : launches) {
    if (!IsOwn(launch)) continue;
    for (const Finding& f : launch.findings) {
      if (IsOfCounts(f)) words->push_back(FindingText(f));
    }
  }
}

// `counted`: TellCounts() has been called.
void TellLaunches(absl::Span<const LaunchRecord> launches, bool counted,
                  std::vector<std::string>* words) {
  bool has_reads = false;  // of one launch they are enough
  for (const int place : {0, 1, 2, 3}) {
    for (const LaunchRecord& r : launches) {
      if (PlaceOf(r) != place) continue;
      for (const Finding& f : r.findings) {
        if (place != 0 || IsOfLine(f) || (counted && IsOfCounts(f))) continue;
        // An old log counts the arrivals at each wait of a shape.
        if (f.kind == FindingKind::kExtraArrivals && ArrivalsDue(r.spec) == 0)
          continue;
        words->push_back(FindingText(f));
      }
      words->push_back(LaunchLine(r));
      if (place == 0 && !has_reads) TellReads(r, words);
      has_reads = has_reads || !r.facts.records.empty();
    }
  }
}

std::string InState(const std::vector<TwinResult>& twins, TwinState state,
                    absl::string_view what) {
  std::vector<std::string> names;
  for (const TwinResult& t : twins) {
    if (t.state == state) names.push_back(t.name);
  }
  if (names.empty()) return "";
  return absl::StrCat("; ", what, ": ", absl::StrJoin(names, ", "));
}

// The twins that no launch can tell from the case, by the reason.
std::string Equivalent(const std::vector<TwinResult>& twins) {
  std::map<std::string, std::vector<TwinResult>> by_reason;
  for (const TwinResult& t : twins) by_reason[t.why].push_back(t);
  std::string text;
  for (const auto& [why, alike] : by_reason) {
    absl::StrAppend(&text, InState(alike, TwinState::kEquivalent,
                                   why.empty() ? "the same program" : why));
  }
  return text;
}

// What the weakened twins showed; "" where none ran. `negative`: the control
// without waits.
std::string StrengthText(const std::vector<TwinResult>& twins, Trial negative) {
  const Strength strength = StrengthOf(twins);
  if (strength == Strength::kNotAsked) return "";
  size_t ran = 0, killed = 0;
  const TwinResult* hardest = nullptr;
  for (const TwinResult& t : twins) {
    ran += t.launches != 0 && t.state != TwinState::kNotRun ? 1 : 0;
    if (t.state != TwinState::kKilled) continue;
    ++killed;
    if (hardest == nullptr ||
        t.failed * hardest->launches < hardest->failed * t.launches) {
      hardest = &t;
    }
  }
  std::string text;
  if (hardest != nullptr) {
    text =
        absl::StrCat("the same stress failed ", killed, " of ", ran,
                     " weakened twins, the hardest (", hardest->name, ") in ",
                     hardest->failed, " of ", hardest->launches, " launches");
  } else {
    text = strength != Strength::kNotObservable
               ? "no weakened twin came out wrong under the same stress"
           : negative == Trial::kRight
               ? "orderings are not observable on this device"
               : "orderings are not observable on this device; only the "
                 "waits are shown to matter";
  }
  return absl::StrCat(
      text, InState(twins, TwinState::kMissed, "missed"),
      InState(twins, TwinState::kNotObservable, "not observable here"),
      Equivalent(twins), InState(twins, TwinState::kNotRun, "not run"));
}

}  // namespace

std::string LaunchLabel(LaunchPurpose purpose, const LaunchSpec& spec) {
  switch (purpose) {
    case LaunchPurpose::kDiscovery:
      return "discovery of the residency";
    case LaunchPurpose::kTiming:
    case LaunchPurpose::kControl:
      return "control without waits";
    case LaunchPurpose::kWatched:
      return "watched launch (relaxed board)";
    case LaunchPurpose::kJudged:
      return "judged launch (no board)";
    case LaunchPurpose::kOrdered:
      return "watched launch (ordered board)";
    case LaunchPurpose::kBoundary:
      return "control: kernel_boundary";
    case LaunchPurpose::kPoll:
      return absl::StrCat("difference: poll ",
                          PollName(spec.program.c.access.poll));
    case LaunchPurpose::kRefreshedPoll:
      return absl::StrCat("difference: caches refreshed, poll ",
                          PollName(spec.program.c.access.poll));
    case LaunchPurpose::kSignal:
      return absl::StrCat("difference: signal ",
                          SignalName(spec.program.c.access.signal));
    case LaunchPurpose::kPayload:
      return absl::StrCat("difference: payload ",
                          PayloadName(spec.program.c.access.payload));
    case LaunchPurpose::kFence:
      return absl::StrCat("difference: fence ",
                          FenceName(spec.program.c.access.fence));
    case LaunchPurpose::kTwin:
      return "weakened twin";
    case LaunchPurpose::kSource:
      return "difference: from source";
  }
  return "";
}

std::string EndingText(const LaunchRecord& r) {
  switch (r.ending) {
    case Ending::kFinished:
      return absl::StrFormat("finished in %.3f ms", r.seconds * 1e3);
    case Ending::kFinishedLate:
      return absl::StrFormat(
          "finished after %.3f s, later than its %.3f s (missed watchdog "
          "ticks: %.3f s, threads without a core: %.3f s)",
          r.seconds, r.patience_seconds, r.missed_tick_seconds,
          r.starved_seconds);
    case Ending::kFrozen:
      return r.frozen_seconds > 0
                 ? absl::StrFormat(
                       "frozen: two snapshots %.0f ms apart are equal, after "
                       "%.3f s",
                       r.frozen_seconds * 1e3, r.seconds)
                 : absl::StrFormat(
                       "did not end in %.3f s, and no snapshot shows where it "
                       "is",
                       r.seconds);
    case Ending::kMoving:
      return absl::StrFormat("still moving after %.3f s", r.seconds);
    case Ending::kRetrying:
      return absl::StrFormat("only retries move, after %.3f s", r.seconds);
    case Ending::kNeverStarted:
      return "no group ever started";
    case Ending::kEventError:
    case Ending::kEndedByWatchdog:
      return absl::StrCat("ended in an error: ", r.ending_text);
    case Ending::kNotReported:
      return absl::StrFormat(
          "every group has ended, and the driver did not come back (%s)",
          r.ending_text);
    case Ending::kCompletedEarly:
      return absl::StrCat("groups ran on after the launch was complete: ",
                          r.ending_text);
    case Ending::kWorkerDied:
    case Ending::kEndedFromOutside:
      return absl::StrCat("the worker ", r.ending_text);
    case Ending::kNoProcessor:
      return absl::StrCat("not enough processor time: ", r.ending_text);
    case Ending::kDeviceLost:
      return absl::StrCat("the device was lost: ", r.ending_text);
  }
  return "";
}

std::string PayloadText(const LaunchRecord& r) {
  const PayloadFacts& p = r.facts;
  const Primitive& primitive = *r.spec.program.c.primitive;
  const bool right = r.payload == PayloadState::kRight;
  // A shape of forward progress has none.
  if (!p.judged || (IsShape(primitive) && right)) return "";
  std::string permits;
  if (primitive.capacity != 0) {
    permits = absl::StrCat("at most ", p.most_out, " of ", primitive.capacity,
                           " permits were out at once, ", PermitsOf(r.spec),
                           " to a group");
  }
  if (!right) return WrongText(r, permits);
  const std::string made =
      p.reads < p.reads_due
          ? absl::StrCat("in the ", p.reads, " reads that were made of ",
                         p.reads_due)
          : absl::StrCat("in all of ", p.reads, " reads");
  return absl::StrCat("payload right ", made, permits.empty() ? "" : "; ",
                      permits);
}

namespace {

// At which rate the launches of all runs of the case come out wrong, where the
// finding is that those of one run are right.
Finding OfAllRuns(Finding f, const CaseResult& r) {
  if (f.kind != FindingKind::kWrongRate || f.numbers.size() < 4 ||
      f.numbers[0] != 0 || r.failed_launches != 0 ||
      r.case_launches <= f.numbers[1]) {
    return f;
  }
  f.numbers[1] = r.case_launches;
  f.numbers[3] = FailureRateTenths(0, r.case_launches);
  return f;
}

}  // namespace

std::vector<std::string> EvidenceWords(
    const CaseResult& r, absl::Span<const LaunchRecord> launches) {
  if (!r.words.empty()) return r.words;
  std::vector<std::string> words = HostSentences(r);
  const Evidence& e = r.judged.evidence;
  // What explains the rest.
  if (e.guard_lost) TellCounts(launches, &words);
  // What a pass rests on explains no failure: it follows the launches then.
  const bool failed = IsFault(r.verdict.kind);
  std::vector<std::string> of_passes;
  const std::string strength = StrengthText(r.twins, e.negative);
  if (!strength.empty()) (failed ? of_passes : words).push_back(strength);
  for (const Finding& f : r.findings) {
    if (InfoOf(f.kind).last) continue;
    const bool of_pass = failed && f.kind == FindingKind::kCopiesEnded;
    (of_pass ? of_passes : words).push_back(FindingText(OfAllRuns(f, r)));
  }
  TellLaunches(launches, e.guard_lost, &words);
  absl::c_move(of_passes, std::back_inserter(words));
  if (r.judged.by == DecidedBy::kEvidence) {
    if (e.negative == Trial::kRight && !e.no_payload) {
      words.push_back(
          "without its waits the payload comes out right as well: a pass would "
          "prove nothing");
    }
    if (!e.channel_proven && e.ending != Ending::kFinished) {
      words.push_back("the snapshot channel did not pass its self-test here");
    }
  }
  for (const Finding& f : r.findings) {
    if (InfoOf(f.kind).last) words.push_back(FindingText(f));
  }
  if (r.other_cores > 0) {
    words.push_back(absl::StrFormat(
        "inconclusive: other processes took %.1f cores of the machine while it "
        "ran",
        r.other_cores));
  }
  return words;
}

LoggedLaunches LaunchesOf(const Run& run, const CaseResult& r) {
  std::vector<LaunchRecord> launches;
  for (const uint64_t number : r.launches) {
    absl::StatusOr<LaunchRecord> launch = ReadLaunch(run, number);
    if (absl::IsNotFound(launch.status())) continue;
    if (!launch.ok()) return launch.status();
    launches.push_back(*std::move(launch));
  }
  return launches;
}

std::vector<std::string> LoggedWords(const CaseResult& r,
                                     const LoggedLaunches& launches) {
  if (launches.ok()) return EvidenceWords(r, *launches);
  std::vector<std::string> words = EvidenceWords(r, {});
  words.emplace_back(launches.status().message());
  return words;
}

std::vector<std::string> EvidenceWords(const Run& run, const CaseResult& r) {
  return LoggedWords(r, LaunchesOf(run, r));
}

std::vector<std::string> RunningWords::Of(const CaseResult& r) const {
  std::vector<LaunchRecord> launches;
  for (const uint64_t number : r.launches) {
    const auto launch = launches_.find(number);
    if (launch != launches_.end()) launches.push_back(launch->second);
  }
  return EvidenceWords(r, launches);
}

json EvidenceJson(const CaseResult& r, const LoggedLaunches& launches) {
  json evidence = json::object();
  if (launches.ok() && !launches->empty()) {
    json& list = evidence["launches"] = json::array();
    for (const LaunchRecord& launch : *launches) {
      json j = FieldsToJson(launch);
      j["label"] = LaunchLabel(launch.purpose, launch.spec);
      j.erase("case");  // the case that was launched is in "spec"
      j["options"] = BuildOptions(launch.spec.program);
      j["ending"] = EndingText(launch);
      const std::string payload = PayloadText(launch);
      if (!payload.empty()) j["payload"] = payload;
      list.push_back(std::move(j));
    }
  }
  if (r.judged.by != DecidedBy::kNotRecorded) {
    json judged = FieldsToJson(r.judged);
    for (const char* part : {"evidence", "host"}) {
      if (judged.contains(part)) evidence["evidence"] = judged[part];
    }
    if (r.judged.by == DecidedBy::kHostEvidence) {
      evidence["evidence"].update(FieldsToJson(r.host));
    }
  }
  if (!r.build_log.empty()) evidence["build_log"] = r.build_log;
  return evidence;
}

}  // namespace wgsync
