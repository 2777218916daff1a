#include "suite/cases/settings.h"

#include <cmath>
#include <cstdlib>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace wgsync {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

TEST(SettingsTest, TheEnvironmentIsRead) {
  setenv("WGSYNC_TEST_DEVICE", "type:gpu", 1);
  unsetenv("WGSYNC_TEST_FAMILY");
  unsetenv("WGSYNC_TEST_TIER");
  Settings settings = SettingsFromEnvironment();
  EXPECT_EQ(settings.device, "type:gpu");
  EXPECT_EQ(settings.family, "all");
  EXPECT_EQ(settings.tier, "smoke");
}

TEST(SettingsTest, FilesOfExpectationsAreSeparatedBySemicolons) {
  setenv("WGSYNC_TEST_EXPECT", "a.expect;NVIDIA CUDA/=b c.expect", 1);
  EXPECT_THAT(SettingsFromEnvironment().expect,
              ElementsAre("a.expect", "NVIDIA CUDA/=b c.expect"));
  unsetenv("WGSYNC_TEST_EXPECT");
  EXPECT_THAT(SettingsFromEnvironment().expect, IsEmpty());
}

TEST(SettingsTest, AShardIsBazelsOrGoogleTests) {
  unsetenv("TEST_SHARD_INDEX");
  unsetenv("TEST_TOTAL_SHARDS");
  unsetenv("GTEST_SHARD_INDEX");
  unsetenv("GTEST_TOTAL_SHARDS");
  EXPECT_TRUE(SettingsFromEnvironment().part.whole());
  setenv("GTEST_SHARD_INDEX", "0", 1);
  setenv("GTEST_TOTAL_SHARDS", "2", 1);
  EXPECT_EQ(SettingsFromEnvironment().part.shard, 1u);
  setenv("TEST_SHARD_INDEX", "2", 1);
  setenv("TEST_TOTAL_SHARDS", "3", 1);
  const Settings settings = SettingsFromEnvironment();
  EXPECT_EQ(settings.part.shard, 3u);
  EXPECT_EQ(settings.part.of, 3u);
  Settings whole = settings;
  whole.part = {};
  EXPECT_LT(CasesFor(settings)->size(), CasesFor(whole)->size());
  unsetenv("TEST_SHARD_INDEX");
  unsetenv("TEST_TOTAL_SHARDS");
  unsetenv("GTEST_SHARD_INDEX");
  unsetenv("GTEST_TOTAL_SHARDS");
}

TEST(SettingsTest, NoCaseBeginsShortlyBeforeBazelsTimeOut) {
  unsetenv("TEST_TIMEOUT");
  EXPECT_TRUE(std::isinf(SettingsFromEnvironment().timeout_seconds));
  setenv("TEST_TIMEOUT", "300", 1);
  EXPECT_EQ(SettingsFromEnvironment().timeout_seconds, 300);
  unsetenv("TEST_TIMEOUT");
  EXPECT_DOUBLE_EQ(LastStart(60), 48);
  EXPECT_DOUBLE_EQ(LastStart(3600), 3420);
  EXPECT_TRUE(std::isinf(LastStart(SettingsFromEnvironment().timeout_seconds)));
}

TEST(CasesForTest, AFamilyHasItsOwnCases) {
  auto mutexes = CasesFor({"", "mutex", "smoke", {}, {}});
  ASSERT_TRUE(mutexes.ok()) << mutexes.status();
  EXPECT_THAT(*mutexes, Each(Field(&PlannedCase::id, StartsWith("mutex."))));
  EXPECT_LT(mutexes->size(), CasesFor({"", "all", "smoke", {}, {}})->size());
}

TEST(CasesForTest, GlobsNameSomeOfAFamily) {
  setenv("WGSYNC_TEST_CASES", "barrier.tree_*;mutex.mcs/*", 1);
  Settings settings = SettingsFromEnvironment();
  unsetenv("WGSYNC_TEST_CASES");
  settings.family = "barrier";
  const auto cases = CasesFor(settings);
  ASSERT_TRUE(cases.ok()) << cases.status();
  EXPECT_THAT(*cases,
              Each(Field(&PlannedCase::id, StartsWith("barrier.tree_"))));
  EXPECT_THAT(*cases, Not(IsEmpty()));
  settings.family = "handoff";
  EXPECT_THAT(CasesFor(settings).status().message(),
              HasSubstr("has no case of family handoff that WGSYNC_TEST_CASES "
                        "names: barrier.tree_*;mutex.mcs/*"));
}

TEST(CasesForTest, UnknownNamesAreErrors) {
  EXPECT_THAT(
      std::string(
          CasesFor({"", "mutexes", "smoke", {}, {}}).status().message()),
      HasSubstr("WGSYNC_TEST_FAMILY=mutexes"));
  EXPECT_FALSE(CasesFor({"", "all", "huge", {}, {}}).ok());
}

TEST(OutputFolderTest, BazelsOutputsComeFirst) {
  setenv("TEST_UNDECLARED_OUTPUTS_DIR", "/outputs", 1);
  EXPECT_EQ(OutputFolder(), "/outputs");
  unsetenv("TEST_UNDECLARED_OUTPUTS_DIR");
  EXPECT_THAT(OutputFolder(), Not(HasSubstr("/outputs")));
}

}  // namespace
}  // namespace wgsync
