// Planted updates: a baseline of PoCL, and as the new driver PoCL on a device
// model whose fault is known. The gate must report each as what it is.

#include <set>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "suite/core/record/run_log.h"
#include "suite/core/record/test_runs.h"
#include "suite/proof/planted/models/models_table.h"
#include "tools/wgsync_program_testing.h"

namespace wgsync {
namespace {

using ::testing::Contains;
using ::testing::ContainsRegex;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::IsSubsetOf;
using ::testing::IsSupersetOf;
using ::testing::Not;
using ::testing::UnorderedElementsAreArray;

// How much longer, as the gate prints it: twice at least.
constexpr char kTimes[] = "right take ([2-9]|[1-9][0-9]+)\\.[0-9]+ times";

// A hoisted poll in three runs. Chance decides which group arrives last and
// goes on alone. If that is the lowest one, the one that hangs is promised
// nothing, and the cause stays unknown.
constexpr char kHoists[] =
    "hang \\((conditions met|cause unknown)\\)[^\n]* in 3 lone runs";

constexpr char kAccess[] = "/signal=rmw/fence=device/pay=plain";
constexpr char kGroups[] = "/work=exchange/wg=64/groups=";

std::string Barrier(const std::string& poll, const std::string& groups) {
  return absl::StrCat("barrier.counter_per_group/poll=", poll, kAccess, kGroups,
                      groups);
}

// What the gate printed of one outcome: the ids below its heading.
std::vector<std::string> Failing(const std::string& text) {
  std::vector<std::string> ids;
  size_t at = 0;
  constexpr absl::string_view kHeading = "\nregression\n  ";
  while ((at = text.find(std::string(kHeading), at)) != std::string::npos) {
    at += kHeading.size();
    ids.push_back(text.substr(at, text.find('\n', at) - at));
  }
  return ids;
}

// The cases of a family, "" for all, that have one of the codes on the model,
// by the table of models.
std::vector<std::string> WithCode(absl::string_view model,
                                  absl::string_view family,
                                  const std::set<std::string>& codes) {
  const auto table = ReadModelTable();
  EXPECT_TRUE(table.ok()) << table.status();
  std::vector<std::string> ids;
  if (!table.ok()) return ids;
  for (const ModelColumn& column : *table) {
    if (column.model != model) continue;
    for (const ExpectedOnModel& e : column.cases) {
      if (codes.count(e.code) != 0 && absl::StartsWith(e.id, family)) {
        ids.push_back(e.id);
      }
    }
  }
  return ids;
}

// Their volatile polls hang on the model `hoisted`: a barrier's always, a
// lock's if a group comes to it while it is taken.
std::vector<std::string> Hoisted(absl::string_view family) {
  return WithCode("hoisted", family, {"V1", "V1+"});
}

// The barriers that are right with slots for all groups and ask for two.
std::vector<std::string> OfTwoGroups() {
  std::vector<std::string> ids;
  for (const std::string& id : WithCode("residency=3", "barrier.", {".0"})) {
    if (absl::EndsWith(id, "/groups=2")) ids.push_back(id);
  }
  return ids;
}

// No device is asked.
TEST(GateTableTest, TheTablesHaveTheCasesThatEachUpdateBreaks) {
  EXPECT_THAT(Hoisted("barrier."), Not(IsEmpty()));
  EXPECT_GT(Hoisted("").size(), Hoisted("barrier.").size());
  for (const std::string& id : Hoisted("")) {
    EXPECT_THAT(id, HasSubstr("/poll=volatile/"));
  }
  EXPECT_THAT(OfTwoGroups(), Contains(Barrier("rmw", "2")));
}

class PlantedUpdateTest : public ProgramTest {
 protected:
  ProgramOutcome Here(const std::string& args) { return Wgsync(args, Pocl()); }

  void MakeBaseline(const std::string& cases) {
    cases_ = cases;
    const ProgramOutcome made =
        Here("run --device Portable --tier smoke --out " + folder_ + "/base" +
             cases_);
    ASSERT_TRUE(made.exit_code == kAsExpected || made.exit_code == kFailures)
        << made.text;
  }

  // The new driver is `model`. Models have programs of their own, and are no
  // device: hence --across. A busy machine may leave any case unproven.
  ProgramOutcome Judge(const std::string& model) {
    const std::string run = folder_ + "/" + model;
    const ProgramOutcome made =
        Here("run --device Portable --tier smoke --model " + model + " --out " +
             run + cases_);
    EXPECT_TRUE(made.exit_code == kAsExpected || made.exit_code == kFailures)
        << made.text;
    return Here("gate --across --min-compared 0 --baseline " + folder_ +
                "/base " + run + " --device Portable --out " + run + "-gate");
  }

