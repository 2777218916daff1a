// The tables of planted faults themselves; no device is asked.

#include <set>
#include <string>
#include <variant>
#include <vector>

#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "devices/faults/fault_spec.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/plan/case.h"
#include "suite/proof/planted/expect_verdict.h"
#include "suite/proof/planted/faults/dispatch_faults.h"
#include "suite/proof/planted/faults/fault_rules.h"
#include "suite/proof/planted/faults/host_faults.h"

namespace wgsync {
namespace {

using ::testing::IsEmpty;

void ExpectSpec(const std::string& spec) {
  std::vector<FaultSpec> faults;
  std::string error;
  EXPECT_TRUE(ParseFaults(spec, &faults, &error)) << spec << ": " << error;
}

void ExpectWant(const std::string& want, const std::string& spec) {
  for (absl::string_view one : absl::StrSplit(want, " | ")) {
    EXPECT_TRUE(one == kAsWithout || IsVerdictText(one)) << spec << ": " << one;
  }
}

void ExpectRow(const FaultRow& row) {
  ExpectSpec(row.spec);
  ExpectWant(row.want, row.spec);
  EXPECT_NE(row.why, "") << row.spec;
}

TEST(FaultTableTest, TheLayerTakesEachLieAndEachWantIsAVerdict) {
  for (const FaultRow& row : PlantedLies()) ExpectRow(row);
  for (const LastingFault& lasting : LastingFaults()) {
    ExpectSpec(lasting.spec);
    ExpectWant(lasting.want, lasting.spec);
    ExpectWant(lasting.then, lasting.spec);
  }
}

TEST(FaultTableTest, EachEntryPointHasARuleForEachFault) {
  for (FaultPhase phase : {FaultPhase::kFirst, FaultPhase::kOpen,
                           FaultPhase::kControl, FaultPhase::kBoard}) {
    for (uint32_t e = 0; e < kEntryPoints; ++e) {
      for (const Fault fault : kAnywhere) ExpectRow(RuleFor(phase, e, fault));
    }
  }
}

TEST(FaultTableTest, WhatNoCaseReachesIsAnEntryPointOfTheWorker) {
  std::set<std::string> names;
  for (uint32_t e = 0; e < kEntryPoints; ++e) {
    names.emplace(EntryPointName(e));
  }
  for (const Unreached& unreached : UnreachedEntries()) {
    EXPECT_EQ(names.count(unreached.entry), 1u) << unreached.entry;
  }
}

TEST(HostFaultTableTest, EachRowHasAHostCheckAFaultAndAVerdict) {
  for (const HostFault& f : HostFaults()) {
    const auto c = ParseCaseId(f.id);
    ASSERT_TRUE(c.ok()) << c.status();
    EXPECT_TRUE(std::holds_alternative<HostCase>(*c))
        << f.id << " is not a host check";
    ExpectSpec(f.spec);
    EXPECT_TRUE(IsVerdictText(f.want)) << f.id << ": " << f.want;
    EXPECT_TRUE(IsVerdictText(f.without)) << f.id << ": " << f.without;
    EXPECT_STRNE(f.want, f.without) << f.id << ": the fault would not show";
  }
}

TEST(HostFaultTableTest, EachHostCheckHasAFault) {
  std::set<std::string> without;
  for (const HostCheck& check : HostChecks()) without.insert(check.name);
  const auto found = [&](absl::string_view id) {
    without.erase(std::string(id.substr(0, id.find('/'))));
  };
  for (const HostFault& f : HostFaults()) found(f.id);
  for (const DispatchFault& f : DispatchFaults()) {
    if (absl::string_view(f.want) != "pass") found(f.id);
  }
  EXPECT_THAT(without, IsEmpty());
}

TEST(DispatchFaultTableTest, EachRowHasACaseAndAVerdict) {
  for (const DispatchFault& f : DispatchFaults()) {
    const auto c = ParseCaseId(f.id);
    ASSERT_TRUE(c.ok()) << c.status();
    EXPECT_TRUE(ValidateCase(*c).ok()) << f.id;
    for (const absl::string_view one : absl::StrSplit(f.want, " | ")) {
      EXPECT_TRUE(IsVerdictText(one)) << f.id << ": " << one;
    }
    EXPECT_STRNE(f.why, "") << f.id;
  }
}

}  // namespace
}  // namespace wgsync
