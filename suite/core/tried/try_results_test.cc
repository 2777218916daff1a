#include "suite/core/tried/try_results.h"

#include <map>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "suite/core/record/binds.h"
#include "suite/core/tried/next_try.h"
#include "suite/core/verdict/kinds.h"

namespace wgsync {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;

constexpr uint32_t kResidency = 4;

TryRecord Launched(TryPurpose purpose, uint32_t groups, TryEnding ending,
                   uint64_t wrong = 0) {
  TryRecord r;
  r.purpose = purpose;
  r.groups = groups;
  r.ending = ending;
  r.checked = 8;
  r.wrong = wrong;
  r.overlapped = ending == TryEnding::kFinished;
  return r;
}

// What the launches of grids of 1, 4 and 8 groups decide.
class TryResultsTest : public ::testing::Test {
 protected:
  void Add(TryPurpose purpose, uint32_t groups, TryEnding ending,
           uint64_t wrong = 0, int launches = 5) {
    for (int i = 0; i < launches; ++i) {
      records_.push_back(Launched(purpose, groups, ending, wrong));
    }
  }

  std::vector<TriedCase> Cases() {
    TryPlan plan;
    plan.grids = {{"1", 1}, {"res", 4}, {"res_x2", 8}};
    TryReport report;
    report.file = "some/My-Scan.cl";
    report.defaults = {"options -cl-std=CL3.0", "items 64"};
    report.residency = kResidency;
    Conclude(plan, records_, &report);
    return TriedCases(report, "digest");
  }

  std::map<std::string, std::string> Verdicts() {
    std::map<std::string, std::string> verdicts;
    for (const TriedCase& c : Cases()) {
      verdicts[c.result.id] =
          std::string(VerdictName(c.result.verdict.kind)) +
          (c.result.could_bind ? ", counts" : "") +
          (c.result.binds == Binding::kOwn ? ", fails" : "");
    }
    return verdicts;
  }

  std::vector<TryRecord> records_;
};

TEST_F(TryResultsTest, RightLaunchesArePassesWhereGroupsRanAtTheSameTime) {
  Add(TryPurpose::kMeasure, 1, TryEnding::kFinished);
  Add(TryPurpose::kMeasure, 4, TryEnding::kFinished);
  EXPECT_THAT(Verdicts(),
              ElementsAre(Pair("tried.my_scan/groups=1", "unproven"),
                          Pair("tried.my_scan/groups=res", "unproven, counts")))
      << "no late launch shows that groups overlap";
  Add(TryPurpose::kLate, 4, TryEnding::kFinished);
  EXPECT_THAT(
      Verdicts(),
      ElementsAre(Pair("tried.my_scan/form=late/groups=res", "pass, counts"),
                  Pair("tried.my_scan/groups=1", "unproven"),
                  Pair("tried.my_scan/groups=res", "pass, counts")));
  const CaseResult r = Cases()[1].result;
  EXPECT_EQ(r.language, "CL3.0");
  EXPECT_EQ(r.case_launches, 5u);
  EXPECT_EQ(r.failed_launches, 0u);
  EXPECT_EQ(r.judged.by, DecidedBy::kTried);
}

TEST_F(TryResultsTest, AWrongLaunchFailsItsGridAlone) {
  Add(TryPurpose::kMeasure, 4, TryEnding::kFinished);
  Add(TryPurpose::kMeasure, 8, TryEnding::kFinished);
  Add(TryPurpose::kMeasure, 8, TryEnding::kFinished, 1, 1);
  Add(TryPurpose::kLate, 4, TryEnding::kFinished);
  const auto verdicts = Verdicts();
  EXPECT_EQ(verdicts.at("tried.my_scan/groups=res"), "pass, counts");
  EXPECT_EQ(verdicts.at("tried.my_scan/groups=res_x2"),
            "broken, counts, fails");
  EXPECT_EQ(Cases()[1].result.failed_launches, 1u);
  EXPECT_EQ(Cases()[1].result.case_launches, 6u);
}

TEST_F(TryResultsTest, AFormThatFailsWhereItsControlIsRightFails) {
  Add(TryPurpose::kMeasure, 4, TryEnding::kFinished);
  Add(TryPurpose::kLate, 4, TryEnding::kFinished, 1);
  const char* const id = "tried.my_scan/form=late/groups=res";
  EXPECT_EQ(Verdicts().at(id), "broken, counts, fails");
  records_.resize(5);
  Add(TryPurpose::kLate, 4, TryEnding::kHung);
  EXPECT_EQ(Verdicts().at(id), "unproven, counts")
      << "fewer groups of the changed text may be resident";
  Add(TryPurpose::kInTime, 4, TryEnding::kFinished);
  EXPECT_EQ(Verdicts().at(id), "hang, counts, fails");
}

TEST_F(TryResultsTest, AHangBeyondTheResidencyDoesNotCount) {
  Add(TryPurpose::kMeasure, 4, TryEnding::kFinished);
  Add(TryPurpose::kMeasure, 8, TryEnding::kHung, 0, 2);
  Add(TryPurpose::kLate, 4, TryEnding::kFinished);
  auto verdicts = Verdicts();
  EXPECT_EQ(verdicts.at("tried.my_scan/groups=res"), "pass, counts");
  EXPECT_EQ(verdicts.at("tried.my_scan/groups=res_x2"), "hang");
  // ... and one within it does.
  records_.clear();
  Add(TryPurpose::kMeasure, 1, TryEnding::kFinished);
  Add(TryPurpose::kMeasure, 4, TryEnding::kHung, 0, 2);
  EXPECT_EQ(Verdicts().at("tried.my_scan/groups=res"), "hang, counts, fails");
}

TEST_F(TryResultsTest, EachOtherEndHasItsVerdict) {
  const std::map<TryEnding, std::string> wanted = {
      {TryEnding::kMoving, "slow, counts, fails"},
      {TryEnding::kUnseen, "slow, counts, fails"},
      {TryEnding::kCrashed, "crash, counts, fails"},
      {TryEnding::kRefused, "error, counts, fails"},
      {TryEnding::kFailed, "error, counts, fails"},
      {TryEnding::kNoProcessor, "unproven, counts"},
      {TryEnding::kCut, "unproven, counts"},
      {TryEnding::kLost, "lost, counts, fails"}};
  for (const auto& [ending, verdict] : wanted) {
    records_.clear();
    Add(TryPurpose::kMeasure, 4, ending, 0, 2);
    EXPECT_EQ(Verdicts().at("tried.my_scan/groups=res"), verdict);
  }
}

TEST(TriedPrimitiveTest, IsAPartOfAnId) {
  EXPECT_EQ(TriedPrimitive("/a/b/Scan v2.cl"), "tried.scan_v2");
  EXPECT_TRUE(IsCaseId(TriedPrimitive("ü.cl"))) << TriedPrimitive("ü.cl");
}

}  // namespace
}  // namespace wgsync