 private:
  std::string cases_;
};

// What CI has time for.
class OneCase : public PlantedUpdateTest {
 protected:
  void SetUp() override {
    MakeBaseline(absl::StrCat(" --cases ", Barrier("volatile", "2")));
  }
};

TEST_F(OneCase, AHoistedPollIsARegression) {
  const ProgramOutcome hoisted = Judge("hoisted");
  EXPECT_EQ(hoisted.exit_code, kFailures) << hoisted.text;
  EXPECT_THAT(Failing(hoisted.text), ElementsAre(Barrier("volatile", "2")))
      << hoisted.text;
  EXPECT_THAT(hoisted.text, ContainsRegex(kHoists));
}

// Two barriers of two groups.
class FewCases : public PlantedUpdateTest {
 protected:
  void SetUp() override {
    MakeBaseline(absl::StrCat(" --cases ", Barrier("volatile", "2"),
                              " --cases ", Barrier("rmw", "2")));
  }
};

TEST_F(FewCases, EachUpdateIsReportedAsWhatItIs) {
  // Volatile polls are hoisted: memory shows the signal, and the wait goes on.
  const ProgramOutcome hoisted = Judge("hoisted");
  EXPECT_EQ(hoisted.exit_code, kFailures) << hoisted.text;
  EXPECT_THAT(Failing(hoisted.text), ElementsAre(Barrier("volatile", "2")))
      << hoisted.text;
  EXPECT_THAT(hoisted.text, ContainsRegex(kHoists));

  // One arrival in fifty is lost: nobody but the counter can have lost it.
  const ProgramOutcome lost = Judge("lost_rmw=50");
  EXPECT_EQ(lost.exit_code, kFailures) << lost.text;
  EXPECT_EQ(Failing(lost.text).size(), 2u) << lost.text;
  EXPECT_THAT(lost.text, HasSubstr("1 broken (lost arrival) in 1 lone runs"));

  // One work-group less: two of them no longer fit.
  const ProgramOutcome fewer = Judge("residency=1");
  EXPECT_EQ(fewer.exit_code, kFailures) << fewer.text;
  EXPECT_THAT(fewer.text, HasSubstr("residency: 2 -> 1 in 2 cases"));
  EXPECT_EQ(Failing(fewer.text).size(), 2u) << fewer.text;
  EXPECT_THAT(fewer.text, HasSubstr("3 hang (not started) in 3 lone runs"));

  // Slower: no verdict fails, and the time has a line of its own. What it says
  // of two launches is the machine's matter.
  const ProgramOutcome slower = Judge("slow=20");
  EXPECT_EQ(slower.exit_code, kAsExpected) << slower.text;
  EXPECT_THAT(slower.text, HasSubstr("time: launches that are right take "));
}

// The whole smoke tier.
class Smoke : public PlantedUpdateTest {
 protected:
  void SetUp() override { MakeBaseline(""); }
};

TEST_F(Smoke, HoistedPollsFailWhereThePollIsVolatileAlone) {
  const ProgramOutcome hoisted = Judge("hoisted");
  EXPECT_EQ(hoisted.exit_code, kFailures) << hoisted.text;
  const std::vector<std::string> failing = Failing(hoisted.text);
  EXPECT_THAT(failing, IsSubsetOf(Hoisted(""))) << hoisted.text;
  EXPECT_THAT(failing, IsSupersetOf(Hoisted("barrier."))) << hoisted.text;
}

TEST_F(Smoke, LostArrivalsFail) {
  const ProgramOutcome lost = Judge("lost_rmw=50");
  EXPECT_EQ(lost.exit_code, kFailures) << lost.text;
  EXPECT_THAT(Failing(lost.text), Contains(Barrier("rmw", "2")));
  for (const std::string& id : Failing(lost.text)) {
    EXPECT_FALSE(absl::StrContains(id, "kernel_boundary")) << id;
  }
}

// A grid of as many as are resident is of one group then, and proves nothing.
TEST_F(Smoke, ASmallerResidencyFailsWhatAsksForTwoGroups) {
  const ProgramOutcome fewer = Judge("residency=1");
  EXPECT_EQ(fewer.exit_code, kFailures) << fewer.text;
  EXPECT_THAT(fewer.text, HasSubstr("residency: 2 -> 1 in "));
  EXPECT_THAT(Failing(fewer.text), UnorderedElementsAreArray(OfTwoGroups()));
}

TEST_F(Smoke, ASlowerDriverFailsNothing) {
  const ProgramOutcome slower = Judge("slow=20");
  EXPECT_EQ(slower.exit_code, kAsExpected) << slower.text;
  EXPECT_THAT(slower.text, ContainsRegex(kTimes));
}

}  // namespace
}  // namespace wgsync
