#include "suite/core/record/run_log.h"

#include <sys/resource.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "suite/core/record/launch_record.h"
#include "suite/core/record/run_header.h"
#include "suite/core/record/test_runs.h"

namespace wgsync {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::Pair;
using ::testing::StartsWith;

constexpr char kFirst[] = "barrier.a/groups=2";
constexpr char kSecond[] = "barrier.a/groups=3";
constexpr char kContext[] = R"({"kind":"context","schema":1})";

class RunLogTest : public testing::Test {
 protected:
  RunLogTest() {
    std::string pattern = testing::TempDir() + "/run_log_XXXXXX";
    top_ = mkdtemp(pattern.data());
    folder_ = top_ + "/run";
    log_ = folder_ + "/log.jsonl";
  }
  ~RunLogTest() override { std::filesystem::remove_all(top_); }

  std::unique_ptr<RunLogWriter> Create() {
    RunHeader header = TestHeader({kFirst});
    header.boot_id = "b1";
    auto writer = RunLogWriter::Create(folder_, header);
    EXPECT_TRUE(writer.ok()) << writer.status();
    return writer.ok() ? *std::move(writer) : nullptr;
  }

  void Write(const std::vector<std::string>& lines) {
    std::filesystem::create_directories(folder_);
    std::ofstream file(log_, std::ios::binary);
    for (const std::string& line : lines) file << line << "\n";
  }
  void AppendRaw(const std::string& bytes) {
    std::ofstream(log_, std::ios::binary | std::ios::app) << bytes;
  }
  std::vector<std::string> Lines() {
    std::ifstream file(log_);
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);) lines.push_back(line);
    return lines;
  }

  static std::string VerdictLine(const std::string& id,
                                 VerdictKind kind = VerdictKind::kPass) {
    json line = ToJson(TestResult(id, kind));
    line["kind"] = "verdict";
    line["case"] = id;
    return line.dump();
  }
  static std::string Started(const std::string& id, const std::string& boot) {
    return json({{"kind", "started"}, {"case", id}, {"boot_id", boot}}).dump();
  }
  std::string ReadError() {
    auto run = ReadRun(folder_);
    EXPECT_FALSE(run.ok());
    return std::string(run.status().message());
  }

  std::string top_, folder_, log_;
};

TEST_F(RunLogTest, WhatIsWrittenIsReadBack) {
  auto writer = Create();
  CaseResult result = TestResult(kFirst, VerdictKind::kHang, Cause::kNotStarted,
                                 Binding::kProgress);
  result.words = {"group 2 has no start word"};
  ASSERT_TRUE(writer->Started(kFirst, "b1", true).ok());
  ASSERT_TRUE(writer->Append(result).ok());
  ASSERT_TRUE(writer->Note("canary passed").ok());
  ASSERT_TRUE(writer->Finished(1).ok());

  auto run = ReadRun(folder_);
  ASSERT_TRUE(run.ok()) << run.status();
  EXPECT_EQ(run->header.boot_id, "b1");
  EXPECT_EQ(run->header.schema, kRunLogSchema);
  ASSERT_EQ(run->results.size(), 1);
  EXPECT_EQ(ToJson(run->results[0]), ToJson(result));
  EXPECT_THAT(run->notes, ElementsAre("canary passed"));
  EXPECT_THAT(run->unfinished, IsEmpty());
  EXPECT_TRUE(run->finished);
  EXPECT_EQ(run->truncated, "");
}

TEST_F(RunLogTest, StartedSaysWhetherTheLaunchWasUnbounded) {
  auto writer = Create();
  ASSERT_TRUE(writer->Started(kFirst, "b1", true).ok());
  ASSERT_TRUE(writer->Started(kSecond, "b1", false).ok());
  EXPECT_EQ(json::parse(Lines()[1])["unbounded"], true);
  EXPECT_EQ(json::parse(Lines()[2])["unbounded"], false);
}

