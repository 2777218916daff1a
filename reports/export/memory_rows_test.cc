// The tables of a replay against what the suite itself fills and checks.

#include "reports/export/memory_rows.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/launch/launch_memory_testing.h"

namespace wgsync {
namespace {

// Every primitive with every workload that it is run with.
std::vector<LaunchSpec> AllLaunches() {
  std::vector<LaunchSpec> all;
  for (const Primitive& p : Primitives()) {
    for (const std::string& workload : p.workloads) {
      LaunchSpec s = LaunchMemory::Spec(p.name, workload);
      if (s.program.c.workload->elements != 0) s.elements = 70;
      all.push_back(s);
    }
  }
  return all;
}

// ... and grids of teams.
std::vector<LaunchSpec> AllGrids() {
  std::vector<LaunchSpec> all = AllLaunches();
  for (const auto& [primitive, workload] :
       {std::pair("barrier.counter_per_group", "lanes"),
        std::pair("mutex.spin_exchange", "tallies"),
        std::pair("semaphore.spin_1", "tallies"),
        std::pair("handoff.message_passing", "message")}) {
    LaunchSpec s = LaunchMemory::Spec(primitive, workload);
    s.program.c.grid.team = 2;
    s.groups = 6;
    all.push_back(s);
  }
  return all;
}

std::string NameOf(const LaunchSpec& s) {
  return absl::StrCat(s.program.c.primitive->name, " ",
                      s.program.c.workload->name);
}

// As replay.c goes through a table.
template <typename Do>
void ForEachWord(const MemoryRow& r, const Do& what) {
  for (uint64_t i = 0; i < r.rows * r.teams; ++i) {
    const uint64_t j = i % r.rows;
    const uint64_t first = r.first + i / r.rows * r.team_stride;
    for (uint64_t k = 0; k < r.count; ++k) {
      what(first + j * r.row_stride + k * r.stride,
           static_cast<uint32_t>(r.value + j * r.row_step + k * r.step));
    }
  }
}

void Store(const std::vector<MemoryRow>& rows, LaunchMemory* m) {
  for (const MemoryRow& r : rows) {
    ASSERT_FALSE(r.sum && r.teams > 1) << "no workload of teams has sums";
    std::vector<uint32_t> sums(r.rows * r.teams, 0);
    size_t seen = 0;
    ForEachWord(r, [&](uint64_t at, uint32_t value) {
      if (!r.sum) m->At(r.region, at) = value;
      sums[seen++ / r.count] += m->At(r.region, at);
    });
    for (uint64_t j = 0; r.sum && j < r.rows; ++j) {
      m->At(r.region, r.first + j * r.row_stride) +=
          static_cast<uint32_t>(r.value + j * r.row_step) - sums[j];
    }
  }
}

// What the suite would call the launch that left this memory.
bool IsRight(const LaunchMemory& m) {
  const Snapshot s = m.Look();
  for (bool started : s.started) {
    if (!started) return false;
  }
  for (bool ended : s.ended) {
    if (!ended) return false;
  }
  for (const RoleFacts& r : s.roles) {
    if (r.bad != 0) return false;
  }
  const PayloadFacts f = m.Payload();
  return f.items_ended == f.items_due && f.wrong == 0 && f.owner_changed == 0 &&
         f.final_wrong == 0;
}

TEST(FilledRowsTest, FillMemoryAsTheSuiteDoes) {
  for (const LaunchSpec& s : AllLaunches()) {
    LaunchMemory filled(s);
    LaunchMemory rows(s);
    for (int i = 0; i < kRegions; ++i) {
      const Region r = static_cast<Region>(i);
      for (uint64_t at = 0; at < rows.Words(r); ++at) {
        rows.At(r, at) = FillOf(s, r);
      }
    }
    Store(FilledRows(s, rows.layout()), &rows);
    for (int i = 0; i < kRegions; ++i) {
      const Region r = static_cast<Region>(i);
      for (uint64_t at = 0; at < rows.Words(r); ++at) {
        ASSERT_EQ(rows.At(r, at), filled.At(r, at))
            << NameOf(s) << ", region " << i << ", word " << at;
      }
    }
  }
}

TEST(CheckedRowsTest, AskForWhatTheSuiteCallsRight) {
  for (const LaunchSpec& s : AllGrids()) {
    // No row can know how many groups are found.
    if (s.program.c.primitive->discovers) continue;
    LaunchMemory m(s);
    EXPECT_FALSE(IsRight(m)) << NameOf(s) << ": nothing has run";
    Store(CheckedRows(s, m.layout()), &m);
    EXPECT_TRUE(IsRight(m)) << NameOf(s) << ": " << m.Payload().final_text;
  }
}

TEST(CheckedRowsTest, AskForNoWordThatTheSuiteDoesNotCount) {
  for (const LaunchSpec& s : AllGrids()) {
    LaunchMemory m(s);
    const std::vector<MemoryRow> rows = CheckedRows(s, m.layout());
    Store(rows, &m);
    for (const MemoryRow& r : rows) {
      ForEachWord(r, [&](uint64_t at, uint32_t) {
        // What it was before the launch, or, where it is that, another.
        uint32_t& word = m.At(r.region, at);
        const uint32_t right = word;
        word = right == kPattern ? kPattern + 1 : kPattern;
        EXPECT_FALSE(IsRight(m)) << NameOf(s) << ": " << r.what << ", region "
                                 << r.region << ", word " << at;
        word = right;
      });
    }
  }
}

TEST(CheckedRowsTest, OfGroupsThatAreDiscoveredOnlyWrongReadsAreAsked) {
  LaunchMemory m(
      LaunchMemory::Spec("barrier.counter_per_group_discovered", "exchange"));
  const std::vector<MemoryRow> rows = CheckedRows(m.spec(), m.layout());
  ASSERT_EQ(rows.size(), 1u);
  const auto right = [&] {
    bool all = true;
    ForEachWord(rows[0], [&](uint64_t at, uint32_t value) {
      all = all && m.At(rows[0].region, at) == value;
    });
    return all;
  };
  EXPECT_TRUE(right());
  ++m.Report(1, "WG_REPORT_WRONG");
  EXPECT_FALSE(right());
}

TEST(CheckedRowsTest, ABoundedWaitThatGivesUpIsAHang) {
  LaunchSpec s = LaunchMemory::Spec("barrier.counter_per_group", "exchange");
  EXPECT_EQ(CheckedRows(s, MakeLayout(s))[1].otherwise, Outcome::kWrong);
  s.program.waits = WaitMode::kBounded;
  EXPECT_EQ(CheckedRows(s, MakeLayout(s))[1].otherwise, Outcome::kHung);
}

// Whatever the numbers of groups and rounds.
TEST(CheckedRowsTest, AreFewOnAnyGrid) {
  for (LaunchSpec s : AllLaunches()) {
    for (const uint32_t groups : {2u, 3u, 264u}) {
      s.groups = groups;
      s.group_size = 64;
      s.rounds = 50;
      if (s.elements != 0) s.elements = 100000;
      const Layout layout = MakeLayout(s);
      const size_t rows =
          FilledRows(s, layout).size() + CheckedRows(s, layout).size();
      EXPECT_LE(rows, 14u) << NameOf(s) << " on " << groups << " groups";
    }
  }
}

}  // namespace
}  // namespace wgsync
