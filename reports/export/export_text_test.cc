#include "reports/export/export_text.h"

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "reports/matrix/test_shapes.h"
#include "suite/core/plan/case.h"
#include "suite/core/record/test_runs.h"

namespace wgsync {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr char kHost[] = "host_sync.wait_for_events/queue=two";

std::string Id(absl::string_view primitive, absl::string_view workload) {
  return absl::StrCat(
      primitive, "/poll=rmw/signal=rmw/fence=device/pay=plain/work=", workload,
      "/wg=64/groups=8");
}

// In one line, so that no word is looked for across a line's end.
std::string Evidence(const CaseResult& r,
                     const absl::StatusOr<DecisiveLaunch>& launch) {
  std::string text = EvidenceText(TestRun("P/D", {r}), r, launch);
  absl::RemoveExtraAsciiWhitespace(&text);
  return text;
}

std::string EvidenceOf(absl::string_view primitive,
                       absl::string_view workload) {
  const CaseResult r =
      TestResult(Id(primitive, workload), VerdictKind::kBroken);
  DecisiveLaunch d;
  d.spec.program.c = *ParseKernelCaseId(r.id);
  d.spec.groups = 8;
  d.spec.group_size = 64;
  d.spec.rounds = 10;
  return Evidence(r, d);
}

std::string Readme(const CaseResult& r, absl::string_view replay,
                   absl::string_view binary, absl::string_view clinfo = "") {
  std::string text =
      ReadmeText(TestRun("P/D", {r}), r, replay, binary, "kernel.bin", clinfo);
  absl::RemoveExtraAsciiWhitespace(&text);
  return text;
}

TEST(EvidenceTextTest, ABarriersWorkGroupsMeet) {
  const std::string text = EvidenceOf("barrier.counter_per_group", "exchange");
  EXPECT_THAT(text, HasSubstr("In 10 rounds they meet at the barrier"));
  EXPECT_THAT(text, HasSubstr("None passes a barrier before all have come"));
}

TEST(EvidenceTextTest, ALocksTurnsAreCounted) {
  const std::string text = EvidenceOf("mutex.spin_exchange", "counter");
  EXPECT_THAT(text, HasSubstr("In 10 rounds each group takes the lock"));
  EXPECT_THAT(text, HasSubstr("One holder at a time is inside, and the count "
                              "at the end is 80."));
  EXPECT_THAT(text, Not(HasSubstr("waited for a signal")));
  EXPECT_THAT(text, Not(HasSubstr("meet at the barrier")));
}

TEST(EvidenceTextTest, ASemaphoreHasPermits) {
  const std::string some = EvidenceOf("semaphore.spin_10", "holders");
  EXPECT_THAT(some, HasSubstr("of the 10 permits"));
  EXPECT_THAT(some, HasSubstr("At most 10 permits are out at a time."));
  const std::string one = EvidenceOf("semaphore.spin_1", "holders");
  EXPECT_THAT(one, HasSubstr("one holder is inside, and the count at the end "
                             "is 80."));
}

TEST(EvidenceTextTest, AMessageIsReadBehindItsSignal) {
  EXPECT_THAT(EvidenceOf("handoff.message_passing", "message"),
              HasSubstr("whoever has waited for a signal reads"));
}

// In handoff_down the group that another one waits for waits for no group, and
// no data follows.
TEST(EvidenceTextTest, AShapeHasRolesAndNoData) {
  CaseResult r = ShapeCase("handoff_down", /*hangs=*/true);
  r.soundness = Soundness::kCustomary;
  r.soundness_why = "each step is one atomic access";
  r.need = ProgressNeed::kFair;
  const std::string text = Evidence(r, absl::UnimplementedError("x"));
  EXPECT_THAT(text, HasSubstr("Role 1 sets a word; role 0 waits for it."));
  EXPECT_THAT(text, HasSubstr("Work-groups wait and will not go on."));
  EXPECT_THAT(text, Not(HasSubstr("wait for each other")));
  EXPECT_THAT(text, Not(HasSubstr("is read after the wait")));
  EXPECT_THAT(text,
              HasSubstr("What OpenCL promises No data is read after a wait: "
                        "each step is one atomic access. That a work-group "
                        "which another one waits for is ever run is not "
                        "promised by OpenCL on any grid;"));
}

TEST(EvidenceTextTest, ALivelockIsNotExpectedToEnd) {
  CaseResult r = LivelockCase("duel");
  r.need = ProgressNeed::kStrong;
  const std::string text = Evidence(r, absl::UnimplementedError("x"));
  EXPECT_THAT(text, HasSubstr("No language promises the order of steps"));
  EXPECT_THAT(text, Not(HasSubstr("every device is expected")));
}

TEST(EvidenceTextTest, AHostCheckHasItsOwnPromiseOnly) {
  CaseResult r =
      TestResult(kHost, VerdictKind::kCrash, Cause::kNone, Binding::kViolation);
  r.need = ProgressNeed::kNone;
  r.soundness_why = "commands behind it do not execute before its events";
  const std::string text =
      Evidence(r, absl::UnimplementedError("a host check is no launch"));
  EXPECT_THAT(text, HasSubstr("What OpenCL promises OpenCL says of these "
                              "calls: commands behind it do not execute before "
                              "its events. And no call may end the process"));
  EXPECT_THAT(text, HasSubstr("Host calls, many times over"));
  EXPECT_THAT(text, Not(HasSubstr("What is read after the wait")));
  EXPECT_THAT(text, Not(HasSubstr("work-group which waits")));
  r.verdict.kind = VerdictKind::kBroken;
  EXPECT_THAT(Evidence(r, absl::UnimplementedError("x")),
              Not(HasSubstr("no call may end")));
}

TEST(ReadmeTextTest, SaysWhyThereIsNoProgramOnce) {
  const CaseResult r = TestResult(Id("barrier.counter_per_group", "exchange"),
                                  VerdictKind::kHang);
  EXPECT_THAT(Readme(r, "another kernel", "another kernel"),
              HasSubstr("There is no replay.c and no binary: another kernel."));
  const std::string two = Readme(r, "too many lines", "no device");
  EXPECT_THAT(two, HasSubstr("There is no replay.c: too many lines."));
  EXPECT_THAT(two, HasSubstr("There is no binary: no device."));
  EXPECT_THAT(Readme(r, "", ""), Not(HasSubstr("There is no")));
}

TEST(ReadmeTextTest, HasClinfoOrTheReason) {
  const CaseResult r = TestResult(Id("barrier.counter_per_group", "exchange"),
                                  VerdictKind::kHang);
  EXPECT_THAT(Readme(r, "", ""), HasSubstr(" clinfo.json `clinfo --json` on "));
  const std::string none = Readme(r, "", "", "it is not here");
  EXPECT_THAT(none, HasSubstr("There is no clinfo.json: it is not here."));
  EXPECT_THAT(none, Not(HasSubstr("`clinfo --json`")));
}

TEST(ReadmeTextTest, AShapeHasNoDelayToSet) {
  EXPECT_THAT(Readme(TestResult(Id("barrier.counter_per_group", "exchange"),
                                VerdictKind::kHang),
                     "", ""),
              HasSubstr(" -d COUNT accesses for which a late "));
  const std::string shape = Readme(
      TestResult(Id("progress.late_middle", "copies"), VerdictKind::kHang), "",
      "");
  EXPECT_THAT(shape, Not(HasSubstr("-d COUNT")));
  EXPECT_THAT(shape, HasSubstr("4 where an option is wrong"));
}

TEST(ReadmeTextTest, SaysHowManyLaunchesThereAre) {
  CaseResult r = TestResult(Id("barrier.counter_per_group", "exchange"),
                            VerdictKind::kHang);
  EXPECT_THAT(Readme(r, "", ""), HasSubstr("4 where it is not given"));
  r.verdict.kind = VerdictKind::kBroken;
  EXPECT_THAT(Readme(r, "", ""), HasSubstr("32 where it is not given"));
  EXPECT_THAT(Readme(r, "", ""), HasSubstr("may be rarer: -n 1000"));
}

}  // namespace
}  // namespace wgsync
