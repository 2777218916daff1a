// Holds the programs at the heads of the kernels against what the kernels do.

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/string_view.h"
#include "gtest/gtest.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/catalog/needs.h"
#include "suite/progress/kernel_programs_testing.h"
#include "suite/progress/named_programs.h"
#include "suite/proof/programs/kernel_trace_testing.h"

namespace wgsync {
namespace {

using progress::KernelProgram;

// Programs of other accesses than their kernels', with the reason.
struct Apart {
  absl::string_view program, why;
};
constexpr Apart kApart[] = {
    {"barriers/counter_per_group_discovered",
     "the groups are counted by accesses of the suite's own"},
    {"barriers/counters_one_hop",
     "a wait for a sum is one for each of its words"},
    {"barriers/flags_master_group_literal_two_arrays",
     "it needs a work-item for each group"},
    {"handoff/atomic_reduction",
     "the addition is one step, and a loop of compare-and-swaps in the "
     "program"},
    {"handoff/chained_reduction", "a group of one work-item has no last level"},
    {"handoff/looped_store", "a round has eight turns, and two in the program"},
    {"handoff/work_steal_queue", "a group looks again until no task is left"},
    {"mutexes/seqlock",
     "a round has many writes, and a reader copies at an odd number, too"},
};
bool IsApart(const KernelProgram& kernel) {
  return absl::c_any_of(
      kApart, [&](const Apart& row) { return row.program == kernel.name; });
}

// One primitive for each program. Of a kernel whose work-items are alike the
// program for memory is another kernel's, and a host's has no waits.
std::vector<const Primitive*> Traced() {
  std::vector<const Primitive*> traced;
  std::set<absl::string_view> seen;
  for (const Primitive& p : Primitives()) {
    if (IsShape(p) || p.by_item || p.host_boundary || p.host_finishes ||
        p.device_barrier || p.kernels > 1 || !p.hazard.empty() ||
        !p.texts.empty()) {
      continue;
    }
    const absl::string_view program = ProgramFactsOf(p)->name;
    if (!IsApart(*progress::FindKernelProgram(program)) &&
        seen.insert(program).second) {
      traced.push_back(&p);
    }
  }
  return traced;
}

// The difference in a run of as many rounds as the program has, "" if there is
// none; otherwise that of one round.
std::string Difference(TracedKernel* kernel, const std::string& text,
                       uint32_t groups) {
  const auto program = litmus::ParseProgram(
      "program", progress::ExpandGroups(text, groups), &kOrdersApart);
  if (!program.ok()) return std::string(program.status().message());
  const bool each = absl::StrContains(text, "while flag[$EACH]") ||
                    absl::StrContains(text, "while in[$EACH]");
  std::string first;
  for (const uint32_t rounds : {1, 2, 3}) {
    const auto events = kernel->Run(groups, rounds);
    if (!events.ok()) return std::string(events.status().message());
    std::vector<size_t> order(groups);
    std::iota(order.begin(), order.end(), 0);
    do {
      const std::string difference =
          TraceDifference(*events, *program, order, each);
      if (difference.empty()) return "";
      if (first.empty()) first = difference;
    } while (std::next_permutation(order.begin(), order.end()));
  }
  return first;
}

const KernelProgram& ProgramFor(const Primitive& p) {
  return progress::MemoryProgramOf(
      *progress::FindKernelProgram(ProgramFactsOf(p)->name));
}

TEST(KernelTraceTest, EachKernelDoesWhatItsProgramDoes) {
  const std::vector<const Primitive*> traced = Traced();
  EXPECT_GT(traced.size(), 38u);
  for (const Primitive* p : traced) {
    auto kernel = TracedKernel::Build(*p);
    ASSERT_TRUE(kernel.ok()) << p->name << ": " << kernel.status();
    const KernelProgram& program = ProgramFor(*p);
    for (const size_t groups : {2, 3}) {
      if (groups > program.most_groups) continue;
      // The first group alone has a second round in these programs.
      const std::string text =
          p->loads_and_stores
              ? absl::StrReplaceAll(program.text, {{"if r < 2", "if r < 1"}})
              : program.text;
      EXPECT_EQ(Difference(&*kernel, text, groups), "")
          << p->name << ", " << groups << " groups";
    }
  }
}

TEST(KernelTraceTest, AnotherAccessOrOrderIsADifference) {
  const Primitive& p = *FindPrimitive("barrier.sense_reversing");
  auto kernel = TracedKernel::Build(p);
  ASSERT_TRUE(kernel.ok()) << kernel.status();
  const std::string& text = ProgramFor(p).text;
  const struct {
    const char *what, *by;
  } edits[] = {
      {"signal sense := 1\n", "t = 0\n"},
      {"poll while sense", "signal if sense"},
      {"signal fence(global)\nsignal count", "signal count"},
      {"poll fence(global)\nif read", "if read"},
      {"both t = add", "signal t = add"},
      {"signal count := 0", "both t = exchange(count, 0)"},
      {"signal sense := 1", "signal count := 1"},
      {"write x[id] := 1\n",
       "v = read x[id]\nv = read x[id]\nwrite x[id] := 1\n"},
      {"signal count := 0", "signal count := 1"},
  };
  EXPECT_EQ(Difference(&*kernel, text, 2), "");
  for (const auto& edit : edits) {
    ASSERT_TRUE(absl::StrContains(text, edit.what)) << edit.what;
    EXPECT_NE(Difference(&*kernel,
                         absl::StrReplaceAll(text, {{edit.what, edit.by}}), 2),
              "")
        << edit.what;
  }
}

}  // namespace
}  // namespace wgsync

int main(int argc, char** argv) {
  // Each group of a launch needs a thread. PoCL reads it when it starts.
  setenv("POCL_MAX_PTHREAD_COUNT", "3", /*overwrite=*/1);
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
