#include <fstream>
#include <sstream>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "suite/progress/check.h"
#include "suite/progress/named_programs.h"
#include "suite/progress/scheduler_testing.h"

namespace wgsync {
namespace progress {
namespace {

struct Row {
  const char* name;
  const char* weakest;  // of 3 and 4 groups
  // The slots that 2, 3 and 4 groups need.
  size_t slots[3];
  const char* weakest_of_two = nullptr;  // where it differs
};

constexpr Row kRows[] = {
    {"last_arriver", "UNFAIR", {1, 1, 1}},
    {"cas_retry", "UNFAIR", {1, 1, 1}},
    {"queue_until_empty", "UNFAIR", {1, 1, 1}},
    {"lookback_fallback", "UNFAIR", {1, 1, 1}},
    {"lookback_by_id", "weak HSA", {1, 1, 1}},
    {"lowest_initialises", "weak HSA", {1, 1, 1}},
    {"highest_finalises", "weak HSA", {1, 1, 1}},
    {"semaphore_posted_below", "weak HSA", {1, 1, 1}},
    {"scan_after_lock", "weak HSA", {1, 1, 1}},
    {"lookback_by_ticket", "weak OBE", {1, 1, 1}},
    {"spin_lock", "weak OBE", {1, 1, 1}},
    {"ticket_lock", "weak OBE", {1, 1, 1}},
    {"clh_lock", "weak OBE", {1, 1, 1}},
    {"semaphore_as_lock", "weak OBE", {1, 1, 1}},
    {"seqlock", "weak OBE", {1, 1, 1}},
    {"call_once", "weak OBE", {1, 1, 1}},
    {"two_locks_in_order", "weak OBE", {1, 1, 1}},
    {"queue_until_done", "weak OBE", {1, 1, 1}},
    {"barrier_of_discovered", "weak OBE", {1, 1, 1}},
    {"scan_with_lock", "weak HSA+OBE", {1, 1, 1}},
    {"barrier_of_native_ids", "weak LOBE", {1, 1, 1}, "weak HSA+OBE"},
    {"grid_barrier", "weak FAIR", {2, 3, 4}},
    {"leader_barrier", "weak FAIR", {2, 3, 4}},
    {"halo_exchange", "weak FAIR", {2, 2, 2}},
    {"lowest_finalises", "weak FAIR", {2, 2, 2}},
    {"lookback_by_reversed_id", "weak FAIR", {2, 3, 4}},
    {"fixed_tasks_until_done", "weak FAIR", {2, 3, 4}},
    {"two_grids", "weak FAIR", {2, 3, 4}},
};

std::string Names(const std::vector<Config>& configs) {
  std::string names;
  for (const Config config : configs) {
    absl::StrAppend(&names, names.empty() ? "" : ", ", ConfigName(config));
  }
  return names;
}

class IdiomsTest : public testing::TestWithParam<Row> {};

TEST_P(IdiomsTest, NeedsItsModelAndSlots) {
  const Row& row = GetParam();
  for (size_t groups = 2; groups <= 4; ++groups) {
    const Program program = IdiomProgram(*FindIdiom(row.name), groups);
    const absl::StatusOr<Verdicts> verdicts = Check(program);
    ASSERT_TRUE(verdicts.ok()) << groups << " groups: " << verdicts.status();
    const bool other = groups == 2 && row.weakest_of_two != nullptr;
    EXPECT_EQ(Names(WeakestModels(*verdicts)),
              other ? row.weakest_of_two : row.weakest)
        << groups;
    EXPECT_TRUE(verdicts->can_always_end) << groups;
    const absl::StatusOr<size_t> slots = SlotsNeeded(program);
    ASSERT_TRUE(slots.ok()) << slots.status();
    EXPECT_EQ(*slots, row.slots[groups - 2]) << groups << " groups";
    RecordProperty(absl::StrCat("states_of_", groups), verdicts->states);
  }
}

INSTANTIATE_TEST_SUITE_P(All, IdiomsTest, testing::ValuesIn(kRows),
                         [](const testing::TestParamInfo<Row>& info) {
                           return std::string(info.param.name);
                         });

TEST(IdiomsTableTest, HasARowForEachIdiom) {
  ASSERT_EQ(Idioms().size(), std::size(kRows));
  for (size_t i = 0; i < Idioms().size(); ++i) {
    EXPECT_EQ(Idioms()[i].name, kRows[i].name);
  }
}

// The rows that the tests above compute, as the page for readers has them.
std::string Table() {
  std::string table;
  for (const Row& row : kRows) {
    absl::StrAppend(&table, "| `", row.name, "` | ", FindIdiom(row.name)->does,
                    " | ", row.weakest, " | ", row.slots[0], " ", row.slots[1],
                    " ", row.slots[2], " |\n");
  }
  return table;
}

TEST(IdiomsTableTest, IsInTheDocument) {
  std::ifstream file("kernels/progress/README.md");
  std::stringstream text;
  text << file.rdbuf();
  const std::string table = Table();
  EXPECT_TRUE(absl::StrContains(text.str(), table))
      << "kernels/progress/README.md lacks this table:\n"
      << table;
}

}  // namespace
}  // namespace progress
}  // namespace wgsync
