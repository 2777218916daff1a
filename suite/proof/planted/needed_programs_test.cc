// The programs that are compiled before a case runs are those that it launches.
// Run on PoCL, and on rusticl, whose programs differ: it cuts loops.

#include <stdlib.h>

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "reports/words/evidence_text.h"
#include "suite/core/launch/program_spec.h"
#include "suite/core/next/known.h"
#include "suite/core/next/programs.h"
#include "suite/core/next/run_case.h"
#include "suite/core/plan/case.h"
#include "suite/core/record/device_info.h"
#include "suite/core/record/launch_record.h"
#include "suite/core/record/result.h"
#include "suite/core/verdict/verdict.h"
#include "suite/engine/device_session.h"
#include "suite/engine/session.h"

namespace wgsync {
namespace {

// One of each order in which the judged launch and the board may come; one
// without a board; one of teams, with twins; a shape.
constexpr const char* kCases[] = {
    "barrier.counter_per_group/poll=rmw/signal=rmw/fence=device/pay=plain/"
    "work=exchange/wg=64/groups=2",
    "barrier.kernel_boundary/poll=plain/signal=plain/fence=none/pay=plain/"
    "work=exchange/wg=64/groups=res",
    "handoff.message_passing/poll=acquire/signal=release/fence=none/pay=plain/"
    "work=message/wg=64/groups=2",
    "mutex.spin_cas/poll=rmw/signal=rmw/fence=device/pay=plain/work=counter/"
    "wg=64/groups=2",
    "handoff.message_passing_unawaited/poll=acquire/signal=release/fence=none/"
    "pay=plain/work=message_rows/wg=64/groups=res/team=2",
    "progress.handoff_up/poll=rmw/signal=rmw/fence=none/pay=plain/work=copies/"
    "wg=64/groups=res_x2",
};

// Whether a pass may make such launches. A failure is looked at with a board
// and by differences, and these programs are not compiled ahead.
bool IsOfAPass(LaunchPurpose purpose, const CaseResult& r) {
  return purpose == LaunchPurpose::kDiscovery ||
         purpose == LaunchPurpose::kTiming ||
         purpose == LaunchPurpose::kControl ||
         purpose == LaunchPurpose::kTwin || purpose == LaunchPurpose::kJudged ||
         (purpose == LaunchPurpose::kWatched &&
          r.verdict.kind == VerdictKind::kPass);
}

class NeededProgramsTest : public testing::TestWithParam<const char*> {};

TEST_P(NeededProgramsTest, AreThoseThatAreLaunched) {
  const absl::StatusOr<std::vector<DeviceInfo>> all = EnumerateDevices();
  ASSERT_TRUE(all.ok()) << all.status();
  const DeviceInfo* device = nullptr;
  for (const DeviceInfo& d : *all) {
    if (absl::StartsWith(d.full_name, GetParam())) device = &d;
  }
  ASSERT_NE(device, nullptr) << GetParam();
  DeviceSession session(*device, absl::StrCat(testing::TempDir(), "/scratch"));
  ASSERT_EQ(session.EnsureWorker(), absl::OkStatus());
  Known known;
  std::vector<LaunchRecord> launches;
  session.RecordLaunches([&launches](LaunchRecord r) -> uint64_t {
    launches.push_back(std::move(r));
    return launches.size();
  });
  for (const char* id : kCases) {
    const absl::StatusOr<Case> c = ParseCaseId(id);
    ASSERT_TRUE(c.ok()) << c.status();
    std::set<std::string> needed;
    for (const ProgramSpec& p :
         NeededProgramsOf(*c, WaitMode::kUnbounded, session.profile(), {})) {
      needed.insert(ProgramKey(p));
    }
    launches.clear();
    const CaseResult r = RunCase(*c, WaitMode::kUnbounded, &session, &known);
    EXPECT_FALSE(launches.empty()) << id;
    for (const LaunchRecord& launch : launches) {
      if (!IsOfAPass(launch.purpose, r)) continue;
      const std::string key = ProgramKey(launch.spec.program);
      EXPECT_EQ(needed.count(key), 1u)
          << LaunchLabel(launch.purpose, launch.spec) << " of " << id
          << " runs a program that was not compiled ahead: " << key;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, NeededProgramsTest,
                         testing::Values("Portable Computing Language",
                                         "rusticl"));

}  // namespace
}  // namespace wgsync

int main(int argc, char** argv) {
  setenv("RUSTICL_ENABLE", "llvmpipe", 1);
  wgsync::MaybeWorkerMain(argc, argv);
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
