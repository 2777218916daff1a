#include "suite/worker/events.h"

#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "suite/core/launch/layout.h"

namespace wgsync {
namespace {

using nlohmann::json;

// The error's text; "" where the line passes.
std::string EventError(const std::string& line) {
  const absl::StatusOr<json> e = ParseEvent(line);
  return e.ok() ? "" : std::string(e.status().message());
}
std::string CommandError(const json& command) {
  const absl::StatusOr<json> c = ParseCommand(command.dump());
  return c.ok() ? "" : std::string(c.status().message());
}

TEST(EventsTest, AWorkersEventsPass) {
  for (
      const char* line : {
          R"({"event":"HELLO"})",
          R"({"event":"STARTED","id":3})",
          R"({"event":"PHASE","phase":"build"})",
          R"({"event":"FINISHED","id":3,"ok":true,"device_seconds":0.5,
               "host_seconds":1,"build_log":"","build_seconds":0})",
          R"({"event":"FINISHED","ok":false,"stage":"run","gone":true})",
          R"({"event":"DEVICES","devices":[]})",
          R"({"event":"DEVICES","devices":[{"index":"0:0","type":"cpu","slug":"a-1",
               "compute_units":4294967295}]})",
          R"({"event":"READY","claims":{"highest_c11":300,"is_gpu":false}})",
          R"({"event":"SNAPSHOT","ok":true,"what":""})",
          R"({"event":"HOST","tries":4,"wrong":0,
               "control_tries":1,"control_wrong":1,"words":["a"]})",
          R"({"event":"BUILT","key":"k","ok":true,"a new field":[1]})",
          R"({"event":"PHASE","phase":"upload","binary_digest":
               "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
               })",
      }) {
    EXPECT_EQ(EventError(line), "") << line;
  }
}

TEST(EventsTest, WhatIsNoEventSaysWhy) {
  EXPECT_EQ(EventError("pocl: out\x01of memory"),
            "no event: no JSON object: pocl: out?of memory");
  EXPECT_EQ(EventError(R"({"ok":true})"),
            R"(no event: without "event": {"ok":true})");
  EXPECT_EQ(EventError(R"({"event":7})"),
            R"(no event: without "event": {"event":7})");
  EXPECT_NE(EventError(R"({"event":"HELLO","what":{}})"), "");
  EXPECT_TRUE(absl::StrContains(EventError(R"({"event":"FINISHED"})"),
                                "\"ok\" is missing"));
  EXPECT_TRUE(absl::StrContains(EventError(R"({"event":"PHASE","phase":1})"),
                                "\"phase\" is not a string"));
}

TEST(EventsTest, OfALongLineTheBeginningIsShown) {
  EXPECT_EQ(
      EventError(std::string(1000, 'x')),
      absl::StrCat("no event: no JSON object: ", std::string(80, 'x'), "..."));
}

TEST(EventsTest, FieldsMustBeOfTheirType) {
  const auto finished = [](const char* field) {
    return absl::StrCat(R"({"event":"FINISHED","ok":true,)", field, "}");
  };
  for (const char* field :
       {R"("device_seconds":"1")", R"("device_seconds":-1)",
        R"("device_seconds":1e300)", R"("host_seconds":null)", R"("what":[])",
        R"("gone":1)", R"("id":-1)", R"("id":1.5)", R"("build_log":{})"}) {
    EXPECT_NE(EventError(finished(field)), "") << field;
  }
  for (const char* event :
       {R"({"event":"BUILT","binary_digest":"f00d"})",
        R"({"event":"PHASE","phase":"upload","binary_digest":7})"}) {
    EXPECT_NE(EventError(event), "") << event;
  }
  for (const char* claims :
       {"[]", R"({"highest_c11":-1})", R"({"highest_c11":4294967296})",
        R"({"max_group_size":1e3})", R"({"is_gpu":"yes"})"}) {
    EXPECT_NE(
        EventError(absl::StrCat(R"({"event":"READY","claims":)", claims, "}")),
        "")
        << claims;
  }
  for (const char* devices : {"{}", "[1]", R"([{"slug":1}])"}) {
    EXPECT_NE(EventError(absl::StrCat(R"({"event":"DEVICES","devices":)",
                                      devices, "}")),
              "")
        << devices;
  }
}

