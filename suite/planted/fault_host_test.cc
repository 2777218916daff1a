// Drivers that do not keep what the host was promised: each fault in the check
// that it breaks, with the verdict that must come of it, written down before it
// was run.

#include <stdlib.h>

#include <filesystem>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "devices/faults/fault_state.h"
#include "gtest/gtest.h"
#include "suite/core/plan/case.h"
#include "suite/core/record/result.h"
#include "suite/engine/session.h"
#include "suite/planted/score.h"
#include "suite/planted/test_device.h"

namespace wgsync {
namespace {

struct HostFault {
  const char* id;
  const char* spec;  // as the layer takes it
  const char* want;
  const char* why;
};

constexpr char kUnordered[] = "broken (not ordered)";
constexpr char kEarly[] = "broken (completed early)";
constexpr char kAnswer[] = "broken (wrong answer)";
constexpr char kTimes[] = "broken (wrong times)";
constexpr char kNotReturned[] = "hang (host call not returned)";

constexpr HostFault kFaults[] = {
    {"host_sync.wait_list/queue=two/command=kernel",
     "clEnqueueNDRangeKernel:no_waits+", kUnordered,
     "a wait list that is dropped orders nothing"},
    {"host_sync.wait_list/queue=two/command=copy",
     "clEnqueueCopyBuffer:no_waits+", kUnordered,
     "a wait list that is dropped orders nothing"},
    {"host_sync.barrier/queue=out_of_order/form=1_2/list=without",
     "clEnqueueBarrierWithWaitList:early+", kUnordered,
     "a barrier that does nothing holds nothing back"},
    {"host_sync.barrier/queue=out_of_order/form=1_0/list=without",
     "clEnqueueBarrier:early+", kUnordered,
     "a barrier that does nothing holds nothing back"},
    {"host_sync.marker/queue=in_order/form=1_2/list=without",
     "clEnqueueMarkerWithWaitList:early+", kEarly,
     "its event is complete while the command before it is held back"},
    {"host_sync.marker/queue=in_order/form=1_0/list=without",
     "clEnqueueMarker:early+", kEarly,
     "its event is complete while the command before it is held back"},
    {"host_sync.marker/queue=out_of_order/form=1_2/list=with",
     "clEnqueueMarkerWithWaitList:early+", kUnordered,
     "who waits for its event waits for nothing"},
    {"host_sync.finish/queue=in_order", "clFinish:early+", kEarly,
     "the read has not ended when it comes back"},
    {"host_sync.blocking_read/queue=in_order", "clEnqueueReadBuffer:early+",
     "lost", "the data is not there when it comes back, the canary's neither"},
    {"host_sync.blocking_write/queue=in_order", "clEnqueueWriteBuffer:early+",
     kEarly, "the memory is not read when it comes back"},
    {"host_sync.nonblocking_read/queue=in_order/wait=events",
     "clWaitForEvents:early+", kEarly, "waited for nothing"},
    {"host_sync.nonblocking_read/queue=in_order/wait=query",
     "clGetEventInfo:status=0+", kEarly, "it is called complete and is not"},
    {"host_sync.user_event/queue=in_order/command=read",
     "clEnqueueReadBuffer:no_waits+", kEarly,
     "it does not wait for the user event"},
    {"host_sync.user_event_status/first=complete",
     "clSetUserEventStatus:accept@3+", kAnswer,
     "a second completion is accepted"},
    {"host_sync.callback/status=complete", "clSetEventCallback:early+", kEarly,
     "called while the command is held back"},
    {"host_sync.callback/status=complete", "clSetEventCallback:drop+",
     "hang (not signalled)", "never called"},
    {"host_sync.callback/status=complete", "clSetEventCallback:twice+", kAnswer,
     "called twice"},
    {"host_sync.callback_refused/with=queued", "clSetEventCallback:accept+",
     kAnswer, "what is no status is accepted"},
    {"host_sync.failed_event/queue=in_order/command=read",
     "clSetUserEventStatus:status=0+", kAnswer,
     "the error does not travel down the wait list"},
    {"host_sync.failed_wait/call=wait", "clWaitForEvents:early+", kAnswer,
     "it says nothing of the error"},
    {"host_sync.profiling_order/queue=in_order",
     "clGetEventProfilingInfo(0x1283):answer=1+", kTimes,
     "the end lies before the start"},
    {"host_sync.profiling_elapsed/queue=in_order",
     "clGetEventProfilingInfo:answer=0+", kTimes, "no time has elapsed"},
    {"host_sync.profiling_refused/of=user_event",
     "clGetEventProfilingInfo:accept+", kAnswer, "times of a user event"},
    {"host_sync.barrier/queue=in_order/form=1_2/list=without",
     "clEnqueueBarrierWithWaitList:hang+", kNotReturned,
     "the worker lives, and is in that call"},
    {"host_sync.marker/queue=in_order/form=1_2/list=without",
     "clEnqueueMarkerWithWaitList:hang+", kNotReturned,
     "the worker lives, and is in that call"},
    {"host_sync.marker/queue=in_order/form=1_2/list=with",
     "clEnqueueMarkerWithWaitList:error=-30+", "error", "it must not fail"},
    {"host_sync.barrier/queue=out_of_order/form=1_0/list=without",
     "clEnqueueBarrier:error=-59+", "unsupported",
     "deprecated since OpenCL 1.2, and refused"},
    {"host_sync.barrier/queue=out_of_order/form=1_0/list=without",
     "clEnqueueBarrier:error=-30+", "error", "that is no refusal"},
    {"host_sync.barrier/queue=out_of_order/form=1_0/list=without",
     "clEnqueueBarrier:error=-5+", "unproven",
     "any call may be short of resources"},
    {"host_sync.barrier/queue=in_order/form=1_2/list=without",
     "clEnqueueBarrierWithWaitList:segv+", "crash", "the worker dies, twice"},
};

std::string Folder(const std::string& name) {
  return absl::StrCat(::testing::TempDir(), "/", name);
}

class FaultHostTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    std::error_code missing;
    const std::string layer = std::filesystem::absolute(
        "devices/faults/libwgsync_faults.so", missing);
    ASSERT_TRUE(std::filesystem::exists(layer, missing)) << layer;
    setenv("OCL_ICD_VENDORS", "/etc/OpenCL/vendors/pocl.icd", 0);
    setenv("OPENCL_LAYERS", layer.c_str(), 1);
    setenv(kFaultStateVariable, Folder("faults.state").c_str(), 1);
    setenv("POCL_CACHE_DIR", Folder("pocl").c_str(), 1);
    unsetenv(kFaultVariable);
    std::string error;
    state_ = FaultState::Map(Folder("faults.state"), &error);
    ASSERT_NE(state_, nullptr) << error;
    state_->Arm({});
    const absl::StatusOr<DeviceInfo> device = FindTestDevice();
    ASSERT_TRUE(device.ok()) << device.status();
    device_ = *device;
    ASSERT_NE(state_->calls(k_clGetPlatformIDs), 0u)
        << "the loader has not loaded " << layer;
  }

