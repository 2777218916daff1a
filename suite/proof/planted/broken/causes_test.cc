// Every verdict with its cause is wanted, and no other one, by a row of a table
// of planted cases that CI runs, or has a reason why not. No device is asked.

#include <set>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "gtest/gtest.h"
#include "suite/core/verdict/rules.h"
#include "suite/core/verdict/verdict.h"
#include "suite/proof/planted/broken/broken.h"
#include "suite/proof/planted/faults/dispatch_faults.h"
#include "suite/proof/planted/faults/fault_rules.h"
#include "suite/proof/planted/faults/host_faults.h"
#include "suite/proof/planted/models/models_table.h"

namespace wgsync {
namespace {

// Verdicts that no quick row wants alone, and why. reasons_test.cc gives their
// rules the evidence.
constexpr struct {
  absl::string_view verdict, why;
} kUnplanted[] = {
    {"infra (not enough processor time)",
     "a test does not take a machine's processors: lost_time_test.cc"},
    {"broken (rarely wrong)",
     "what chance decides no model does for certain: case_repeats_test.cc"},
    {"infra (kernel_boundary not right)", "no model fails without its waits"},
    {"hang (ended by the driver's watchdog)",
     "of GPUs with a display; the fault layer ends no launch"},
    {"hang (starved)", "of schedulers that suspend groups: PoCL's do not"},
};

// The verdicts that a row of a table that CI runs wants alone. One that wants
// one of several makes sure of no single one.
struct PlantedVerdicts {
  std::set<std::string> in_ci;

  PlantedVerdicts() {
    const auto add = [this](absl::string_view want, bool quick) {
      if (quick && !absl::StrContains(want, " | ")) in_ci.emplace(want);
    };
    for (const Broken& row : AllBroken()) add(row.want, row.quick);
    const auto table = ReadModelTable();
    EXPECT_TRUE(table.ok()) << table.status();
    if (!table.ok()) return;
    for (const ModelColumn& column : *table) {
      for (const ExpectedOnModel& row : column.cases) add(row.want, row.quick);
    }
    for (const FaultRow& row : PlantedLies()) {
      add(row.want, row.phase != FaultPhase::kOpen);
    }
    for (const LastingFault& row : LastingFaults()) {
      add(row.want, row.quick);
      add(row.then, row.quick);
    }
    for (const HostFault& row : HostFaults()) add(row.want, row.quick);
    for (const DispatchFault& row : DispatchFaults()) add(row.want, row.quick);
  }
};

TEST(CausesTest, EachVerdictIsGotInCiOrSaysWhyNot) {
  const PlantedVerdicts planted;
  std::set<std::string> unplanted;
  for (const auto& row : kUnplanted) {
    unplanted.emplace(row.verdict);
    EXPECT_EQ(planted.in_ci.count(std::string(row.verdict)), 0u)
        << row.verdict << " is planted";
  }
  for (const RuleInfo& rule : VerdictRules()) {
    if (rule.rule == Rule::kNotRecorded) continue;
    const std::string verdict = VerdictText(VerdictOf(rule.rule));
    EXPECT_TRUE(planted.in_ci.count(verdict) == 1 ||
                unplanted.count(verdict) == 1)
        << verdict << ": no quick row wants it alone";
  }
}

}  // namespace
}  // namespace wgsync
