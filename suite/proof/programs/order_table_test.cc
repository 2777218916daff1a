// Holds suite/core/plan/order_table.cc against the checker of
// suite/core/memory, which computes it from the programs at the heads of the
// kernels. A change that is intended:
//
//   bazel run //suite/proof/programs:order_table_test -- --update

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "gtest/gtest.h"
#include "suite/core/base/test_file.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/plan/order_facts.h"
#include "suite/proof/programs/access_orders_testing.h"

namespace wgsync {
namespace {

using progress::KernelProgram;

constexpr char kFile[] = "suite/core/plan/order_table.cc";

// One access for each cell, in the order of OrderCell().
std::vector<Access> Cells() {
  std::vector<Access> cells;
  for (const Payload payload : {Payload::kPlain, Payload::kAtomic}) {
    for (const Fence fence : {Fence::kNone, Fence::kDevice}) {
      for (const Poll poll :
           {Poll::kRmw, Poll::kRelaxed, Poll::kAcquire, Poll::kSeqCst}) {
        for (const Signal signal : {Signal::kRmw, Signal::kRelaxed,
                                    Signal::kRelease, Signal::kSeqCst}) {
          cells.push_back({poll, signal, fence, payload});
        }
      }
    }
  }
  return cells;
}

constexpr absl::string_view kOrderings[] = {"kGuaranteed", "kCustomary",
                                            "kUnordered", "kHangs", "kRacy"};

// A name for each value, and its definition the first time.
class Constants {
 public:
  explicit Constants(absl::string_view type, absl::string_view name)
      : type_(type), name_(name) {}

  std::string NameOf(const std::string& value) {
    const auto [at, added] =
        names_.emplace(value, absl::StrCat(name_, names_.size()));
    if (added) {
      absl::StrAppend(&text_, "constexpr ", type_, " ", at->second,
                      absl::EndsWith(name_, "Failures") ? "[]" : "", " = ",
                      value, ";\n");
    }
    return at->second;
  }
  const std::string& text() const { return text_; }

