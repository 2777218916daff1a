#include "suite/progress/synthesize.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "suite/core/base/fields_json.h"
#include "suite/progress/program_text.h"
#include "suite/progress/program_text_testing.h"

namespace wgsync {
namespace progress {
namespace {

Synthesis All(const Bounds& bounds, uint64_t at_once) {
  const ProgramSpace space(bounds);
  Synthesis synthesis;
  synthesis.bounds = bounds;
  while (synthesis.next < space.size()) Advance(space, at_once, &synthesis);
  return synthesis;
}

std::vector<std::string> Lines(const Bounds& bounds,
                               const Separators& separators) {
  std::vector<std::string> lines;
  for (const uint64_t number : separators.examples) {
    lines.push_back(ProgramLine(ProgramSpace(bounds).At(number)));
  }
  return lines;
}

TEST(SynthesizeTest, NumbersEachProgramOnce) {
  const ProgramSpace space({2, 3, 1});
  // 1 + 1 instructions, then 1 + 2 and 2 + 1.
  ASSERT_EQ(space.size(), 8 * 8 + 2 * 8 * 14 * 14);
  std::set<std::string> texts;
  for (uint64_t number = 0; number < space.size(); ++number) {
    EXPECT_TRUE(texts.insert(ProgramText(space.At(number))).second) << number;
  }
  EXPECT_EQ(space.InstructionsOf(63), 2);
  EXPECT_EQ(space.InstructionsOf(64), 3);
}

TEST(SynthesizeTest, FindsTheSmallestSeparators) {
  const Bounds bounds = {2, 3, 1};
  const Synthesis all = All(bounds, 1000);
  const Separators fair = SeparatorsOf(all, {Model::kFair, Fairness::kWeak},
                                       {Model::kLobe, Fairness::kWeak});
  EXPECT_EQ(fair.instructions, 2);
  const std::vector<std::string> lines = Lines(bounds, fair);
  EXPECT_NE(std::find(lines.begin(), lines.end(), "while x == 0 | x := 1"),
            lines.end());
  EXPECT_EQ(lines.size(), fair.smallest);
  const Separators hsa = SeparatorsOf(all, {Model::kHsa, Fairness::kWeak},
                                      {Model::kObe, Fairness::kWeak});
  const std::vector<std::string> of_hsa = Lines(bounds, hsa);
  EXPECT_NE(std::find(of_hsa.begin(), of_hsa.end(), "x := 1 | while x == 0"),
            of_hsa.end());
  // An exchange in both groups is needed for a livelock of two instructions.
  const Separators strong = SeparatorsOf(all, {Model::kFair, Fairness::kStrong},
                                         {Model::kFair, Fairness::kWeak});
  EXPECT_EQ(strong.instructions, 2);
  // Nothing tells a model from a stronger one the other way round.
  EXPECT_EQ(SeparatorsOf(all, {Model::kLobe, Fairness::kWeak},
                         {Model::kFair, Fairness::kWeak})
                .programs,
            0);
}

TEST(SynthesizeTest, FindsTheFewestInstructionsOfEachPattern) {
  std::map<std::string, uint64_t> fewest;
  for (const PatternFound& found : All({2, 4, 1}, 1 << 20).found) {
    fewest[found.pattern] = found.instructions;
  }
  // LOBE is told from HSA+OBE by three groups alone.
  const std::map<std::string, uint64_t> expected = {
      {"-----W", 2}, {"-----S", 3}, {"---WWW", 4}, {"---SSS", 3}, {"--WWWW", 3},
      {"--SSSS", 4}, {"-W-WWW", 2}, {"-S-SSS", 3}, {"-WWWWW", 3}, {"-SSSSS", 2},
  };
  EXPECT_EQ(fewest, expected);
}

TEST(SynthesizeTest, FindsTheSameInParts) {
  const Bounds bounds = {3, 4, 1};
  EXPECT_EQ(FirstDifferentField(All(bounds, 1 << 20), All(bounds, 7777)), "");
}

TEST(SynthesizeTest, IsReadAsItWasWritten) {
  const Synthesis all = All({2, 3, 2}, 500);
  Synthesis again;
  EXPECT_EQ(FieldsFromJson(FieldsToJson(all), &again), "");
  EXPECT_EQ(FirstDifferentField(all, again), "");
  EXPECT_EQ(again.next, ProgramSpace(again.bounds).size());
}

}  // namespace
}  // namespace progress
}  // namespace wgsync
