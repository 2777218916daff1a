#include "tools/golden/fields_schema.h"

#include <cstdint>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "suite/core/base/field_visitor.h"

namespace wgsync {
namespace {

using nlohmann::json;

enum class Color { kRed, kGreen };
constexpr auto kColorNames = EnumNames<Color>(
    {{Color::kRed, "red"}, {Color::kGreen, "green"}}, Color::kGreen);
NameSpan NamesOf(Color) { return kColorNames.names; }

struct Leaf {
  uint64_t count = 0;
  void Fields(FieldVisitor& v) { v.Field("count", &count); }
};

struct Tree {
  std::string name;
  Color color = Color::kRed;
  Leaf leaf;
  std::vector<Leaf> leaves;
  bool has_fruit = false;
  int64_t fruit = 0;

  void Fields(FieldVisitor& v) {
    v.Field("name", &name);
    v.Enum("color", &color);
    v.Rare("rare", &name, std::string());
    v.Added("added", &name);
    if (v.Given("leaf", false)) v.Struct("leaf", &leaf);
    v.List("leaves", &leaves);
    if (v.When("fruit", has_fruit)) v.Field("fruit", &fruit);
  }
};

const json kLeaf = json::parse(R"({
  "type": "object",
  "properties": {"count": {"type": "integer", "minimum": 0}},
  "required": ["count"]})");

TEST(FieldsSchemaTest, HasEachFieldWithItsType) {
  const json properties = schema::Of<Tree>()["properties"];
  EXPECT_EQ(properties["name"], json::parse(R"({"type": "string"})"));
  EXPECT_EQ(properties["fruit"], json::parse(R"({"type": "integer"})"));
  EXPECT_EQ(properties["leaves"]["items"], kLeaf);
  EXPECT_EQ(properties.size(), 7u);
}

TEST(FieldsSchemaTest, NamesTheValuesOfAnEnumeration) {
  const json colors = json::parse(R"({"enum": ["red", "green"]})");
  const json properties = schema::Of<Tree>()["properties"];
  EXPECT_EQ(properties["color"], colors);
}

TEST(FieldsSchemaTest, RequiresWhatIsAlwaysWritten) {
  EXPECT_EQ(schema::Of<Tree>()["required"],
            json({"name", "color", "leaf", "leaves"}));
}

TEST(FieldsSchemaTest, AllowsNullOnlyForAFieldThatMayHaveNoValue) {
  const json properties = schema::Of<Tree>()["properties"];
  EXPECT_EQ(properties["leaf"]["type"], json({"object", "null"}));
  EXPECT_EQ(properties["leaf"]["properties"], kLeaf["properties"]);
  EXPECT_EQ(properties["leaves"]["type"], "array");
}

}  // namespace
}  // namespace wgsync
