#include "reports/advice/residency_table.h"

#include <string>

#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "suite/core/base/fields_json.h"
#include "suite/core/record/residency_record.h"

namespace wgsync {
namespace {

ResidencyRow Row(uint64_t low, uint64_t high) {
  ResidencyRow r;
  r.kernel = "fenced";
  r.board = "off";
  r.wg = "64";
  r.ballast = "none";
  r.regs = "low";
  r.res_low = low;
  r.res_high = high;
  r.asked_to = low + 1;
  return r;
}

ResidencyReport Report(const ResidencyRow& row) {
  ResidencyReport report;
  report.device = "P/D";
  report.compute_units = 132;
  report.rows = {row};
  return report;
}

Dependency Waiting(uint64_t unbounded, uint64_t bounded) {
  Dependency d;
  d.awaited = 8448;
  d.unbounded = {true, true, unbounded, ""};
  d.bounded = {true, true, bounded, ""};
  return d;
}

bool Says(const ResidencyReport& report, absl::string_view text) {
  return absl::StrContains(ResidencyText(report), text);
}

TEST(StartOrderTest, CountsNeighboursThatAscend) {
  const StartOrder row = StartOrderOf({0, 1, 2, 3});
  EXPECT_EQ(row.groups, 4u);
  EXPECT_EQ(row.ascending, 1);
  EXPECT_EQ(row.furthest, 0u);
  const StartOrder back = StartOrderOf({3, 2, 1, 0});
  EXPECT_EQ(back.ascending, 0);
  EXPECT_EQ(back.furthest, 3u);
  const StartOrder halves = StartOrderOf({0, 3, 1, 4, 2, 5});
  EXPECT_EQ(halves.ascending, 3.0 / 5);
  EXPECT_EQ(halves.furthest, 2u);
  EXPECT_EQ(halves.first, (std::vector<uint32_t>{0, 3, 1, 4, 2, 5}));
}

TEST(StartOrderTest, KeepsTheFirstOnesAlone) {
  EXPECT_EQ(StartOrderOf(std::vector<uint32_t>(100, 0)).first.size(), 8u);
  EXPECT_EQ(StartOrderOf({}).groups, 0u);
  EXPECT_EQ(StartOrderOf({0}).ascending, 1);
}

TEST(ContradictionTest, ALowerBoundAboveTheUpperOneIsOne) {
  EXPECT_FALSE(Contradicts(Report(Row(4, 5))));
  EXPECT_FALSE(Contradicts(Report(Row(4, 7))))
      << "between them nothing is said";
  EXPECT_FALSE(Contradicts(Report(Row(4, 0)))) << "none was found";
  EXPECT_TRUE(Contradicts(Report(Row(4, 4))));
  EXPECT_TRUE(Contradicts(Report(Row(5, 4))));
  EXPECT_TRUE(Says(Report(Row(5, 4)), "one of the two is wrong"));
  EXPECT_FALSE(Says(Report(Row(4, 5)), "one of the two is wrong"));
}

TEST(ContradictionTest, BoundedAndUnboundedWaitsMustAgree) {
  ResidencyRow row = Row(4224, 4225);
  row.dependencies = {Waiting(4223, 4223)};
  EXPECT_FALSE(Contradicts(Report(row)));
  row.dependencies = {Waiting(4223, 4222)};
  EXPECT_TRUE(Contradicts(Report(row)));
  EXPECT_TRUE(Says(Report(row), "which should be the same"));
  row.dependencies[0].bounded.known = false;
  EXPECT_FALSE(Contradicts(Report(row)));
}

TEST(TextTest, WhatIsNotKnownIsNotANumber) {
  ResidencyRow row = Row(0, 0);
  row.problem = "no local\nmemory";
  row.asked_to = 0;
  const std::string text = ResidencyText(Report(row));
  EXPECT_TRUE(absl::StrContains(text, "none    low  ?   ?    ?")) << text;
  EXPECT_TRUE(absl::StrContains(text, "regs=low: no local; memory")) << text;
  EXPECT_TRUE(Says(Report(Row(4, 0)), "> 5"));
}

TEST(TextTest, WhatAllRowsShareIsSaidOnce) {
  ResidencyReport report = Report(Row(4224, 4225));
  report.rows.push_back(Row(132, 133));
  report.rows[1].wg = "1024";
  const std::string text = ResidencyText(report);
  EXPECT_TRUE(absl::StrContains(text, "  all: kernel fenced, board off, "))
      << text;
  EXPECT_TRUE(absl::StrContains(text, "\n  1024 132 ")) << text;
}

TEST(TextTest, KIsTheNumberOfWaitersByComputeUnits) {
  ResidencyRow row = Row(4224, 4225);
  row.dependencies = {Waiting(4224 - 132, 4224 - 132)};
  const std::string text = ResidencyText(Report(row));
  EXPECT_TRUE(absl::StrContains(text, "group 8448")) << text;
  EXPECT_TRUE(absl::StrContains(text, "4092      4092    31\n")) << text;
}

TEST(TextTest, APromiseIsNextToWhatWasFoundOfIt) {
  ResidencyRow row = Row(2, 3);
  row.promised = 32;
  row.meet_here = {true, true, 2, ""};
  row.meet_device = {true, false, 0, "on 16 groups: it hung"};
  const std::string text = ResidencyText(Report(row), 400);
  EXPECT_TRUE(absl::StrContains(
      text,
      "the driver promises that 32 groups run at the same time; in a usual one "
      "2 were found; at this barrier up to 2 meet; at the driver's own: on 16 "
      "groups: it hung\n"))
      << text;
}

TEST(JsonTest, HoldsTheNumbersAndTheirReasons) {
  ResidencyRow row = Row(4224, 4225);
  row.rule_predicts = 4224;
  row.rule_why = "by groups";
  row.dependencies = {Waiting(4223, 4223)};
  row.order = StartOrderOf({0, 1});
  const nlohmann::json j = FieldsToJson(Report(row));
  const nlohmann::json& r = j["rows"][0];
  EXPECT_EQ(r["res_low"], 4224u);
  EXPECT_EQ(r["res_high"], 4225u);
  EXPECT_EQ(r["rule"]["groups"], 4224u);
  EXPECT_EQ(r["rule"]["why"], "by groups");
  EXPECT_EQ(r["dependencies"][0]["bounded"]["groups"], 4223u);
  EXPECT_EQ(r["start_order"]["ascending"], 1);
  EXPECT_FALSE(r["contradicts"]);
}

}  // namespace
}  // namespace wgsync
