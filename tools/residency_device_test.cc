// The residency on a real device whose residency is known: PoCL holds as many
// groups as it has threads.

#include <string>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "tools/wgsync_program_testing.h"

namespace wgsync {
namespace {

class ResidencyDeviceTest : public ProgramTest {
 protected:
  // The first row of a report. Progress stands before it.
  nlohmann::json Row(int threads, const std::string& args) {
    const ProgramOutcome made =
        Wgsync(absl::StrCat("device Portable --residency --json ", args),
               Pocl(threads));
    EXPECT_EQ(made.exit_code, kAsExpected) << made.text;
    const size_t begin = made.text.find("[\n");
    if (begin == std::string::npos) return nullptr;
    const nlohmann::json all =
        nlohmann::json::parse(made.text.substr(begin), nullptr, false);
    return all.is_discarded() ? nlohmann::json() : all[0]["rows"][0];
  }
};

TEST_F(ResidencyDeviceTest, IsTheNumberOfThreadsAndOneMoreHangs) {
  for (int threads : {1, 2, 4}) {
    const nlohmann::json row = Row(threads, "--wg 64 --distance 0");
    ASSERT_TRUE(row.is_object());
    EXPECT_EQ(row["res_low"], threads) << row;
    EXPECT_EQ(row["res_high"], threads + 1) << row;
    EXPECT_EQ(row["hangs"], 1) << "each costs a worker";
    EXPECT_EQ(row["claims"]["groups"], threads) << row;
  }
}

TEST_F(ResidencyDeviceTest, BallastAndRegistersTakeNoThread) {
  const nlohmann::json row =
      Row(2, "--wg 96 --ballast 32k --regs high --distance 0");
  ASSERT_TRUE(row.is_object());
  EXPECT_EQ(row["res_low"], 2) << row;
  EXPECT_EQ(row["res_high"], 3) << row;
  EXPECT_EQ(row["ballast_bytes"], 32768);
}

TEST_F(ResidencyDeviceTest, BoundedWaitsFindTheSameBound) {
  const nlohmann::json row = Row(2, "--wg 64 --distance 1 --safe");
  ASSERT_TRUE(row.is_object());
  EXPECT_EQ(row["res_high"], 3) << row;
  EXPECT_TRUE(row["bounded"]);
  EXPECT_TRUE(row["dependencies"][0]["unbounded"].is_null()) << row;
}

}  // namespace
}  // namespace wgsync