  // One case in a run of its own; armed once its worker is there.
  static CaseResult RunOne(const char* id, const char* spec) {
    std::vector<FaultSpec> specs;
    std::string error;
    EXPECT_TRUE(ParseFaults(spec, &specs, &error)) << error;
    CaseResult result;
    RunOptions options;
    options.device = device_;
    options.folder = Folder(absl::StrCat("run_", runs_++));
    // Long enough for what lives, on two busy cores.
    options.limits.host = 4;
    const absl::StatusOr<Case> c = ParseCaseId(id);
    EXPECT_TRUE(c.ok()) << c.status();
    if (!c.ok()) return result;
    options.cases = {{*c, id, "planted"}};
    state_->Arm({});
    options.on_start = [&](const std::string&, size_t, size_t) {
      state_->Arm(specs);
    };
    options.on_result = [&](const CaseResult& r, size_t, size_t) {
      result = r;
      fired_ = state_->fired();
      state_->Arm({});
    };
    const absl::StatusOr<RunSummary> summary = RunDevice(options);
    EXPECT_TRUE(summary.ok()) << summary.status();
    std::error_code ignored;
    std::filesystem::remove_all(options.folder, ignored);
    return result;
  }

  static FaultState* state_;
  static DeviceInfo device_;
  static int runs_;
  static uint32_t fired_;
};
FaultState* FaultHostTest::state_ = nullptr;
DeviceInfo FaultHostTest::device_;
int FaultHostTest::runs_ = 0;
uint32_t FaultHostTest::fired_ = 0;

TEST_F(FaultHostTest, EachCheckFindsWhatBreaksIt) {
  const char* only = getenv("WGSYNC_PLANTED_ONLY");
  std::string clean_id, clean;
  for (const HostFault& f : kFaults) {
    if (only != nullptr &&
        absl::StrCat(f.id, f.spec).find(only) == std::string::npos) {
      continue;
    }
    // Without a fault it must pass, or the fault has not been found by it.
    if (clean_id != f.id) {
      clean_id = f.id;
      clean = VerdictText(RunOne(f.id, "").verdict);
      ExpectVerdict({"host: without a fault", f.id, "pass", f.why}, clean);
    }
    const CaseResult r = RunOne(f.id, f.spec);
    const std::string got = VerdictText(r.verdict);
    const std::string name = absl::StrCat(f.id, " ", f.spec);
    if (!ExpectVerdict({"host: faults", name, f.want, f.why}, got)) {
      for (const std::string& words : r.words) ADD_FAILURE() << words;
    }
    EXPECT_GE(fired_, 1u) << name << ": no call was hit";
    const bool fails =
        got != "unsupported" && got != "pass" && got != "unproven";
    const bool binds = got == "lost" || (fails && r.soundness == "guaranteed");
    EXPECT_EQ(r.binds, binds ? "violation" : "") << name;
  }
}

}  // namespace
}  // namespace wgsync
