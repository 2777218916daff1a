// The table of broken primitives itself; no device is asked.

#include <set>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "gtest/gtest.h"
#include "suite/core/launch/launch_spec.h"
#include "suite/core/verdict/verdict.h"
#include "suite/planted/broken.h"

namespace wgsync {
namespace {

std::string TextOf(const Primitive& p) {
  LaunchSpec s;
  s.c.primitive = &p;
  s.c.workload = FindWorkload(p.workloads.front());
  const absl::StatusOr<std::string> source = ComposeSource(s);
  EXPECT_TRUE(source.ok()) << source.status();
  return source.value_or("");
}

TEST(BrokenTableTest, EveryEditHasItsPlaceAndChangesTheProgram) {
  std::set<std::string> names;
  for (const Broken& b : AllBroken()) {
    const absl::StatusOr<const Primitive*> planted = Plant(b);
    ASSERT_TRUE(planted.ok()) << planted.status();
    EXPECT_TRUE(names.insert((*planted)->name).second) << (*planted)->name;
    EXPECT_EQ(TextOf(**planted) == TextOf(*FindPrimitive(b.base)),
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
    // variant is that of its file.
    const bool twin = !p.host_boundary && !p.limited && !p.variant;
    EXPECT_EQ(twins.count(p.name), twin ? 1u : 0u) << p.name;
  }
}

TEST(BrokenTableTest, NoneIsInTheCatalog) {
  for (const Broken& b : AllBroken()) {
    EXPECT_EQ(FindPrimitive((*Plant(b))->name), nullptr);
  }
  for (const Primitive& p : Primitives()) EXPECT_EQ(p.text, "") << p.name;
}

// "broken (early release)" as VerdictText() writes it.
bool IsVerdict(absl::string_view text) {
  for (int k = 0; k <= static_cast<int>(VerdictKind::kNotRun); ++k) {
    Verdict v;
    v.kind = static_cast<VerdictKind>(k);
    if (text == VerdictText(v)) return true;
    const std::string begins = std::string(VerdictName(v.kind)) + " (";
    if (absl::StartsWith(text, begins) && absl::EndsWith(text, ")")) {
      return ParseCauseName(
          text.substr(begins.size(), text.size() - begins.size() - 1),
          &v.cause);
    }
  }
  return false;
}

TEST(BrokenTableTest, WhatIsWantedIsAVerdictWithItsReason) {
  for (const Broken& b : AllBroken()) {
    for (const std::string& wants : {b.want, b.beyond, WantBounded(b.want)}) {
      for (absl::string_view want : absl::StrSplit(wants, " | ")) {
        EXPECT_TRUE(IsVerdict(want)) << b.name << ": " << want;
      }
    }
    EXPECT_FALSE(b.why.empty() || b.why_beyond.empty()) << b.name;
    EXPECT_EQ(b.says.empty(), b.edits.empty()) << b.name;
    if (!b.edits.empty()) {
      EXPECT_FALSE(absl::StrContains(b.want, "pass")) << b.name;
    }
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
