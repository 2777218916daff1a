// Answers on a real device, PoCL: what they need is run there and then.

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "suite/core/record/run_log.h"
#include "tools/wgsync_program_testing.h"

namespace wgsync {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class CanDeviceTest : public ProgramTest {
 protected:
  // The needs in the answer, each with the device's class. Progress precedes
  // the document.
  nlohmann::json Needs(const std::string& what) {
    const std::string out = folder_ + "/run";
    const ProgramOutcome made = Wgsync(
        absl::StrCat("can '", what, "' --device Portable --json --out ", out),
        Pocl());
    const size_t begin = made.text.find("{\n");
    if (begin == std::string::npos) return made.text;
    const auto document =
        nlohmann::json::parse(made.text.substr(begin), nullptr,
                              /*allow_exceptions=*/false);
    if (!document.is_object()) return made.text;
    const auto runs = ReadRuns(out);
    EXPECT_TRUE(runs.ok()) << runs.status();
    if (runs.ok()) results_ = runs->at(0).results;
    return document["devices"][0]["answers"][0]["progress"];
  }

  std::vector<CaseResult> results_;
};

TEST_F(CanDeviceTest, ATicketLocksAnswerHasTheClassThatDecidesIt) {
  const nlohmann::json needs = Needs("ticket lock");
  ASSERT_TRUE(needs.is_array()) << needs;
  ASSERT_EQ(needs.size(), 1u);
  EXPECT_EQ(needs[0]["state"], "held") << needs;
  EXPECT_THAT(needs[0]["says"].get<std::string>(),
              HasSubstr("needs OBE; OBE was held in "));
  size_t shapes = 0;
  for (const CaseResult& r : results_) {
    shapes += r.id.rfind("progress.", 0) == 0 ? 1 : 0;
  }
  EXPECT_EQ(shapes, 5u) << "no more than decide it";
}

TEST_F(CanDeviceTest, ABarriersAnswerHasWhatRefutesMoreGroups) {
  const nlohmann::json needs = Needs("dissemination barrier");
  ASSERT_TRUE(needs.is_array()) << needs;
  ASSERT_EQ(needs.size(), 1u);
  EXPECT_EQ(needs[0]["state"], "refuted") << needs;
  EXPECT_THAT(needs[0]["says"].get<std::string>(),
              HasSubstr("FAIR is refuted by "));
}

TEST_F(CanDeviceTest, ACommonNameNamesCasesOfARunToo) {
  const ProgramOutcome named =
      Wgsync("run --device Portable --cases 'Ticket lock' --dry-run");
  EXPECT_EQ(named.exit_code, kAsExpected) << named.text;
  EXPECT_THAT(named.text, HasSubstr("mutex.fetch_and_add/"));
  EXPECT_THAT(named.text, Not(HasSubstr("barrier.")));
}

}  // namespace
}  // namespace wgsync
