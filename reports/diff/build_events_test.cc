#include "reports/diff/build_events.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace wgsync {
namespace {

using ::testing::HasSubstr;

std::string Configured(const std::string& label, const std::string& tag) {
  return absl::StrCat(R"({"id":{"targetConfigured":{"label":")", label,
                      R"("}},"configured":{"tag":["external",")", tag,
                      R"("]}})", "\n");
}

std::string Id(const std::string& label, int shard, int attempt) {
  return absl::StrCat(R"({"testResult":{"label":")", label,
                      R"(","run":1,"shard":)", shard, R"(,"attempt":)", attempt,
                      "}}");
}

std::string Completed(const std::string& label, int shards) {
  std::string children;
  for (int shard = 1; shard <= shards; ++shard) {
    absl::StrAppend(&children, shard == 1 ? "" : ",", Id(label, shard, 1));
  }
  return absl::StrCat(R"({"id":{"targetCompleted":{"label":")", label,
                      R"("}},"children":[)", children, "]}\n");
}

std::string Result(const std::string& label, int shard, int attempt,
                   const std::string& fields) {
  return absl::StrCat(R"({"id":)", Id(label, shard, attempt), ",", fields,
                      "}\n");
}

// An event is one line of the file; those above are folded for the reader.
std::string Unfolded(const std::string& text) {
  return absl::StrReplaceAll(text, {{"\n  ", " "}});
}

std::vector<DeviceTest> TestsOf(const std::string& folded) {
  const std::string text = Unfolded(folded);
  const auto tests = DeviceTestsOf(text, "b.json");
  EXPECT_TRUE(tests.ok()) << tests.status();
  return tests.ok() ? *tests : std::vector<DeviceTest>();
}

TEST(BuildEventsTest, ATestOfADeviceHasItsStatusWorkerAndOutputs) {
  const std::vector<DeviceTest> tests = TestsOf(absl::StrCat(
      Configured("//a:unit_test", "small"), Configured("//a:t", "device-pocl"),
      Completed("//a:unit_test", 1), Completed("//a:t", 1),
      Result("//a:t", 1, 1,
             R"("testResult":{"status":"FAILED","testActionOutput":[
                {"name":"test.log","uri":"file:///o/t/test.log"},
                {"name":"test.outputs_manifest__MANIFEST",
                 "uri":"file:///o/t/test.outputs_manifest/MANIFEST"},
                {"name":"test.outputs__outputs.zip",
                 "uri":"file:///o%20x/t/test.outputs/outputs.zip"}],
                "executionInfo":{"strategy":"remote","hostname":"w1"}})")));
  ASSERT_EQ(tests.size(), 1u);
  EXPECT_EQ(tests[0].label, "//a:t");
  EXPECT_EQ(tests[0].device, "pocl");
  EXPECT_EQ(tests[0].status, "FAILED");
  EXPECT_EQ(tests[0].worker, "w1");
  EXPECT_EQ(tests[0].outputs, "/o x/t/test.outputs/outputs.zip");
}

TEST(BuildEventsTest, OutputsThatAreNotZippedAreAFolder) {
  const std::vector<DeviceTest> tests = TestsOf(absl::StrCat(
      Configured("//a:t", "device-pocl"), Completed("//a:t", 1),
      Result("//a:t", 1, 1,
             R"("testResult":{"status":"PASSED","testActionOutput":[
                {"name":"test.outputs__pocl/log.jsonl",
                 "uri":"file:///o/t/test.outputs/pocl/log.jsonl"}]})")));
  ASSERT_EQ(tests.size(), 1u);
  EXPECT_EQ(tests[0].outputs, "/o/t/test.outputs");
}

TEST(BuildEventsTest, OutputsThatWereNotDownloadedAreNotThere) {
  const std::vector<DeviceTest> tests = TestsOf(absl::StrCat(
      Configured("//a:t", "device-pocl"), Completed("//a:t", 1),
      Result("//a:t", 1, 1,
             R"("testResult":{"status":"PASSED","testActionOutput":[
                {"name":"test.outputs__outputs.zip",
                 "uri":"bytestream://server/blobs/1/2"}]})")));
  ASSERT_EQ(tests.size(), 1u);
  EXPECT_EQ(tests[0].outputs, "");
}

// As Bazel 4.2.3 writes it if the worker is killed.
TEST(BuildEventsTest, AnAbortedTestHasNoStatusAndSaysWhy) {
  const std::vector<DeviceTest> tests = TestsOf(
      absl::StrCat(Configured("//a:t", "device-pocl"), Completed("//a:t", 1),
                   Result("//a:t", 1, 1,
                          R"("aborted":{"reason":"REMOTE_ENVIRONMENT_FAILURE",
                "description":"the worker is gone"})")));
  ASSERT_EQ(tests.size(), 1u);
  EXPECT_EQ(tests[0].status, "NO_STATUS");
  EXPECT_EQ(tests[0].reason, "REMOTE_ENVIRONMENT_FAILURE: the worker is gone");
}

TEST(BuildEventsTest, AShardWithoutAResultIsThere) {
  const std::vector<DeviceTest> tests = TestsOf(absl::StrCat(
      Configured("//a:t", "device-pocl"), Completed("//a:t", 2),
      Result("//a:t", 1, 1, R"("testResult":{"status":"PASSED"})")));
  ASSERT_EQ(tests.size(), 2u);
  EXPECT_EQ(tests[0].status, "PASSED");
  EXPECT_EQ(tests[1].status, "NO_STATUS");
  EXPECT_EQ(DeviceTestName(tests[1]), "//a:t shard 2");
}

TEST(BuildEventsTest, ATargetThatWasNeverBegunIsThere) {
  const std::vector<DeviceTest> tests =
      TestsOf(absl::StrCat(Configured("//a:t", "device-pocl"),
                           R"({"id":{"targetCompleted":{"label":"//a:t"}},
          "aborted":{"reason":"USER_INTERRUPTED"}})",
                           "\n"));
  ASSERT_EQ(tests.size(), 1u);
  EXPECT_EQ(tests[0].status, "NO_STATUS");
  EXPECT_EQ(tests[0].reason, "USER_INTERRUPTED");
}

TEST(BuildEventsTest, TheLastAttemptCounts) {
  const std::vector<DeviceTest> tests = TestsOf(absl::StrCat(
      Configured("//a:t", "device-pocl"), Completed("//a:t", 1),
      Result("//a:t", 1, 2, R"("testResult":{"status":"PASSED"})"),
      Result("//a:t", 1, 1, R"("testResult":{"status":"FAILED"})")));
  ASSERT_EQ(tests.size(), 1u);
  EXPECT_EQ(tests[0].status, "PASSED");
  EXPECT_EQ(tests[0].attempt, 2u);
}

TEST(BuildEventsTest, ErrorsNameTheLine) {
  const std::string good = Configured("//a:t", "device-pocl");
  EXPECT_EQ(DeviceTestsOf(good + "{}\n", "b.json").status().message(),
            "b.json:2: not a build event; name the file that `bazel test "
            "--build_event_json_file=FILE` wrote");
  EXPECT_THAT(
      std::string(
          DeviceTestsOf(good + "{\"id\":", "b.json").status().message()),
      HasSubstr("b.json:2: the line is cut short"));
  EXPECT_THAT(std::string(DeviceTestsOf(Configured("//a:t", "small"), "b.json")
                              .status()
                              .message()),
              HasSubstr("b.json: no test of a device in it"));
}

}  // namespace
}  // namespace wgsync
