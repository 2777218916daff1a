#include "tools/golden/readable.h"

#include "gtest/gtest.h"
#include "nlohmann/json.hpp"

namespace wgsync {
namespace {

TEST(ReadableTest, OnlyPrintableBytesAndLineFeedsStay) {
  EXPECT_EQ(Readable("a b\n\x1b[1m\r\xff"), "a b\n⟦1b⟧[1m⟦0d⟧⟦ff⟧");
  // The brackets themselves are escaped, so that nothing can imitate them.
  EXPECT_EQ(Readable("⟦1b⟧"), "⟦e2⟧⟦9f⟧⟦a6⟧1b⟦e2⟧⟦9f⟧⟦a7⟧");
}

TEST(ReadableTest, DeepJsonIsOnOneLine) {
  EXPECT_EQ(ReadableJson({{"a", {{"b", {1, 2}}}}, {"c", 3}}, 2),
            "{\n \"a\": {\n  \"b\": [1,2]\n },\n \"c\": 3\n}");
}

TEST(ReadableTest, APageWithoutItsDataSaysSo) {
  EXPECT_EQ(ReadablePage("<html>"), "index: not JSON\n");
}

TEST(ReadableTest, NamesTheFirstLineThatDiffers) {
  EXPECT_EQ(FirstDifference("a\nb\n", "a\nb\n"), "");
  EXPECT_EQ(FirstDifference("a\nb\nc\nd\n", "a\nb\nc\nx\n"),
            "line 4 differs:\n   b\n   c\n  -d\n  +x\n");
  EXPECT_EQ(FirstDifference("a", "a\nb"),
            "line 2 differs:\n   a\n  -(the end)\n  +b\n");
}

}  // namespace
}  // namespace wgsync