TEST_F(RunLogTest, AStringThatIsNoUtf8IsWrittenAllTheSame) {
  ASSERT_TRUE(Create()->Note("driver\xff").ok());
  auto run = ReadRun(folder_);
  ASSERT_TRUE(run.ok()) << run.status();
  EXPECT_THAT(run->notes[0], StartsWith("driver"));
}

TEST_F(RunLogTest, StartedWithoutVerdictIsUnfinishedWithItsBootId) {
  Write({kContext, Started(kFirst, "b1"), VerdictLine(kFirst),
         Started(kSecond, "b2")});
  auto run = ReadRun(folder_);
  ASSERT_TRUE(run.ok()) << run.status();
  EXPECT_THAT(run->unfinished, ElementsAre(Pair(kSecond, "b2")));
  EXPECT_FALSE(run->finished);
}

TEST_F(RunLogTest, ACaseThatRanAgainAfterResumeIsNotUnfinished) {
  Write({kContext, Started(kFirst, "b1"), R"({"kind":"resumed"})",
         Started(kFirst, "b1"), VerdictLine(kFirst)});
  EXPECT_THAT(ReadRun(folder_)->unfinished, IsEmpty());
}

TEST_F(RunLogTest, AFinishedRunThatWasResumedIsNotFinished) {
  Write({kContext, R"({"kind":"finished"})", R"({"kind":"resumed"})"});
  EXPECT_FALSE(ReadRun(folder_)->finished);
}

TEST_F(RunLogTest, LinesOfUnknownKindsAreSkipped) {
  Write({kContext, R"({"kind":"weather","text":5})", VerdictLine(kFirst)});
  auto run = ReadRun(folder_);
  ASSERT_TRUE(run.ok()) << run.status();
  EXPECT_EQ(run->results.size(), 1);
}

TEST_F(RunLogTest, ASecondVerdictForACaseIsAnErrorWithBothLines) {
  Write({kContext, VerdictLine(kFirst), VerdictLine(kSecond),
         VerdictLine(kFirst)});
  EXPECT_THAT(ReadError(),
              StartsWith(absl::StrCat(log_, ":4: a second verdict for ", kFirst,
                                      ", the first is in line 2; ")));
}

TEST_F(RunLogTest, AVerdictTakesThePlaceOfAnInconclusiveOne) {
  json busy = json::parse(VerdictLine(kFirst, VerdictKind::kUnproven));
  const std::string unproven = busy.dump();
  busy["other_cores"] = 1.5;
  Write({kContext, busy.dump(), VerdictLine(kSecond), busy.dump(),
         VerdictLine(kFirst)});
  auto run = ReadRun(folder_);
  ASSERT_TRUE(run.ok()) << run.status();
  ASSERT_EQ(run->results.size(), 2);
  EXPECT_EQ(run->results[0].verdict.kind, VerdictKind::kPass);
  // Unproven for another reason it stays.
  Write({kContext, unproven, VerdictLine(kFirst)});
  EXPECT_THAT(ReadError(), HasSubstr("a second verdict for "));
}

TEST_F(RunLogTest, TheVerdictOfARetryTakesThePlaceOfLost) {
  Write({kContext, VerdictLine(kFirst, VerdictKind::kLost),
         VerdictLine(kSecond), VerdictLine(kFirst)});
  auto run = ReadRun(folder_);
  ASSERT_TRUE(run.ok()) << run.status();
  ASSERT_EQ(run->results.size(), 2);
  EXPECT_EQ(run->results[0].id, kFirst);
  EXPECT_EQ(run->results[0].verdict.kind, VerdictKind::kPass);
}

TEST_F(RunLogTest, AResumedRunReplacesAVerdictOfTheMachine) {
  for (const char* cause :
       {"worker ended from outside", "not enough processor time"}) {
    json ended = json::parse(VerdictLine(kFirst, VerdictKind::kInfra));
    ended["cause"] = cause;
    Write({kContext, ended.dump(), VerdictLine(kSecond), VerdictLine(kFirst)});
    auto run = ReadRun(folder_);
    ASSERT_TRUE(run.ok()) << run.status();
    EXPECT_EQ(run->results[0].verdict.kind, VerdictKind::kPass);
  }
}

