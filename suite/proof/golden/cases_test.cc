#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "suite/proof/golden/cases_table.h"

namespace wgsync {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr char kGolden[] = "suite/proof/golden/cases.txt";
constexpr size_t kMost = 20;

std::string Golden() {
  std::ifstream file(kGolden);
  EXPECT_TRUE(file) << kGolden << ": cannot read it";
  return std::string((std::istreambuf_iterator<char>(file)), {});
}

TEST(CasesGoldenTest, NoCaseChanged) {
  const std::vector<std::string> differences =
      TableDifferences(Golden(), CasesTable(), kMost);
  EXPECT_TRUE(differences.empty())
      << absl::StrJoin(differences, "\n")
      << "\nIf this is meant: bazel run //suite/proof/golden:cases > "
      << kGolden << ", and say in the commit why these cases change.";
}

constexpr char kTwo[] =
    "# head\n"
    "a.x/groups=2 smoke obe g.1 v/v - 300\n"
    "a.y/groups=2 full obe g.1 v/v - 300\n";

TEST(TableDifferencesTest, NameTheCaseAndTheColumn) {
  EXPECT_THAT(TableDifferences(kTwo, kTwo, 9), IsEmpty());
  EXPECT_THAT(
      TableDifferences(
          kTwo, absl::StrReplaceAll(kTwo, {{"smoke obe", "full hsa"}}), 9),
      ElementsAre("a.x/groups=2: tier smoke -> full, need obe -> hsa"));
  EXPECT_THAT(
      TableDifferences(kTwo, absl::StrReplaceAll(kTwo, {{"a.x", "a.z"}}), 9),
      ElementsAre("a.x/groups=2: gone", "a.z/groups=2: new"));
  EXPECT_THAT(
      TableDifferences(kTwo, absl::StrReplaceAll(kTwo, {{" 300", ""}}), 1),
      ElementsAre("a.x/groups=2: language@H200 300 -> nothing",
                  "... and 1 more"));
}

TEST(TableDifferencesTest, OrderAndHeadCountToo) {
  EXPECT_THAT(TableDifferences(
                  kTwo, absl::StrReplaceAll(kTwo, {{"# head", "# brow"}}), 9),
              ElementsAre("the sentences at the head of the file"));
  const std::string turned =
      "# head\n"
      "a.y/groups=2 full obe g.1 v/v - 300\n"
      "a.x/groups=2 smoke obe g.1 v/v - 300\n";
  EXPECT_THAT(TableDifferences(kTwo, turned, 9),
              ElementsAre("the running order of the cases"));
}

}  // namespace
}  // namespace wgsync
