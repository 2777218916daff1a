#include "suite/core/record/run_settings.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "suite/core/base/fields_json.h"

namespace wgsync {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::StartsWith;

// Every setting, away from its default. The names in the first line are all
// fields of the struct: with one more it does not compile.
RunSettings EverySettingSet() {
  RunSettings o;
  auto& [tier, skips, model, rounds, repeat, repeat_stochastic, safe,
         without_waits, isolate_case, bind] = o;
  skips = {{"mutex.clh", true, "it wedges the GPU"}};
  tier = "full";
  model = *ParseModel("residency=5");
  rounds = 3;
  repeat = 7;
  repeat_stochastic = 11;
  safe = true;
  without_waits = true;
  isolate_case = true;
  auto& [violation, progress, customary] = bind;
  violation = progress = customary = false;
  return o;
}

RunSettings ReadBack(const RunSettings& written) {
  RunSettings read;
  EXPECT_EQ(FieldsFromJson(json::parse(FieldsToJson(written).dump()), &read),
            "");
  return read;
}

TEST(RunSettingsTest, EverySettingComesBack) {
  const RunSettings back = ReadBack(EverySettingSet());
  ASSERT_EQ(back.skips.size(), 1u);
  EXPECT_EQ(back.skips[0].pattern, "mutex.clh");
  EXPECT_TRUE(back.skips[0].whole);
  EXPECT_EQ(back.skips[0].reason, "it wedges the GPU");
  EXPECT_EQ(back.tier, "full");
  EXPECT_EQ(ModelText(back.model), "residency=5");
  EXPECT_EQ(back.rounds, 3);
  EXPECT_EQ(back.repeat, 7);
  EXPECT_EQ(back.repeat_stochastic, 11);
  EXPECT_TRUE(back.safe);
  EXPECT_TRUE(back.without_waits);
  EXPECT_TRUE(back.isolate_case);
  EXPECT_THAT(BindWords(back.bind), ElementsAre());
}

TEST(RunSettingsTest, DefaultsComeBack) {
  const json written = FieldsToJson(RunSettings());
  EXPECT_EQ(FieldsToJson(ReadBack(RunSettings())), written);
  // Where they are as ever, reports print neither.
  EXPECT_FALSE(written.contains("model"));
  EXPECT_FALSE(written.contains("rounds"));
  EXPECT_FALSE(written.contains("skips"));
}

TEST(RunSettingsTest, WhatIsMissingKeepsItsDefault) {
  RunSettings read;
  EXPECT_EQ(FieldsFromJson(json::object(), &read), "");
  EXPECT_EQ(FieldsToJson(read), FieldsToJson(RunSettings()));
}

TEST(RunSettingsTest, FaultsAreNamed) {
  const auto error = [](const json& j) {
    RunSettings read;
    return FieldsFromJson(j, &read);
  };
  EXPECT_EQ(error(5), "not a JSON object");
  EXPECT_EQ(error({{"safe", "yes"}}), "\"safe\" is not true or false");
  EXPECT_EQ(error({{"repeat", 4294967296}}), "\"repeat\" is too large");
  EXPECT_EQ(error({{"repeat", 0}}),
            "\"repeat\" is 0: every case runs at least once");
  EXPECT_EQ(error({{"isolate", "none"}}),
            "\"isolate\" has a value that this wgsync does not know: none");
  EXPECT_THAT(error({{"model", "cash"}}),
              StartsWith("\"model\" is unknown: no model cash"));
  EXPECT_THAT(error({{"bind", {"all"}}}),
              StartsWith("\"bind\" is unknown: --bind all: it takes "));
}

}  // namespace
}  // namespace wgsync
