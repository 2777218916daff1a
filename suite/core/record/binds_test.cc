#include "suite/core/record/binds.h"

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace wgsync {
namespace {

using ::testing::ElementsAre;
using ::testing::StartsWith;

TEST(BindsTest, WordsAndMaskAreInverse) {
  auto mask = ParseBind({"customary", "violation"});
  ASSERT_TRUE(mask.ok()) << mask.status();
  EXPECT_THAT(BindWords(*mask), ElementsAre("violation", "customary"));
  EXPECT_TRUE(Fails(Binding::kViolation, *mask));
  EXPECT_FALSE(Fails(Binding::kProgress, *mask));
  EXPECT_FALSE(Fails(Binding::kExecution, *mask));
  EXPECT_FALSE(Fails(Binding::kNothing, *mask));
  EXPECT_THAT(BindWords(BindMask()),
              ElementsAre("violation", "progress", "customary"));
}

TEST(BindsTest, AnUnknownWordIsAnError) {
  EXPECT_THAT(std::string(ParseBind({"all"}).status().message()),
              StartsWith("--bind all: it takes violation, "));
}

// A launch that does not end fails with the failures of progress.
TEST(BindsTest, ExecutionIsMaskedWithProgress) {
  EXPECT_TRUE(Fails(Binding::kExecution, {false, true, false}));
  EXPECT_FALSE(Fails(Binding::kExecution, {true, false, true}));
}

TEST(BindsTest, EachMeaningBeginsWithItsName) {
  for (const BindingInfo& row : Bindings()) {
    if (row.value == Binding::kNothing) continue;
    EXPECT_THAT(std::string(row.meaning),
                StartsWith(std::string(row.name) + ": "));
  }
}

}  // namespace
}  // namespace wgsync
