#include "suite/core/record/twin_result.h"

#include <cstdint>
#include <vector>

#include "gtest/gtest.h"
#include "suite/core/verdict/verdict.h"

namespace wgsync {
namespace {

TwinResult Twin(const char* name, TwinState state, uint64_t failed = 0,
                uint64_t launches = 0) {
  TwinResult t;
  t.name = name;
  t.state = state;
  t.failed = failed;
  t.launches = launches;
  return t;
}

TEST(StrengthTest, OneThatFailedShowsIt) {
  EXPECT_EQ(StrengthOf(
                {Twin("a", TwinState::kMissed), Twin("b", TwinState::kKilled)}),
            Strength::kShown);
}

TEST(StrengthTest, WhereAllThatCouldFailWereRightNothingIsShown) {
  EXPECT_EQ(StrengthOf({Twin("a", TwinState::kMissed),
                        Twin("b", TwinState::kNotObservable),
                        Twin("c", TwinState::kEquivalent)}),
            Strength::kMissed);
}

TEST(StrengthTest, WhereNoneIsKnownToFailNothingWasMissed) {
  EXPECT_EQ(StrengthOf({Twin("a", TwinState::kEquivalent),
                        Twin("b", TwinState::kNotObservable)}),
            Strength::kNotObservable);
}

TEST(StrengthTest, WhereNoneRanNothingIsSaid) {
  EXPECT_EQ(StrengthOf({}), Strength::kNotAsked);
  const std::vector<TwinResult> none = {Twin("a", TwinState::kNotRun)};
  EXPECT_EQ(StrengthOf(none), Strength::kNotAsked);
}

}  // namespace
}  // namespace wgsync
