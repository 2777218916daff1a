#include "suite/core/base/clean_text.h"

#include <string>

#include "gtest/gtest.h"

namespace wgsync {
namespace {

TEST(CleanTextTest, KeepsLinesAndTabsAndOtherScripts) {
  EXPECT_EQ(CleanText("a\tb\nünïcødé 語 \xF0\x9F\x98\x80"),
            "a\tb\nünïcødé 語 \xF0\x9F\x98\x80");
}

TEST(CleanTextTest, LeavesOutControlCharactersAndColors) {
  EXPECT_EQ(CleanText("\x1B[1;31merror:\x1B[0m a\r\n\a\x7F"
                      "b\xC2\x85"
                      "c\x1B"),
            "error: a\nbc");
}

TEST(CleanTextTest, LeavesOutMarksOfDirectionAndOtherLineBreaks) {
  EXPECT_EQ(CleanText("a\xE2\x80\xAE"
                      "b\xE2\x81\xA6"
                      "c\xD8\x9C"
                      "d\xE2\x80\xA8"
                      "e\xEF\xBB\xBF"),
            "abcde");
}

TEST(CleanTextTest, TakesCommandsOfCiSystemsApart) {
  EXPECT_EQ(CleanText("::error::x"), ":error::x");
  EXPECT_EQ(CleanText("a ::stop-commands::x"), "a :stop-commands::x");
  EXPECT_EQ(CleanText("a\n\x1B:\x1B:::set-env"), "a\n:set-env");
  EXPECT_EQ(CleanText("x##[error]y"), "x# #[error]y");
  EXPECT_EQ(CleanText("##vso[task.x] ##teamcity[y]"),
            "# #vso[task.x] # #teamcity[y]");
  EXPECT_EQ(CleanText("a::b c:: a##b # # ##"), "a::b c:: a##b # # ##");
}

TEST(CleanTextTest, ReplacesWhatIsNotUtf8) {
  const std::string replaced = "\xEF\xBF\xBD";
  EXPECT_EQ(CleanText("a\xFFz"), "a" + replaced + "z");
  // Cut off, too long for its value, a surrogate, beyond the last character.
  EXPECT_EQ(CleanText("\xE8\xAA"), replaced + replaced);
  EXPECT_EQ(CleanText("\xC0\xAF"), replaced + replaced);
  EXPECT_EQ(CleanText("\xED\xA0\x80"), replaced + replaced + replaced);
  EXPECT_EQ(CleanText("\xF4\x90\x80\x80"),
            replaced + replaced + replaced + replaced);
}

TEST(CleanTextTest, CutsBetweenCharactersAndSaysSo) {
  EXPECT_EQ(CleanText("abcdef", 4), "abcd\n(2 more bytes)");
  EXPECT_EQ(CleanText("abcé", 4), "abc\n(2 more bytes)");
  EXPECT_EQ(CleanText("abcd", 4), "abcd");
}

TEST(CleanLineTest, MakesOneTidyLine) {
  EXPECT_EQ(CleanLine("  AMD \n EPYC\t 9  "), "AMD EPYC 9");
  EXPECT_EQ(CleanLine(std::string("OpenCL C 3.0 \0\0junk", 19)),
            "OpenCL C 3.0");
  EXPECT_EQ(CleanLine(""), "");
}

TEST(FirstLinesTest, KeepsFourLinesWithoutTheEmptyOnes) {
  EXPECT_EQ(FirstLines("a\n\nb"), "a | b");
  EXPECT_EQ(FirstLines("1\n2\n3\n4\n5"), "1 | 2 | 3 | 4");
  EXPECT_EQ(FirstLines(std::string(300, 'x')), std::string(200, 'x'));
  EXPECT_EQ(FirstLines(""), "");
  const std::string cut = FirstLines(std::string(199, 'x') + "\xC3\xA9");
  EXPECT_EQ(cut, CleanText(cut)) << "half a character";
}

}  // namespace
}  // namespace wgsync
