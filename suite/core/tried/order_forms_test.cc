#include "suite/core/tried/order_forms.h"

#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace wgsync {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

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

// An update by a load and a store is lost if another comes between them.
TEST(PausedSourceTest, AStorePausesBeforeToo) {
  EXPECT_THAT(PausedSource("atomic_xchg(p, x + 1);"),
              HasSubstr("#define wgsync_2_atomic_xchg(p, v) WGSYNC_PUT("
                        "atomic_xchg(p, wgsync_by), atomic_xchg(p, v), v)\n"));
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
      "  work_group_barrier(CLK_GLOBAL_MEM_FENCE, memory_scope_device);\n"
      "  atomic_load_explicit(p, memory_order_relaxed);\n}\n");
  ASSERT_EQ(texts.size(), 2u);
  EXPECT_THAT(texts[0], HasSubstr("memory_order_seq_cst,\n"));
  EXPECT_THAT(texts[1], HasSubstr("memory_order_acq_rel,\n"));
  EXPECT_THAT(texts[1],
              HasSubstr("#define wgsync_1_barrier(p) (wgsync_first(), "
                        "barrier(p), wgsync_first())\n"));
  EXPECT_THAT(texts[1],
              HasSubstr("(wgsync_first(), work_group_barrier(p, a), "));
  EXPECT_THAT(texts[1],
              HasSubstr("wgsync_2_work_group_barrier(CLK_GLOBAL_MEM_FENCE, "));
  EXPECT_THAT(texts[1],
              HasSubstr("wgsync_2_atomic_load_explicit(p, memory_order_rel"));
  EXPECT_THAT(OrderedSources("count[0] = count[0] + 1;"), IsEmpty());
  EXPECT_THAT(OrderedSources("mem_fence(3); x[0] = 1;"), SizeIs(2));
  EXPECT_EQ(PausedSource("atomic_load(p)"), "") << "a load changes nothing";
}

TEST(OrderPlacesTest, NameEachOrderOnceAndLeaveOutOneAtATime) {
  const std::string source =
      "// memory_order_acquire, /* mem_fence */\n"
      "/* memory_order_release */ atomic_work_item_fence(\n"
      "  f, memory_order_release, s);\n"
      "atomic_load_explicit(p, memory_order_acquire); mem_fence(f);\n"
      "mem_fence(f); mem_fence(f);\n";
  const std::vector<OrderPlace> places = OrderPlaces(source);
  ASSERT_EQ(places.size(), 5u);
  EXPECT_EQ(places[0].name, "memory_order_release");
  EXPECT_EQ(places[0].line, 3u);
  EXPECT_EQ(places[1].name, "memory_order_acquire");
  EXPECT_EQ(places[2].name, "mem_fence");
  EXPECT_EQ(places[2].line, 4u);
  EXPECT_EQ(places[3].nth, 1u);
  EXPECT_EQ(places[4].nth, 2u) << "in line 5";
  const std::string text = WithoutOrder(source, places[1]);
  EXPECT_THAT(text, HasSubstr("#define wgsync_no_memory_order_acquire "
                              "memory_order_relaxed\n// memory_order_acq"));
  EXPECT_THAT(text,
              HasSubstr("(p, wgsync_no_memory_order_acquire); mem_fence"));
  EXPECT_THAT(WithoutOrder(source, places[2]),
              HasSubstr("; wgsync_no_mem_fence(f);\n"));
}

auto OneText(const std::string& part) { return ElementsAre(HasSubstr(part)); }

TEST(UnorderedSourceTest, OrdersAreWordsOfTheFile) {
  EXPECT_THAT(UnorderedSources("mem_fence(CLK_GLOBAL_MEM_FENCE);"),
              OneText("#define mem_fence(f) ((void)0)\n"));
  EXPECT_THAT(UnorderedSources("f(memory_order_acquire)"),
              OneText("#define memory_order_acquire memory_order_relaxed\n"));
  EXPECT_THAT(UnorderedSources("#define THREADFENCE() mem_fence(3)\n"),
              OneText("#define mem_fence(f) ((void)0)\n"))
      << "people write them in macros";
  EXPECT_THAT(UnorderedSources("#define O(x) memory_order_##x\nf(O(acquire));"),
              SizeIs(1));
  EXPECT_THAT(UnorderedSources("my_mem_fence(); barrier(CLK_LOCAL_MEM_FENCE);"),
              IsEmpty());
  EXPECT_THAT(UnorderedSources("// no mem_fence(), memory_order_release\n"),
              IsEmpty());
}

TEST(UnorderedSourceTest, FunctionsThatNameNoOrderHaveOne) {
  const std::string source =
      "int atomic_max(int a, int b);\n"
      "f(atomic_load(p), atomic_fetch_add(&p[f(1, 2)], 1));\n"
      "atomic_compare_exchange_weak(p, &e, v); atomic_store(p);\n"
      "atomic_load_explicit(p, memory_order_acquire);\n";
  const std::vector<std::string> texts = UnorderedSources(source);
  ASSERT_EQ(texts.size(), 2u) << "and one for files with such functions";
  EXPECT_THAT(
      texts[0],
      AllOf(HasSubstr("#define atomic_load(p) atomic_load_explicit(p, "
                      "memory_order_relaxed, memory_scope_device)\n"),
            HasSubstr("#define atomic_fetch_add(p, v) "
                      "atomic_fetch_add_explicit(p, v, memory_order_relaxed, "),
            HasSubstr("_weak_explicit(p, e, v, memory_order_relaxed, "
                      "memory_order_relaxed, memory_scope_device)\n"),
            Not(HasSubstr("#define atomic_store"))));
  EXPECT_THAT(texts[1], AllOf(Not(HasSubstr("#define atomic_load")),
                              HasSubstr("#define memory_order_acquire")));
  const std::vector<OrderPlace> places = OrderPlaces(source);
  ASSERT_EQ(places.size(), 4u);
  EXPECT_EQ(places[0].name, "memory_order_seq_cst of atomic_load");
  EXPECT_EQ(places[0].line, 2u);
  EXPECT_EQ(places[3].name, "memory_order_acquire");
  EXPECT_THAT(WithoutOrder(source, places[1]),
              AllOf(HasSubstr("#define wgsync_no_atomic_fetch_add(p, v) "
                              "atomic_fetch_add_explicit(p, v, "),
                    HasSubstr("f(atomic_load(p), wgsync_no_atomic_fetch_add("
                              "&p[f(1, 2)], 1));\n")));
}

}  // namespace
}  // namespace wgsync
