// The evidence of a case, in words and as data.

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "nlohmann/json.hpp"
#include "suite/core/catalog/catalog.h"
#include "suite/core/launch/stalled_copy.h"
#include "suite/core/record/bench_stats.h"
#include "suite/core/verdict/awaited.h"
#include "suite/core/verdict/judge.h"
#include "suite/engine/case_runner.h"

namespace wgsync {
namespace {

using nlohmann::json;

constexpr size_t kShownRecords = 4;
constexpr size_t kKeptRecords = 16;
constexpr size_t kKeptRoles = 32;
constexpr size_t kKeptWords = 64;

std::string TrialText(Trial t) {
  switch (t) {
    case Trial::kNotRun:
      return "not run";
    case Trial::kRight:
      return "right";
    case Trial::kHung:
      return "hung";
    case Trial::kWrong:
      return "wrong";
  }
  return "?";
}

std::string EndingText(const Observation& o) {
  switch (o.ending) {
    case Ending::kFinished:
      return absl::StrFormat("finished in %.3f ms", o.seconds * 1e3);
    case Ending::kFinishedLate:
      return absl::StrFormat(
          "finished after %.3f s, later than its %.3f s (missed watchdog "
          "ticks: "
          "%.3f s, threads without a core: %.3f s)",
          o.seconds, o.patience_seconds, o.missed_tick_seconds,
          o.starved_seconds);
    case Ending::kFrozen:
      return o.has_pair
                 ? absl::StrFormat(
                       "frozen: two snapshots %.0f ms apart are equal, after "
                       "%.3f s",
                       o.frozen_seconds * 1e3, o.seconds)
                 : absl::StrFormat(
                       "did not end in %.3f s, and no snapshot shows "
                       "where it stands",
                       o.seconds);
    case Ending::kMoving:
      return absl::StrFormat("still moving after %.3f s", o.seconds);
    case Ending::kRetrying:
      return absl::StrFormat("only retries move, after %.3f s", o.seconds);
    case Ending::kNeverStarted:
      return "no group ever started";
    case Ending::kEventError:
    case Ending::kEndedByWatchdog:
      return absl::StrCat("ended in an error: ", o.ending_text);
    case Ending::kNotReported:
      return absl::StrFormat(
          "every group has ended, and the driver did not come back (%s)",
          o.ending_text);
    case Ending::kCompletedEarly:
      return absl::StrCat("groups ran on after the launch was complete: ",
                          o.ending_text);
    case Ending::kWorkerDied:
    case Ending::kEndedFromOutside:
      return absl::StrCat("the worker ", o.ending_text);
    case Ending::kNoProcessor:
      return absl::StrCat("not enough processor time: ", o.ending_text);
    case Ending::kDeviceLost:
      return absl::StrCat("the device was lost: ", o.ending_text);
  }
  return "?";
}

std::string FoundText(const WrongRead& w) {
  if (w.found_round == -1) return "what nobody had stored yet";
  if (w.found_round == -2)
    return absl::StrFormat("0x%08x, of no round", w.found);
  return absl::StrCat(w.found_round > w.round ? "the later round " : "round ",
                      w.found_round, "'s value");
}

std::string PayloadText(const Exhibit& x) {
  const Observation& o = x.o;
  const bool mutex = x.spec.program.c.primitive->family == Family::kMutex;
  const PayloadFacts& p = o.payload;
  // A shape of forward progress has none.
  const bool seats = IsShape(*x.spec.program.c.primitive);
  if (!p.judged || (seats && PayloadOf(o) == PayloadState::kRight)) return "";
  const uint32_t capacity = x.spec.program.c.primitive->capacity;
  std::string permits;
  if (capacity != 0) {
    permits = absl::StrCat("at most ", p.most_out, " of ", capacity,
                           " permits were out at once, ", PermitsOf(x.spec),
                           " to a group");
  }
  if (PayloadOf(o) == PayloadState::kRight) {
    const std::string made =
        p.reads < p.reads_due
            ? absl::StrCat("in the ", p.reads, " reads that were made of ",
                           p.reads_due)
            : absl::StrCat("in all of ", p.reads, " reads");
    return absl::StrCat("payload right ", made, permits.empty() ? "" : "; ",
                        permits);
  }
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
  if (capacity != 0) {
    found.push_back(permits);
    found.push_back(absl::StrCat("more than there are under ", holders));
  } else if (p.owner_changed != 0) {
    found.push_back(absl::StrCat("the owner changed under ", holders));
  } else if (mutex && !p.final_text.empty()) {
    found.push_back("the owner word never changed under a holder");
  }
  return absl::StrCat("payload wrong: ", absl::StrJoin(found, "; "));
}

// "" where no work-item was lost.
std::string ItemsText(const Exhibit& x) {
  if (AccountOf(x.o) != Account::kItemsLost) return "";
  const uint32_t kernels = KernelsOf(x.spec);
  return absl::StrCat(
      x.o.payload.items_ended, " of ", x.o.payload.items_due,
      " work-items reached the kernel's end",
      kernels > 1 ? absl::StrCat(", in ", kernels, " kernels together") : "");
}

// "" where no work-group's first store was lost.
std::string StoreText(const Observation& o) {
  const std::vector<uint32_t> groups = GroupsWithoutStart(o);
  if (groups.empty()) return "";
  return absl::StrCat(NameGroups(groups),
                      " came to the kernel's end, and the first store, an "
                      "atomic exchange, is not in memory");
}

void DescribeWaits(const Observation& o, std::vector<std::string>* words) {
  const std::vector<uint32_t> cut = GroupsCutShort(o);
  if (!cut.empty()) {
    words->push_back(
        absl::StrCat(NameGroups(cut),
                     " started and never came to the kernel's end, though "
                     "the launch finished"));
  }
  uint64_t roles = 0;
  const RoleFacts* first = nullptr;
  for (const RoleFacts& r : o.last.roles) {
    if (r.bad == 0) continue;
    ++roles;
    if (first == nullptr) first = &r;
  }
  if (first == nullptr) return;
  words->push_back(absl::StrCat(
      roles, roles == 1 ? " role's wait " : " roles' waits ",
      first->bad_end == WaitEnd::kGaveUp ? "gave up" : "ended unmet",
      ": group ", first->group, " in round ", first->bad_round, " saw ",
      first->bad_seen, " and wanted ", first->bad_goal));
}

// What the board counts against what the launch has.
void DescribeCounts(const Exhibit& x, std::vector<std::string>* words) {
  const uint64_t due = ArrivalsDue(x.spec);
  for (const RoleFacts& r : x.o.last.roles) {
    // A compiler may do so, or the primitive.
    if (r.arrived > due) {
      words->push_back(absl::StrCat(
          "group ", r.group, " counted ", r.arrived, " arrivals and there are ",
          due, ": more than one work-item ran the representative's code"));
      break;
    }
  }
  for (const RoleFacts& r : x.o.last.roles) {
    if (r.early == 0) continue;
    words->push_back(absl::StrCat("group ", r.group, " left round ",
                                  r.early_round, " before group ",
                                  r.early_group, " had arrived in it; ",
                                  r.early, " early departures of this group"));
    break;
  }
}

// Of the case itself, and not one of its differences and controls.
bool IsOwn(const Exhibit& x) {
  return x.purpose == LaunchPurpose::kWatched ||
         x.purpose == LaunchPurpose::kJudged ||
         x.purpose == LaunchPurpose::kOrdered;
}

bool IsRight(const Observation& o) {
  return Finished(o) && WaitsOf(o) == Waits::kMet &&
         AccountOf(o) == Account::kComplete &&
         PayloadOf(o) != PayloadState::kWrong &&
         PayloadOf(o) != PayloadState::kTorn;
}

std::string LaunchLine(const Exhibit& x) {
  std::string line =
      absl::StrCat(LaunchLabel(x.purpose, x.spec), ": ", EndingText(x.o));
  for (const std::string& says :
       {ItemsText(x), StoreText(x.o), PayloadText(x)}) {
    if (!says.empty()) absl::StrAppend(&line, "; ", says);
  }
  return line;
}

// Who did what, before how the launch ended. `counted`: the counts are there.
void DescribeGroups(const Exhibit& x, bool counted,
                    std::vector<std::string>* words) {
  if (!counted) DescribeCounts(x, words);
  DescribeWaits(x.o, words);
  if (x.o.teams > 1 && (!Finished(x.o) || WaitsOf(x.o) != Waits::kMet)) {
    const uint64_t first = x.o.team * x.o.groups;
    words->push_back(absl::StrCat("the groups named for it are those of team ",
                                  x.o.team, " of ", x.o.teams, ", seats ",
                                  first, " to ", first + x.o.groups - 1));
  }
}

// The place of a launch in the evidence: what decides first, controls last.
int PlaceOf(const Exhibit& x) {
  if (!IsOwn(x)) {
    return x.o.removed || x.purpose == LaunchPurpose::kBoundary ? 3 : 2;
  }
  std::vector<std::string> bad;
  DescribeGroups(x, /*counted=*/false, &bad);
  return IsRight(x.o) && bad.empty() ? 1 : 0;
}

void DescribeReads(const Exhibit& x, std::vector<std::string>* words) {
  for (size_t i = 0; i < std::min(kShownRecords, x.o.payload.records.size());
       ++i) {
    const WrongRead& w = x.o.payload.records[i];
    words->push_back(absl::StrCat("  group ", w.group, " item ", w.item,
                                  " wanted round ", w.round,
                                  "'s value at word ", w.at, " and found ",
                                  FoundText(w), "; read again: ",
                                  w.again == w.wanted  ? "the wanted value"
                                  : w.again == w.found ? "the same"
                                                       : "another"));
  }
}

// Those of the copy that the verdict names, if the case is a shape.
std::vector<uint32_t> NamedGroups(const Exhibit& x) {
  if (!IsShape(*x.spec.program.c.primitive)) return {};
  return FindStalledCopy(x.spec, x.o).groups;
}

json RoleJson(const Observation& o, const RoleFacts& r) {
  json j = {{"group", r.group}};
  if (r.watcher) j["watcher"] = true;
  if (o.has_board) {
    j["arrived"] = r.arrived;
    j["left"] = r.left;
    j["closed"] = r.closed;
  }
  if (o.has_board && r.waits_known) {
    j["waits"] = {{"word", r.word},
                  {"for", std::string(ComparisonSign(r.comparison))},
                  {"goal", r.goal}};
    j["waited"] = r.waited;
  }
  if (r.end != WaitEnd::kNever) {
    j["seen"] = r.seen;
    j["end"] = static_cast<int>(r.end);
  }
  if (r.bad != 0) j["bad"] = r.bad;
  if (r.early != 0) j["early"] = r.early;
  return j;
}

// The roles of the `named` groups come first, so that they are kept.
json RolesJson(const Observation& o, const std::vector<uint32_t>& named) {
  json roles = json::array();
  for (const bool first : {true, false}) {
    for (const RoleFacts& r : o.last.roles) {
      if (roles.size() == kKeptRoles) return roles;
      if (absl::c_linear_search(named, r.group) == first)
        roles.push_back(RoleJson(o, r));
    }
  }
  return roles;
}

// The same of the groups that have not started.
json NotStartedJson(const Observation& o, const std::vector<uint32_t>& named) {
  json missing = json::array();
  for (const bool first : {true, false}) {
    for (uint32_t g = 0; g < o.last.started.size(); ++g) {
      if (missing.size() == kKeptRoles) return missing;
      if (!o.last.started[g] && absl::c_linear_search(named, g) == first)
        missing.push_back(g);
    }
  }
  return missing;
}

json RecordsJson(const PayloadFacts& p) {
  json records = json::array();
  for (const WrongRead& w : p.records) {
    if (records.size() == kKeptRecords) break;
    records.push_back({{"group", w.group},
                       {"item", w.item},
                       {"round", w.round},
                       {"found_round", w.found_round},
                       {"word", w.at},
                       {"found", w.found},
                       {"wanted", w.wanted},
                       {"again", w.again}});
  }
  return records;
}

json LaunchJson(const Exhibit& x) {
  const Observation& o = x.o;
  json j = {{"label", LaunchLabel(x.purpose, x.spec)},
            {"case", CaseId(x.spec.program.c)},
            {"options", BuildOptions(x.spec.program)},
            {"groups", o.groups},
            {"group_size", o.group_size},
            {"rounds", o.rounds},
            {"ending", EndingText(o)},
            {"seconds", o.seconds},
            {"device_seconds", o.device_seconds},
            {"delay", x.spec.delay},
            {"deadline_seconds", o.deadline_seconds},
            {"patience_seconds", o.patience_seconds},
            {"missed_tick_seconds", o.missed_tick_seconds},
            {"starved_seconds", o.starved_seconds},
            {"lost_seconds", o.lost_seconds},
            {"cores", o.cores},
            {"build_seconds", o.build_seconds},
            {"channel_proven", o.channel_proven},
            {"memory", o.memory}};
  if (o.bounded) {
    j["bounded"] = true;
    j["budget"] = x.spec.budget;
  }
  if (x.spec.elements != 0) j["elements"] = x.spec.elements;
  if (x.spec.program.c.grid.dims > 1) {
    j["grid"] = Sides(o.groups, x.spec.program.c.grid.dims);
    j["group_shape"] = Sides(o.group_size, x.spec.program.c.grid.dims);
  }
  if (o.has_pair) {
    j["frozen_seconds"] = o.frozen_seconds;
    j["frozen_cpu_seconds"] = o.frozen_cpu_seconds;
  }
  const std::string payload = PayloadText(x);
  if (!payload.empty()) j["payload"] = payload;
  if (AccountOf(o) != Account::kComplete) {
    j["items_ended"] = o.payload.items_ended;
    j["items_due"] = o.payload.items_due;
    j["reads"] = o.payload.reads;
    j["reads_due"] = o.payload.reads_due;
  }
  if (!o.payload.records.empty()) j["wrong_reads"] = RecordsJson(o.payload);
  if (!Finished(o) || WaitsOf(o) != Waits::kMet) {
    const std::vector<uint32_t> named = NamedGroups(x);
    j["roles"] = RolesJson(o, named);
    j["words"] = std::vector<uint32_t>(
        o.last.words.begin(),
        o.last.words.begin() + std::min(kKeptWords, o.last.words.size()));
    j["not_started"] = NotStartedJson(o, named);
  }
  return j;
}

}  // namespace

std::string RateText(uint64_t wrong, uint64_t launches) {
  std::string text =
      absl::StrCat(wrong, " of ", launches, " launches came out wrong");
  if (wrong == launches) return text;
  absl::StrAppendFormat(&text, ": at 95 %% fewer than %.1f %% of them do",
                        100 * FailureRateBound(wrong, launches));
  return text;
}

std::vector<std::string> DescribeCase(const Evidence& e,
                                      const LadderResult& ladder,
                                      const std::vector<Exhibit>& exhibits) {
  std::vector<std::string> words;
  // What explains the rest.
  if (e.guard_lost) {
    for (const Exhibit& x : exhibits) {
      if (IsOwn(x)) DescribeCounts(x, &words);
    }
  }
  words.insert(words.end(), ladder.words.begin(), ladder.words.end());
  bool has_reads = false;  // of one launch they are enough
  for (const int place : {0, 1, 2, 3}) {
    for (const Exhibit& x : exhibits) {
      if (PlaceOf(x) != place) continue;
      if (place == 0) DescribeGroups(x, e.guard_lost, &words);
      words.push_back(LaunchLine(x));
      if (place == 0 && !has_reads) DescribeReads(x, &words);
      has_reads = has_reads || !x.o.payload.records.empty();
    }
  }
  if (e.negative == Trial::kRight && !e.no_payload) {
    words.push_back(
        "without its waits the payload comes out right as well: a pass would "
        "prove nothing");
  }
  if (!e.channel_proven && e.ending != Ending::kFinished) {
    words.push_back("the snapshot channel did not pass its self-test here");
  }
  return words;
}

json EvidenceJson(const Evidence& e, const std::vector<Exhibit>& exhibits) {
  json launches = json::array();
  for (const Exhibit& x : exhibits) launches.push_back(LaunchJson(x));
  return {{"launches", launches},
          {"evidence",
           {{"control", TrialText(e.control)},
            {"negative control", TrialText(e.negative)},
            {"kernel_boundary", TrialText(e.boundary)},
            {"poll rmw", TrialText(e.poll_rmw)},
            {"poll reissued", TrialText(e.poll_reissued)},
            {"signal volatile", TrialText(e.signal_volatile)},
            {"payload atomic", TrialText(e.payload_atomic)},
            {"fence device", TrialText(e.fence_device)},
            {"channel proven", e.channel_proven}}}};
}

}  // namespace wgsync