TEST_F(RunLogTest, ALastLineWithoutNewlineIsDropped) {
  Write({kContext, VerdictLine(kFirst)});
  AppendRaw(VerdictLine(kSecond));  // whole, but for its newline
  auto run = ReadRun(folder_);
  ASSERT_TRUE(run.ok()) << run.status();
  EXPECT_EQ(run->results.size(), 1);
  EXPECT_EQ(run->truncated, VerdictLine(kSecond));
}

TEST_F(RunLogTest, ALastLineThatDoesNotParseIsDropped) {
  Write({kContext, VerdictLine(kFirst), R"({"kind":"verd)"});
  auto run = ReadRun(folder_);
  ASSERT_TRUE(run.ok()) << run.status();
  EXPECT_EQ(run->results.size(), 1);
  EXPECT_EQ(run->truncated, "{\"kind\":\"verd\n");
}

TEST_F(RunLogTest, ABrokenLineBeforeTheLastIsAnError) {
  Write({kContext, R"({"kind":"verd)", VerdictLine(kFirst)});
  EXPECT_THAT(ReadError(), StartsWith(log_ + ":2: not a JSON object; "));
}

TEST_F(RunLogTest, EveryCutOfALogIsReadOrNamedInOneLine) {
  Write({kContext, Started(kFirst, "b1"), VerdictLine(kFirst)});
  std::stringstream whole;
  whole << std::ifstream(log_).rdbuf();
  size_t context = std::string(kContext).size() + 1;
  for (size_t length = 0; length < whole.str().size(); ++length) {
    std::ofstream(log_, std::ios::binary) << whole.str().substr(0, length);
    auto run = ReadRun(folder_);
    EXPECT_EQ(run.ok(), length >= context) << length << " bytes";
    EXPECT_THAT(std::string(run.status().message()), Not(HasSubstr("\n")));
    if (run.ok()) {
      EXPECT_THAT(run->results, IsEmpty()) << length << " bytes";
    }
  }
}

TEST_F(RunLogTest, FaultsNameTheLineAndTheMend) {
  struct Fault {
    std::vector<std::string> lines;
    const char* says;
  };
  for (const Fault& fault : std::vector<Fault>{
           {{}, ":1: the run ended before it had written down"},
           {{"{\"kind\":"}, ":1: the run ended before it had written down"},
           {{R"({"kind":"note"})"}, ":1: does not begin with the context"},
           {{R"({"kind":"context"})"}, ":1: does not begin with the context"},
           {{R"({"kind":"context","schema":"1"})"}, ":1: does not begin with"},
           {{R"({"kind":"context","schema":5})"},
            ":1: made by a newer wgsync (schema 5, this one reads 4); use"},
           {{R"({"kind":"context","schema":3,"devices":[]})"},
            ":1: \"devices\" is empty"},
           {{R"({"kind":"context","schema":3,"devices":[{},{"slug":5}]})"},
            ":1: \"devices[1].slug\" is not a string"},
           {{R"({"kind":"context","schema":3,"part":{"shard":3,"of":2}})"},
            ":1: \"part.shard\" is not one of the shards"},
           {{kContext, R"({"kind":"started","case":"x","device":1})"},
            ":2: of a device that the context does not name"},
           {{kContext, R"({"kind":"started","case":"x","device":"0"})"},
            ":2: of a device that the context does not name"},
           {{kContext, R"({"kind":"kernel","path":"x"})"},
            ":2: a kernel without path and digest"},
           {{R"({"kind":"context","schema":0})"}, ":1: unknown schema 0"},
           {{kContext, kContext}, ":2: a second context"},
           {{kContext, "[1]", "{}"}, ":2: not a JSON object"},
           {{kContext, "", VerdictLine(kFirst)}, ":2: not a JSON object"},
           {{kContext, "{}"}, ":2: no \"kind\""},
           {{kContext, R"({"kind":7})"}, ":2: no \"kind\""},
           {{kContext, R"({"kind":"started"})"},
            ":2: started without the id of a case"},
           {{kContext, R"({"kind":"verdict"})"}, ":2: not a verdict: "}}) {
    Write(fault.lines);
    EXPECT_THAT(ReadError(), StartsWith(log_ + fault.says));
    EXPECT_THAT(ReadError(), HasSubstr("; "));
    EXPECT_THAT(ReadError(), Not(HasSubstr("\n")));
  }
}

TEST_F(RunLogTest, AMissingLogIsSaid) {
  EXPECT_THAT(ReadError(), StartsWith(log_ + ": cannot read it: No such file"));
}

TEST_F(RunLogTest, ResumeDropsTheTruncatedLineAndNotesIt) {
  Write({kContext, VerdictLine(kFirst)});
  AppendRaw("{\"kind\":\"verdict\",\"ca");
  {
    auto writer = RunLogWriter::Resume(folder_);
    ASSERT_TRUE(writer.ok()) << writer.status();
    EXPECT_EQ(Lines().size(), 3) << "it changes nothing yet";
    ASSERT_TRUE((*writer)->GoOn("b2").ok());
    ASSERT_TRUE(
        (*writer)->Append(TestResult(kSecond, VerdictKind::kPass)).ok());
  }
  std::vector<std::string> lines = Lines();
  ASSERT_EQ(lines.size(), 5);
  EXPECT_EQ(json::parse(lines[2])["kind"], "resumed");
  EXPECT_EQ(json::parse(lines[2])["boot_id"], "b2");
  auto run = ReadRun(folder_);
  ASSERT_TRUE(run.ok()) << run.status();
  EXPECT_EQ(run->results.size(), 2);
  EXPECT_THAT(run->notes, ElementsAre(HasSubstr("truncated last line of 21 "
                                                "bytes: {\"kind\"")));
}

TEST_F(RunLogTest, ResumeOfAWholeLogLosesNothing) {
  Write({kContext, VerdictLine(kFirst)});
  auto writer = RunLogWriter::Resume(folder_);
  ASSERT_TRUE(writer.ok()) << writer.status();
  ASSERT_TRUE((*writer)->GoOn("b2").ok());
  auto run = ReadRun(folder_);
  EXPECT_EQ(run->results.size(), 1);
  EXPECT_THAT(run->notes, IsEmpty());
}

TEST_F(RunLogTest, ResumeOfACorruptLogLeavesItAlone) {
  Write({kContext, "nonsense", VerdictLine(kFirst)});
  EXPECT_FALSE(RunLogWriter::Resume(folder_).ok());
  EXPECT_EQ(Lines().size(), 3);
}

TEST_F(RunLogTest, OneWriterARun) {
  auto writer = Create();
  auto second = RunLogWriter::Resume(folder_);
  ASSERT_FALSE(second.ok());
  EXPECT_THAT(std::string(second.status().message()),
              HasSubstr("another wgsync is writing this run"));
  writer.reset();
  EXPECT_TRUE(RunLogWriter::Resume(folder_).ok());
}

TEST_F(RunLogTest, CreateRefusesAFolderWithARun) {
  Create();
  auto second = RunLogWriter::Create(folder_, RunHeader());
  ASSERT_FALSE(second.ok());
  EXPECT_EQ(second.status().code(), absl::StatusCode::kAlreadyExists);
  EXPECT_THAT(std::string(second.status().message()),
              HasSubstr("holds a run already"));
  EXPECT_EQ(Lines().size(), 1);
}

TEST_F(RunLogTest, CreateFollowsNoLink) {
  const std::string other = folder_ + "/other";
  std::filesystem::create_directory(folder_);
  std::filesystem::create_symlink(other, log_);
  EXPECT_FALSE(RunLogWriter::Create(folder_, RunHeader()).ok());
  EXPECT_TRUE(std::filesystem::is_symlink(log_));
  EXPECT_FALSE(std::filesystem::exists(other));
}

TEST_F(RunLogTest, CreateLeavesOnlyTheLog) {
  Create();
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_), {}), 1);
}

