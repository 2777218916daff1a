#include "suite/proof/planted/models/models_table.h"

#include <set>
#include <string>
#include <variant>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "gtest/gtest.h"
#include "suite/core/launch/device_model.h"
#include "suite/core/plan/plan.h"
#include "suite/proof/planted/expect_verdict.h"

namespace wgsync {
namespace {

constexpr char kHead[] =
    "# a comment\n"
    "reason .0 | pass | nothing differs\n"
    "reason X1 | hang (missed) \\| hang (not started) | luck | or not\n"
    "models cache residency=3\n";

std::string ErrorOf(const std::string& rest) {
  const auto table = ParseModelTable(absl::StrCat(kHead, rest), "models.txt");
  return table.ok() ? "" : std::string(table.status().message());
}

std::string Ids(const ModelColumn& column) {
  std::string ids;
  for (const ExpectedOnModel& e : column.cases) absl::StrAppend(&ids, e.id);
  return ids;
}

TEST(ModelTableTest, AColumnHasTheCasesOfItsModel) {
  const auto table = ParseModelTable(
      absl::StrCat(kHead,
                   "case a cache:.0 residency:X1\ncase b cache:- "
                   "residency:.0\n"),
      "t");
  ASSERT_TRUE(table.ok()) << table.status();
  ASSERT_EQ(table->size(), 2u);
  EXPECT_EQ((*table)[0].cases.size(), 1u);
  EXPECT_EQ((*table)[1].model, "residency=3");
  const ExpectedOnModel& open = (*table)[1].cases[0];
  EXPECT_EQ(open.want, "hang (missed) | hang (not started)");
  EXPECT_EQ(open.why, "luck | or not");
}

TEST(ModelTableTest, AQuickRowHasAMark) {
  const auto table =
      ParseModelTable(absl::StrCat(kHead,
                                   "case a cache:.0! residency:X1\n"
                                   "case b cache:.0 residency:.0!\n"),
                      "t");
  ASSERT_TRUE(table.ok()) << table.status();
  EXPECT_EQ((*table)[0].cases[0].code, ".0");
  const std::vector<ModelColumn> quick = QuickOnes(*table);
  ASSERT_EQ(quick.size(), 2u);
  EXPECT_EQ(Ids(quick[0]), "a");
  EXPECT_EQ(Ids(quick[1]), "b");
}

// The codes of `id`, by column.
std::string CodesOf(const std::string& id, const std::string& rest) {
  const auto table = ParseModelTable(absl::StrCat(kHead, rest), "models.txt");
  if (!table.ok()) return std::string(table.status().message());
  std::string codes;
  for (const ModelColumn& column : *table) {
    for (const ExpectedOnModel& e : column.cases) {
      if (e.id == id) absl::StrAppend(&codes, e.code, e.quick ? "! " : " ");
    }
  }
  return codes;
}

TEST(ModelTableTest, ACaseHasItsOwnCodeOrThatOfTheLastDefault) {
  constexpr char kRows[] =
      "default * *:.0\n"
      "default a/* residency:X1\n"
      "case b\n"
      "case a/1\n"
      "case a/2 cache:X1!\n"
      "case a/3 *:X1 residency:.0\n";
  EXPECT_EQ(CodesOf("b", kRows), ".0 .0 ");
  EXPECT_EQ(CodesOf("a/1", kRows), ".0 X1 ");
  EXPECT_EQ(CodesOf("a/2", kRows), "X1! X1 ");
  EXPECT_EQ(CodesOf("a/3", kRows), "X1 .0 ");
}

TEST(ModelTableTest, ErrorsNameTheLine) {
  EXPECT_EQ(ErrorOf("case a cache:.0\n"),
            "models.txt:5: a has no code for residency=3, and no default has "
            "one");
  EXPECT_EQ(ErrorOf("default b* *:.0\ncase a cache:.0\n"),
            "models.txt:6: a has no code for residency=3, and no default has "
            "one");
  EXPECT_EQ(ErrorOf("case a cache:.0 residency:X2\n"),
            "models.txt:5: no reason X2");
  EXPECT_EQ(ErrorOf("case a slow:.0\n"), "models.txt:5: no model slow");
  EXPECT_EQ(ErrorOf("case a cache:.0 *:X1\n"),
            "models.txt:5: *:X1 is not MODEL:CODE, * first");
  EXPECT_EQ(ErrorOf("case a cache:.0 residency:X1\ncase a cache:.0 "
                    "residency:X1\n"),
            "models.txt:6: case a is there already");
  EXPECT_EQ(ErrorOf("reason .0 | pass | again\n"),
            "models.txt:5: reason .0 is there already");
  EXPECT_EQ(ErrorOf("reason .1 | pass\n"),
            "models.txt:5: a reason is CODE | VERDICT | why");
  EXPECT_EQ(ErrorOf("case a cache:.0 residency:.0\n"),
            "models.txt:3: no case has reason X1; remove it");
  EXPECT_EQ(ErrorOf("frob\n"),
            "models.txt:5: neither reason, models, default, case, nor a "
            "comment");
}

TEST(ModelTableTest, WhatADefaultSaysIsSaidOnce) {
  EXPECT_EQ(ErrorOf("default * *:.0\ncase a residency:X1\ncase b cache:.0\n"),
            "models.txt:7: cache:.0 is the default already; remove it");
  EXPECT_EQ(ErrorOf("default * *:.0\ndefault * residency:X1\ncase a\n"),
            "models.txt:5: no case takes residency=3:.0; remove it");
}

TEST(OneOfEachReasonTest, TheCaseBeforeComesAlongWhereItIsNeeded) {
  const ModelColumn column = {"m",
                              {{"a", "X", "", ""},
                               {"b", "X", "", ""},
                               {"c", "X+", "", ""},
                               {"d", "X+", "", ""}}};
  const auto some = OneOfEachReason({column, column});
  EXPECT_EQ(Ids(some[0]), "abc");
  EXPECT_EQ(Ids(some[1]), "abc");
}

TEST(OneOfEachReasonTest, WhatSaysNothingOfTheModelIsTriedOnce) {
  const ModelColumn column = {"m", {{"a", "o~", "", ""}, {"b", "X", "", ""}}};
  const auto some = OneOfEachReason({column, column});
  EXPECT_EQ(Ids(some[0]), "ab");
  EXPECT_EQ(Ids(some[1]), "b");
}

// The table that models_test runs.
class ModelTableFileTest : public testing::Test {
 protected:
  void SetUp() override {
    auto table = ReadModelTable();
    ASSERT_TRUE(table.ok()) << table.status();
    columns_ = *std::move(table);
  }
  std::vector<ModelColumn> columns_;
};

TEST_F(ModelTableFileTest, EachModelHasOneColumn) {
  std::multiset<std::string> columns, models;
  for (const ModelColumn& column : columns_) {
    const auto model = ParseModel(column.model);
    ASSERT_TRUE(model.ok()) << model.status();
    columns.insert(model->row->name);
  }
  for (const ModelRow& row : ModelRows()) {
    if (!row.for_shapes) models.insert(row.name);  // schedulers_test
  }
  EXPECT_EQ(columns, models);
}

TEST_F(ModelTableFileTest, EachCaseOfSmokeIsInEachColumn) {
  for (const ModelColumn& column : columns_) {
    std::set<std::string> ids;
    for (const ExpectedOnModel& e : column.cases) ids.insert(e.id);
    for (const PlannedCase& planned : PlanTier(Tier::kSmoke)) {
      // A model changes kernels, and a host check has no kernel of a primitive.
      const auto* kernel = std::get_if<KernelCase>(&planned.c);
      if (kernel == nullptr) continue;
      // What the shapes show is a class, of all of them: schedulers_test.
      if (IsShape(*kernel->primitive)) continue;
      EXPECT_EQ(ids.count(planned.id), 1u)
          << column.model << " has no verdict for " << planned.id
          << "; add the case to suite/proof/planted/models/models.txt";
    }
  }
}

TEST_F(ModelTableFileTest, EachCaseIsKnownAndEachVerdictHasAName) {
  for (const ModelColumn& column : columns_) {
    for (const ExpectedOnModel& e : column.cases) {
      EXPECT_TRUE(ParseCaseId(e.id).ok()) << e.id;
      for (absl::string_view want : absl::StrSplit(e.want, " | ")) {
        EXPECT_TRUE(IsVerdictText(want)) << e.code << ": " << want;
      }
    }
  }
}

}  // namespace
}  // namespace wgsync
