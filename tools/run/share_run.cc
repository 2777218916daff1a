#include "tools/run/share_run.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <set>
#include <system_error>
#include <thread>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/types/optional.h"
#include "reports/diff/join_shards.h"
#include "suite/core/base/fields_json.h"
#include "suite/core/base/status_macros.h"
#include "suite/core/base/write_file.h"
#include "suite/core/plan/plan.h"
#include "suite/core/record/run_facts.h"
#include "suite/core/record/run_log.h"
#include "suite/core/share/case_dealer.h"
#include "suite/core/share/shared_run.h"
#include "suite/core/verdict/rules.h"
#include "suite/engine/session.h"
#include "suite/worker/device_lock.h"
#include "suite/worker/worker_process.h"

namespace wgsync {
namespace {

// Cases that run again where devices disagree, and how often.
constexpr size_t kMostAgain = 4;
constexpr int kRounds = 2;

// The property that tells two devices apart; "" if they are equal.
std::string DifferenceOf(DeviceInfo a, const DeviceInfo& b) {
  a.index = b.index;
  a.uuid = b.uuid;
  return FirstDifferentField(a, b);
}

// Devices with one lock wait for each other, and for nothing else that the user
// should know of.
bool TakeTurns(std::vector<RunOptions>* devices) {
  std::set<std::string> locks;
  for (const RunOptions& options : *devices) {
    const DeviceInfo& d = options.device;
    locks.insert(LockName(d.type, d.uuid, d.slug));
  }
  if (locks.size() == devices->size()) return false;
  for (RunOptions& options : *devices) {
    options.on_wait = nullptr;
    options.lock_seconds = std::numeric_limits<double>::infinity();
  }
  return true;
}

// The outcome of each device, by its place.
std::vector<absl::StatusOr<RunSummary>> RunParts(
    std::vector<RunOptions>* devices) {
  const size_t size = devices->size();
  CaseDealer dealer(&devices->front().cases, static_cast<uint32_t>(size));
  std::vector<absl::StatusOr<RunSummary>> outcomes(
      size, absl::UnknownError("did not run"));
  std::vector<std::thread> threads;
  for (uint32_t i = 0; i < size; ++i) {
    RunOptions& options = (*devices)[i];
    options.dealer = &dealer;
    options.share = i;
    options.on_start = [&dealer, on = options.on_start](const std::string& id,
                                                        size_t, size_t all) {
      if (on) on(id, dealer.done(), all);
    };
    options.on_result = [&dealer, on = options.on_result](const CaseResult& r,
                                                          size_t, size_t all) {
      if (on) on(r, dealer.done(), all);
    };
    threads.emplace_back([&dealer, &options, &outcomes, i] {
      outcomes[i] = RunDevice(options);
      dealer.Leave(i);
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (RunOptions& options : *devices) options.dealer = nullptr;
  return outcomes;
}

// The devices that have a log, and their parts.
struct Parts {
  std::vector<const RunOptions*> devices;
  std::vector<Run> runs;
};

absl::StatusOr<Parts> ReadParts(const std::vector<RunOptions>& devices) {
  Parts parts;
  for (const RunOptions& options : devices) {
    absl::StatusOr<Run> run = ReadRun(options.folder);
    if (absl::IsNotFound(run.status())) continue;
    RETURN_IF_ERROR(run.status());
    parts.devices.push_back(&options);
    parts.runs.push_back(*std::move(run));
  }
  return parts;
}

// What the devices' runs came to.
struct PartsEnd {
  absl::Status failed;  // of the last device that failed
  bool stopped = false;
  bool bad = false;  // a device failed, or is not to be trusted
  std::vector<std::string> notes;
};

// Fails if the options were invalid.
absl::Status TakeOutcomes(
    const std::vector<absl::StatusOr<RunSummary>>& outcomes,
    const std::vector<RunOptions>& devices, PartsEnd* end) {
  for (size_t i = 0; i < devices.size(); ++i) {
    const absl::Status& s = outcomes[i].status();
    if (absl::IsInvalidArgument(s)) return s;
    end->bad = end->bad || !s.ok() || outcomes[i]->infrastructure;
    end->stopped = end->stopped || (s.ok() && outcomes[i]->stopped);
    if (s.ok()) continue;
    end->failed = s;
    end->notes.push_back(absl::StrCat("the device ", devices[i].device.index,
                                      ": ", s.message()));
  }
  return absl::OkStatus();
}

RunSummary SummaryOf(const Run& run, const PartsEnd& end, BindMask bind) {
  RunSummary summary = Summarize(run.results, bind);
  summary.infrastructure = summary.infrastructure || end.bad;
  summary.notes = run.notes;
  summary.notes.insert(summary.notes.end(), end.notes.begin(), end.notes.end());
  summary.stopped = end.stopped;
  return summary;
}

absl::StatusOr<Run> Join(const Parts& parts, absl::Span<const CaseResult> again,
                         SharedEnd end, const std::string& folder) {
  Shards shards;
  for (const Run& run : parts.runs) shards.push_back(&run);
  ASSIGN_OR_RETURN(const std::string log, JoinDevices(shards, again, end));
  RETURN_IF_ERROR(WriteRunFile(folder, kRunLogFile, log));
  return ReadRun(folder);
}

// The verdict of the case alone on the device. A device that does not open any
// more has one, too.
CaseResult RunAlone(RunOptions options, const std::string& id, int round) {
  options.folder =
      absl::StrCat(options.folder, "/", kLoneFolder, "/", round, "/", id);
  std::error_code ignored;  // of a run that is resumed
  std::filesystem::remove_all(options.folder, ignored);
  options.cases.erase(
      std::remove_if(options.cases.begin(), options.cases.end(),
                     [&](const PlannedCase& c) { return c.id != id; }),
      options.cases.end());
  options.isolate_case = true;
  options.resume = false;
  options.most_seconds = std::numeric_limits<double>::infinity();
  options.on_start = nullptr;
  options.on_launch = nullptr;
  options.on_result = nullptr;
  const absl::Status ran = RunDevice(options).status();
  const absl::StatusOr<Run> run =
      ran.ok() ? ReadRun(options.folder) : absl::StatusOr<Run>(ran);
  if (run.ok() && !run->results.empty()) {
    CaseResult alone = run->results.front();
    alone.launches.clear();  // which are in that log
    return alone;
  }
  CaseResult r;
  r.id = id;
  r.Decide(Rule::kHarness);
  r.findings.push_back(FoundText(run.status().message()));
  return r;
}

// On all devices that live, so that one can be told from the others. None:
// `until` came first.
absl::optional<std::vector<CaseResult>> RunAgain(
    const Parts& parts, const std::vector<DeviceShare>& shares, double until) {
  std::set<std::string> ids;
  for (const DeviceShare& share : shares) {
    for (const Disagreement& d : share.differs) {
      if (ids.size() < kMostAgain) ids.insert(d.id);
    }
  }
  std::vector<CaseResult> again;
  for (const std::string& id : ids) {
    for (int round = 1; round <= kRounds; ++round) {
      for (uint32_t i = 0; i < shares.size(); ++i) {
        if (!shares[i].lost_by.empty()) continue;
        if (MonotonicSeconds() > until) return absl::nullopt;
        again.push_back(RunAlone(*parts.devices[i], id, round));
        again.back().device = i;
      }
    }
  }
  return again;
}

}  // namespace

std::vector<std::vector<DeviceInfo>> EqualDevices(
    absl::Span<const DeviceInfo> devices) {
  std::vector<std::vector<DeviceInfo>> groups;
  std::set<std::string> uuids;
  for (const DeviceInfo& d : devices) {
    if (d.type == "gpu" && !d.uuid.empty() &&
        !uuids.insert(LockName(d.type, d.uuid, d.slug)).second) {
      continue;
    }
    const auto group = absl::c_find_if(groups, [&](const auto& g) {
      return DifferenceOf(g.front(), d).empty();
    });
    if (group == groups.end()) {
      groups.push_back({d});
    } else {
      group->push_back(d);
    }
  }
  return groups;
}

std::string WhyNoneAreEqual(absl::Span<const std::vector<DeviceInfo>> groups) {
  const DeviceInfo& first = groups[0].front();
  if (groups.size() == 1) {
    return absl::StrCat("there is one device alone, ", first.index, " ",
                        first.full_name);
  }
  const DeviceInfo& second = groups[1].front();
  return absl::StrCat("no two of the devices are equal: ", first.index, " ",
                      first.full_name, " and ", second.index, " ",
                      second.full_name, " differ in ",
                      DifferenceOf(first, second));
}

absl::StatusOr<RunSummary> RunShared(std::vector<RunOptions> devices,
                                     const std::string& folder) {
  const double until = MonotonicSeconds() + devices[0].most_seconds;
  // It would hide the parts if this process were killed.
  std::error_code ignored;
  std::filesystem::remove(absl::StrCat(folder, "/", kRunLogFile), ignored);
  PartsEnd end;
  if (TakeTurns(&devices)) {
    end.notes.push_back(
        "the driver gives these devices no UUIDs, or they run on the same "
        "cores: they have one lock, and take turns");
  }
  RETURN_IF_ERROR(TakeOutcomes(RunParts(&devices), devices, &end));
  ASSIGN_OR_RETURN(const Parts parts, ReadParts(devices));
  if (parts.runs.empty()) return end.failed;
  ASSIGN_OR_RETURN(Run run, Join(parts, {}, SharedEnd::kNone, folder));
  // A device that failed has left its cases to the others, unless all failed.
  const bool whole = TallyRun(run).missing == 0;
  if (!whole && !end.stopped && !end.failed.ok()) return end.failed;
  end.stopped = !whole;
  if (whole) {
    const auto again = RunAgain(parts, SharesOf(run), until);
    end.stopped = !again;
    if (again) {
      run.again = *again;
      end.bad = end.bad || HasBadDevice(SharesOf(run));
      ASSIGN_OR_RETURN(
          run,
          Join(parts, *again,
               end.bad ? SharedEnd::kBadDevice : SharedEnd::kGood, folder));
    } else {
      end.notes.push_back(
          "devices disagree, and the time is over: --resume runs these cases "
          "again, alone on each device");
    }
  }
  return SummaryOf(run, end, devices[0].bind);
}

}  // namespace wgsync
