#include "reports/render/markdown.h"

#include "gtest/gtest.h"

namespace wgsync {
namespace {

TEST(MarkdownTest, NoTextIsMarkup) {
  EXPECT_EQ(MarkdownText("a|b <i>&amp; *x* _y_ `z` ~~s~~"),
            "a\\|b &lt;i&gt;&amp;amp; \\*x\\* \\_y\\_ \\`z\\` \\~\\~s\\~\\~");
  EXPECT_EQ(MarkdownText("[1] [l](u) [l][r]"), "[1] [l]\\(u) [l]\\[r]");
  // A backslash of the text must not take the escape of what follows it.
  EXPECT_EQ(MarkdownText("a\\|b"), "a\\\\\\|b");
}

TEST(MarkdownTest, NoTextIsALinkOrAMention) {
  EXPECT_EQ(MarkdownText("![b](http://evil/b.png) www.evil @all"),
            "![b]\\(http:\\//evil/b.png) www\\.evil @&#8203;all");
}

TEST(MarkdownTest, TextStaysOnItsLine) {
  EXPECT_EQ(MarkdownText("a\r\n# b\x1b[1m"), "a; # b?[1m");
  EXPECT_EQ(MarkdownCode("a\n\n| b"), "`a; | b`");
}

TEST(MarkdownTest, CodeIsNotEndedByItsText) {
  EXPECT_EQ(MarkdownCode(""), "");
  EXPECT_EQ(MarkdownCode("a.b/c_d=*"), "`a.b/c_d=*`");
  EXPECT_EQ(MarkdownCode("a `` b`"), "``` a `` b` ```");
  EXPECT_EQ(MarkdownCellCode("a|b"), "`a\\|b`");
  EXPECT_EQ(MarkdownBlock("sh", "x\n```\n# y"), "````sh\nx\n```\n# y\n````\n");
}

TEST(MarkdownTest, ATableHasItsRule) {
  EXPECT_EQ(MarkdownRow({"a", "b"}) + MarkdownRule(2),
            "| a | b |\n| --- | --- |\n");
}

}  // namespace
}  // namespace wgsync