 private:
  const std::string type_, name_;
  std::map<std::string, std::string> names_;
  std::string text_;
};

struct Cost {
  std::FILE* each = nullptr;  // where each program's is written
  size_t states = 0, bytes = 0;
};

// The row's fields after the program's name.
std::string RowText(const KernelProgram& kernel, Constants* cells,
                    Constants* failures, Constants* spares, Cost* cost) {
  OrderAsker asker(kernel, 2);
  std::string words, spare;
  std::vector<std::string> rows;
  for (const Access& access : Cells()) {
    const Computed computed = asker.Compute(access);
    const bool holds = computed.ordering <= Ordering::kCustomary;
    int digit = 0;
    for (unsigned orders = 1; holds && orders <= (kReleases | kAcquires);
         ++orders) {
      if (asker.HoldsWithout(orders, access)) digit |= 1 << (orders - 1);
    }
    spare += static_cast<char>('0' + digit);
    if (holds) {
      words += computed.ordering == Ordering::kGuaranteed ? 'g' : 'c';
      continue;
    }
    const std::string row = absl::StrCat(
        "    {Ordering::", kOrderings[static_cast<size_t>(computed.ordering)],
        ",\n     \"", computed.execution, "\"},\n");
    const auto at = absl::c_find(rows, row);
    words += static_cast<char>('0' + (at - rows.begin()));
    if (at == rows.end()) rows.push_back(row);
  }
  if (cost->each != nullptr) {
    std::fprintf(cost->each, "%s: %zu states, %zu bytes\n", kernel.name.c_str(),
                 asker.states(), asker.bytes());
  }
  cost->states += asker.states();
  cost->bytes += asker.bytes();
  std::string all = "{\n";
  for (const std::string& row : rows) all += row;
  return absl::StrCat(
      cells->NameOf(absl::StrCat("\"", words, "\"")), ", ",
      rows.empty() ? "{}" : failures->NameOf(absl::StrCat(all, "}")), ", ",
      spares->NameOf(absl::StrCat("\"", spare, "\"")));
}

std::string TableText(Cost* cost) {
  Constants cells("absl::string_view", "kCells");
  Constants failures("OrderFailure", "kFailures");
  Constants spares("absl::string_view", "kSpare");
  std::map<std::string, std::string> computed;
  std::string rows;
  for (const KernelProgram& kernel : progress::KernelPrograms()) {
    const KernelProgram& checked = progress::MemoryProgramOf(kernel);
    std::string& row = computed[checked.name];
    if (row.empty()) row = RowText(checked, &cells, &failures, &spares, cost);
    absl::StrAppend(&rows, "    {\"", kernel.name, "\", ", row, "},\n");
  }
  return absl::StrCat(
      "// Written by //suite/proof/programs:order_table_test; see "
      "order_facts.h.\n"
      "// clang-format off\n\n"
      "#include \"suite/core/plan/order_facts.h\"\n\n"
      "namespace wgsync {\nnamespace {\n\n",
      cells.text(), "\n", failures.text(), "\n", spares.text(),
      "\nconstexpr OrderFacts kTable[] = {\n", rows,
      "};\n\n}  // namespace\n\n"
      "absl::Span<const OrderFacts> OrderTable() { return kTable; }\n\n"
      "}  // namespace wgsync\n");
}

TEST(OrderTableTest, HasWhatTheCheckerComputes) {
  Cost cost;
  EXPECT_EQ(ReadTestFile(kFile), TableText(&cost))
      << "If this is meant: bazel run //suite/proof/programs:order_table_test "
         "-- --update";
}

TEST(OrderTableTest, TheCellsAreInTheirOrder) {
  const std::vector<Access> cells = Cells();
  for (size_t at = 0; at < cells.size(); ++at) {
    EXPECT_EQ(OrderCell(cells[at]), at);
  }
}

TEST(OrderTableTest, EachPrimitiveHasARowOfItsProgram) {
  for (const Primitive& p : Primitives()) {
    if (IsShape(p)) continue;
    const OrderFacts& facts = OrderFactsOf(p);
    EXPECT_EQ(facts.cells.size(), Cells().size()) << p.name;
    EXPECT_TRUE(p.texts.empty() || facts.program == p.order_as) << p.name;
  }
  EXPECT_EQ(OrderFactsOf(*FindPrimitive("mutex.clh")).program, "mutexes/clh");
}

// A third group does not change what two show.
TEST(OrderTableTest, ThreeGroupsOfAHandOffAreAsTwo) {
  int programs = 0;
  for (const KernelProgram& kernel : progress::KernelPrograms()) {
    if (!absl::StartsWith(kernel.name, "handoff/") || kernel.most_groups < 3 ||
        &progress::MemoryProgramOf(kernel) != &kernel) {
      continue;
    }
    ++programs;
    OrderAsker two(kernel, 2), three(kernel, 3);
    for (const Access& access : Cells()) {
      EXPECT_EQ(static_cast<int>(three.Compute(access).ordering),
                static_cast<int>(two.Compute(access).ordering))
          << kernel.name << ", cell " << OrderCell(access);
    }
  }
  EXPECT_EQ(programs, 16);
}

// A twin of another program that comes out right says something of its device,
// but if its code is the case's.
TEST(OrderTableTest, OnlyThesePrimitivesSpareAnOrder) {
  std::vector<absl::string_view> programs;
  for (const OrderFacts& facts : OrderTable()) {
    if (absl::c_any_of(facts.spare, [](char c) { return c != '0'; })) {
      programs.push_back(facts.program);
    }
  }
  EXPECT_EQ(programs, std::vector<absl::string_view>({
                          "barriers/kernel_boundary",
                          "handoff/atomic_reduction",
                          "handoff/coherence_one_word",
                          "handoff/host_finish",
                          "handoff/lookback_in_word",
                          "handoff/value_in_word",
                      }));
}

// suite/core/plan/soundness.cc needs no table for it.
TEST(OrderTableTest, AScopeOfTheWorkGroupIsARace) {
  const Access access = {Poll::kSeqCst, Signal::kSeqCst, Fence::kDevice,
                         Payload::kPlain};
  for (const KernelProgram& kernel : progress::KernelPrograms()) {
    if (&progress::MemoryProgramOf(kernel) != &kernel ||
        !absl::StrContains(kernel.text, "signal ")) {
      continue;
    }
    litmus::CaseOrders orders = OrdersOf(access, Reading::kLenient);
    for (litmus::CaseOrder& order : orders) {
      order.scope = litmus::Scope::kWorkGroup;
    }
    EXPECT_EQ(memory::Explore(
                  MemoryProgram(kernel, 2, orders, access, Reading::kLenient))
                  .verdict,
              memory::Verdict::kRacy)
        << kernel.name;
  }
}

// The places and arrivals of which the algorithm needs that they order.
TEST(OrderTableTest, ARelaxedPlaceOrArrivalIsFoundOut) {
  const Access access = {Poll::kAcquire, Signal::kRelease, Fence::kNone,
                         Payload::kPlain};
  for (const char* name : {"barriers/sense_reversing", "mutexes/sleeping_ring",
                           "mutexes/mcs", "mutexes/clh", "mutexes/hemlock"}) {
    litmus::CaseOrders orders = OrdersOf(access, Reading::kLenient);
    const size_t both = 2;
    orders[both].access = litmus::Order::kRelaxed;
    const memory::Answer answer =
        memory::Explore(MemoryProgram(*progress::FindKernelProgram(name), 2,
                                      orders, access, Reading::kLenient));
    EXPECT_TRUE(answer.verdict == memory::Verdict::kRacy || answer.can_hang)
        << name;
  }
}

int Update() {
  const char* workspace = std::getenv("BUILD_WORKSPACE_DIRECTORY");
  if (workspace == nullptr) {
    std::fputs("start it by `bazel run`\n", stderr);
    return EXIT_FAILURE;
  }
  const auto start = std::chrono::steady_clock::now();
  Cost cost;
  cost.each = stdout;
  const std::string text = TableText(&cost);
  std::ofstream(absl::StrCat(workspace, "/", kFile), std::ios::binary) << text;
  const std::chrono::duration<double> seconds =
      std::chrono::steady_clock::now() - start;
  std::printf("%zu states, %zu bytes, %.1f s\n", cost.states, cost.bytes,
              seconds.count());
  return EXIT_SUCCESS;
}

}  // namespace
}  // namespace wgsync

int main(int argc, char** argv) {
  if (argc == 2 && absl::string_view(argv[1]) == "--update") {
    return wgsync::Update();
  }
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
