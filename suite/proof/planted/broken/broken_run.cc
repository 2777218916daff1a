#include "suite/proof/planted/broken/broken_run.h"

#include <stdlib.h>
#include <unistd.h>

#include <cstdio>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "gtest/gtest.h"
#include "reports/words/evidence_text.h"
#include "suite/core/launch/device_model.h"
#include "suite/proof/golden/judge_again.h"
#include "suite/proof/planted/expect_verdict.h"
#include "suite/proof/planted/test_device.h"

namespace wgsync {
namespace {

// A folder for the run's log; Bazel's temporary one, or a new one.
std::string RunFolder() {
  static int runs = 0;
  return absl::StrCat(testing::TempDir(), "/planted-", getpid(), "-", ++runs);
}

std::string WantOf(const Broken& b, const CaseResult& r, RunMode mode) {
  const bool resident = b.in || r.residency == 0 || r.groups <= r.residency;
  const std::string& want = resident ? b.want : b.beyond;
  if (mode != RunMode::kBounded) return want;
  return b.bounded.empty() ? WantBounded(want)
                           : absl::StrCat(WantBounded(want), " | ", b.bounded);
}

void ExpectWords(const Broken& b, const CaseResult& r, const std::string& all) {
  for (absl::string_view part : absl::StrSplit(b.says, " | ")) {
    EXPECT_TRUE(absl::StrContains(all, part))
        << r.id << " must say \"" << part << "\", and says:\n"
        << all;
  }
}

// `words` are what the verdict rests on.
void Score(const PlantedRun& run, const CaseResult& r, const std::string& words,
           RunMode mode) {
  const Broken& b = *run.broken;
  const std::string got = VerdictText(r.verdict);
  const bool resident = b.in || r.residency == 0 || r.groups <= r.residency;
  std::printf("%s: %s (%.1f s)\n", r.id.c_str(), got.c_str(), r.seconds);
  std::fflush(stdout);
  EXPECT_EQ(absl::StrJoin(Refused({{r.id, r.verdict, r.judged, {}}}), "\n"),
            "");
  if (mode == RunMode::kWithoutWaits) {
    const bool passed = r.verdict.kind == VerdictKind::kPass;
    ExpectVerdict({"broken: without waits", r.id, "no pass",
                   "a case without its waits must not pass"},
                  passed ? got : "no pass");
    return;
  }
  if (MachineWasBusy(r)) return;
  const bool bounded = mode == RunMode::kBounded;
  EXPECT_EQ(r.bounded, bounded) << r.id;
  if (!ExpectVerdict(
          {absl::StrCat(bounded ? "bounded: " : "broken: ", b.kind), r.id,
           WantOf(b, r, mode), resident ? b.why : b.why_beyond},
          got)) {
    std::printf("%s\n", words.c_str());
  }
  const bool says = r.verdict.kind != VerdictKind::kUnproven;
  if (resident && !bounded && says) ExpectWords(b, r, words);
}

}  // namespace

PlannedCase PlantedCase(const Primitive& planted, AccessKind access,
                        Groups groups, uint32_t groups_number) {
  KernelCase c;
  c.primitive = &planted;
  c.workload = FindWorkload(planted.workloads.front());
  switch (access) {
    case AccessKind::kRmw:
      c.access.poll = Poll::kRmw;
      c.access.signal = Signal::kRmw;
      break;
    case AccessKind::kRmwDevice:
      c.access.poll = Poll::kRmw;
      c.access.signal = Signal::kRmw;
      c.access.fence = Fence::kDevice;
      break;
    case AccessKind::kVolatileDevice:
      c.access.poll =
          planted.polls.Has(Poll::kVolatile) ? Poll::kVolatile : Poll::kRelaxed;
      c.access.signal = planted.signals.Has(Signal::kVolatile)
                            ? Signal::kVolatile
                            : Signal::kRmw;
      c.access.fence = Fence::kDevice;
      break;
    case AccessKind::kAcquireRelease:
      c.access.poll = Poll::kAcquire;
      c.access.signal = Signal::kRelease;
      c.access.fence = Fence::kNone;
      break;
    case AccessKind::kPlainPoll:
      c.access.poll = Poll::kPlain;
      c.access.signal = Signal::kRmw;
      c.access.fence = Fence::kDevice;
      break;
    case AccessKind::kPlainSignal:
      c.access.poll = Poll::kVolatile;
      c.access.signal = Signal::kPlain;
      c.access.fence = Fence::kDevice;
      break;
  }
  c.grid.group_size_number = 16;
  c.grid.groups = groups;
  c.grid.groups_number = groups_number;
  return {c, CaseId(c), "planted"};
}

DeviceInfo PlantedDevice(uint32_t groups) {
  // As many groups at once on every machine.
  setenv("POCL_MAX_PTHREAD_COUNT", absl::StrCat(groups).c_str(), 1);
  const absl::StatusOr<DeviceInfo> found = FindTestDevice();
  if (!found.ok()) {
    std::printf("no device to plant on: %s\n",
                std::string(found.status().message()).c_str());
    std::fflush(stdout);
    _exit(1);
  }
  return *found;
}

std::vector<PlantedRun> OnThreeGrids(const Broken& broken, AccessKind access) {
  const absl::StatusOr<const Primitive*> planted = Plant(broken);
  if (!planted.ok()) {
    ADD_FAILURE() << planted.status();
    return {};
  }
  if (const auto& in = broken.in) {
    return {{&broken,
             PlantedCase(**planted, in->access, Groups::kNumber, in->groups)}};
  }
  std::vector<PlantedRun> runs;
  for (const auto& [groups, number] :
       {std::pair(Groups::kNumber, 2u), std::pair(Groups::kRes, 0u),
        std::pair(Groups::kResPlus1, 0u)}) {
    runs.push_back({&broken, PlantedCase(**planted, access, groups, number)});
  }
  return runs;
}

namespace {

// All of one device: a model, and as many threads as a grid has groups.
size_t RunOnOne(const std::vector<PlantedRun>& runs, const Setting& device,
                RunMode mode) {
  std::map<std::string, const PlantedRun*> by_id;
  RunOptions options;
  options.device = PlantedDevice(device.groups);
  options.folder = RunFolder();
  if (!device.model.empty()) options.model = ParseModel(device.model).value();
  options.safe = mode == RunMode::kBounded;
  options.without_waits = mode == RunMode::kWithoutWaits;
  for (const PlantedRun& run : runs) {
    options.cases.push_back(run.planned);
    by_id[run.planned.id] = &run;
  }
  EXPECT_EQ(by_id.size(), runs.size()) << "two cases have one id";
  size_t scored = 0, unproven = 0;
  RunningWords words;
  options.on_launch = [&](const LaunchRecord& launch) { words.Add(launch); };
  options.on_result = [&](const CaseResult& r, size_t, size_t) {
    const PlantedRun& run = *by_id.at(r.id);
    Score(run, r, absl::StrJoin(words.Of(r), "\n"), mode);
    ++scored;
    const bool by_luck = run.broken->want != "unproven";
    if (by_luck && r.verdict.kind == VerdictKind::kUnproven) ++unproven;
  };
  const absl::StatusOr<RunSummary> summary = RunDevice(options);
  EXPECT_TRUE(summary.ok()) << summary.status();
  EXPECT_EQ(scored, runs.size()) << "cases were left out";
  return unproven;
}

}  // namespace

size_t RunAndScore(const std::vector<PlantedRun>& runs, RunMode mode) {
  std::map<std::pair<std::string, uint32_t>, std::vector<PlantedRun>> devices;
  for (const PlantedRun& run : runs) {
    const Setting in = run.broken->in.value_or(Setting());
    devices[{in.model, in.groups}].push_back(run);
  }
  size_t unproven = 0;
  for (const auto& [device, some] : devices) {
    unproven += RunOnOne(some, {device.second, device.first}, mode);
  }
  return unproven;
}

}  // namespace wgsync
