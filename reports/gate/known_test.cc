#include "reports/gate/known.h"

#include <fstream>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "suite/core/record/test_runs.h"

namespace wgsync {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr char kToday[] = "2026-11-21";

std::string FileWith(const std::string& text) {
  const std::string path = testing::TempDir() + "/known.expect";
  std::ofstream(path) << text;
  return path;
}

TEST(KnownTest, AFileIsForTheDevicesThatItIsNamedFor) {
  const std::string path = FileWith("\"too many\" b.a/* = hang\n");
  const auto files =
      ReadDeviceExpectations({"portable=" + path, "NVIDIA=" + path}, kToday);
  ASSERT_TRUE(files.ok()) << files.status();
  EXPECT_THAT(FilesFor("Portable/pthread", *files), SizeIs(1));
  EXPECT_THAT(FilesFor("Intel/cpu", *files), IsEmpty());
  const LoggedRun run = TestRun(
      "Portable/pthread", {TestResult("b.a/groups=2", VerdictKind::kHang),
                           TestResult("b.a/groups=3", VerdictKind::kCrash),
                           TestResult("b.c/groups=2", VerdictKind::kHang)});
  EXPECT_EQ(WhyKnown(run, run.results[0], *files), "too many (" + path + ":1)");
  EXPECT_EQ(WhyKnown(run, run.results[1], *files), "") << "another verdict";
  EXPECT_EQ(WhyKnown(run, run.results[2], *files), "") << "another case";
}

TEST(KnownTest, AnEmptyFileIsRefused) {
  for (const char* text : {"", "\n \n"}) {
    EXPECT_THAT(
        ReadDeviceExpectations({FileWith(text)}, kToday).status().ToString(),
        HasSubstr("known.expect: is empty; name a file"));
  }
  EXPECT_TRUE(ReadDeviceExpectations({FileWith("# none\n")}, kToday).ok());
}

TEST(KnownTest, WhatIsLeftOutDependsOnDeviceAndDriver) {
  const auto files = ReadDeviceExpectations(
      {FileWith("\"wedges it\" [device=GPU driver=1..2] b.a/* = skip\n"
                "slow b.b/* = hang\n")},
      kToday);
  ASSERT_TRUE(files.ok()) << files.status();
  DeviceInfo device;
  device.full_name = "Vendor/GPU 7";
  device.driver_version = "1.5";
  const std::vector<SkipRule> skips = SkipsOn(device, *files);
  ASSERT_THAT(skips, SizeIs(1));
  EXPECT_TRUE(skips[0].whole);
  EXPECT_EQ(skips[0].pattern, "b.a/*");
  EXPECT_THAT(skips[0].reason, HasSubstr("wedges it ("));
  device.driver_version = "3.0";
  EXPECT_THAT(SkipsOn(device, *files), IsEmpty());
  device.driver_version = "1.5";
  device.full_name = "Vendor/CPU";
  EXPECT_THAT(SkipsOn(device, *files), IsEmpty());
}

TEST(KnownTest, SkipKnowsNoTagThatOnlyAnOpenDeviceTells) {
  const auto files = ReadDeviceExpectations(
      {FileWith("\"wedges it\" [vendor=V] b.a/* = skip\n")}, kToday);
  EXPECT_THAT(std::string(files.status().message()),
              HasSubstr("known.expect:1: skip is asked before"));
}

TEST(KnownTest, AFileThatIsNotThereIsNamed) {
  const auto files = ReadDeviceExpectations({"D=/no/such.expect"}, kToday);
  EXPECT_THAT(std::string(files.status().message()),
              HasSubstr("/no/such.expect"));
}

// The power that a run of four cases lacks; three of them are counted.
std::vector<std::string> Lost(const std::string& rules,
                              const std::string& cases = "smoke/b") {
  const auto files = ReadDeviceExpectations({FileWith(rules)}, kToday);
  EXPECT_TRUE(files.ok()) << files.status();
  LoggedRun run = TestRun("Portable/pthread",
                          {TestResult("b.a/n=2", VerdictKind::kHang),
                           TestResult("b.a/n=3", VerdictKind::kPass),
                           TestResult("b.a/n=4", VerdictKind::kPass),
                           TestResult("b.c/n=2", VerdictKind::kUnproven)});
  for (CaseResult& r : run.results) r.could_bind = r.id != "b.a/n=4";
  run.results[3].other_cores = 1.5;
  std::vector<std::string> lines;
  for (const LostPower& one : PowerLostBy(run, cases, *files)) {
    lines.push_back((one.inconclusive ? "busy: " : "") + one.text);
  }
  return lines;
}

TEST(KnownTest, EachCaseOfAFamilyWithPowerHasTheVerdictOfItsFile) {
  const std::string path = testing::TempDir() + "/known.expect";
  const std::string counted = "idle smoke/b = counted least=2\n";
  EXPECT_THAT(Lost("x b.a/n=2 = hang\n"), IsEmpty()) << "no rule counts";
  EXPECT_THAT(Lost(counted, "smoke/c"), IsEmpty()) << "of another family";
  EXPECT_THAT(Lost("idle [driver=99] smoke/b = counted least=9\n"), IsEmpty());
  EXPECT_THAT(Lost(counted + "x b.a/n=2 = hang\nx b.c/* = unproven\n"),
              IsEmpty());
  EXPECT_THAT(
      Lost(counted + "x b.a/n=3 = hang\nx b.a/n=2 = "
                     "hang(gave up)\n"),
      ElementsAre(
          "b.a/n=2 is hang, and " + path + ":3 expects another verdict",
          "b.a/n=3 is pass, and " + path + ":2 expects another verdict",
          "busy: b.c/n=2 is unproven, and " + path + " expects it to pass"));
  EXPECT_THAT(Lost("x b.a/n=2 = flaky(hang) rate=0.5 seen=1/2\nx b.c/* = "
                   "unproven\n" +
                   counted),
              IsEmpty());
}

TEST(KnownTest, FewerCountedCasesThanTheFileSaysAreLost) {
  const std::string path = testing::TempDir() + "/known.expect";
  const std::string rules = "x b.a/n=2 = hang\nx b.c/* = unproven\n";
  EXPECT_THAT(
      Lost(rules + "idle smoke/b = counted least=3\n"),
      ElementsAre("busy: 2 counted cases ran, and " + path + ":3 wants 3"));
  EXPECT_THAT(Lost(rules + "idle smoke/b = counted least=4\n"),
              ElementsAre("2 counted cases ran, and " + path + ":3 wants 4"));
}

}  // namespace
}  // namespace wgsync
