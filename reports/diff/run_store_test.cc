#include "reports/diff/run_store.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "suite/core/record/run_log.h"
#include "suite/core/record/test_runs.h"

namespace wgsync {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::StartsWith;

class RunStoreTest : public testing::Test {
 protected:
  RunStoreTest() {
    folder_ = testing::TempDir() + "/store_XXXXXX";
    EXPECT_NE(mkdtemp(folder_.data()), nullptr);
  }
  ~RunStoreTest() override { std::filesystem::remove_all(folder_); }

  // A run of one case; finished, if `end`.
  std::string MakeRun(const std::string& name, bool end = true) {
    const std::string folder = folder_ + "/" + name;
    RunHeader header = TestHeader({"b.a/groups=2"});
    header.unix_ns = 1800000000000000000;
    DeviceProfile& profile = header.devices[0];
    profile.driver_digest = "0123456789abcdef";
    profile.device.full_name = "P/pthread";
    profile.device.type = "cpu";
    *profile.fingerprint = {
        {"driver_version", "3.1 (x)"},
        {"platform", {{"name", "Portable Computing Language"}}}};
    auto log = RunLogWriter::Create(folder, header);
    EXPECT_TRUE(log.ok()) << log.status();
    EXPECT_TRUE(
        (*log)->Append(TestResult("b.a/groups=2", VerdictKind::kPass)).ok());
    EXPECT_TRUE(!end || (*log)->Finished(0).ok());
    return folder;
  }

  static std::string Text(const std::string& folder) {
    std::ifstream file(folder + "/log.jsonl");
    return {std::istreambuf_iterator<char>(file), {}};
  }
  static void Write(const std::string& folder, const std::string& text) {
    std::filesystem::create_directories(folder);
    std::ofstream(folder + "/log.jsonl") << text;
  }
  static absl::StatusOr<Imported> Import(const std::string& folder,
                                         const std::string& store) {
    absl::StatusOr<LoggedRun> run = ReadRun(folder);
    if (!run.ok()) return run.status();
    return ImportRun(*run, store);
  }

