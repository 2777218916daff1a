#include "suite/core/base/json_value.h"

#include <utility>

#include "gtest/gtest.h"
#include "nlohmann/json.hpp"

namespace wgsync {
namespace {

using nlohmann::json;

TEST(JsonValueTest, IsNullAtFirst) { EXPECT_TRUE(JsonValue()->is_null()); }

TEST(JsonValueTest, ACopyIsAValueOfItsOwn) {
  JsonValue a;
  (*a)["x"] = 1;
  JsonValue b = a;
  (*b)["x"] = 2;
  EXPECT_EQ(*a, json({{"x", 1}}));
  a = b;
  (*b)["x"] = 3;
  EXPECT_EQ(*a, json({{"x", 2}}));
}

TEST(JsonValueTest, WhatWasMovedFromCanBeUsedAgain) {
  JsonValue a;
  *a = "text";
  JsonValue b = std::move(a);
  EXPECT_EQ(*b, "text");
  a = JsonValue();  // NOLINT(bugprone-use-after-move)
  *a = 7;
  b = std::move(a);
  EXPECT_EQ(*b, 7);
}

}  // namespace
}  // namespace wgsync