TEST_F(RunLogTest, CreateSaysWhereItCannotWrite) {
  std::ofstream(folder_) << "a file";
  auto writer = RunLogWriter::Create(folder_ + "/below", RunHeader());
  ASSERT_FALSE(writer.ok());
  EXPECT_THAT(std::string(writer.status().message()),
              StartsWith(folder_ + ": cannot write there: "));
}

// A limit on the file's size stands for a full disk: the write comes short.
[[noreturn]] void AppendBeyondLimit(RunLogWriter* writer, rlim_t limit) {
  std::signal(SIGXFSZ, SIG_IGN);
  struct rlimit both = {limit, limit};
  setrlimit(RLIMIT_FSIZE, &both);
  bool ok = writer->Append(TestResult(kSecond, VerdictKind::kPass)).ok();
  std::_Exit(ok ? 1 : 0);
}

TEST_F(RunLogTest, ALineThatDoesNotFitLeavesNothingBehind) {
  auto writer = Create();
  ASSERT_TRUE(writer->Append(TestResult(kFirst, VerdictKind::kPass)).ok());
  auto size = std::filesystem::file_size(log_);
  EXPECT_EXIT(AppendBeyondLimit(writer.get(), size + 10),
              testing::ExitedWithCode(0), "");
  EXPECT_EQ(std::filesystem::file_size(log_), size);
}

