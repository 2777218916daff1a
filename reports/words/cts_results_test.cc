#include "reports/words/cts_results.h"

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "suite/core/record/test_runs.h"

namespace wgsync {
namespace {

LoggedRun FourCases() {
  LoggedRun run =
      TestRun("P/D", {TestResult("a.b/x=1", VerdictKind::kPass),
                      TestResult("a.b/x=2", VerdictKind::kHang),
                      TestResult("a.b/x=3", VerdictKind::kUnsupported),
                      TestResult("a.b/x=4", VerdictKind::kInfra)});
  run.results[1].binds = Binding::kProgress;
  return run;
}

TEST(CtsResultsTest, ACaseIsPassFailOrSkip) {
  const LoggedRun run = FourCases();
  const LoggedRun* runs[] = {&run};
  const auto all = nlohmann::json::parse(
      CtsResults("wgsync", {"run", "--tier", "smoke"}, runs));
  EXPECT_EQ(all["cmd"], "wgsync");
  EXPECT_EQ(all["args"].size(), 3u);
  EXPECT_EQ(all["results"]["a.b/x=1"], "pass");
  EXPECT_EQ(all["results"]["a.b/x=2"], "fail");
  EXPECT_EQ(all["results"]["a.b/x=3"], "skip");
  EXPECT_EQ(all["results"]["a.b/x=4"], "fail");
  EXPECT_EQ(all["results"].size(), 4u);
}

TEST(CtsResultsTest, SeveralDevicesAreTold) {
  const LoggedRun run = FourCases();
  const LoggedRun* runs[] = {&run, &run};
  EXPECT_NE(CtsResults("wgsync", {}, runs).find("a.b/x=1/device="),
            std::string::npos);
}

TEST(CtsResultsTest, AreWrittenWhereTheVariableSays) {
  const LoggedRun run = FourCases();
  const LoggedRun* runs[] = {&run};
  const std::string file = testing::TempDir() + "/cts.json";
  unsetenv("TEST_UNDECLARED_OUTPUTS_DIR");
  setenv("CL_CONFORMANCE_RESULTS_FILENAME", file.c_str(), 1);
  EXPECT_TRUE(WriteCtsResults("wgsync", {}, runs).ok());
  std::ifstream in(file);
  const std::string text((std::istreambuf_iterator<char>(in)), {});
  EXPECT_EQ(text, CtsResults("wgsync", {}, runs));
  setenv("CL_CONFORMANCE_RESULTS_FILENAME", "/no/such/folder/r.json", 1);
  EXPECT_FALSE(WriteCtsResults("wgsync", {}, runs).ok());
  unsetenv("CL_CONFORMANCE_RESULTS_FILENAME");
  EXPECT_TRUE(WriteCtsResults("wgsync", {}, runs).ok());
}

}  // namespace
}  // namespace wgsync
