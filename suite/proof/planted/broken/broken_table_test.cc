// The table of broken primitives itself; no device is asked.

#include <set>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "gtest/gtest.h"
#include "suite/core/launch/device_model.h"
#include "suite/core/launch/launch_spec.h"
#include "suite/core/launch/program_spec.h"
#include "suite/proof/planted/broken/broken.h"
#include "suite/proof/planted/expect_verdict.h"

namespace wgsync {
namespace {

std::string TextOf(const Primitive& p, const Broken& broken) {
  LaunchSpec s;
  if (broken.in && !broken.in->model.empty()) {
    s.program.model = ParseModel(broken.in->model).value();
  }
  s.program.c.primitive = &p;
  s.program.c.workload = FindWorkload(p.workloads.front());
  const absl::StatusOr<std::string> source = ComposeSource(s.program);
  EXPECT_TRUE(source.ok()) << source.status();
  return source.value_or("");
}

TEST(BrokenTableTest, EveryEditHasItsPlaceAndChangesTheProgram) {
  std::set<std::string> names;
  for (const Broken& b : AllBroken()) {
    const absl::StatusOr<const Primitive*> planted = Plant(b);
    ASSERT_TRUE(planted.ok()) << planted.status();
    EXPECT_TRUE(names.insert((*planted)->name).second) << (*planted)->name;
    EXPECT_EQ(TextOf(**planted, b) == TextOf(*FindPrimitive(b.base), b),
              b.edits.empty())
        << (*planted)->name;
  }
}

TEST(BrokenTableTest, EveryPrimitiveThatWaitsHasItsUnbrokenTwin) {
  std::set<std::string> twins;
  for (const Broken& b : AllBroken()) {
    if (b.edits.empty()) twins.insert(b.base);
  }
  for (const Primitive& p : Primitives()) {
    // A wait with a limit has no grids around the residency; the twin of a
    // variant is that of its file; shapes are schedulers_test's; a driver's own
    // barrier has no text.
    const bool twin = !p.host_boundary && !p.limited && !p.variant &&
                      !p.device_barrier && !IsShape(p);
    EXPECT_EQ(twins.count(p.name), twin ? 1u : 0u) << p.name;
  }
}

TEST(BrokenTableTest, NoneIsInTheCatalog) {
  for (const Broken& b : AllBroken()) {
    EXPECT_EQ(FindPrimitive((*Plant(b))->name), nullptr);
  }
  for (const Primitive& p : Primitives())
    EXPECT_TRUE(p.texts.empty()) << p.name;
}

TEST(BrokenTableTest, WhatIsWantedIsAVerdictWithItsReason) {
  for (const Broken& b : AllBroken()) {
    for (const std::string& wants :
         {b.want, b.beyond, WantBounded(b.want), b.bounded}) {
      for (absl::string_view want :
           absl::StrSplit(wants, " | ", absl::SkipEmpty())) {
        EXPECT_TRUE(IsVerdictText(want)) << b.name << ": " << want;
      }
    }
    EXPECT_FALSE(b.why.empty()) << b.name;
    EXPECT_EQ(b.why_beyond.empty(), b.in.has_value()) << b.name;
    // An edit of the watching code must not accuse the driver.
    const bool passes = absl::StrContains(b.want, "pass");
    EXPECT_EQ(b.says.empty(), b.edits.empty() || passes) << b.name;
  }
}

TEST(PlantTest, AnEditWithoutItsPlaceIsAnError) {
  Broken b = {"mutex.spin_exchange",
              "a",
              "a",
              {{"nothing of the kind", ""}},
              "pass",
              "a",
              "pass",
              "a",
              ""};
  EXPECT_TRUE(absl::StrContains(Plant(b).status().message(), "does not have"));
  b.edits = {{"wg_", ""}};
  EXPECT_TRUE(
      absl::StrContains(Plant(b).status().message(), "has more than once"));
  b.base = "mutex.none";
  EXPECT_TRUE(absl::StrContains(Plant(b).status().message(), "mutex.none"));
}

}  // namespace
}  // namespace wgsync
