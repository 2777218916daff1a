// Cases that prove nothing unless groups meet, on a CPU; and a hazard that
// proves nothing anywhere.
//
// Locks of loads and stores alone let two groups in at once with acquire and
// release, since the processor has a store buffer, and never with seq_cst.
// Where other processes have the cores the groups do not meet, and a case is
// unproven; none of the first kind ever passes.

#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "reports/words/evidence_text.h"
#include "suite/core/plan/plan.h"
#include "suite/core/plan/seen_to_fail.h"
#include "suite/core/record/result.h"
#include "suite/core/verdict/rules.h"
#include "suite/core/verdict/verdict.h"
#include "suite/engine/session.h"
#include "suite/proof/planted/test_device.h"

namespace wgsync {
namespace {

using ::testing::AnyOf;

constexpr char kBroken[] = "broken (exclusion violated)";
constexpr char kUnproven[] = "unproven";
// Its control is right as well.
constexpr char kAlwaysUnproven[] = "host_sync.flush/queue=in_order";

std::string Lock(const std::string& name, const std::string& access) {
  return absl::StrCat("mutex.", name, "/", access,
                      "/fence=none/pay=plain/work=counter/wg=64/groups=2");
}

std::vector<CaseResult> RunCases(const std::vector<std::string>& ids) {
  std::vector<CaseResult> results;
  const absl::StatusOr<DeviceInfo> device = FindTestDevice();
  EXPECT_TRUE(device.ok()) << device.status();
  if (!device.ok()) return results;
  RunOptions options;
  options.device = *device;
  options.folder = absl::StrCat(
      testing::TempDir(), "/",
      testing::UnitTest::GetInstance()->current_test_info()->name());
  options.cases = *Select(Tier::kSmoke, ids);
  options.on_result = [&](const CaseResult& r, size_t, size_t) {
    results.push_back(r);
  };
  const auto summary = RunDevice(options);
  EXPECT_TRUE(summary.ok()) << summary.status();
  EXPECT_EQ(results.size(), ids.size());
  return results;
}

std::vector<CaseResult> RunLocks(const std::string& access) {
  return RunCases({Lock("dekker", access), Lock("peterson", access),
                   Lock("bakery", access)});
}

// Unproven will do where other processes had the cores, and nowhere else.
void ExpectUnlessBusy(const std::string& want,
                      const std::vector<CaseResult>& results) {
  for (const CaseResult& r : results) {
    if (MachineWasBusy(r)) continue;
    EXPECT_EQ(VerdictText(r.verdict), want)
        << r.id << "\n"
        << absl::StrJoin(EvidenceWords(r, {}), "\n");
  }
}

TEST(MeetingTest, AcquireAndReleaseLetTwoInAtOnce) {
  ExpectUnlessBusy(kBroken, RunLocks("poll=acquire/signal=release"));
}

TEST(MeetingTest, OneOrderOfAllLetsInOneAtATime) {
  ExpectUnlessBusy("pass", RunLocks("poll=seq_cst/signal=seq_cst"));
}

// Its groups are late in turn, so that one that starts later than a delay is
// long finds all that it looks back at.
TEST(MeetingTest, AGroupThatStartsLateHasToWait) {
  ExpectUnlessBusy(
      "pass",
      RunCases({"handoff.lookback_by_group_id/poll=acquire/signal=release/"
                "fence=none/pay=plain/work=scan/wg=64/groups=2"}));
}

// A process that takes a core. This one has not forked it, so that its load is
// that of others. It ends by itself after two minutes.
class Spinner {
 public:
  Spinner() {
    int ends[2];
    if (pipe(ends) != 0) return;
    // Orphans would come to this process, which has had workers.
    prctl(PR_SET_CHILD_SUBREAPER, 0);
    const pid_t child = fork();
    if (child == 0) {
      const pid_t spinning = fork();
      if (spinning == 0) {
        alarm(120);
        for (volatile uint64_t turns = 0;;) turns = turns + 1;
      }
      const ssize_t written = write(ends[1], &spinning, sizeof spinning);
      _exit(written == sizeof spinning ? 0 : 1);
    }
    waitpid(child, nullptr, 0);
    if (read(ends[0], &pid_, sizeof pid_) != sizeof pid_) pid_ = 0;
    close(ends[0]);
    close(ends[1]);
  }
  ~Spinner() { Stop(); }
  bool runs() const { return pid_ > 0; }
  void Stop() {
    if (pid_ > 0) kill(pid_, SIGKILL);
    pid_ = 0;
  }

 private:
  pid_t pid_ = 0;
};

// The case proves nothing on any machine: on a busy one the run tries it again
// at its end, and tells the last try alone.
TEST(MeetingTest, ACaseThatABusyMachineLeftUnprovenIsTriedAgain) {
  Spinner spinner;
  ASSERT_TRUE(spinner.runs());
  const absl::StatusOr<DeviceInfo> device = FindTestDevice();
  ASSERT_TRUE(device.ok()) << device.status();
  RunOptions options;
  options.device = *device;
  options.folder = absl::StrCat(testing::TempDir(), "/tried_again");
  options.cases = *Select(Tier::kDefault, {kAlwaysUnproven});
  int begun = 0;
  std::vector<CaseResult> told;
  options.on_start = [&](const std::string&, size_t, size_t) {
    if (++begun == 2) spinner.Stop();
  };
  options.on_result = [&](const CaseResult& r, size_t, size_t) {
    told.push_back(r);
  };
  const auto summary = RunDevice(options);
  ASSERT_TRUE(summary.ok()) << summary.status();
  EXPECT_GE(begun, 2);
  ASSERT_EQ(told.size(), 1u);
  EXPECT_EQ(VerdictText(told[0].verdict), kUnproven);
}

// One of two similar hazards has been seen to fail; right launches of the other
// one show nothing of a device.
TEST(MeetingTest, AHazardThatFailedNowhereIsUnproven) {
  const auto hazard = [](const char* name, const char* more) {
    return absl::StrCat("barrier.counter_per_group_", name,
                        "/poll=rmw/signal=rmw/fence=device/pay=plain/"
                        "work=exchange/wg=64/groups=2",
                        more);
  };
  const auto results = RunCases(
      {hazard("local_fence", ""), hazard("unopened", "/loop=step_first")});
  ASSERT_EQ(results.size(), 2u);
  for (const CaseResult& r : results) {
    SCOPED_TRACE(
        absl::StrCat(r.id, "\n", absl::StrJoin(EvidenceWords(r, {}), "\n")));
    if (FailedNowhere(r.id)) {
      EXPECT_THAT(
          std::string(InfoOf(r.verdict.rule).name),
          AnyOf("failed_nowhere", "control_right", "none_waited", "one_core"));
    } else {
      EXPECT_THAT(VerdictText(r.verdict),
                  AnyOf(kUnproven, testing::StartsWith("broken")));
    }
  }
}

}  // namespace
}  // namespace wgsync
