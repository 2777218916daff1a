#include "suite/core/base/versions.h"

#include "gtest/gtest.h"

namespace wgsync {
namespace {

TEST(VersionsTest, AreComparedAsNumbers) {
  EXPECT_LT(CompareVersions("2.9", "2.10"), 0);
  EXPECT_EQ(CompareVersions("3.1+debian", "3.1.7"), 0);
  EXPECT_GT(CompareVersions("580.159.04", "580.95"), 0);
}

}  // namespace
}  // namespace wgsync
