#include "tools/run/run_spec.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "suite/core/record/run_facts.h"
#include "suite/core/record/run_log.h"

namespace wgsync {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

DeviceInfo TestDevice(const std::string& index, const std::string& slug) {
  DeviceInfo d;
  d.index = index;
  d.full_name = "Platform/Device";
  d.slug = slug;
  d.driver_version = "3.1";
  d.type = "cpu";
  return d;
}

RunSpec TestSpec() {
  RunSpec spec;
  spec.devices = NameFolders({TestDevice("0:0", "pocl-3-1")});
  spec.options.cases = PlanTier(Tier::kSmoke);
  spec.options.cases.resize(2);
  spec.options.tier = "default";
  spec.options.repeat = 7;
  spec.options.safe = true;
  spec.options.without_waits = true;
  spec.options.rounds = 2;
  spec.options.isolate_case = true;
  spec.options.bind = {true, false, true};
  return spec;
}

TEST(NameFoldersTest, EachDeviceHasItsOwn) {
  std::vector<std::string> folders;
  for (const DeviceRun& run :
       NameFolders({TestDevice("0:0", "a"), TestDevice("0:1", "a"),
                    TestDevice("1:0", "b")})) {
    folders.push_back(run.folder);
  }
  EXPECT_THAT(folders, ElementsAre("a", "a-2", "b"));
}

TEST(ModelOfARunTest, GoesOnWithTheRun) {
  RunSpec spec = TestSpec();
  EXPECT_FALSE(SpecToJson(spec)["options"].contains("model"));
  spec.options.model = *ParseModel("residency=5");
  auto again = SpecFromJson(SpecToJson(spec), "run.json");
  ASSERT_TRUE(again.ok()) << again.status();
  EXPECT_EQ(ModelText(again->options.model), "residency=5");
  json other = SpecToJson(spec);
  other["options"]["model"] = "cash";
  EXPECT_THAT(std::string(SpecFromJson(other, "x").status().message()),
              HasSubstr("no model cash"));
}

TEST(RunSpecTest, WhatIsWrittenIsReadBack) {
  auto spec = SpecFromJson(SpecToJson(TestSpec()), "run.json");
  ASSERT_TRUE(spec.ok()) << spec.status();
  EXPECT_EQ(SpecToJson(*spec), SpecToJson(TestSpec()));
  EXPECT_EQ(spec->options.repeat, 7);
  EXPECT_TRUE(spec->options.without_waits);
  EXPECT_TRUE(spec->options.isolate_case);
  EXPECT_EQ(CaseId(spec->options.cases[1].c), spec->options.cases[1].id);
}

TEST(RunSpecTest, FaultsAreNamed) {
  struct Fault {
    const char* at;
    json value;
    const char* says;
  };
  for (const Fault& fault : std::vector<Fault>{
           {"/schema", 2, "\"schema\" is of another wgsync"},
           {"/plan", 5, "\"plan\" is not a list of strings"},
           {"/plan/0", 5, "\"plan\" is not a list of strings"},
           {"/plan/0", "barrier.x", "does not know its case barrier.x: "},
           {"/options", 5, "\"options\" is not an object"},
           {"/options/safe", "no", "\"options.safe\" is not true or false"},
           {"/options/bind", {"all"}, "--bind all"},
           {"/devices", 5, "\"devices\" is not a list"},
           {"/devices/0", 5, "\"devices[0]\" is not an object"},
           {"/devices/0/type", 5, "\"devices[0].type\" is not a string"},
           {"/devices/0/slug", "", "does not say which device"},
           {"/devices/0/folder", "../../etc",
            "\"devices[0].folder\" is not a separate folder"},
           {"/devices/0/folder", "slug/..",
            "\"devices[0].folder\" is not a separate folder"},
           {"/devices/0/folder", "/etc",
            "\"devices[0].folder\" is not a separate folder"},
           {"/devices/0/folder", "a/b/c",
            "\"devices[0].folder\" is not a separate folder"}}) {
    json j = SpecToJson(TestSpec());
    j[json::json_pointer(fault.at)] = fault.value;
    auto spec = SpecFromJson(j, "run.json");
    ASSERT_FALSE(spec.ok()) << fault.at;
    EXPECT_THAT(std::string(spec.status().message()), StartsWith("run.json: "));
    EXPECT_THAT(std::string(spec.status().message()), HasSubstr(fault.says));
  }
}

TEST(RunSpecTest, EqualDevicesHaveAFolderTogether) {
  DeviceInfo one;
  one.full_name = "P/D";
  one.slug = "slug";
  DeviceInfo other = one;
  other.slug = "other";
  RunSpec spec = TestSpec();
  spec.devices = NameSharedFolders({{one, one}, {other}});
  const auto again = SpecFromJson(SpecToJson(spec), "run.json");
  ASSERT_TRUE(again.ok()) << again.status();
  for (const auto& devices : {spec.devices, again->devices}) {
    ASSERT_EQ(devices.size(), 3u);
    EXPECT_EQ(devices[0].folder, "slug/1");
    EXPECT_EQ(devices[1].folder, "slug/2");
    EXPECT_EQ(devices[1].shared(), "slug");
    EXPECT_EQ(devices[2].folder, "other");
    EXPECT_EQ(devices[2].shared(), "");
  }
}

RunHeader TestSpecHeader() {
  const RunSpec spec = TestSpec();
  RunHeader header;
  for (const PlannedCase& c : spec.options.cases) header.plan.push_back(c.id);
  header.settings = spec.options;
  header.devices[0].device = spec.devices[0].device;
  return header;
}

TEST(RunSpecTest, TheHeadOfALogIsEnoughToGoOn) {
  wgsync::Run run;
  run.header = TestSpecHeader();
  const auto spec = SpecOf(run);
  ASSERT_TRUE(spec.ok()) << spec.status();
  EXPECT_EQ(spec->options.cases.size(), 2);
  EXPECT_EQ(spec->devices[0].device.slug, "pocl-3-1");
  EXPECT_EQ(spec->devices[0].folder, "");
  EXPECT_FALSE(spec->options.bind.progress);
  EXPECT_TRUE(spec->options.without_waits);
  run.header.settings.tier = kTriedTier;
  EXPECT_THAT(std::string(SpecOf(run).status().message()),
              HasSubstr(": is of tried kernels; try the folder again"));
}

TEST(ReadSpecTest, TakesAFolderOfRunsOrOneRun) {
  std::string folder = testing::TempDir() + "/spec_XXXXXX";
  ASSERT_NE(mkdtemp(folder.data()), nullptr);
  EXPECT_THAT(std::string(ReadSpec(folder).status().message()),
              HasSubstr("neither run.json nor log.jsonl in it"));

  ASSERT_TRUE(WriteSpec(TestSpec(), folder).ok());
  EXPECT_TRUE(ReadSpec(folder).ok());
  std::ofstream(SpecPath(folder)) << "{";
  EXPECT_THAT(std::string(ReadSpec(folder).status().message()),
              StartsWith(SpecPath(folder) + ": not a JSON object"));

  ASSERT_TRUE(RunLogWriter::Create(folder + "/one", TestSpecHeader()).ok());
  auto one = ReadSpec(folder + "/one");
  ASSERT_TRUE(one.ok()) << one.status();
  EXPECT_EQ(one->devices.size(), 1);
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace wgsync
