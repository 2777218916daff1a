// The probe that a library takes in, compiled by a C compiler and asked on real
// drivers: it says yes only where that could have come out otherwise.

#include <filesystem>
#include <string>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "suite/core/base/write_file.h"
#include "tools/wgsync_program_testing.h"

namespace wgsync {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// Each thread has a core. Otherwise both are on one for seconds now and then,
// where no groups meet and nothing is known.
constexpr char kPocl[] =
    "OCL_ICD_VENDORS=pocl.icd POCL_MAX_PTHREAD_COUNT=2 POCL_AFFINITY=1";
constexpr char kRusticl[] =
    "OCL_ICD_VENDORS=rusticl.icd RUSTICL_ENABLE=llvmpipe";

// A library's start: it asks up to 20 times, until the answer is known.
constexpr char kCaller[] = R"(
#define CL_TARGET_OPENCL_VERSION 120
#include "probe.h"
#include <stdio.h>
int main(void) {
  cl_platform_id platform;
  cl_device_id device;
  wgsync_probe_result r = {0};
  cl_int e = clGetPlatformIDs(1, &platform, NULL);
  if (e == CL_SUCCESS) e = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL);
  if (e != CL_SUCCESS) return 2;
  cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &e);
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, &e);
  for (int i = 0; i < 20 && r.answer == WGSYNC_PROBE_NOT_KNOWN; ++i) {
    e = wgsync_probe(context, device, queue, &r);
  }
  printf("error %d, %s, %u groups of %u: %s; %s\n", e,
         r.answer == WGSYNC_PROBE_YES ? "yes" : r.answer == WGSYNC_PROBE_NO ? "no" : "not known",
         r.groups, r.items, r.form, r.why);
  return 0;
}
)";

class ProbeDeviceTest : public ProgramTest {
 protected:
  // What the probe answers there; `edit` is a command of sed for its text.
  std::string Ask(const std::string& what, const std::string& environment,
                  const std::string& edit = "") {
    const std::string folder = absl::StrCat(folder_, "/", ++asked_);
    std::filesystem::create_directories(folder);
    EXPECT_TRUE(WriteTextFile(folder + "/caller.c", kCaller, "").ok());
    const ProgramOutcome made =
        Wgsync("export --probe " + what + " -o " + folder + "/probe.c");
    EXPECT_EQ(made.exit_code, kAsExpected) << made.text;
    const ProgramOutcome outcome = RunShell(absl::StrCat(
        "{ cd ", folder, " && cp probe.c whole.c && sed -i '", edit,
        "' probe.c && { test -z '", edit,
        "' || ! cmp -s whole.c probe.c; } && cc -std=c99 -pedantic -Wall "
        "-Wextra -Werror probe.c caller.c -lOpenCL -o caller && "
        "POCL_CACHE_DIR=",
        folder_, "/cache ", environment, " ./caller; } 2>&1"));
    EXPECT_EQ(outcome.exit_code, 0) << outcome.text;
    return outcome.text;
  }
  int asked_ = 0;
};

TEST_F(ProbeDeviceTest, TwoThreadsOfPoclMayMeetAndLockAndLookBack) {
  EXPECT_THAT(Ask("barrier", kPocl), HasSubstr("yes, 2 groups of 64: atomic_"));
  EXPECT_THAT(Ask("lock", kPocl), HasSubstr("yes, 128 groups of 64"));
  EXPECT_THAT(Ask("look-back", kPocl), HasSubstr("yes, 128 groups of 64"));
}

TEST_F(ProbeDeviceTest, ABarrierThatDoesNotWaitIsFound) {
  EXPECT_THAT(Ask("barrier", kPocl, "s/waits == 0u ||/1 ||/"),
              HasSubstr("no, 0 groups of 64: atomic_"));
}

TEST_F(ProbeDeviceTest, ALockThatLetsEveryoneInIsFound) {
  EXPECT_THAT(Ask("lock", kPocl, "s/bool got = waits == 0u/bool got = true/"),
              HasSubstr("a launch with all its waits came out wrong"));
}

TEST_F(ProbeDeviceTest, ARightLaunchProvesNothingIfTheOneWithoutWaitsIsRight) {
  EXPECT_THAT(Ask("barrier", kPocl, "s/WG_ADD(WG_WRONG, 1u)/(void)0/"),
              HasSubstr("not known, 0 groups of 64"));
}

TEST_F(ProbeDeviceTest, OneGroupAtATimeIsNoAnswer) {
  EXPECT_THAT(Ask("barrier",
                  "OCL_ICD_VENDORS=pocl.icd "
                  "POCL_MAX_PTHREAD_COUNT=1"),
              HasSubstr("not known, 0 groups of 64"));
}

TEST_F(ProbeDeviceTest, LoopsThatAreCutShortAreFound) {
  for (const char* what : {"barrier", "lock", "look-back"}) {
    EXPECT_THAT(Ask(what, kRusticl), HasSubstr("a long loop is cut short"));
  }
}

TEST_F(ProbeDeviceTest, ADriverThatDropsLaunchesOrDataGetsNoYes) {
  const std::string layer = absl::StrCat(
      kPocl, " OPENCL_LAYERS=",
      std::filesystem::absolute("devices/faults/libwgsync_faults.so").string(),
      " WGSYNC_FAULT=");
  for (const char* fault :
       {"clEnqueueNDRangeKernel:leave_out@1+",
        "clEnqueueNDRangeKernel:leave_out@3+", "clEnqueueReadBuffer:error@2+",
        "clBuildProgram:fail@1+"}) {
    EXPECT_THAT(Ask("barrier", layer + "'" + fault + "'"),
                Not(HasSubstr("yes")))
        << fault;
  }
}

TEST_F(ProbeDeviceTest, BadInputIsOneLine) {
  ExpectRefused(Wgsync("export --probe barriers -o " + folder_ + "/p.c"),
                "none of barrier, lock, look-back");
  ExpectRefused(Wgsync("export --probe lock -o " + folder_ + "/p"),
                "name it by -o FILE.c");
  ExpectRefused(Wgsync("export --probe lock RUN -o " + folder_ + "/p.c"),
                "reads no RUN");
  ExpectRefused(Wgsync("export -o " + folder_ + "/p.c"), "name a RUN");
  ASSERT_TRUE(WriteTextFile(folder_ + "/p.h", "mine", "").ok());
  ExpectRefused(Wgsync("export --probe lock -o " + folder_ + "/p.c"),
                "p.h: is there");
}

}  // namespace
}  // namespace wgsync