TEST(EventsTest, WhatHasAReaderIsOfItsTypeInEveryEvent) {
  for (const char* event :
       {R"({"event":"READY","claims":{},"full_name":7})",
        R"({"event":"READY","claims":{},"driver_version":[]})",
        R"({"event":"HOST","tries":0,"wrong":0,"control_tries":0,
             "control_wrong":0,"short":"x"})",
        R"({"event":"HOST","tries":0,"wrong":0,"control_tries":0,
             "control_wrong":0,"words":["a",1]})",
        R"({"event":"NEEDS","ok":true,"build_log":1})",
        R"({"event":"BUILT","refused":"yes"})", R"({"event":"BUILT","what":7})",
        R"({"event":"PHASE","phase":"build","what":7})",
        R"({"event":"POKED","what":null})"}) {
    EXPECT_NE(EventError(event), "") << event;
  }
}

TEST(EventsTest, ADigestIsASha256InHexadecimal) {
  const auto error = [](const std::string& digest) {
    return EventError(
        absl::StrCat(R"({"event":"FINGERPRINT","fingerprint":{},"digest":")",
                     digest, R"("})"));
  };
  const std::string digest(64, 'a');
  EXPECT_EQ(error(digest), "");
  EXPECT_EQ(error("0123456789abcdef" + digest.substr(16)), "");
  for (const std::string& other :
       {std::string(), digest.substr(1), digest + "a", "A" + digest.substr(1),
        "../" + digest.substr(3), std::string("/etc/passwd")}) {
    EXPECT_TRUE(absl::StrContains(error(other), "\"digest\" is not a SHA-256"))
        << other;
  }
}

json LaunchCommand() {
  return {{"cmd", "launch"},      {"id", 1},
          {"key", "k"},           {"source", ""},
          {"options", ""},        {"kernel", "f"},
          {"groups", 2},          {"group_size", 8},
          {"shared", true},       {"offset", {0, kPage}},
          {"bytes", {kPage, 64}}, {"scalars", {1, 2}}};
}

TEST(EventsTest, AControllersCommandsPass) {
  EXPECT_EQ(CommandError(LaunchCommand()), "");
  EXPECT_EQ(CommandError({{"cmd", "list"}}), "");
  EXPECT_EQ(CommandError({{"cmd", "poke"},
                          {"region", 0u},
                          {"word", size_t{32}},
                          {"value", 1u}}),
            "");
}

TEST(EventsTest, ALaunchOutsideOfSharedMemoryIsNoCommand) {
  const auto with = [](const char* field, const json& value) {
    json c = LaunchCommand();
    c[field] = value;
    return CommandError(c);
  };
  EXPECT_NE(with("offset", {0, kHalfBytes}), "");
  EXPECT_NE(with("offset", {0, 4}), "") << "not on a page";
  EXPECT_NE(with("offset", {0}), "") << "fewer than bytes";
  EXPECT_NE(with("bytes", {kPage, UINT64_MAX}), "");
  EXPECT_NE(with("bytes", {kPage, 0}), "");
  EXPECT_NE(with("bytes", json::array()), "");
  EXPECT_NE(with("scalars", json::array()), "");
  EXPECT_NE(with("scalars", {1, -1}), "");
  EXPECT_NE(with("scalars", {1, uint64_t{1} << 32}), "");
  EXPECT_NE(with("polls", 1), "");
  EXPECT_NE(with("groups", "2"), "");
}

TEST(EventsTest, SidesOfAGridHaveItsCountsAsTheirProducts) {
  const auto with = [](const json& grid, const json& shape) {
    json c = LaunchCommand();
    if (!grid.is_null()) c["grid"] = grid;
    if (!shape.is_null()) c["group_shape"] = shape;
    return CommandError(c);
  };
  EXPECT_EQ(with({2, 1}, {4, 2}), "");
  EXPECT_EQ(with({2, 1, 1}, {2, 2, 2}), "");
  EXPECT_NE(with({2, 1}, nullptr), "") << "a group's shape is missing";
  EXPECT_NE(with(nullptr, {4, 2}), "");
  EXPECT_NE(with({2, 1}, {2, 2, 2}), "") << "other dimensions";
  EXPECT_NE(with({2, 2}, {4, 2}), "") << "four groups";
  EXPECT_NE(with({2, 0}, {4, 2}), "");
  EXPECT_NE(with({2}, {8}), "") << "a row needs no sides";
  EXPECT_NE(with({2, 1, 1, 1}, {8, 1, 1, 1}), "");
  EXPECT_NE(with({2, 4294967296}, {4, 2}), "");
}

}  // namespace
}  // namespace wgsync
