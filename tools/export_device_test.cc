// What an export is for, on a real device, PoCL: its C program, compiled by a C
// compiler with nothing but libOpenCL, comes to the verdict that it was
// exported with.

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "suite/core/record/run_log.h"
#include "tools/wgsync_program_testing.h"

namespace wgsync {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;

// Inside of a TEST, Run is a function of testing::Test.
using LoggedRun = Run;

// What replay.c exits with.
constexpr int kRight = 0, kWrong = 1, kHung = 2, kCouldNotRun = 3,
              kBadOption = 4;

struct Exported {
  const char* name;
  const char* model;  // that PoCL is made to behave like; "" for none
  const char* id;
  VerdictKind verdict;
  int exit_code;
  const char* says;  // a regular expression
};

#define BARRIER(poll, groups)            \
  "barrier.counter_per_group/poll=" poll \
  "/signal=rmw/fence=device/pay=plain/work=exchange/wg=64/groups=" groups

// With two threads; no grid rests on a residency that is measured.
constexpr Exported kCases[] = {
    {"pass", "", BARRIER("rmw", "2"), VerdictKind::kPass, kRight, " 0 wrong, "},
    {"hang", "", BARRIER("rmw", "3"), VerdictKind::kHang, kHung,
     "of 3 work-groups 2 have started and 0 have ended\n"
     "not started: [0-2] \\(1 in all\\)\n"
     "started and not ended: [0-2], [0-2] \\(2 in all\\)\n"},
    {"hoisted", "", BARRIER("plain", "2"), VerdictKind::kStaleHoisted, kHung,
     "of 2 work-groups 2 have started and"},
    // The same waits for ever where they are cut short: that is no luck, as
    // what a racy lock lets through is.
    {"broken", "cut_loops=5000", BARRIER("rmw", "3"), VerdictKind::kBroken,
     kWrong, "waits that ended before their condition was met"},
};

class ExportDeviceTest : public ProgramTest {
 protected:
  static std::string RunOf(const Exported& e) {
    return e.model[0] == 0 ? "run" : "model";
  }
  // One run of all cases, and one of those on a model.
  void SetUp() override {
    std::map<std::string, std::string> args;
    for (const Exported& e : kCases) {
      absl::StrAppend(&args[RunOf(e)], " --cases ", e.id);
      if (e.model[0] != 0) {
        absl::StrAppend(&args[RunOf(e)], " --model ", e.model);
      }
    }
    for (const auto& [name, cases] : args) {
      const std::string folder = folder_ + "/" + name;
      const ProgramOutcome made = Wgsync(
          absl::StrCat("run --device Portable --out ", folder, cases), Pocl());
      absl::StatusOr<std::vector<LoggedRun>> runs = ReadRuns(folder);
      ASSERT_TRUE(runs.ok()) << runs.status() << made.text;
      for (const CaseResult& r : (*runs)[0].results) {
        seen_[name + r.id] = r.verdict.kind;
      }
    }
  }
  std::string Export(const Exported& e) {
    const std::string out = absl::StrCat(folder_, "/", e.name);
    const ProgramOutcome made =
        Wgsync(absl::StrCat("export ", folder_, "/", RunOf(e), " ", e.id,
                            " --wait 200 -o ", out),
               Pocl());
    EXPECT_EQ(made.exit_code, kAsExpected) << made.text;
    for (const char* file :
         {"README.txt", "evidence.txt", "kernel.cl", "program.txt",
          "options.txt", "kernel.bin", "replay.c"}) {
      EXPECT_TRUE(std::filesystem::exists(out + "/" + file))
          << file << ": " << made.text;
    }
    return out;
  }
  // As README.txt says, and stricter.
  ProgramOutcome Replay(const std::string& folder, const std::string& args) {
    return RunShell("{ cd " + folder +
                    " && cc -std=c11 -Wall -Wextra -Werror replay.c -lOpenCL "
                    "-o replay && " +
                    Pocl() + " ./replay " + args + "; } 2>&1");
  }

  std::map<std::string, VerdictKind> seen_;
};

// A hang is one for as short a patience too.
TEST_F(ExportDeviceTest, TheProgramComesToTheVerdict) {
  for (const Exported& e : kCases) {
    ASSERT_EQ(seen_[RunOf(e) + e.id], e.verdict) << e.name;
    const std::string folder = Export(e);
    const ProgramOutcome replayed =
        Replay(folder, e.exit_code == kHung ? "-s 1" : "-n 4");
    EXPECT_EQ(replayed.exit_code, e.exit_code) << e.id << "\n" << replayed.text;
    EXPECT_THAT(replayed.text, ContainsRegex(e.says)) << e.id;
  }
  const auto again = [&](const std::string& args) {
    return RunShell("{ cd " + folder_ + "/pass && " + Pocl() + " ./replay " +
                    args + "; } 2>&1");
  };
  for (const char* args : {"-s abc", "-s 0", "-s nan", "-n abc", "-n -3",
                           "-n 0", "-n 4x", "-d -1", "-d ''", "4"}) {
    const ProgramOutcome refused = again(args);
    EXPECT_EQ(refused.exit_code, kBadOption) << args << "\n" << refused.text;
    EXPECT_EQ(std::count(refused.text.begin(), refused.text.end(), '\n'), 1)
        << args << "\n"
        << refused.text;
  }
  EXPECT_THAT(again("-n -3").text, HasSubstr("-n '-3': name a whole number"));
  // Another device is named; none of that name is said so.
  const ProgramOutcome none = again("-p 'no such'");
  EXPECT_EQ(none.exit_code, kCouldNotRun) << none.text;
  EXPECT_THAT(none.text, HasSubstr("there is no device 'no such'"));
}

}  // namespace
}  // namespace wgsync
