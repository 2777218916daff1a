#include "suite/core/record/run_header.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "suite/core/base/fields_json.h"

namespace wgsync {
namespace {

using nlohmann::json;

DeviceProfile Sample() {
  DeviceProfile p;
  p.device.index = "0:1";
  p.device.full_name = "P/D";
  p.device.compute_units = 4;
  p.driver_digest = "d1";
  p.hang_test = p.channel_proven = p.loops_cut = p.described = true;
  p.claims.highest_c11 = 300;
  p.calibration.rmw_poll_seconds = 0.5;
  *p.fingerprint = {{"os", {{"name", "Linux"}}}};
  return p;
}

TEST(DeviceProfileTest, EachFieldComesBack) {
  const json written = FieldsToJson(Sample());
  DeviceProfile back;
  EXPECT_EQ(FieldsFromJson(json::parse(written.dump()), &back), "");
  EXPECT_EQ(FieldsToJson(back), written);
  EXPECT_EQ(written["claims"]["highest_c11"], 300);
  EXPECT_EQ(written["calibration"]["rmw_poll_seconds"], 0.5);
  EXPECT_EQ(written["fingerprint"]["os"]["name"], "Linux");
}

TEST(DeviceProfileTest, AnErrorNamesTheFieldAndLeavesTheProfileAlone) {
  DeviceProfile profile = Sample();
  json bad = FieldsToJson(Sample());
  bad["claims"]["is_gpu"] = 5;
  EXPECT_EQ(FieldsFromJson(bad, &profile),
            "\"claims.is_gpu\" is not true or false");
  bad = FieldsToJson(Sample());
  bad["fingerprint"] = "x";
  EXPECT_EQ(FieldsFromJson(bad, &profile), "\"fingerprint\" is not an object");
  EXPECT_EQ(FieldsToJson(profile), FieldsToJson(Sample()));
  EXPECT_EQ(FieldsFromJson(json::array(), &profile), "not a JSON object");
}

TEST(RunHeaderTest, EachFieldComesBack) {
  RunHeader header;
  header.suite = "other";
  header.suite_digest = "s1";
  header.boot_id = "b1";
  header.unix_ns = 7;
  header.plan = {"barrier.x/groups=2"};
  header.settings.repeat = 3;
  header.devices = {Sample(), DeviceProfile()};
  header.shared = true;
  EXPECT_FALSE(FieldsToJson(header).contains("part"))
      << "the whole is not written";
  header.part = {2, 3};
  const json written = FieldsToJson(header);
  RunHeader back;
  json context = json::parse(written.dump());
  context["schema"] = 3;
  ASSERT_EQ(ReadHeader(context, &back), "");
  EXPECT_EQ(FieldsToJson(back), written);
  EXPECT_TRUE(back.joined());
  EXPECT_EQ(back.part.of, 3);
  EXPECT_EQ(back.settings.repeat, 3);
  EXPECT_THAT(back.plan, testing::ElementsAre("barrier.x/groups=2"));
}

TEST(RunHeaderTest, AnErrorNamesTheField) {
  const auto error = [](const json& part) {
    json context = FieldsToJson(RunHeader());
    context["schema"] = 3;
    context.update(part);
    RunHeader header;
    return ReadHeader(context, &header);
  };
  EXPECT_EQ(error(json::object()), "");
  EXPECT_EQ(error({{"devices", json::array()}}), "\"devices\" is empty");
  EXPECT_EQ(error({{"devices", {5}}}), "\"devices[0]\" is not an object");
  const json one = FieldsToJson(DeviceProfile());
  EXPECT_EQ(error({{"devices", json(64, one)}}), "");
  EXPECT_EQ(error({{"devices", json(65, one)}}),
            "\"devices\" has more than 64 devices");
  RunHeader header;
  EXPECT_EQ(ReadHeader({{"schema", 3}, {"device", {{"type", "cpu"}}}}, &header),
            "\"devices\" is missing");
  EXPECT_EQ(error({{"plan", {5}}}), "\"plan\" is not a list of strings");
  EXPECT_EQ(error({{"options", {{"repeat", 0}}}}),
            "\"options.repeat\" is 0: every case runs at least once");
}

TEST(RunHeaderTest, AnOlderContextHasOneDevice) {
  const json old = {{"device", {{"full_name", "P/D"}, {"type", "cpu"}}},
                    {"driver_digest", "d1"},
                    {"fingerprint", {{"os", "x"}}},
                    {"channel_proven", true}};
  RunHeader header;
  ASSERT_EQ(ReadHeader(old, &header), "");
  ASSERT_EQ(header.devices.size(), 1);
  const DeviceProfile& p = header.devices[0];
  EXPECT_EQ(p.device.full_name, "P/D");
  EXPECT_EQ(p.driver_digest, "d1");
  EXPECT_EQ(*p.fingerprint, old["fingerprint"]);
  EXPECT_TRUE(p.channel_proven);
  EXPECT_FALSE(p.described);
  EXPECT_TRUE(header.part.whole());
}

TEST(RunHeaderTest, AnOlderContextThatCannotBeReadHasAnUnknownDevice) {
  RunHeader header;
  ASSERT_EQ(ReadHeader({{"device", 5}, {"driver_digest", 7}}, &header), "");
  ASSERT_EQ(header.devices.size(), 1);
  EXPECT_EQ(header.devices[0].device.full_name, "");
}

}  // namespace
}  // namespace wgsync
