#include "suite/core/tried/late_groups.h"

#include <string>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
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

KernelFacts FactsOf(const std::string& kernel,
                    std::vector<KernelParameter> parameters) {
  KernelFacts facts;
  facts.kernel = kernel;
  facts.parameters = std::move(parameters);
  return facts;
}

TEST(LateGroupsTest, TheKernelStampsItsStartAndItsEnds) {
  const std::vector<std::string> late = LateSources(
      "kernel void scan(global uint* in, int n)  // as told\n"
      "{\n"
      "  if (n) { return; }\n"
      "}\n"
      "kernel void other(int n) {}\n",
      FactsOf("scan", {{"in", "uint*", "global"}, {"n", "int", "private"}}),
      true);
  ASSERT_EQ(late.size(), 4u) << "one for each kernel, and two with a caller";
  EXPECT_THAT(late[0], HasSubstr("(global uint* in, int n, global volatile "
                                 "uint* wgsync_stamps, uint wgsync_seed)  // "
                                 "as told\n{ wgsync_read(wgsync_stamps, "
                                 "wgsync_seed, (global const uint*)in, 0); "
                                 "wgsync_start(wgsync_stamps, wgsync_seed);"));
  EXPECT_THAT(late[0],
              HasSubstr("#define return goto wgsync_end_of_kernel\n"
                        "\n  if (n) { return; }\n"
                        " wgsync_end_of_kernel: wgsync_end(wgsync_stamps);\n"
                        "#undef return\n"
                        "#ifdef WGSYNC_HOT\n#undef barrier\n#endif\n"
                        "}\nkernel void other(int n) {}"));
  EXPECT_THAT(LateSources("kernel void k(void) {}", FactsOf("k", {}), true)[0],
              HasSubstr("k(global volatile uint* wgsync_stamps"));
}

TEST(LateGroupsTest, TheNameMayBeThatOfAMacro) {
  const KernelFacts facts = FactsOf("scan_uint", {{"a", "int", "private"}});
  for (const char* before :
       {"__kernel __attribute__((x(8, 4))) void NAME(scan)", "kernel void NAME",
        "KERNEL(scan_uint)", "kernel void scan_uint /* { */ // {\n"}) {
    const std::vector<std::string> late = LateSources(
        absl::StrCat(before, "(int a) __attribute__((y)) { return; }\n"), facts,
        true);
    ASSERT_EQ(late.size(), 3u) << before;
    EXPECT_THAT(late[0], HasSubstr("(int a, global volatile uint* wgs"));
    EXPECT_THAT(late[0], HasSubstr("__((y)) { wgsync_start("));
  }
}

TEST(LateGroupsTest, BracketsInCommentsDoNotCount) {
  EXPECT_THAT(
      LateSources("kernel void k(int a /* :) */) { // {\n/* } */ f(); }",
                  FactsOf("k", {{"a", "int", "private"}}), true)[0],
      HasSubstr("// {\n/* } */ f();  wgsync_end_of_kernel: "));
}

TEST(LateGroupsTest, AMacroGetsNoDirective) {
  KernelFacts facts = FactsOf("k_int", {{"a", "int", "private"}});
  const std::string source =
      "#define MAKE(T) \\\nkernel void k_##T(int a) { return; \\\n  "
      "returns(a); }\nMAKE(int)";
  EXPECT_THAT(LateSources(source, facts, true)[0], HasSubstr("wgsync_tried(a)"))
      << "a caller";
  facts.needs.local_bytes = 4;
  EXPECT_THAT(LateSources(source, facts, true)[0],
              HasSubstr("barrier(CLK_LOCAL_MEM_FENCE); goto "
                        "wgsync_end_of_kernel; \\\n  returns(a);  "
                        "wgsync_end_of_kernel: wgsync_end(wgsync_stamps);}\n"));
}

TEST(LateGroupsTest, AKernelThatIsNotFoundIsCalledIfItHasNoLocalVariables) {
  KernelFacts facts =
      FactsOf("scan_uint", {{"in", "uint*", "global"}, {"t", "int*", "local"}});
  const std::string source =
      "#define SCAN(T) K(scan_##T, (global T* in, local int* t), {})\n"
      "SCAN(uint)";
  const auto late = LateSources(source, facts, true);
  ASSERT_EQ(late.size(), 2u);
  EXPECT_THAT(
      late[1],
      HasSubstr(
          "#define scan_uint wgsync_tried\n" + source +
          "\n#undef scan_uint\nkernel void scan_uint(global uint* in, "
          "local int* t, global volatile uint* wgsync_stamps, uint "
          "wgsync_seed) { wgsync_read(wgsync_stamps, wgsync_seed, (global "
          "const uint*)in, 0); wgsync_start(wgsync_stamps, wgsync_seed); "
          "barrier(CLK_LOCAL_MEM_FENCE); wgsync_tried(in, t); "
          "wgsync_end_of_kernel: wgsync_end(wgsync_stamps); }\n"));
  EXPECT_THAT(late[0], HasSubstr("#define __kernel\n"));
  EXPECT_THAT(late[0], HasSubstr("#undef __kernel\n"));
  facts.needs.local_bytes = 4;
  EXPECT_EQ(LateSources(source, facts, true).size(), 1u) << "a function";
}

TEST(LateGroupsTest, EachPlaceThatCouldBeTheDefinitionHasAText) {
  EXPECT_EQ(LateSources("// k(x) {\n#ifdef A\nkernel void k(int a) {\n#else\n"
                        "kernel void k(long a) {\n#endif\n}}}",
                        FactsOf("k", {{"a", "int", "private"}}), true)
                .size(),
            4u)
      << "two, and two with a caller";
}

TEST(LateGroupsTest, AFileOfManyKernelsHasSomeTexts) {
  std::string source;
  for (int i = 0; i < 300; ++i) source += "kernel void k() {}\n";
  EXPECT_EQ(LateSources(source, FactsOf("other", {}), true).size(), 102u);
}

TEST(LateGroupsTest, CountsTheWorkItemsThatCameToTheirEnd) {
  const std::vector<uint32_t> stamps = {4, 0, 1, 2, 3, 4, 0, 15};
  ASSERT_EQ(stamps.size(), StampWords(2));
  EXPECT_EQ(ItemsEnded(reinterpret_cast<const uint8_t*>(stamps.data()), 2), 15);
}

// llvmpipe ends all loops of a work-item after 65,536 turns of them together.
TEST(LateGroupsTest, AKernelHasHalfOfTheTurnsOfLlvmpipeLeft) {
  const std::string late =
      LateSources("kernel void k() {}", FactsOf("k", {}), false)[0];
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

}  // namespace
}  // namespace wgsync
