#include "suite/core/tried/expression.h"

#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace wgsync {
namespace {

using ::testing::HasSubstr;

class ExpressionTest : public testing::Test {
 protected:
  ExpressionTest() {
    scope_.scalars = {Value::Whole(4), Value::Whole(8), Value::Whole(2)};
    const auto* bytes = reinterpret_cast<const uint8_t*>(words_);
    scope_.buffers.emplace_back();
    scope_.buffers[0].type = FindElementType("uint");
    scope_.buffers[0].length = 4;
    scope_.buffers[0].first.assign(bytes, bytes + sizeof(words_));
    scope_.buffers[0].now = bytes;
  }
  std::string Is(const std::string& text) {
    const auto e = Expression::Parse(text, symbols_);
    if (!e.ok()) return std::string(e.status().message());
    scope_.problem.clear();
    const Value v = e->Eval(&scope_);
    return scope_.problem.empty() ? ValueText(v) : scope_.problem;
  }
  const uint32_t words_[4] = {5, 6, 0xffffffff, 1};
  Symbols symbols_ = {{"groups", "items", "i"}, {"out"}, {}};
  TryScope scope_;
};

TEST_F(ExpressionTest, HasTheOperatorsOfC) {
  EXPECT_EQ(Is("groups * items + i"), "34");
  EXPECT_EQ(Is("1 + 2 * 3 - 8 / 3 % 2"), "7");
  EXPECT_EQ(Is("10 - 4 - 3"), "3");
  EXPECT_EQ(Is("1 << 4 | 3 & 2 ^ 1"), "19");
  EXPECT_EQ(Is("i == 2 && !(i > 2) ? 0x10u : 3"), "16");
  EXPECT_EQ(Is("7 / 2.0"), "3.5");
  EXPECT_EQ(Is("max(min(9, 4), abs(-3))"), "4");
  EXPECT_EQ(Is("near(1.0, 1.05, 0.1)"), "1");
  EXPECT_EQ(Is("0 || 3 && 2"), "1");
  std::string chain = "0";
  for (int i = 0; i < 90; ++i) chain += " && 0";
  EXPECT_EQ(Is(chain), "0") << "each part is evaluated once";
}

TEST_F(ExpressionTest, ReadsNumbers) {
  EXPECT_EQ(Is("0x1Ful + 010 + 7u"), "48");
  EXPECT_EQ(Is("1e2 + .5f + 2."), "102.5");
  EXPECT_EQ(Is("18446744073709551615"), "-1");
  for (const char* bad :
       {"18446744073709551616", "0x", "1.2.3", "1f", ".", "3e"}) {
    EXPECT_THAT(Is(bad),
                HasSubstr(std::string("'") + bad + "' is not a number"));
  }
}

TEST_F(ExpressionTest, ReadsElementsAndSumsThem) {
  EXPECT_EQ(Is("out[i - 1]"), "6");
  EXPECT_EQ(Is("sum(out, 0, 2) + length(out)"), "15");
  EXPECT_EQ(Is("out[2] == -1"), "1") << "as the buffer's type";
  EXPECT_EQ(Is("out[2] < 0"), "0");
  EXPECT_EQ(Is("-1 != out[2] || out[0] == 5"), "1");
}

TEST_F(ExpressionTest, SaysWhatHasNoValue) {
  EXPECT_EQ(Is("1 / (i - 2)"), "a division by zero");
  EXPECT_EQ(Is("out[i + 2]"), "out[4] is not one of its 4 elements");
  EXPECT_THAT(Is("sum(out, 3, 1)"), HasSubstr("from 3 to 1"));
}

TEST_F(ExpressionTest, SaysWhereItIsWrong) {
  EXPECT_THAT(Is("groups + itemz"), HasSubstr("'itemz' is not known here"));
  EXPECT_THAT(Is("groups + itemz"), HasSubstr("at character 10"));
  EXPECT_THAT(Is("(1 + 2"), HasSubstr("')' is missing"));
  EXPECT_THAT(Is("out + 1"), HasSubstr("name an element"));
  EXPECT_THAT(Is("1 +"), HasSubstr("ends too early"));
  EXPECT_THAT(Is("12abc"), HasSubstr("is not a number"));
  EXPECT_THAT(Is("1 2"), HasSubstr("'2' is not expected"));
  EXPECT_THAT(Is("log(2)"), HasSubstr("no function 'log'"));
  EXPECT_THAT(Is(std::string(100000, '(')), HasSubstr("nested too deeply"));
}

TEST(ElementTypeTest, StoresAndLoads) {
  uint8_t at[8] = {};
  for (const char* name : {"char", "short", "int", "long", "float", "double"}) {
    const ElementType& type = *FindElementType(name);
    StoreValue(Value::Whole(-3), type, at);
    EXPECT_EQ(LoadValue(type, at).AsReal(), -3) << name;
  }
  EXPECT_EQ(Converted(Value::Whole(257), *FindElementType("uchar")).whole, 1);
  EXPECT_EQ(FindElementType("size_t"), nullptr);
}

TEST(ValueTextTest, NeighboursDiffer) {
  const float a = 7.73223F, b = std::nextafter(a, 8.0F);
  EXPECT_NE(ValueText(Value::Real(a)), ValueText(Value::Real(b)));
  EXPECT_EQ(ValueText(Value::Real(0.1)), "0.10000000000000001");
  EXPECT_EQ(ValueText(Value::Real(-0.5)), "-0.5");
}

}  // namespace
}  // namespace wgsync
