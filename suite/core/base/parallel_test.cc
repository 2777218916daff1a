#include "suite/core/base/parallel.h"

#include <atomic>
#include <vector>

#include "gtest/gtest.h"

namespace wgsync {
namespace {

TEST(ForEachTest, EachOfMoreItemsThanThreadsIsTakenOnce) {
  for (size_t threads : {0, 1, 3, 20}) {
    std::vector<std::atomic<int>> seen(10);
    ForEach(seen.size(), threads, [&](size_t i) { ++seen[i]; });
    for (const auto& s : seen) EXPECT_EQ(s, 1) << "on " << threads;
  }
}

TEST(ForPartsTest, EachItemIsInOnePart) {
  for (size_t count : {0, 1, 7, 1000}) {
    std::vector<std::atomic<int>> seen(count);
    std::vector<std::atomic<int>> calls(PartsOf(count, 3));
    ForParts(count, 3, [&](size_t part, size_t begin, size_t end) {
      ++calls[part];
      for (size_t i = begin; i < end; ++i) ++seen[i];
    });
    for (const auto& s : seen) EXPECT_EQ(s, 1) << "of " << count;
    for (const auto& c : calls) EXPECT_EQ(c, 1) << "of " << count;
  }
}

TEST(PartsOfTest, FewItemsAreOnePart) {
  EXPECT_EQ(PartsOf(0, 10), 1u);
  EXPECT_EQ(PartsOf(19, 10), 1u);
  EXPECT_EQ(PartsOf(5, 0), PartsOf(5, 1));
  EXPECT_LE(PartsOf(1000000, 10), 8u);
}

}  // namespace
}  // namespace wgsync
