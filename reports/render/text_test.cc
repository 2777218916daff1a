#include "reports/render/text.h"

#include "gtest/gtest.h"

namespace wgsync {
namespace {

TEST(TextTest, WidthCountsCodePoints) {
  EXPECT_EQ(DisplayWidth("abc"), 3);
  EXPECT_EQ(DisplayWidth("\xc2\xb5s"), 2);
  EXPECT_EQ(PadRight("\xc2\xb5s", 4), "\xc2\xb5s  ");
  EXPECT_EQ(PadRight("longer", 3), "longer");
  EXPECT_EQ(DisplayWidth(Inked("hem", Ink::kRed, true)), 3);
}

TEST(TextTest, ShortenKeepsTheWidth) {
  EXPECT_EQ(Shorten("barrier", 7), "barrier");
  EXPECT_EQ(Shorten("barriers", 7), "barr...");
  EXPECT_EQ(Shorten("\xc2\xb5\xc2\xb5\xc2\xb5\xc2\xb5\xc2\xb5", 4),
            "\xc2\xb5...");
  EXPECT_EQ(Shorten("barriers", 2), "..");
}

TEST(TextTest, WrapBreaksAtSpacesAndIndentsWhatFollows) {
  EXPECT_EQ(Wrap("one two three", 7, 2), "one two\n  three\n");
  EXPECT_EQ(Wrap("a-word-longer-than-it b", 5, 1),
            "a-word-longer-than-it\n b\n");
  EXPECT_EQ(Wrap("", 5, 1), "\n");
  EXPECT_EQ(Wrap("one two three", 9, 2, 5), "one\n  two\n  three\n");
}

TEST(TextTest, ShortCountKeepsFourCharacters) {
  EXPECT_EQ(ShortCount(0), "0");
  EXPECT_EQ(ShortCount(9999), "9999");
  EXPECT_EQ(ShortCount(10000), "10k");
  EXPECT_EQ(ShortCount(999999), "1.0M");
  EXPECT_EQ(ShortCount(1234567), "1.2M");
  EXPECT_EQ(ShortCount(9960000), "10M");
  EXPECT_EQ(ShortCount(1234567890), "1.2G");
}

TEST(TextTest, DurationHasTheUnitThatFits) {
  EXPECT_EQ(Duration(0.423), "0.42 s");
  EXPECT_EQ(Duration(9.44), "9.4 s");
  EXPECT_EQ(Duration(59.4), "59 s");
  EXPECT_EQ(Duration(200), "3 min 20 s");
  EXPECT_EQ(Duration(7260), "2 h 1 min");
}

TEST(TextTest, InkOnlyWhereAskedFor) {
  EXPECT_EQ(Inked("X", Ink::kRed, false), "X");
  EXPECT_EQ(Inked("X", Ink::kRed, true), "\x1b[1;31mX\x1b[0m");
  EXPECT_EQ(Inked("X", Ink::kNone, true), "X");
}

TEST(TextTest, QuotedTextIsOneWordOfTheShell) {
  EXPECT_EQ(ShellQuote("a b"), "'a b'");
  EXPECT_EQ(ShellQuote("it's"), "'it'\\''s'");
}

TEST(TextTest, PrintableHasNoEscapes) {
  EXPECT_EQ(Printable("a\x1b[31m\n\tb\x7f"), "a?[31m\n b?");
}

TEST(TextTest, OneLineHasNoLineBreaksAndNoEscapes) {
  EXPECT_EQ(OneLine("a\r\n  b\n\n"), "a; b");
  EXPECT_EQ(OneLine("no device:\nnone"), "no device: none");
  EXPECT_EQ(OneLine("a\tb\x1b[2J"), "a b?[2J");
}

TEST(TextTest, AQuotedWordIsOneLineOfPrintableText) {
  EXPECT_EQ(ShellQuote("it's"), "'it'\\''s'");
  EXPECT_EQ(ShellQuote("it's \x1b[31m\r\n\\"),
            "\"$(printf 'it\\047s \\033[31m\\015\\012\\134')\"");
}

TEST(TextTest, AStringOfCHasNoTrigraph) {
  EXPECT_EQ(CString("a \"b\" \\ c?\n"), R"("a \"b\" \\ c?\n")");
  EXPECT_EQ(CString("?\?(\x1b\t"), R"("?\?(?\?")");
}

TEST(TextTest, AFieldIsOneLineAndFoldedBelowItsValue) {
  EXPECT_EQ(Field("name", "", 2, 80), "");
  EXPECT_EQ(Field("name", "a\nb \x1b[1m", 2, 80), "  name        a; b ?[1m\n");
  EXPECT_EQ(Field("name", "aaa bbb", 4, 20),
            "    name        aaa\n                bbb\n");
  EXPECT_EQ(Field("name", "a", 0, 80, Ink::kRed, true),
            "name        \x1b[1;31ma\x1b[0m\n");
}

TEST(TextTest, ANameThatIsTakenIsNumbered) {
  const auto taken = [](const std::string& s) {
    return s == "a" || s == "a-2";
  };
  EXPECT_EQ(UnusedName("a", taken), "a-3");
  EXPECT_EQ(UnusedName("b", taken), "b");
}

TEST(CountedTest, HasThePlural) {
  EXPECT_EQ(Counted(1, "launch"), "1 launch");
  EXPECT_EQ(Counted(2, "launch"), "2 launches");
  EXPECT_EQ(Counted(0, "group"), "0 groups");
}

}  // namespace
}  // namespace wgsync
