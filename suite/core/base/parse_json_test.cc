#include "suite/core/base/parse_json.h"

#include <string>

#include "gtest/gtest.h"
#include "nlohmann/json.hpp"

namespace wgsync {
namespace {

std::string Nested(size_t depth) {
  return std::string(depth, '[') + std::string(depth, ']');
}

TEST(ParseJsonTest, JsonIsParsed) {
  EXPECT_EQ(ParseJson(R"({"a":[1,"[{"]})")["a"][1], "[{");
}

TEST(ParseJsonTest, WhatIsNoJsonIsDiscarded) {
  for (const char* text : {"", "{", "}", "]", "[1,]", "{\"a\":1e999}", "\"\\",
                           "\"\xff\"", "nul"}) {
    EXPECT_TRUE(ParseJson(text).is_discarded()) << text;
  }
}

TEST(ParseJsonTest, WhatIsNestedTooDeepIsDiscarded) {
  EXPECT_FALSE(ParseJson(Nested(kDeepestJson)).is_discarded());
  EXPECT_TRUE(ParseJson(Nested(kDeepestJson + 1)).is_discarded());
  EXPECT_TRUE(ParseJson(Nested(1000000)).is_discarded());
}

TEST(ParseJsonTest, StringsAndNamesAreClean) {
  const nlohmann::json value =
      ParseJson(R"({"\u001b[1ma":[{"b\u202e":"::error::\u0007c"}],"d":"é"})");
  EXPECT_EQ(value.dump(), R"({"a":[{"b":":error::c"}],"d":"é"})");
  const nlohmann::json text =
      ParseJson("\"" + std::string(kLongestString + 1, 'x') + "\"");
  EXPECT_LT(text.get<std::string>().size(), kLongestString + 100);
}

TEST(ParseJsonTest, BracketsInStringsDoNotCount) {
  const std::string text = "\"\\\"" + std::string(1000, '[') + "\"";
  EXPECT_EQ(ParseJson(text).get<std::string>().size(), 1001u);
}

}  // namespace
}  // namespace wgsync