TEST_F(RunLogTest, TheLaunchesOfAVerdictAreRead) {
  auto writer = Create();
  ASSERT_NE(writer, nullptr);
  for (int number : {1, 2, 3}) {
    ASSERT_TRUE(writer->Launch(TestLaunch(number, kFirst)).ok());
  }
  CaseResult result = TestResult(kFirst, VerdictKind::kPass);
  result.launches = {1, 3, 9};
  ASSERT_TRUE(writer->Append(result).ok());
  // Of an earlier case, which a difference remembers.
  ASSERT_TRUE(writer->Launch(TestLaunch(4, kFirst)).ok());
  result.id = kSecond;
  result.launches = {2};
  ASSERT_TRUE(writer->Append(result).ok());
  writer.reset();
  const auto run = ReadRun(folder_);
  ASSERT_TRUE(run.ok()) << run.status();
  std::vector<uint64_t> kept;
  for (const auto& [number, place] : run->launches) {
    const auto launch = ReadLaunch(*run, number);
    ASSERT_TRUE(launch.ok()) << launch.status();
    EXPECT_EQ(launch->number, number);
    kept.push_back(number);
  }
  EXPECT_TRUE(absl::IsNotFound(ReadLaunch(*run, 4).status()));
  EXPECT_THAT(kept, ElementsAre(1, 2, 3));
  EXPECT_EQ(run->last_launch, 4);
}

TEST_F(RunLogTest, ALaunchWithoutANumberIsPassedOver) {
  Write({kContext, R"({"kind":"launch"})", R"({"kind":"launch","number":-1})"});
  const auto run = ReadRun(folder_);
  ASSERT_TRUE(run.ok()) << run.status();
  EXPECT_THAT(run->launches, IsEmpty());
  EXPECT_EQ(run->last_launch, 0);
}

TEST_F(RunLogTest, ALaunchOfALogThatWasCutSinceIsAnErrorWithItsLine) {
  CaseResult result = TestResult(kFirst, VerdictKind::kPass);
  result.launches = {1};
  json verdict = ToJson(result);
  verdict["kind"] = "verdict";
  Write({kContext, TestLaunch(1, kFirst).dump(), verdict.dump()});
  const auto run = ReadRun(folder_);
  ASSERT_TRUE(run.ok()) << run.status();
  ASSERT_TRUE(ReadLaunch(*run, 1).ok());
  Write({kContext});
  EXPECT_THAT(std::string(ReadLaunch(*run, 1).status().message()),
              StartsWith(log_ + ":2: the log was changed while it was read"));
}

