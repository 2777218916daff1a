#include "suite/compiled/compiled_report.h"

#include <string>

#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "suite/core/base/write_file.h"

namespace wgsync {
namespace {

CompiledReport ReportOf(WaitStatement statement, bool counts = true) {
  CompiledResult result;
  result.target = "dg2";
  result.judgement.statement = statement;
  result.judgement.reason = WaitReason::kSpin;
  result.judgement.lines = {7, 8};
  CompiledReport report;
  report.targets = {{"dg2", "intel", "ocloc 1", {"a"}, {"b"}}};
  report.forms = {{"mutex.x/poll=rmw",
                   "mutex.x/poll=rmw/work=a",
                   counts,
                   counts,
                   1,
                   {result}}};
  return report;
}

size_t Worse(WaitStatement before, WaitStatement after, bool counts = true) {
  size_t worse = 0;
  for (const CompiledChange& c :
       ChangesOf(ReportOf(before), ReportOf(after, counts)).changes) {
    worse += c.IsWorse() ? 1 : 0;
  }
  return worse;
}

TEST(ChangesTest, AFormThatCountsBecameLostOrOpen) {
  using S = WaitStatement;
  for (const S before : {S::kKept, S::kOpen, S::kUnknown}) {
    EXPECT_EQ(Worse(before, S::kLost), 1u);
    EXPECT_EQ(Worse(before, S::kLost, false), 0u);
  }
  EXPECT_EQ(Worse(S::kKept, S::kOpen), 1u);
  EXPECT_EQ(Worse(S::kUnknown, S::kOpen), 1u);
  EXPECT_EQ(Worse(S::kLost, S::kOpen), 0u);
  EXPECT_EQ(Worse(S::kLost, S::kLost), 0u);
  EXPECT_EQ(Worse(S::kOpen, S::kKept), 0u);
  EXPECT_EQ(Worse(S::kKept, S::kUnknown), 0u);
}

TEST(ChangesTest, WhatOneReportAloneHasIsNotCompared) {
  CompiledReport other = ReportOf(WaitStatement::kLost);
  other.forms[0].results[0].target = "mtl";
  const CompiledChanges found =
      ChangesOf(ReportOf(WaitStatement::kKept), other);
  EXPECT_EQ(found.changes.size(), 0u);
  EXPECT_EQ(found.compared, 0u);
  EXPECT_EQ(found.alone, 2u);
}

TEST(ReportTest, AFileIsReadAgain) {
  const std::string file = testing::TempDir() + "/compiled.json";
  const CompiledReport report = ReportOf(WaitStatement::kLost);
  ASSERT_TRUE(WriteTextFile(file, ToJson(report).dump()).ok());
  const auto read = ReadCompiledReport(file);
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(ToJson(*read), ToJson(report));
}

TEST(ReportTest, AnotherFileIsAnError) {
  const std::string file = testing::TempDir() + "/other.json";
  const auto error = [&](const std::string& text) {
    EXPECT_TRUE(WriteTextFile(file, text).ok());
    return std::string(ReadCompiledReport(file).status().message());
  };
  const std::string fix = "; name a file that `wgsync compile --json` wrote";
  EXPECT_EQ(error("{}"),
            file + ": it is not a report of compiled programs" + fix);
  nlohmann::json j = ToJson(ReportOf(WaitStatement::kLost));
  j["schema"] = 2;
  EXPECT_EQ(error(j.dump()), file + ": schema 2 is a newer wgsync's" + fix);
  j["schema"] = 1;
  j["forms"][0]["results"][0]["statement"] = "pass";
  EXPECT_NE(error(j.dump()).find("statement"), std::string::npos);
}

}  // namespace
}  // namespace wgsync
