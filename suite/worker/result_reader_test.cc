#include "suite/worker/result_reader.h"

#include <string.h>

#include <numeric>
#include <vector>

#include "gtest/gtest.h"

namespace wgsync {
namespace {

// A device's buffer, and a driver that reads it, now and then badly.
class ResultReaderTest : public testing::TestWithParam<size_t> {
 protected:
  ResultReaderTest() : device_(GetParam()), live_(GetParam(), 1) {
    std::iota(device_.begin(), device_.end(), uint8_t{3});
  }

  absl::Status Read(bool shared = false) {
    return reader_.Read(
        [this](uint8_t* target, size_t bytes, size_t at, bool* in_place) {
          ++reads_;
          *in_place = in_place_;
          if (in_place_) return absl::OkStatus();
          for (size_t i = 0; i < bytes; ++i) {
            const bool skips = at + i - skipped_at_ < skipped_;
            if (!skips) target[i] = device_[at + i];
          }
          if (reads_ > 1) target[0] ^= changes_;
          return absl::OkStatus();
        },
        live_.data(), live_.size(), shared, &copied_);
  }

  std::vector<uint8_t> device_, live_;
  ResultReader reader_;
  int reads_ = 0;
  bool in_place_ = false, copied_ = false;
  size_t skipped_at_ = 0, skipped_ = 0;
  uint8_t changes_ = 0;
};

constexpr size_t kSmall = 4096;
constexpr size_t kLarge = 5 * kReadAgain + 4096;

TEST_P(ResultReaderTest, BringsAllOfIt) {
  ASSERT_EQ(Read(), absl::OkStatus());
  EXPECT_EQ(live_, device_);
  EXPECT_TRUE(copied_);
}

TEST_P(ResultReaderTest, OfSharedMemoryACopyIsWrittenToIt) {
  ASSERT_EQ(Read(/*shared=*/true), absl::OkStatus());
  EXPECT_EQ(live_, device_);
  EXPECT_TRUE(copied_);
}

TEST_P(ResultReaderTest, WhatIsInPlaceStaysAsItIs) {
  in_place_ = true;
  const std::vector<uint8_t> before = live_;
  ASSERT_EQ(Read(/*shared=*/true), absl::OkStatus());
  EXPECT_EQ(live_, before);
  EXPECT_FALSE(copied_);
}

TEST_P(ResultReaderTest, TwoReadsThatDifferAreNoResult) {
  changes_ = 1;
  EXPECT_TRUE(absl::IsDataLoss(Read()));
}

TEST_P(ResultReaderTest, AReadThatLeavesItsTargetIsNoResult) {
  skipped_ = device_.size();
  EXPECT_TRUE(absl::IsDataLoss(Read()));
}

TEST_P(ResultReaderTest, AReadThatLeavesAPartOfItsTargetIsNoResult) {
  skipped_at_ = device_.size() / 2;
  skipped_ = 256;
  EXPECT_TRUE(absl::IsDataLoss(Read()));
}

INSTANTIATE_TEST_SUITE_P(Sizes, ResultReaderTest,
                         testing::Values(kSmall, kLarge));

TEST(HasPoisonTest, FindsOneLineInMany) {
  std::vector<uint8_t> bytes(20 << 20, 7);
  EXPECT_FALSE(HasPoison(bytes.data(), bytes.size()));
  memset(bytes.data() + (13 << 20), kPoison, 64);
  EXPECT_TRUE(HasPoison(bytes.data(), bytes.size()));
  bytes[(13 << 20) + 5] = 0;
  EXPECT_FALSE(HasPoison(bytes.data(), bytes.size()));
}

}  // namespace
}  // namespace wgsync
