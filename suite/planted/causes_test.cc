// Every verdict with its cause is wanted by a row in a table of planted cases,
// alone or as one of several, or has a reason why not. No device is asked.

#include <set>
#include <string>

#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "gtest/gtest.h"
#include "suite/core/base/test_file.h"
#include "suite/core/verdict/rules.h"
#include "suite/core/verdict/verdict.h"
#include "suite/planted/broken.h"
#include "suite/planted/fault_rules.h"
#include "suite/planted/host_faults.h"
#include "suite/planted/models_table.h"

namespace wgsync {
namespace {

constexpr char kModels[] = "suite/planted/models.txt";

// Verdicts that no table has, and why. reasons_test.cc gives their rules the
// evidence.
constexpr struct {
  absl::string_view verdict, why;
} kUnplanted[] = {
    {"not-run", "it has no launch"},
    {"infra (not enough processor time)",
     "a test does not take a machine's processors: lost_time_test.cc"},
    {"infra (kernel_boundary not right)", "no model fails without its waits"},
    {"infra (no difference to explain it)",
     "no model fails a plain payload and hangs with an atomic one"},
    {"hang (ended by the driver's watchdog)",
     "of GPUs with a display; the fault layer ends no launch"},
    {"hang (starved)", "of schedulers that suspend groups: PoCL's do not"},
    {"stale-hoisted (guard lost)", "of PoCL 3.1 without a model"},
    {"stale-hoisted (store sunk)",
     "of compilers that move a store out of a loop"},
    {"stale-payload (not ordered)", "of processors with weak memory"},
    {"broken (store lost)", "of PoCL 7.1: devices/expect/pocl.expect"},
    {"broken (wait elided)", "of compilers that drop a plain wait"},
    {"broken (reads not made)", "of compilers that drop reads"},
};

// The verdicts of a row, of which it must get one.
void AddWant(absl::string_view want, std::set<std::string>* planted) {
  for (absl::string_view one : absl::StrSplit(want, " | ")) {
    planted->emplace(one);
  }
}

std::set<std::string> PlantedVerdicts() {
  std::set<std::string> planted;
  for (const Broken& row : AllBroken()) AddWant(row.want, &planted);
  const auto table = ParseModelTable(ReadTestFile(kModels), kModels);
  EXPECT_TRUE(table.ok()) << table.status();
  if (!table.ok()) return planted;
  for (const ModelColumn& column : *table) {
    for (const ExpectedOnModel& row : column.cases) {
      AddWant(row.want, &planted);
    }
  }
  for (const FaultRow& row : PlantedLies()) AddWant(row.want, &planted);
  for (const LastingFault& row : LastingFaults()) AddWant(row.want, &planted);
  for (const HostFault& row : HostFaults()) AddWant(row.want, &planted);
  return planted;
}

TEST(CausesTest, EachVerdictIsPlantedOrSaysWhyNot) {
  const std::set<std::string> planted = PlantedVerdicts();
  std::set<std::string> unplanted;
  for (const auto& row : kUnplanted) {
    unplanted.emplace(row.verdict);
    EXPECT_EQ(planted.count(std::string(row.verdict)), 0u)
        << row.verdict << " is planted";
  }
  for (const RuleInfo& rule : VerdictRules()) {
    if (rule.rule == Rule::kNotRecorded) continue;
    const std::string verdict = VerdictText(VerdictOf(rule.rule));
    EXPECT_TRUE(planted.count(verdict) == 1 || unplanted.count(verdict) == 1)
        << verdict << ": no row gets it";
  }
}

}  // namespace
}  // namespace wgsync
