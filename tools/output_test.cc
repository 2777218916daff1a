// What the program prints, as its reader finds it: JSON alone on stdout,
// widths, pipes that are closed, and JUnit that a schema accepts. Nothing here
// needs an OpenCL device.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "suite/core/record/run_log.h"
#include "suite/core/record/test_runs.h"
#include "tools/wgsync_program_testing.h"

namespace wgsync {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::SizeIs;

// Of a command of Bash, in which WGSYNC is the program.
ProgramOutcome Shell(const std::string& command) {
  return RunShell("bash -c \"" +
                  absl::StrReplaceAll(command, {{"WGSYNC", WgsyncProgram()}}) +
                  "\" 2>&1");
}

class OutputTest : public ProgramTest {
 protected:
  // A finished run of what binds and of what does not, with words that no
  // document takes as they are.
  std::string MakeRun(const std::string& name,
                      VerdictKind second = VerdictKind::kPass) {
    CaseResult hang =
        TestResult("barrier.a/poll=rmw/groups=3", VerdictKind::kHang,
                   Cause::kNotStarted, Binding::kProgress);
    hang.words = {"<group 1> & \x1b[31m said \xff\xfe ]]> after all"};
    const CaseResult pass = TestResult("barrier.a/poll=rmw/groups=2", second);
    const CaseResult bad =
        TestResult("mutex.b/poll=rmw/groups=2", VerdictKind::kInfra);
    const CaseResult unproven =
        TestResult("mutex.b/poll=rmw/groups=1", VerdictKind::kUnproven);
    const std::string folder = folder_ + "/" + name;
    RunHeader header = TestHeader({hang.id, pass.id, bad.id, unproven.id});
    header.devices[0].device.full_name = "A \x01/\"D\"\xff";
    header.devices[0].device.driver_version = "7.1";
    auto log = RunLogWriter::Create(folder, header);
    EXPECT_TRUE(log.ok()) << log.status();
    for (const CaseResult& r : {hang, pass, bad, unproven}) {
      EXPECT_TRUE((*log)->Append(r).ok());
    }
    EXPECT_TRUE((*log)->Finished(0).ok());
    return folder;
  }

