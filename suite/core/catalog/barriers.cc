// The barriers.

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "suite/core/catalog/access.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/catalog/entries.h"

namespace wgsync {
namespace {

Primitive Barrier(absl::string_view name, absl::string_view source) {
  Primitive p;
  p.name = "barrier." + std::string(name);
  p.family = Family::kBarrier;
  p.file = "barriers/" + std::string(name) + ".cl";
  p.source = std::string(source);
  p.use = WordUse::kRising;
  p.polls = AllPolls();
  p.signals = Additions();
  p.workloads = {
      "exchange",           "scatter",     "phase_check",   "rotate_sum",
      "transpose_pingpong", "axpy_vector", "uneven_arrival"};
  return p;
}

// For a barrier whose words only rise, by one or more each round, and may begin
// anywhere.
void AddWraps(Primitive* p) {
  for (const char* name : {"wrap_16", "wrap_31", "wrap_32"}) {
    p->workloads.emplace_back(name);
  }
}

Primitive CounterPerGroup() {
  Primitive p =
      Barrier("counter_per_group", "a counter with a rising goal; no reset");
  p.representative = true;
  p.words_fixed = 1;
  // So near to 2^32 that the shortest run also passes the wrap of the counter.
  p.word_init = 0xFFFFFFF0u;
  AddWraps(&p);
  return p;
}

Primitive CounterPerGroupReset() {
  Primitive p = Barrier(
      "counter_per_group_reset",
      "user code: wait for == n, then one work-item subtracts n (a race)");
  p.use = WordUse::kReset;
  p.no_promise = "a slow poller can miss the value, which is taken back";
  p.words_fixed = 1;
  p.rounds_factor = 40;
  return p;
}

Primitive CounterPerItem() {
  Primitive p = Barrier("counter_per_item",
                        "user code: every work-item adds 1 and waits; a rising "
                        "goal");
  p.words_fixed = 1;
  p.word_init = 0xFFFFFFF0u;
  p.by_item = true;
  return p;
}

Primitive CounterPerItemLimited() {
  Primitive p = Barrier("counter_per_item_limited",
                        "user code: a spin with a limit on its turns");
  p.words_fixed = 2 * 32;  // in word 32 how often somebody said: I gave up
  p.by_item = true;
  p.limited = true;
  p.workloads = {"arrivals"};
  return p;
}

Primitive FlagsMasterGroup() {
  Primitive p = Barrier("flags_master_group",
                        "user code: group 0 watches a flag per group, then "
                        "clears them");
  p.representative = true;
  p.use = WordUse::kFlag;
  p.signals = AllSignals();
  p.words_per_group = 1;
  p.roles_per_group = 2;  // n representatives, then n watchers in group 0
  return p;
}

// Not a variant: its text differs in the place of a work-group barrier, which
// is what a compiler gets wrong.
Primitive FlagsMasterGroupLiteral() {
  Primitive p = Barrier("flags_master_group_literal",
                        "user code: as published, with a work-group barrier in "
                        "the branch of group 0");
  p.use = WordUse::kFlag;
  p.signals = AllSignals();
  p.words_per_group = 1;
  p.roles_per_group = 2;  // n representatives, then n watchers in group 0
  return p;
}

Primitive CounterPerGroupEquality() {
  Primitive p = Barrier("counter_per_group_equality",
                        "user code: a rising goal, and a wait until the count "
                        "is equal to it (a race)");
  p.use = WordUse::kReset;
  p.no_promise =
      "a slow poller can miss the value, which the next round's arrivals raise";
  p.words_fixed = 1;
  p.word_init = 0xFFFFFFF0u;
  p.rounds_factor = 40;
  return p;
}

Primitive KernelBoundary() {
  Primitive p = Barrier("kernel_boundary",
                        "the standard advice: end the kernel, enqueue the "
                        "next one into an in-order queue");
  p.polls = {Poll::kPlain};
  p.signals = {Signal::kPlain};
  p.host_boundary = true;
  return p;
}

// The same file under another name, with what the options change in it.
Primitive Variant(Primitive p, absl::string_view suffix,
                  absl::string_view source,
                  const std::vector<std::string>& options) {
  p.name += "_" + std::string(suffix);
  p.source = std::string(source);
  p.options = options;
  p.variant = true;
  p.representative = false;
  return p;
}

Primitive Hazard(Primitive p, absl::string_view suffix,
                 absl::string_view source,
                 const std::vector<std::string>& options,
                 absl::string_view why) {
  p = Variant(std::move(p), suffix, source, options);
  p.hazard = std::string(why);
  return p;
}

constexpr char kUnopened[] =
    "no work-group barrier before the arrival: nothing orders the other "
    "work-items' payload against it (OpenCL C, \"Work-group Functions\")";

// What people write, and what no access makes right.
std::vector<Primitive> Hazards() {
  return {
      Hazard(CounterPerGroup(), "unopened",
             "user code: no work-group barrier before the arrival",
             {"WG_UNOPENED"}, kUnopened),
      Hazard(CounterPerGroup(), "local_fence",
             "user code: work-group barriers with the local fence alone",
             {"WG_GROUP_FENCE=CLK_LOCAL_MEM_FENCE"},
             "work-group barriers that fence local memory alone join no "
             "work-item's payload in global memory to its representative "
             "(OpenCL C, \"Work-group Functions\")"),
      Hazard(FlagsMasterGroup(), "unopened",
             "user code: no work-group barrier before the flag is set",
             {"WG_UNOPENED"}, kUnopened),
  };
}

Primitive CounterPerItemReset() {
  Primitive p = Barrier("counter_per_item_reset",
                        "user code: every work-item adds 1 and waits for == "
                        "global size, then one subtracts it (a race)");
  p.use = WordUse::kReset;
  p.words_fixed = 1;
  p.by_item = true;
  p.rounds_factor = 40;
  return p;
}

Primitive CounterDown() {
  Primitive p = Barrier("counter_down",
                        "the centralised barrier: from n down to 0; two "
                        "counters take turns");
  p.words_fixed = 2 * 32;
  // A few below 0 within the first rounds of three groups and more.
  p.word_init = 2;
  return p;
}

Primitive FlagsTwoArrays() {
  Primitive p = Barrier("flags_two_arrays",
                        "Xiao and Feng 2010, lock-free: group 0 watches one "
                        "array and answers in another; no reset");
  p.use = WordUse::kFlag;
  p.signals = AllSignals();
  p.words_per_group = 2;
  p.word_init = 0xFFFFFFF0u;
  p.roles_per_group = 2;  // n representatives, then n watchers in group 0
  return p;
}

Primitive FlagsAllToAll() {
  Primitive p = Barrier("flags_all_to_all",
                        "every group watches every group's flag; no reset");
  p.use = WordUse::kFlag;
  p.signals = AllSignals();
  p.words_per_group = 1;
  p.word_init = 0xFFFFFFF0u;
  p.item_watchers = true;
  return p;
}

Primitive Tree(int levels) {
  Primitive p = Barrier("tree_" + std::to_string(levels),
                        "Xiao and Feng 2010, tree-based: counters of clusters "
                        "below a root; rising goals");
  // At most n / 2 clusters below each other level, but for the least grids.
  p.words_fixed = 3 * 32;
  p.words_per_group = 32;
  p.word_init = 0xFFFFFFF0u;
  return p;
}

Primitive SenseReversing() {
  Primitive p = Barrier("sense_reversing",
                        "classical: the last to arrive flips the sense");
  p.use = WordUse::kFlag;
  p.signals = AllSignals();
  p.words_fixed = 2 * 32;
  return p;
}

Primitive PhaseBit() {
  Primitive p = Barrier("phase_bit",
                        "as CUDA's grid.sync: the last arrival flips bit 31");
  p.use = WordUse::kFlag;
  p.words_fixed = 1;
  // The first round passes 2^32, the second 2^31.
  p.word_init = 0x80000000u;
  return p;
}

Primitive PhaseHalves() {
  Primitive p = Barrier("phase_halves",
                        "as ROCm's grid sync: the last to arrive steps the "
                        "upper half");
  p.use = WordUse::kFlag;
  p.words_fixed = 1;
  // The phases pass 2^16 within the shortest run; the count begins at 0.
  p.word_init = 0xFFF00000u;
  p.max_groups = 65535;
  return p;
}

Primitive Dissemination() {
  Primitive p = Barrier("dissemination",
                        "Hensgen, Finkel and Manber 1988: in log2 n steps");
  p.use = WordUse::kFlag;
  p.signals = AllSignals();
  p.words_per_group = 2 * 32;
  return p;
}

Primitive Modulo() {
  Primitive p = Barrier("modulo",
                        "user code: wait for a count that is a multiple of n "
                        "(a race)");
  p.use = WordUse::kReset;
  p.no_promise =
      "a slow poller can miss the value, which the next round's arrivals raise";
  p.words_fixed = 1;
  p.rounds_factor = 40;
  return p;
}

Primitive ArriveWait() {
  Primitive p = Barrier("arrive_wait",
                        "a split barrier: arrive, work of one's own, wait");
  p.words_fixed = 1;
  p.word_init = 0xFFFFFFF0u;
  return p;
}

// What comes before the first poll; the numbers are those of the kernel.
constexpr absl::string_view kFirstPolls[] = {"at_once", "delayed", "returned"};
constexpr int kAtOnce = 0, kDelayed = 1, kReturned = 2;

// So many counters, 1 KiB apart.
Primitive CountersOneHop(uint32_t counters, int first) {
  Primitive p = Barrier("counters_one_hop",
                        "measured on an H200: some counters, every group "
                        "polls them all");
  p.name += absl::StrCat("_", counters, "_", kFirstPolls[first]);
  p.counters = counters;
  p.counter_stride = 256;
  p.words_fixed = (counters - 1) * p.counter_stride + 1;
  p.word_init = 0xFFFFFFF0u;
  p.options = {absl::StrCat("WG_FIRST_POLL=", first)};
  p.variant = true;
  return p;
}

// The useful forms: 1 to 4 counters for some hundred groups, more for a
// thousand. One of them stands for all in the tiers.
std::vector<Primitive> OneHops() {
  std::vector<Primitive> all = {CountersOneHop(4, kReturned)};
  all[0].variant = false;
  for (uint32_t counters : {1u, 2u, 3u, 5u, 6u, 7u, 8u}) {
    all.push_back(CountersOneHop(counters, kReturned));
  }
  for (uint32_t counters : {1u, 2u, 4u, 8u}) {
    all.push_back(CountersOneHop(counters, kDelayed));
  }
  all.push_back(CountersOneHop(4, kAtOnce));
  return all;
}

// A barrier that is used again: by a second kernel, and in a second place.
std::vector<Primitive> Reused() {
  std::vector<Primitive> both = {
      Variant(CounterPerGroup(), "two_kernels",
              "reuse: a second kernel goes on with the same words", {}),
      Variant(CounterPerGroup(), "two_places",
              "reuse: in two places of one kernel", {"WG_TWO_PLACES"})};
  both[0].kernels = 2;
  return both;
}

// The driver's own: as its extension has it, and as compilers take it.
std::vector<Primitive> DeviceBarriers() {
  Primitive p = Barrier("intel_device_barrier",
                        "cl_intel_concurrent_dispatch, a function of OpenCL C");
  p.polls = {Poll::kPlain};
  p.signals = {Signal::kPlain};
  p.device_barrier = true;
  const Primitive declared =
      Variant(p, "declared", "the same, declared", {"WG_DECLARED"});
  return {p, declared,
          Variant(p, "declared_scoped",
                  "the same, declared and with its scope named",
                  {"WG_DECLARED", "WG_SCOPED"})};
}

// The portable one: it ends on every grid.
Primitive Discovered() {
  Primitive p = Variant(CounterPerGroup(), "discovered",
                        "Sorensen et al. 2016: a barrier among the groups that "
                        "a discovery finds resident; the others end",
                        {"WG_QUIET=4u"});
  p.runner = "lib/run_discovered.cl";
  p.discovers = true;
  p.words_fixed = 3 * 32;  // the counter, the poll, and how many were found
  p.word_init = 0;
  p.local_words = 2;
  p.workloads = {"exchange", "phase_check"};
  return p;
}

// Each watcher has one flag, and its group a work-item for each.
Primitive FlagsOneEach() {
  Primitive p = Variant(FlagsMasterGroup(), "one_each",
                        "user code: as it stands there, without a loop over "
                        "the flags",
                        {"WG_ONE_EACH"});
  p.item_for_each_group = true;
  return p;
}

// Published texts in which each watcher has one flag, in a branch without a
// loop.
std::vector<Primitive> Literals() {
  std::vector<Primitive> both = {
      Variant(FlagsMasterGroupLiteral(), "one_each",
              "user code: as published, without a loop over the flags",
              {"WG_ONE_EACH"}),
      Variant(FlagsMasterGroupLiteral(), "two_arrays",
              "Xiao and Feng 2010, lock-free: as published, with a work-group "
              "barrier in the branch of one group",
              {"WG_ONE_EACH", "WG_TWO_ARRAYS"})};
  for (Primitive& p : both) p.item_for_each_group = true;
  both[1].words_per_group = FlagsTwoArrays().words_per_group;
  both[1].word_init = FlagsTwoArrays().word_init;
  return both;
}

}  // namespace

std::vector<Primitive> Barriers() {
  std::vector<Primitive> all = {CounterPerGroup(),
                                CounterPerGroupReset(),
                                CounterPerItem(),
                                CounterPerItemLimited(),
                                FlagsMasterGroup(),
                                KernelBoundary(),
                                CounterPerItemReset(),
                                CounterDown(),
                                FlagsTwoArrays(),
                                Tree(2),
                                Tree(3),
                                SenseReversing(),
                                PhaseBit(),
                                PhaseHalves(),
                                Dissemination(),
                                Modulo(),
                                FlagsAllToAll(),
                                ArriveWait(),
                                FlagsOneEach()};
  for (const auto& more : {OneHops(), Reused(), Hazards()}) {
    all.insert(all.end(), more.begin(), more.end());
  }
  all.push_back(FlagsMasterGroupLiteral());
  for (const Primitive& p : Literals()) all.push_back(p);
  all.push_back(CounterPerGroupEquality());
  all.push_back(
      Hazard(FlagsTwoArrays(), "unopened",
             "user code: no work-group barrier before the flag is set",
             {"WG_UNOPENED"}, kUnopened));
  all.push_back(Discovered());
  // Without the work-group barrier that the suite adds to the published text.
  for (const Primitive& p : {FlagsMasterGroupLiteral(), Literals()[0]}) {
    std::vector<std::string> options = p.options;
    options.emplace_back("WG_UNOPENED");
    all.push_back(Hazard(p, "unopened",
                         p.variant ? "user code: as published, word for word"
                                   : "user code: as published, watchers in "
                                     "strides",
                         options, kUnopened));
  }
  for (const Primitive& p : DeviceBarriers()) all.push_back(p);
  return all;
}

}  // namespace wgsync
