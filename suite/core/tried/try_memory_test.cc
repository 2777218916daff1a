#include "suite/core/tried/try_memory.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace wgsync {
namespace {

using ::testing::HasSubstr;

class TryMemoryTest : public testing::Test {
 protected:
  void Make(const std::string& lines) {
    spec_ = *ParseTry("k.cl", lines, {{"", "items 4"}});
    memory_ = *MakeMemory(spec_, 2);
    const TryScope::Buffer& last = memory_.scope.buffers.back();
    half_.assign(last.offset + last.bytes, 0);
    FillMemory(memory_, half_.data());
  }
  uint32_t* Words(size_t buffer) {
    return reinterpret_cast<uint32_t*>(
        &half_[memory_.scope.buffers[buffer].offset]);
  }
  TryJudgement Judged(const TryImages& images = {}) {
    return *JudgeMemory(spec_, &memory_, half_.data(), images);
  }

  TrySpec spec_;
  TryMemory memory_;
  std::vector<uint8_t> half_;
};

constexpr char kCopy[] =
    "// wgsync: n = groups * items\n"
    "// wgsync: in uint[n] = i + 1\n"
    "// wgsync: out uint[n] = 7 result\n"
    "// wgsync: right out[i] == in[i]\n";

TEST_F(TryMemoryTest, JudgesEachElement) {
  Make(kCopy);
  EXPECT_EQ(Words(0)[7], 8u);
  const TryJudgement before = Judged();
  EXPECT_EQ(before.checked, 8u);
  EXPECT_EQ(before.wrong, 7u) << "one is right by chance";
  for (int i = 0; i < 8; ++i) Words(1)[i] = i + 1;
  EXPECT_TRUE(Judged().right());
  Words(1)[5] = 9;
  const TryJudgement wrong = Judged();
  ASSERT_EQ(wrong.wrong, 1u);
  EXPECT_EQ(wrong.shown[0].what, "out");
  EXPECT_EQ(wrong.shown[0].index, 5);
  EXPECT_EQ(wrong.shown[0].got, "9");
  EXPECT_EQ(wrong.shown[0].want, "6");
}

TEST_F(TryMemoryTest, AVectorIsItsElements) {
  Make(
      "// wgsync: p uint4[groups] = i result\n"
      "// wgsync: q ushort3[2] = 1\n"
      "// wgsync: right p[i] == i\n");
  EXPECT_EQ(memory_.scope.buffers[0].first.size(), 2u * 4 * 4);
  EXPECT_EQ(memory_.scope.buffers[1].first.size(), 2u * 4 * 2) << "3 take 4";
  EXPECT_EQ(Words(0)[7], 7u);
  EXPECT_EQ(Judged().checked, 8u);
}

TEST_F(TryMemoryTest, AValueThatItsTypeCannotHoldIsAnError) {
  const auto error = [](const std::string& line) {
    const auto spec = ParseTry("k.cl", "// wgsync: " + line, {});
    return std::string(MakeMemory(*spec, 2).status().message());
  };
  EXPECT_EQ(error("x uchar[9] = 252 + i"),
            "k.cl:1: '252 + i': 256 is not a value of uchar (change it, or "
            "the type), for i = 4");
  EXPECT_EQ(error("x short[2] = 65535"), "") << "its bits";
  for (const char* holds : {"x uint[1] = -1", "x ulong[1] = -1",
                            "x int[1] = "
                            "4e0",
                            "x float[1] = 0.1"}) {
    EXPECT_EQ(error(holds), "");
  }
  for (const char* not_held : {"x char[1] = -129", "x int[1] = 0.5",
                               "x uint[1] = 1e10", "x float[1] = 1e39"}) {
    EXPECT_THAT(error(not_held), HasSubstr(" is not a value of "));
  }
  TrySpec spec = *ParseTry("k.cl", "// wgsync: n = 65536", {});
  EXPECT_TRUE(MakeMemory(spec, 2).ok()) << "its type is not known";
  spec.arguments[0].type = FindElementType("ushort");
  EXPECT_EQ(MakeMemory(spec, 2).status().message(),
            "k.cl:1: '65536': 65536 is not a value of ushort (change it, or "
            "the type)");
}

TEST_F(TryMemoryTest, SeesAWriteBeyondABuffer) {
  Make(kCopy);
  for (int i = 0; i < 8; ++i) Words(1)[i] = i + 1;
  Words(0)[9] = 0;
  const TryJudgement j = Judged();
  EXPECT_FALSE(j.right());
  ASSERT_EQ(j.beyond.size(), 1u);
  EXPECT_EQ(j.beyond[0].what, "in");
  EXPECT_EQ(j.beyond[0].index, 9);
}

TEST_F(TryMemoryTest, SeesAWriteBeforeTheFirstBuffer) {
  Make(kCopy);
  for (int i = 0; i < 8; ++i) Words(1)[i] = i + 1;
  EXPECT_TRUE(Judged().right());
  Words(0)[-5] = 77;
  const TryJudgement j = Judged();
  EXPECT_FALSE(j.right());
  ASSERT_EQ(j.beyond.size(), 1u);
  EXPECT_EQ(j.beyond[0].what, "in");
  EXPECT_EQ(j.beyond[0].index, -5);
}

TEST_F(TryMemoryTest, ComparesTheResultsWithAnotherLaunch) {
  Make(
      "// wgsync: in uint[4]\n// wgsync: out uint[4] result\n"
      "// wgsync: right same as one group\n");
  EXPECT_EQ(Judged().checked, 0u) << "with nothing yet";
  TryImages images;
  images[TryRight::kOneGroup] = ImageOf(memory_, half_.data());
  Words(0)[0] = 1;
  EXPECT_TRUE(Judged(images).right()) << "not a result";
  Words(1)[3] = 1;
  EXPECT_EQ(Judged(images).wrong, 1u);
}

TEST_F(TryMemoryTest, WhatIsGuessedToBeRightIsNotWrong) {
  Make("// wgsync: out uint[4]\n// wgsync: right same every launch\n");
  TryImages images;
  images[TryRight::kEveryLaunch] = ImageOf(memory_, half_.data());
  Words(0)[2] += 1;
  EXPECT_EQ(Judged(images).wrong, 1u);
  spec_.rights[0].guessed = true;
  const TryJudgement j = Judged(images);
  EXPECT_TRUE(j.right());
  EXPECT_EQ(j.checked, 4u);
  ASSERT_EQ(j.differs.size(), 1u);
  EXPECT_EQ(j.differs[0].index, 2);
}

TEST_F(TryMemoryTest, WhatALaunchLeavesIsKeptForTheNextOne) {
  Make(
      "// wgsync: in uint[2] = 5 kept\n// wgsync: out uint[2] = 6\n"
      "// wgsync: right in[i] == was(in, i) + 1 && sum(in, 0, 2) == 2 * "
      "was(in, "
      "i)\n");
  for (const uint32_t now : {6, 7, 8}) {
    Words(0)[0] = Words(0)[1] = now;
    Words(1)[1] = now;
    EXPECT_TRUE(Judged().right()) << now;
    KeepValues(spec_, ImageOf(memory_, half_.data()), &memory_);
    FillMemory(memory_, half_.data());
    EXPECT_EQ(Words(0)[1], now);
    EXPECT_EQ(Words(1)[1], 6u) << "a buffer without the role begins anew";
  }
  EXPECT_EQ(spec_.BuffersOf("kept"), std::vector<int>{0});
  EXPECT_EQ(spec_.Compared(), std::vector<int>{1});
}

TEST(MakeMemoryTest, EachLaunchHasItsValues) {
  const auto spec = ParseTry(
      "k.cl", "// wgsync: n = launch * 2\n// wgsync: x uint[2] = n + i", {});
  for (const uint64_t launch : {0, 1, 5}) {
    const auto memory = MakeMemory(*spec, 4, launch);
    EXPECT_EQ(ValueText(memory->values[0]), absl::StrCat(launch * 2));
    EXPECT_EQ(memory->scope.buffers[0].first[4], launch * 2 + 1);
  }
}

TEST(MakeMemoryTest, KnowsTheSides) {
  const auto spec =
      ParseTry("k.cl",
               "// wgsync: items 16x8\n"
               "// wgsync: in uint[groups_x * items_x] = groups_y\n"
               "// wgsync: n = groups_z + items_y\n",
               {});
  ASSERT_TRUE(spec.ok()) << spec.status();
  const auto memory = MakeMemory(*spec, 6);
  ASSERT_TRUE(memory.ok()) << memory.status();
  EXPECT_EQ(memory->scope.buffers[0].length, 3u * 16);
  EXPECT_EQ(memory->scope.buffers[0].first[0], 2);
  EXPECT_EQ(memory->values[1].whole, 1 + 8);
}

TEST(MakeMemoryTest, NamesTheLineOfWhatHasNoValue) {
  const auto error = [](const std::string& lines) {
    const auto spec = ParseTry("k.cl", lines, {{"", "items 4"}});
    return std::string(MakeMemory(*spec, 2).status().message());
  };
  EXPECT_THAT(error("// wgsync: x uint[4 / (groups - 2)]"),
              HasSubstr("k.cl:1: '4 / (groups - 2)': a division by zero"));
  EXPECT_THAT(error("// wgsync: x uint[groups - 2]"),
              HasSubstr("a whole number above 0, not 0"));
  EXPECT_THAT(error("// wgsync: x uint[4] = 1 / (i - 3)"),
              HasSubstr("a division by zero, for i = 3"));
  EXPECT_THAT(error("// wgsync: x uint[1 << 40]"), HasSubstr("512 MiB"));
}

}  // namespace
}  // namespace wgsync
