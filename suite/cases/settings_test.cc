#include "suite/cases/settings.h"

#include <cstdlib>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace wgsync {
namespace {

using ::testing::Each;
using ::testing::Field;
using ::testing::HasSubstr;
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

TEST(SettingsTest, WhatBindsIsRead) {
  setenv("WGSYNC_TEST_BIND", "violation, progress", 1);
  Settings settings = SettingsFromEnvironment();
  EXPECT_TRUE(settings.bind.violation);
  EXPECT_TRUE(settings.bind.progress);
  EXPECT_FALSE(settings.bind.customary);
  EXPECT_TRUE(CasesFor(settings).ok());
  unsetenv("WGSYNC_TEST_BIND");
  EXPECT_TRUE(SettingsFromEnvironment().bind.customary);
}

TEST(SettingsTest, AnUnknownWordOfWhatBindsIsAnError) {
  setenv("WGSYNC_TEST_BIND", "violatoin", 1);
  EXPECT_THAT(
      std::string(CasesFor(SettingsFromEnvironment()).status().message()),
      HasSubstr("WGSYNC_TEST_BIND: violatoin is none of"));
  unsetenv("WGSYNC_TEST_BIND");
}

TEST(CasesForTest, AFamilyHasItsOwnCases) {
  auto mutexes = CasesFor({"", "mutex", "smoke", {}});
  ASSERT_TRUE(mutexes.ok()) << mutexes.status();
  EXPECT_THAT(*mutexes, Each(Field(&PlannedCase::id, StartsWith("mutex."))));
  EXPECT_LT(mutexes->size(), CasesFor({"", "all", "smoke", {}})->size());
}

TEST(CasesForTest, UnknownNamesAreErrors) {
  EXPECT_THAT(
      std::string(CasesFor({"", "mutexes", "smoke", {}}).status().message()),
      HasSubstr("WGSYNC_TEST_FAMILY=mutexes"));
  EXPECT_FALSE(CasesFor({"", "all", "huge", {}}).ok());
}

TEST(NameOfTest, TheFamilyIsTheSuite) {
  TestName name = NameOf("barrier.a/poll=rmw/groups=2", "pocl-3-1", false);
  EXPECT_EQ(name.suite, "barrier");
  EXPECT_EQ(name.name, "a/poll=rmw/groups=2");
}

TEST(NameOfTest, SeveralDevicesAreToldApart) {
  EXPECT_EQ(NameOf("barrier.a/groups=2", "pocl-3-1", true).name,
            "a/groups=2/device=pocl_3_1");
}

TEST(NameOfTest, NoPlannedCaseHasACharacterThatFiltersReserve) {
  auto cases = CasesFor({"", "all", "default", {}});
  for (const PlannedCase& planned : *cases) {
    std::string all = planned.id;
    EXPECT_EQ(all.find_first_of("-:*?"), std::string::npos) << all;
    TestName name = NameOf(planned.id, "a-b", false);
    EXPECT_EQ(name.suite + "." + name.name, planned.id);
  }
}

TEST(OutputFolderTest, BazelsOutputsComeFirst) {
  setenv("TEST_UNDECLARED_OUTPUTS_DIR", "/outputs", 1);
  EXPECT_EQ(OutputFolder(), "/outputs");
  unsetenv("TEST_UNDECLARED_OUTPUTS_DIR");
  EXPECT_THAT(OutputFolder(), Not(HasSubstr("/outputs")));
}

}  // namespace
}  // namespace wgsync