TEST_F(RunLogTest, ALogOfTwoDevicesIsReadAsTwoRuns) {
  RunHeader header;
  header.devices.resize(2);
  header.devices[0].device.full_name = "P/one";
  header.devices[0].driver_digest = "d1";
  header.devices[1].device.full_name = "P/two";
  header.devices[1].driver_digest = "d2";
  header.plan = {kFirst, kSecond};
  {
    auto writer = RunLogWriter::Create(folder_, header);
    ASSERT_TRUE(writer.ok()) << writer.status();
    ASSERT_TRUE((*writer)->Append(TestResult(kFirst, VerdictKind::kPass)).ok());
    ASSERT_TRUE((*writer)
                    ->Launch({{"number", 7}, {"device", 1}, {"case", kFirst}})
                    .ok());
    CaseResult other = TestResult(kFirst, VerdictKind::kHang, Cause::kMissed);
    other.device = 1;
    other.launches = {7};
    ASSERT_TRUE((*writer)->Append(other).ok());
    ASSERT_TRUE((*writer)->Note("of both").ok());
    AppendRaw(
        R"({"kind":"started","case":"barrier.b","device":1,"boot_id":"b"})"
        "\n");
    ASSERT_TRUE((*writer)->Finished(1).ok());
  }
  const auto runs = ReadRuns(folder_);
  ASSERT_TRUE(runs.ok()) << runs.status();
  ASSERT_EQ(runs->size(), 2);
  for (uint32_t device : {0u, 1u}) {
    const LoggedRun& run = (*runs)[device];
    EXPECT_EQ(run.device, device);
    EXPECT_EQ(run.header.schema, kRunLogSchema);
    EXPECT_EQ(run.header.devices.size(), 2);
    EXPECT_EQ(run.profile().device.full_name, device ? "P/two" : "P/one");
    EXPECT_EQ(run.profile().driver_digest, device ? "d2" : "d1");
    ASSERT_EQ(run.results.size(), 1);
    EXPECT_EQ(run.results[0].device, device);
    EXPECT_EQ(run.launches.size(), device);
    EXPECT_EQ(run.unfinished.size(), device);
    EXPECT_THAT(run.notes, ElementsAre("of both"));
    EXPECT_EQ(run.last_launch, 7);
    EXPECT_TRUE(run.sealed && run.intact && run.finished);
  }
  EXPECT_EQ((*runs)[1].results[0].verdict.kind, VerdictKind::kHang);
  EXPECT_EQ(ReadRun(folder_)->results[0].verdict.kind, VerdictKind::kPass);
}

TEST_F(RunLogTest, ASecondVerdictOnTheSameDeviceIsStillAnError) {
  json other = json::parse(VerdictLine(kFirst));
  other["device"] = 1;
  Write({R"({"kind":"context","schema":3,"devices":[{},{}]})",
         VerdictLine(kFirst), other.dump(), other.dump()});
  EXPECT_THAT(ReadError(),
              StartsWith(absl::StrCat(log_, ":4: a second verdict for ", kFirst,
                                      ", the first is in line 3; ")));
}

TEST_F(RunLogTest, TheKernelFilesAreKept) {
  auto writer = Create();
  ASSERT_TRUE(writer->Kernel("lib/a.cl", "int a;\n").ok());
  ASSERT_TRUE(writer->Append(TestResult(kFirst, VerdictKind::kPass)).ok());
  const auto run = ReadRun(folder_);
  ASSERT_TRUE(run.ok()) << run.status();
  ASSERT_EQ(run->kernels.size(), 1);
  EXPECT_EQ(run->kernels[0].path, "lib/a.cl");
  EXPECT_EQ(run->kernels[0].place.line, 2);
  EXPECT_EQ(run->results[0].line, 3);
  EXPECT_EQ((*ReadLine(*run, run->kernels[0].place))["text"], "int a;\n");
}

}  // namespace
}  // namespace wgsync
