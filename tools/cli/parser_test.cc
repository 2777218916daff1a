#include "tools/cli/parser.h"

#include <cstdint>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "suite/core/record/exit_code.h"

namespace wgsync {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr int kChosen = 40;  // an exit code that the parser itself never gives

// A program of one command, which takes an argument of each kind.
class ParserTest : public testing::Test {
 protected:
  ParserTest() {
    Command take("take", "Takes an argument of each kind");
    take.Add("device DEVICE", device_, "The device");
    take.Add("--tier smoke|full", tier_, "Which cases");
    take.Add("-o,--out FILE", out_, "Where it goes");
    take.Add("--sizes SIZE", sizes_, "Sizes").CommaList().PartOf("--table");
    take.Add("--names NAME", names_, "Names");
    take.Add("--lines TEXT", lines_, "Lines").OneEach();
    take.Add("--repeat N", repeat_, "How often").Within(1, 1000000);
    take.Add("--factor N", factor_, "How much").Within(0.5, 2);
    take.Add("--json FILE", json_, "As JSON").ValueOptional("-");
    take.Add("--two NAME", two_, "Two").Exactly(2);
    take.Add("--table", table_, "As a table").Excludes({"--json"});
    take.Add("--never", FlagAction([this] { factor_ = 7; }), "Sets the factor");
    for (Argument& a : take.arguments) a.given = &given_;
    take.run = [] { return kChosen; };
    take.path = "wgsync take";
    program_.commands = {take};
    program_.path = "wgsync";
  }

  int Parse(const std::vector<std::string>& args) {
    std::vector<std::string> all = {"take"};
    all.insert(all.end(), args.begin(), args.end());
    return ParseAndRun(program_, all);
  }

  // The line that refuses them.
  std::string Refusal(const std::vector<std::string>& args) {
    testing::internal::CaptureStderr();
    EXPECT_EQ(Parse(args), kBadInput);
    return testing::internal::GetCapturedStderr();
  }

  std::string device_, tier_ = "smoke", out_, json_;
  std::vector<std::string> names_, lines_, two_, given_;
  std::vector<uint32_t> sizes_ = {1, 2};
  uint32_t repeat_ = 1;
  double factor_ = 1;
  bool table_ = false;
  Command program_{"wgsync", "Tests"};
};

TEST_F(ParserTest, WithoutArgumentsTheDefaultsStay) {
  EXPECT_EQ(Parse({}), kChosen);
  EXPECT_EQ(tier_, "smoke");
  EXPECT_THAT(sizes_, ElementsAre(1, 2));
  EXPECT_THAT(given_, IsEmpty());
}

TEST_F(ParserTest, SetsWhatIsGivenAndNamesIt) {
  EXPECT_EQ(Parse({"--tier=full", "-o", "x", "--repeat", "1000000", "--factor",
                   "0.5", "--two", "a", "b"}),
            kChosen);
  EXPECT_EQ(tier_, "full");
  EXPECT_EQ(out_, "x");
  EXPECT_EQ(repeat_, 1000000u);
  EXPECT_EQ(factor_, 0.5);
  EXPECT_THAT(two_, ElementsAre("a", "b"));
  EXPECT_THAT(given_,
              ElementsAre("--tier", "--out", "--repeat", "--factor", "--two"));
}

TEST_F(ParserTest, AListOfOneWordLeavesTheNextToThePositional) {
  EXPECT_EQ(Parse({"--table", "--sizes", "32,64", "gpu"}), kChosen);
  EXPECT_THAT(sizes_, ElementsAre(32, 64));
  EXPECT_EQ(device_, "gpu");
  EXPECT_EQ(Parse({"--names", "a", "b"}), kChosen);
  EXPECT_THAT(names_, ElementsAre("a", "b"));
  EXPECT_EQ(Parse({"--lines", "a b", "--lines", "c", "gpu"}), kChosen);
  EXPECT_THAT(lines_, ElementsAre("a b", "c"));
}

TEST_F(ParserTest, AValueMayBeLeftOut) {
  EXPECT_EQ(Parse({"--json"}), kChosen);
  EXPECT_EQ(json_, "-");
  EXPECT_EQ(Parse({"--json", "file"}), kChosen);
  EXPECT_EQ(json_, "file");
  EXPECT_EQ(Parse({"--never"}), kChosen);
  EXPECT_EQ(factor_, 7);
}

TEST_F(ParserTest, WhatDoesNotFitIsOneLineThatNamesTheHelp) {
  const std::string see = "; see `wgsync take --help`\n";
  EXPECT_EQ(Refusal({"--tier", "big"}),
            "wgsync: --tier: big is none of smoke, full" + see);
  EXPECT_EQ(Refusal({"--tier", "full", "--tier", "full"}),
            "wgsync: --tier: given twice" + see);
  EXPECT_EQ(Refusal({"--sizes", "1"}),
            "wgsync: --sizes requires --table" + see);
  EXPECT_THAT(Refusal({"--table", "--json"}), HasSubstr(" excludes "));
  EXPECT_EQ(Refusal({"--repeat", "0"}),
            "wgsync: --repeat: 0 is not within 1 - 1000000" + see);
  EXPECT_EQ(Refusal({"--repeat", "1.5"}),
            "wgsync: --repeat: 1.5 is not a whole number" + see);
  EXPECT_EQ(Refusal({"--factor", "2.5"}),
            "wgsync: --factor: 2.5 is not within 0.5 - 2" + see);
  EXPECT_EQ(Refusal({"--factor", "1m"}),
            "wgsync: --factor: 1m is not a number" + see);
  EXPECT_EQ(Refusal({"--out", ""}), "wgsync: --out: its value is empty" + see);
  EXPECT_EQ(Refusal({""}), "wgsync: device: its value is empty" + see);
  EXPECT_EQ(Refusal({"--names", "a", ""}),
            "wgsync: --names: its value is empty" + see);
  EXPECT_THAT(Refusal({"--factor", "nan"}), HasSubstr("nan is not a number"));
  EXPECT_THAT(Refusal({"--factor", "-nan"}), HasSubstr("--factor"));
  EXPECT_THAT(Refusal({"--two", "a"}), HasSubstr("--two"));
  EXPECT_EQ(Refusal({"a", "b"}),
            "wgsync: b: not expected by `wgsync take`" + see);
  EXPECT_EQ(Refusal({"--teir", "full"}),
            "wgsync: --teir: no such option of `wgsync take`; did you mean "
            "--tier? See `wgsync take --help`\n");
}

TEST_F(ParserTest, HelpIsThatOfTheCommandThatWasNamed) {
  testing::internal::CaptureStdout();
  EXPECT_EQ(Parse({"--tier", "full", "-h"}), kAsExpected);
  EXPECT_THAT(testing::internal::GetCapturedStdout(),
              HasSubstr("Usage: wgsync take [OPTION...] [DEVICE]"));
}

TEST_F(ParserTest, AFlagThatPrintsEndsTheProgram) {
  program_.Add("--version", TextFlag([] { return "wgsync 7"; }), "The version");
  testing::internal::CaptureStdout();
  EXPECT_EQ(ParseAndRun(program_, {"--version"}), kAsExpected);
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "wgsync 7\n");
}

}  // namespace
}  // namespace wgsync
