#include "tools/run/annotations.h"

#include <algorithm>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace wgsync {
namespace {

using ::testing::HasSubstr;

TEST(AnnotationsTest, WhatGitHubWouldReadAsItsOwnIsEscaped) {
  EXPECT_EQ(GitHubAnnotations({{"a.b/x=1, 100%: y", "hang\n50% ::error::"}}),
            "::error title=a.b/x=1%2C 100%25%3A y::hang%0A50%25 ::error::\n");
  EXPECT_EQ(GitHubAnnotations({}), "");
}

TEST(AnnotationsTest, OfMoreThanTenTheRestIsCounted) {
  const std::vector<Annotation> ten(10, {"c", "hang"});
  const std::vector<Annotation> twelve(12, {"c", "hang"});
  const auto lines = [](const std::string& text) {
    return std::count(text.begin(), text.end(), '\n');
  };
  EXPECT_EQ(lines(GitHubAnnotations(ten)), 10);
  EXPECT_EQ(lines(GitHubAnnotations(twelve)), 10);
  EXPECT_THAT(GitHubAnnotations(twelve), HasSubstr("3 more cases fail"));
}

}  // namespace
}  // namespace wgsync
