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
using ::testing::Not;

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
  ASSERT_EQ(late.size(), 2u);
  EXPECT_THAT(late[0], HasSubstr("(global uint* in, int n, global volatile "
                                 "uint* wgsync_stamps, uint wgsync_seed)  // "
                                 "as told\n{ wgsync_start(wgsync_stamps, "
                                 "wgsync_seed);"));
  EXPECT_THAT(late[0],
              HasSubstr("#define return goto wgsync_end_of_kernel\n"
                        "\n  if (n) { return; }\n"
                        " wgsync_end_of_kernel: wgsync_end(wgsync_stamps);\n"
                        "#undef return\n"
                        "}\nkernel void other(int n) {}"));
  EXPECT_THAT(LateSources("kernel void k(void) {}", FactsOf("k", {}), true)[0],
              HasSubstr("k(global volatile uint* wgsync_stamps"));
}

TEST(LateGroupsTest, AKernelOfAMacroIsCalledIfItHasNoLocalVariables) {
  KernelFacts facts =
      FactsOf("scan_uint", {{"in", "uint*", "global"}, {"t", "int*", "local"}});
  const std::string source =
      "#define SCAN(T) kernel void scan_##T(global T* in, local int* t) {}\n"
      "SCAN(uint)";
  const auto late = LateSources(source, facts, true);
  ASSERT_EQ(late.size(), 1u);
  EXPECT_THAT(
      late[0],
      HasSubstr("#define scan_uint wgsync_tried\n" + source +
                "\n#undef scan_uint\nkernel void scan_uint(global uint* in, "
                "local int* t, global volatile uint* wgsync_stamps, uint "
                "wgsync_seed) { wgsync_start(wgsync_stamps, wgsync_seed); "
                "barrier(CLK_LOCAL_MEM_FENCE); wgsync_tried(in, t); "
                "wgsync_end_of_kernel: wgsync_end(wgsync_stamps); }\n"));
  facts.needs.local_bytes = 4;
  EXPECT_TRUE(LateSources(source, facts, true).empty());
}

TEST(LateGroupsTest, EachPlaceThatCouldBeTheDefinitionHasAText) {
  EXPECT_EQ(LateSources("// k(x) {\n#ifdef A\nkernel void k(int a) {\n#else\n"
                        "kernel void k(long a) {\n#endif\n}}}",
                        FactsOf("k", {{"a", "int", "private"}}), true)
                .size(),
            4u)
      << "and one with a caller";
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

TEST(PausedSourceTest, CallsOfAtomicFunctionsBecomeMacros) {
  const std::string paused = PausedSource(
      "atomic_inc(p); my_atomic_inc(p); atom_or(p, atomic_inc(q));\n"
      "atomic_store_explicit(p, 1, memory_order_release);\n");
  EXPECT_THAT(paused, HasSubstr("\nwgsync_1_atomic_inc(p); my_atomic_inc(p); "
                                "wgsync_2_atom_or(p, wgsync_1_atomic_inc(q));\n"
                                "wgsync_3_atomic_store_explicit(p, 1, memory"));
  EXPECT_THAT(paused, HasSubstr("#define wgsync_1_atomic_inc(p) "
                                "WGSYNC_DO(atomic_inc(p), true)\n"));
  EXPECT_THAT(paused, HasSubstr("#define wgsync_2_atom_or(p, v) WGSYNC_BY("
                                "atom_or(p, wgsync_by), atom_or(p, v), v, "
                                "(wgsync_was | wgsync_by) != wgsync_was)\n"));
  EXPECT_THAT(paused,
              HasSubstr("#define wgsync_3_atomic_store_explicit(p, v, "
                        "a) WGSYNC_SET(atomic_store_explicit(p, v, a))\n"));
  EXPECT_THAT(paused, Not(HasSubstr("_atomic_dec")));
}

// As many macros as there are numbers of arguments: not every compiler has
// macros of any number.
TEST(PausedSourceTest, AMacroHasTheArgumentsOfItsCalls) {
  const std::string paused = PausedSource(
      "atomic_fetch_max_explicit (&p[f(1, 2)], n,\n  o, s) +\n"
      "atomic_fetch_max_explicit(p, n, o); atomic_inc; atomic_inc(p, 1, 2, 3, "
      "4); atomic_inc(p");
  EXPECT_THAT(paused, HasSubstr("\nwgsync_4_atomic_fetch_max_explicit (&p[f(1, "
                                "2)], n,\n  o, s) +\nwgsync_3_atomic_fetch_"
                                "max_explicit(p, n, o); atomic_inc; "
                                "atomic_inc(p, 1, 2, 3, 4); atomic_inc(p"));
  EXPECT_THAT(
      paused,
      HasSubstr("#define wgsync_4_atomic_fetch_max_explicit(p, v, a, b) "
                "WGSYNC_BY(atomic_fetch_max_explicit(p, wgsync_by, a, b), "
                "atomic_fetch_max_explicit(p, v, a, b), v, "));
  EXPECT_THAT(paused, HasSubstr("#define wgsync_3_atomic_fetch_max_explicit("));
  EXPECT_THAT(paused, Not(HasSubstr("...")));
  EXPECT_EQ(PausedSource("while (flag[0] == 0) {} my_atomic_inc(p);"), "");
}

TEST(OrderedSourcesTest, FencesAreAroundBarriersAndAtomicOperations) {
  const std::vector<std::string> texts = OrderedSources(
      "kernel void k(global atomic_int* p) {\n"
      "  barrier(CLK_GLOBAL_MEM_FENCE);\n"
      "  atomic_load_explicit(p, memory_order_relaxed);\n}\n");
  ASSERT_EQ(texts.size(), 2u);
  EXPECT_THAT(texts[0], HasSubstr("memory_order_seq_cst,\n"));
  EXPECT_THAT(texts[1], HasSubstr("memory_order_acq_rel,\n"));
  EXPECT_THAT(texts[1], HasSubstr("#define barrier(f) (wgsync_first(), "));
  EXPECT_THAT(texts[1],
              HasSubstr("wgsync_2_atomic_load_explicit(p, memory_order_rel"));
  EXPECT_EQ(PausedSource("atomic_load(p)"), "") << "a load changes nothing";
}

TEST(UnorderedSourceTest, OrdersAreWordsOfTheFile) {
  EXPECT_THAT(UnorderedSource("mem_fence(CLK_GLOBAL_MEM_FENCE);"),
              HasSubstr("#define mem_fence(f) ((void)0)\n"));
  EXPECT_THAT(UnorderedSource("f(memory_order_acquire)"),
              HasSubstr("#define memory_order_acquire memory_order_relaxed\n"));
  EXPECT_THAT(UnorderedSource("#define THREADFENCE() mem_fence(3)\n"),
              HasSubstr("#define mem_fence(f) ((void)0)\n"))
      << "people write them in macros";
  EXPECT_EQ(UnorderedSource("my_mem_fence(); barrier(CLK_LOCAL_MEM_FENCE);"),
            "");
}

}  // namespace
}  // namespace wgsync
