// The text of replay.c; that it compiles and does what it says is
// tools/export_device_test.cc's.

#include "reports/export/replay.h"

#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/launch/layout.h"
#include "suite/core/plan/case.h"
#include "suite/core/record/test_runs.h"

namespace wgsync {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr char kCase[] =
    "barrier.counter_per_group/poll=rmw/signal=rmw/fence=device/pay=plain/"
    "work=exchange/wg=64/groups=res";

DecisiveLaunch Launch(absl::string_view primitive, absl::string_view workload) {
  DecisiveLaunch d;
  LaunchSpec& s = d.spec;
  s.program.c.primitive = FindPrimitive(primitive);
  s.program.c.workload = FindWorkload(workload);
  s.program.board = BoardMode::kOff;
  s.groups = 1056;
  s.group_size = 64;
  s.rounds = 200;
  s.delay = 77;
  if (s.program.c.workload->elements != 0) s.elements = 100000;
  d.label = "no board";
  return d;
}

std::string Program(const DecisiveLaunch& d,
                    const CaseResult& result = TestResult(kCase,
                                                          VerdictKind::kPass)) {
  const absl::StatusOr<std::string> program =
      ReplayProgram(TestRun("P/\"D\" */", {result}), result, d);
  return program.ok() ? *program : std::string(program.status().message());
}

TEST(ReplayProgramTest, IsShortForEveryPrimitive) {
  for (const Primitive& p : Primitives()) {
    for (const std::string& workload : p.workloads) {
      DecisiveLaunch d = Launch(p.name, workload);
      d.spec.groups = 264;
      d.spec.rounds = 50;
      // As many sentences as an old log costs; a reduction's is refused.
      d.chosen = {std::string(100, 'x')};
      if (d.spec.elements == 0) d.chosen.push_back(std::string(100, 'y'));
      const std::string program = Program(d);
      EXPECT_THAT(program, HasSubstr("int main("));
      // The seats of a shape are one more table.
      EXPECT_LT(std::count(program.begin(), program.end(), '\n'),
                IsShape(p) ? 255 : 245)
          << p.name << " " << workload;
    }
  }
}

TEST(ReplayProgramTest, HasTheLaunchsNumbers) {
  DecisiveLaunch d = Launch("barrier.counter_per_group", "exchange");
  d.shared = true;
  d.patience_seconds = 3;
  const std::string program = Program(d);
  EXPECT_THAT(program, HasSubstr("GROUPS = 1056, PATTERN"));
  EXPECT_THAT(program, HasSubstr("global[3] = {67584, 1, 1}"));
  EXPECT_THAT(program, HasSubstr("local[3] = {64, 1, 1}"));
  EXPECT_THAT(program, HasSubstr("PATIENCE_SECONDS = 12"));
  EXPECT_THAT(program, HasSubstr("SHARED = 1"));
  EXPECT_THAT(program, HasSubstr("{0u, 200u, 0u, 77u, 1u, 1u, 4294967280u"));
  EXPECT_THAT(program, HasSubstr("#define KERNEL \"wgsync_case\""));
  EXPECT_THAT(program, HasSubstr(BuildOptions(d.spec.program)));
}

TEST(ReplayProgramTest, AGridOfThreeDimensionsHasItsSides) {
  DecisiveLaunch d = Launch("barrier.counter_per_group", "exchange");
  d.spec.program.c.grid.dims = 3;
  const std::string program = Program(d);
  EXPECT_THAT(program, HasSubstr("DIMS = 3"));
  EXPECT_THAT(program, HasSubstr("global[3] = {48, 44, 32}"));
  EXPECT_THAT(program, HasSubstr("local[3] = {4, 4, 4}"));
}

TEST(ReplayProgramTest, WhatADriverCallsItselfEndsNeitherStringNorComment) {
  const std::string program =
      Program(Launch("barrier.counter_per_group", "exchange"));
  EXPECT_THAT(program, HasSubstr("#define DEVICE \"P/\\\"D\\\" */\""));
  const size_t end = program.find("*/");
  EXPECT_THAT(program.substr(0, end), HasSubstr("4: an option is wrong."));
}

TEST(ReplayProgramTest, AHangEndsItWithACount) {
  const std::string program =
      Program(Launch("barrier.counter_per_group", "exchange"));
  const size_t hung = program.find("HUNG: no end");
  EXPECT_NE(program.find("stops here, ", hung), std::string::npos);
  EXPECT_THAT(program, HasSubstr("usage: %s"));
}

TEST(ReplayProgramTest, OnlyAShapeHasNoDelayToSet) {
  EXPECT_THAT(Program(Launch("barrier.counter_per_group", "exchange")),
              AllOf(HasSubstr("[-d DELAY]\n"), HasSubstr("DELAYS = 1")));
  DecisiveLaunch shape = Launch("progress.late_middle", "copies");
  shape.spec.groups = 21;
  shape.spec.rounds = 1;
  const std::string program = Program(shape);
  EXPECT_THAT(program.substr(0, program.find("*/")), Not(HasSubstr("-d")));
  EXPECT_THAT(program, HasSubstr("DELAYS = 0"));
}

TEST(ReplayProgramTest, KnowsWhereTheBoardHasAGroup) {
  DecisiveLaunch d = Launch("barrier.counter_per_group", "lanes");
  d.spec.groups = 8;
  EXPECT_THAT(Program(d),
              HasSubstr("TEAM = 8, BOARD_STRIDE = 0, IN_TEAMS = 0, BY_ID = 1"));
  d.spec.program.c.grid.team = 2;
  const uint64_t stride = MakeLayout(d.spec).stride[kBoard] / 4;
  EXPECT_THAT(Program(d), HasSubstr(absl::StrCat("TEAM = 2, BOARD_STRIDE = ",
                                                 stride, ", IN_TEAMS = 1")));
}

TEST(ReplayProgramTest, WhatMayBeWrongSeldomIsLaunchedOften) {
  EXPECT_EQ(DefaultLaunches(TestResult(kCase, VerdictKind::kHang)), 4);
  EXPECT_EQ(DefaultLaunches(TestResult(kCase, VerdictKind::kStalePayload)), 32);
}

TEST(ReplayProgramTest, LaunchesSoOftenThat95PercentSeeOneFailure) {
  CaseResult r = TestResult(kCase, VerdictKind::kHang);
  const auto launches = [&r](uint64_t failed, uint64_t of) {
    r.failed_launches = failed;
    r.case_launches = of;
    return DefaultLaunches(r);
  };
  EXPECT_EQ(launches(3, 31), 30);
  EXPECT_EQ(launches(3, 13), 12);
  EXPECT_EQ(launches(13, 13), 4);
  EXPECT_EQ(launches(1, 1u << 20), 1000);
  r.verdict.kind = VerdictKind::kStalePayload;
  EXPECT_EQ(launches(1, 2), 32);
}

TEST(KernelTextTest, IsTheProgramWithoutItsConditionals) {
  DecisiveLaunch launch = Launch("barrier.counter_per_group", "exchange");
  launch.parts = *SourceParts(launch.spec.program);
  const std::string text = KernelText(launch);
  EXPECT_THAT(text, HasSubstr("__kernel void wgsync_case("));
  EXPECT_THAT(text, HasSubstr("\n  ")) << "it is indented";
  EXPECT_THAT(text, Not(HasSubstr("#if WG_")));
  EXPECT_THAT(text, Not(HasSubstr("//")));
}

}  // namespace
}  // namespace wgsync
