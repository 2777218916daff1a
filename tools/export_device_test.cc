// What an export is for, on a real device, PoCL: its C program, compiled by a C
// compiler with nothing but libOpenCL, comes to the verdict that it was
// exported with.

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "reports/run_log.h"
#include "tools/wgsync_program.h"

namespace wgsync {
namespace {

using ::testing::HasSubstr;

// Inside of a TEST, Run is a function of testing::Test.
using LoggedRun = Run;

// What replay.c exits with.
constexpr int kRight = 0, kWrong = 1, kHung = 2, kCouldNotRun = 3;

struct Exported {
  const char* name;
  const char* id;
  VerdictKind verdict;
  int exit_code;
  const char* says;
};

#define BARRIER(poll, groups)            \
  "barrier.counter_per_group/poll=" poll \
  "/signal=rmw/fence=device/pay=plain/work=exchange/wg=64/groups=" groups

// With two threads; no grid rests on a residency that is measured.
constexpr Exported kCases[] = {
    {"pass", BARRIER("rmw", "2"), VerdictKind::kPass, kRight, " 0 wrong, "},
    {"hang", BARRIER("rmw", "3"), VerdictKind::kHang, kHung,
     "of 3 work-groups 2 have started and 0 have ended"},
    {"hoisted", BARRIER("plain", "2"), VerdictKind::kStaleHoisted, kHung,
     "of 2 work-groups 2 have started and"},
    // Its stores and loads are not ordered as it needs: both are inside.
    {"broken",
     "mutex.peterson/poll=acquire/signal=release/fence=none/pay=plain/"
     "work=counter/wg=64/groups=2",
     VerdictKind::kBroken, kWrong, "turns in which it was not held alone"},
};

class ExportDeviceTest : public ProgramTest {
 protected:
  std::string Environment() const {
    return "POCL_MAX_PTHREAD_COUNT=2 POCL_CACHE_DIR=" + folder_ + "/cache";
  }
  // One run of all cases, for all tests.
  void SetUp() override {
    std::string cases;
    for (const Exported& e : kCases) absl::StrAppend(&cases, " --cases ", e.id);
    const ProgramOutcome made =
        Wgsync("run --device Portable --out " + folder_ + "/run" + cases,
               Environment());
    absl::StatusOr<std::vector<LoggedRun>> runs = ReadRuns(folder_ + "/run");
    ASSERT_TRUE(runs.ok()) << runs.status() << made.text;
    for (const CaseResult& r : (*runs)[0].results) {
      seen_[r.id] = r.verdict.kind;
    }
  }
  std::string Export(const Exported& e) {
    const std::string out = absl::StrCat(folder_, "/", e.name);
    const ProgramOutcome made = Wgsync(
        absl::StrCat("export ", folder_, "/run ", e.id, " --wait 200 -o ", out),
        Environment());
    EXPECT_EQ(made.exit_code, kAsExpected) << made.text;
    for (const char* file : {"README.txt", "evidence.txt", "kernel.cl",
                             "options.txt", "kernel.bin", "replay.c"}) {
      EXPECT_TRUE(std::filesystem::exists(out + "/" + file))
          << file << ": " << made.text;
    }
    return out;
  }
  // As README.txt says, and stricter.
  ProgramOutcome Replay(const std::string& folder, const std::string& args) {
    return Shell("cd " + folder +
                 " && cc -std=c11 -Wall -Wextra -Werror replay.c -lOpenCL -o "
                 "replay && " +
                 Environment() + " ./replay " + args);
  }

  std::map<std::string, VerdictKind> seen_;
};

// A hang is one for as short a patience too.
TEST_F(ExportDeviceTest, TheProgramComesToTheVerdict) {
  for (const Exported& e : kCases) {
    ASSERT_EQ(seen_[e.id], e.verdict) << e.id;
    const std::string folder = Export(e);
    const ProgramOutcome replayed =
        Replay(folder, e.exit_code == kHung ? "-s 1" : "");
    EXPECT_EQ(replayed.exit_code, e.exit_code) << e.id << "\n" << replayed.text;
    EXPECT_THAT(replayed.text, HasSubstr(e.says)) << e.id;
  }
  // Another device is named; none of that name is said so.
  const ProgramOutcome none = Shell("cd " + folder_ + "/pass && " +
                                    Environment() + " ./replay -p 'no such'");
  EXPECT_EQ(none.exit_code, kCouldNotRun) << none.text;
  EXPECT_THAT(none.text, HasSubstr("there is no device 'no such'"));
}

}  // namespace
}  // namespace wgsync