  std::string folder_;
};

TEST_F(RunStoreTest, TheCommandThatEndsARunIsQuoted) {
  const std::string folder = MakeRun("a $(cut) run", /*end=*/false);
  EXPECT_THAT(
      std::string(Import(folder, folder_ + "/store").status().message()),
      HasSubstr("--resume '" + folder + "'`"));
}

TEST_F(RunStoreTest, ARunLiesByDeviceDriverAndId) {
  const std::string run = MakeRun("run");
  absl::StatusOr<Imported> imported = Import(run, folder_ + "/store");
  ASSERT_TRUE(imported.ok()) << imported.status();
  EXPECT_THAT(imported->folder,
              MatchesRegex(".*/store/portable-computing-language-cpu/"
                           "3.1-x-01234567/20270115T080000Z-[0-9a-f]{8}"));
  EXPECT_FALSE(imported->was_there);
  EXPECT_EQ(Text(imported->folder), Text(run));
  absl::StatusOr<std::vector<LoggedRun>> runs = ReadRuns(folder_ + "/store");
  ASSERT_TRUE(runs.ok()) << runs.status();
  ASSERT_EQ(runs->size(), 1u);
  EXPECT_EQ((*runs)[0].results.size(), 1u);
}

TEST_F(RunStoreTest, TheSameRunIsThereOnce) {
  const std::string run = MakeRun("run");
  ASSERT_TRUE(Import(run, folder_ + "/store").ok());
  absl::StatusOr<Imported> again = Import(run, folder_ + "/store");
  ASSERT_TRUE(again.ok()) << again.status();
  EXPECT_TRUE(again->was_there);
  Write(again->folder, "{}\n");
  absl::StatusOr<Imported> other = Import(run, folder_ + "/store");
  EXPECT_THAT(std::string(other.status().message()),
              HasSubstr("not the same; delete it"));
}

TEST_F(RunStoreTest, AChangedVerdictIsSeen) {
  const std::string run = MakeRun("run");
  std::string text = Text(run);
  const size_t at = text.find("\"verdict\":\"pass\"");
  ASSERT_NE(at, std::string::npos);
  text.replace(at, 16, "\"verdict\":\"hang\"");
  Write(run, text);
  absl::StatusOr<LoggedRun> read = ReadRun(run);
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_FALSE(read->intact);
  EXPECT_THAT(std::string(Import(run, folder_ + "/store").status().message()),
              HasSubstr("its digest does not fit"));
}

TEST_F(RunStoreTest, ADigestThatWasTakenOutIsSeen) {
  const std::string run = MakeRun("run");
  std::string text = Text(run);
  const size_t digest = text.find("\"digest\"", text.find("finished") - 200);
  ASSERT_NE(digest, std::string::npos);
  text.erase(digest, text.find(',', digest) - digest + 1);
  Write(run, text);
  EXPECT_THAT(std::string(Import(run, folder_ + "/store").status().message()),
              HasSubstr("its digest does not fit"));
}

TEST_F(RunStoreTest, WhateverARunSaysItStaysInTheStore) {
  LoggedRun run = TestRun("../..", {});
  run.digest = "0123456789";
  run.header.devices[0].driver_digest = "../../..";
  run.header.devices[0].device.driver_version = "/etc/../..";
  EXPECT_EQ(StorePath(run), "unknown/etc-unknown/19700101T000000Z-01234567");
}

TEST_F(RunStoreTest, AModelIsAnotherDevice) {
  LoggedRun run = TestRun("P/D", {});
  EXPECT_THAT(StorePath(run), StartsWith("p-d/"));
  run.header.settings.model = *ParseModel("residency=3");
  EXPECT_THAT(StorePath(run), StartsWith("model-residency-3-on-p-d/"));
}

TEST_F(RunStoreTest, ARunThatWasCutShortIsNotTaken) {
  const std::string run = MakeRun("run", /*end=*/false);
  EXPECT_THAT(std::string(Import(run, folder_ + "/store").status().message()),
              HasSubstr("was cut short"));
}

TEST_F(RunStoreTest, ARunThatWentOnAfterItsEndIsWhole) {
  const std::string run = MakeRun("run");
  auto log = RunLogWriter::Resume(run);
  ASSERT_TRUE(log.ok()) << log.status();
  ASSERT_TRUE((*log)->GoOn("boot").ok());
  EXPECT_TRUE((*log)->Finished(0).ok());
  EXPECT_TRUE(Import(run, folder_ + "/store").ok());
}

TEST_F(RunStoreTest, AnOlderSchemaReadsOn) {
  // As the first schema wrote it: no digest at the end, no counts of runs.
  const std::string run = MakeRun("run");
  std::string text = Text(run);
  const size_t schema = text.find("\"schema\":4");
  ASSERT_NE(schema, std::string::npos);
  text.replace(schema, 10, "\"schema\":1");
  for (const char* name : {"\"digest\"", "\"seal\""}) {
    const size_t at = text.find(name, text.rfind("finished") - 200);
    ASSERT_NE(at, std::string::npos);
    text.erase(at, text.find(',', at) - at + 1);
  }
  Write(run, text);
  absl::StatusOr<LoggedRun> read = ReadRun(run);
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(read->header.schema, 1);
  EXPECT_TRUE(read->finished);
  EXPECT_FALSE(read->sealed);
  absl::StatusOr<Imported> imported = Import(run, folder_ + "/store");
  ASSERT_TRUE(imported.ok()) << imported.status();
  EXPECT_TRUE(imported->without_digest);
}

TEST_F(RunStoreTest, AStoreThatCannotBeWrittenIsNamed) {
  const std::string run = MakeRun("run");
  std::ofstream(folder_ + "/file") << "x";
  EXPECT_THAT(std::string(Import(run, folder_ + "/file").status().message()),
              EndsWith("name another folder with --store"));
}

}  // namespace
}  // namespace wgsync
