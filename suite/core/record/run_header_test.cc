#include "suite/core/record/run_header.h"

#include <string>

#include "gtest/gtest.h"
#include "nlohmann/json.hpp"

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
  const json written = ToJson(Sample());
  DeviceProfile back;
  EXPECT_EQ(FromJson(json::parse(written.dump()), &back), "");
  EXPECT_EQ(ToJson(back), written);
  EXPECT_EQ(written["claims"]["highest_c11"], 300);
  EXPECT_EQ(written["calibration"]["rmw_poll_seconds"], 0.5);
}

TEST(DeviceProfileTest, AnErrorNamesTheFieldAndLeavesTheProfileAlone) {
  json bad = ToJson(Sample());
  bad["claims"]["is_gpu"] = 5;
  DeviceProfile profile = Sample();
  EXPECT_EQ(FromJson(bad, &profile), "\"claims.is_gpu\" is not true or false");
  EXPECT_EQ(ToJson(profile), ToJson(Sample()));
  EXPECT_EQ(FromJson(json::array(), &profile), "not a JSON object");
}

TEST(RunHeaderTest, DevicesAndPartComeBack) {
  RunHeader header;
  header.devices = {Sample(), DeviceProfile()};
  json context = {{"plan", json::array()}};
  AddHeader(header, &context);
  EXPECT_FALSE(context.contains("part")) << "the whole is not written";
  header.part = {2, 3};
  AddHeader(header, &context);
  RunHeader back;
  ASSERT_EQ(ReadHeader(context, &back), "");
  ASSERT_EQ(back.devices.size(), 2);
  EXPECT_EQ(ToJson(back.devices[0]), ToJson(Sample()));
  EXPECT_EQ(back.part.shard, 2);
  EXPECT_EQ(back.part.of, 3);
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
  EXPECT_EQ(ContextOf(old, p), old);
  EXPECT_TRUE(header.part.whole());
}

TEST(RunHeaderTest, AnOlderContextThatCannotBeReadHasAnUnknownDevice) {
  RunHeader header;
  ASSERT_EQ(ReadHeader({{"device", 5}, {"driver_digest", 7}}, &header), "");
  ASSERT_EQ(header.devices.size(), 1);
  EXPECT_EQ(header.devices[0].device.full_name, "");
}

TEST(RunHeaderTest, ReportsReadTheContextOfOneDevice) {
  RunHeader header;
  header.devices = {DeviceProfile(), Sample()};
  json context = {{"plan", json::array()}};
  AddHeader(header, &context);
  const json view = ContextOf(context, header.devices[1]);
  EXPECT_EQ(view["device"]["full_name"], "P/D");
  EXPECT_EQ(view["driver_digest"], "d1");
  EXPECT_EQ(view["channel_proven"], true);
  EXPECT_EQ(view["fingerprint"]["os"]["name"], "Linux");
  EXPECT_FALSE(view.contains("devices"));
  EXPECT_TRUE(view.contains("plan"));
}

}  // namespace
}  // namespace wgsync