  // The document on stdout.
  json JsonOf(const std::string& args, const std::string& kind) {
    const ProgramOutcome o = Shell("WGSYNC " + args + " --json 2> /dev/null");
    const json document = json::parse(o.text, nullptr, /*exceptions=*/false);
    EXPECT_TRUE(document.is_object()) << args << "\n" << o.text;
    if (!document.is_object()) return json::object();
    EXPECT_EQ(document.value("kind", ""), kind) << args;
    EXPECT_EQ(document.value("schema", 0), 1) << args;
    return document;
  }
};

TEST_F(OutputTest, EveryReportIsJsonWhereItIsAskedFor) {
  const std::string run = MakeRun("a"),
                    other = MakeRun("b", VerdictKind::kBroken);
  EXPECT_THAT(JsonOf("matrix " + run + " " + other, "matrix")["cases"],
              SizeIs(4));
  EXPECT_THAT(JsonOf("show " + run, "run")["runs"], SizeIs(1));
  EXPECT_THAT(JsonOf("show " + run + " 'barrier.*'", "case")["cases"],
              SizeIs(2));
  EXPECT_EQ(JsonOf("diff " + run + " " + other, "diff")["counts"]["unchanged"],
            3);
  EXPECT_EQ(JsonOf("gate --baseline " + run + " " + other, "gate")["exit"], 1);
  EXPECT_THAT(JsonOf("explain plain", "explain")["words"], SizeIs(4));
  const json list = JsonOf("list 'mutex.*'", "list");
  EXPECT_EQ(list["tier"], "smoke");
  EXPECT_EQ(list["cases"][0]["family"], "mutex");
  const std::string file = folder_ + "/x.expect";
  std::ofstream(file) << "nonsense\n";
  const json check = JsonOf("expect check " + file, "expect check");
  EXPECT_THAT(check["files"][0]["errors"], Not(SizeIs(0)));
}

TEST_F(OutputTest, ALineOfAPipeIsWhole) {
  const std::string run = MakeRun("a");
  const std::string show = "show " + run + " 'barrier.a/poll=rmw/groups=3'";
  const auto widest = [](const std::string& text) {
    size_t most = 0;
    for (absl::string_view line : absl::StrSplit(text, '\n')) {
      // What is copied is never folded.
      const bool copied = absl::StrContains(line, "wgsync run") ||
                          absl::StrContains(line, "wgsync show");
      most = std::max(most, copied ? 0 : line.size());
    }
    return most;
  };
  EXPECT_THAT(Wgsync("list --why --tier smoke").text,
              HasSubstr("which are of work-group scope at most (\"Fence "
                        "Operations\"; OpenCL C, \"OpenCL C 1.x Legacy "
                        "Atomics\")\n"));
  EXPECT_LE(widest(Wgsync(show, "COLUMNS=60").text), 60);
  EXPECT_GT(widest(Wgsync("list --why", "COLUMNS=nonsense").text), 120);
}

TEST_F(OutputTest, AReaderThatGoesAwayIsNoFault) {
  const ProgramOutcome gone =
      Shell("set -o pipefail; WGSYNC list --tier full | head -n 1 > /dev/null");
  EXPECT_EQ(gone.exit_code, 0) << gone.text;
  EXPECT_EQ(gone.text, "");
  // The exit code stays what it is without a pipe.
  const std::string run = MakeRun("a"),
                    other = MakeRun("b", VerdictKind::kBroken);
  const ProgramOutcome gate = Shell("set -o pipefail; WGSYNC gate --baseline " +
                                    run + " " + other + " | true");
  EXPECT_EQ(gate.exit_code, 1) << gate.text;
  const ProgramOutcome full = Shell("WGSYNC list > /dev/full");
  EXPECT_EQ(full.exit_code, 3);
  EXPECT_EQ(full.text, "wgsync: cannot write to the standard output\n");
}

TEST_F(OutputTest, ColoursStayOutOfPipes) {
  const std::string run = MakeRun("a"),
                    other = MakeRun("b", VerdictKind::kBroken);
  for (const std::string& args :
       {"matrix " + run, "show " + run, "diff " + run + " " + other,
        "show " + run + " groups=3", "gate --baseline " + run + " " + other}) {
    EXPECT_THAT(Wgsync(args + " --color=always", "NO_COLOR=1").text,
                HasSubstr("\x1b["))
        << args;
    EXPECT_THAT(Wgsync(args).text, Not(HasSubstr("\x1b["))) << args;
    EXPECT_THAT(Wgsync(args + " --color never").text, Not(HasSubstr("\x1b[")));
  }
}

TEST_F(OutputTest, JunitIsWhatTheSchemaSays) {
  const std::string run = MakeRun("a"), other = MakeRun("b");
  const std::string file = folder_ + "/junit.xml";
  const std::string check =
      "xmllint --noout --schema reports/render/junit.xsd " + file;
  for (const std::string& args :
       {"show " + run + " --junit " + file,
        "show " + folder_ + " --junit " + file,
        "gate --across --baseline " + run + " " + other + " --junit " + file}) {
    Wgsync(args);
    const ProgramOutcome checked = Shell(check);
    EXPECT_EQ(checked.exit_code, 0) << args << "\n" << checked.text;
    std::filesystem::remove(file);
  }
  // The schema can refuse: a document without its counts.
  std::ofstream(file) << "<testsuites name=\"wgsync\"/>";
  EXPECT_NE(Shell(check).exit_code, 0);
}

TEST_F(OutputTest, AJunitFileThatCannotBeWrittenIsSaid) {
  const std::string run = MakeRun("a");
  ExpectRefused(Wgsync("show " + run + " --junit /proc/none/j.xml"),
                "/proc/none/j.xml: cannot write it");
  // Before anything is run, and before the cases are looked at.
  ExpectRefused(Wgsync("run --out " + folder_ +
                       "/r --cases nonsense --junit /proc/none/j.xml"),
                "/proc/none/j.xml: cannot write it");
  EXPECT_FALSE(std::filesystem::exists(folder_ + "/r"));
}

}  // namespace
}  // namespace wgsync
