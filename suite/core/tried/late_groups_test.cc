#include "suite/core/tried/late_groups.h"

#include <string>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace wgsync {
namespace {

using ::testing::HasSubstr;

bool Overlapped(const std::vector<uint32_t>& stamps) {
  return GroupsOverlapped(reinterpret_cast<const uint8_t*>(stamps.data()),
                          static_cast<uint32_t>(stamps.size() / 2 - 1));
}

TEST(LateGroupsTest, GroupsThatTakeTurnsDoNotOverlap) {
  EXPECT_FALSE(Overlapped({4, 0, 1, 2, 3, 4}));
  EXPECT_FALSE(Overlapped({4, 0, 3, 4, 1, 2}));
  EXPECT_TRUE(Overlapped({4, 0, 1, 3, 2, 4}));
  EXPECT_TRUE(Overlapped({4, 0, 1, 4, 2, 3}));
}

TEST(LateGroupsTest, TheKernelStampsItsStartAndItsEnds) {
  const std::string late = LateSource(
      "// scan(x) {\n"
      "kernel void scan(global uint* in, int n) {\n"
      "  if (n) { return; }\n"
      "}\n"
      "kernel void other(int n) {}\n",
      "scan", true);
  EXPECT_THAT(late, HasSubstr("(global uint* in, int n, global volatile uint* "
                              "wgsync_stamps, uint wgsync_seed) { "
                              "wgsync_start(wgsync_stamps, wgsync_seed);"));
  EXPECT_THAT(late, HasSubstr("while (wgsync_end(wgsync_stamps)) return\n"
                              "#line 2\n\n  if (n) { return; }\n"
                              " wgsync_end(wgsync_stamps);\n#undef return\n"
                              "#line 4\n}\nkernel void other(int n) {}"));
  EXPECT_THAT(LateSource("kernel void k(void) {}", "k", true),
              HasSubstr("k(global volatile uint* wgsync_stamps"));
}

// llvmpipe ends all loops of a work-item after 65,536 turns of them together.
TEST(LateGroupsTest, AKernelHasHalfOfTheTurnsOfLlvmpipeLeft) {
  const std::string late = LateSource("kernel void k() {}", "k", false);
  int turns = 0;
  for (absl::string_view line : absl::StrSplit(late, '\n')) {
    int n = 0;
    if (!absl::ConsumePrefix(&line, "#define WGSYNC_TURNS ") &&
        !absl::ConsumePrefix(&line, "#define WGSYNC_LATE ")) {
      continue;
    }
    absl::ConsumeSuffix(&line, "u");
    ASSERT_TRUE(absl::SimpleAtoi(line, &n)) << line;
    turns += n;
  }
  EXPECT_GT(turns, 0);
  EXPECT_LT(turns, 65536 / 2);
}

TEST(LateGroupsTest, AKernelThatAMacroWritesHasNone) {
  EXPECT_EQ(LateSource("MADE(scan) { }", "scan", true), "");
  EXPECT_EQ(LateSource("#define D scan() {}\nkernel void j() {}", "scan", true),
            "");
  EXPECT_EQ(LateSource("#ifdef A\nkernel void k(int a) {\n#else\n"
                       "kernel void k(long a) {\n#endif\n}}",
                       "k", true),
            "")
      << "two definitions";
  EXPECT_EQ(LateSource("kernel void k(int a) {", "k", true), "");
}

TEST(UnorderedSourceTest, OrdersAreWordsOfTheFile) {
  EXPECT_THAT(UnorderedSource("mem_fence(CLK_GLOBAL_MEM_FENCE);"),
              HasSubstr("#define mem_fence(f) ((void)0)\n"));
  EXPECT_THAT(UnorderedSource("f(memory_order_acquire)"),
              HasSubstr("#define memory_order_acquire memory_order_relaxed\n"));
  EXPECT_THAT(UnorderedSource("#define THREADFENCE() mem_fence(3)\n"),
              HasSubstr("#define mem_fence(f) ((void)0)\n"))
      << "people write them in macros";
  EXPECT_EQ(UnorderedSource("// mem_fence\nbarrier(CLK_LOCAL_MEM_FENCE);"), "");
}

}  // namespace
}  // namespace wgsync
