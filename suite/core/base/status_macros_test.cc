#include "suite/core/base/status_macros.h"

#include <memory>

#include "gtest/gtest.h"

namespace wgsync {
namespace {

absl::StatusOr<std::unique_ptr<int>> Make(int value) {
  if (value < 0) return absl::OutOfRangeError("negative");
  return std::make_unique<int>(value);
}

absl::StatusOr<int> Sum(int a, int b, const absl::Status& last) {
  ASSIGN_OR_RETURN(const std::unique_ptr<int> first, Make(a));
  std::unique_ptr<int> second;
  ASSIGN_OR_RETURN(second, Make(b));
  RETURN_IF_ERROR(last);
  return *first + *second;
}

TEST(BadInputTest, ItsPartsAreOneMessage) {
  const absl::Status s = BadInput("run", ": has ", 2, " devices");
  EXPECT_TRUE(absl::IsInvalidArgument(s));
  EXPECT_EQ(s.message(), "run: has 2 devices");
}

TEST(StatusMacrosTest, ValuesAreMovedAndTheFirstErrorIsReturned) {
  EXPECT_EQ(*Sum(1, 2, absl::OkStatus()), 3);
  EXPECT_TRUE(absl::IsOutOfRange(Sum(-1, 2, absl::OkStatus()).status()));
  EXPECT_TRUE(absl::IsOutOfRange(Sum(1, -2, absl::OkStatus()).status()));
  EXPECT_TRUE(absl::IsInternal(Sum(1, 2, absl::InternalError("")).status()));
}

}  // namespace
}  // namespace wgsync
