#include "suite/proof/planted/faults/fault_rules.h"

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace wgsync {
namespace {

constexpr char kHarness[] = "infra (harness)";
constexpr char kNeverStarted[] = "infra (never started)";
constexpr char kNotReported[] = "error (completion not reported)";
constexpr char kEarly[] = "error (completed early)";
constexpr bool kQuick = true;

// Before the enqueue; without one of these there is no launch.
constexpr char kSetUp[] =
    "clCreateProgramWithSource clBuildProgram clCreateKernel clCreateBuffer "
    "clEnqueueWriteBuffer clGetKernelInfo clSetKernelArg";
// From the enqueue to the results.
constexpr char kRun[] =
    "clEnqueueNDRangeKernel clFlush clFinish clWaitForEvents clGetEventInfo "
    "clEnqueueMapBuffer clEnqueueUnmapMemObject clEnqueueReadBuffer";
// Before the enqueue too, and a launch can do without their answers.
constexpr char kBeside[] =
    "clGetProgramBuildInfo clReleaseMemObject clReleaseKernel "
    "clReleaseProgram clRetainMemObject";

struct FaultRule {
  const char* faults;
  const char* entries;  // "*" all
  const char* want;
  const char* why;
};

// Of a launch, the first that fits.
constexpr FaultRule kLaunchRules[] = {
    {"segv abort exit0", "*", kAsWithout,
     "a crash that does not come again in a fresh worker gives way to the "
     "repeat"},
    {"slow", "*", kAsWithout,
     "the clock of a case is its groups', from the first start to the last "
     "end"},
    {"error", kSetUp, kHarness, "without a set-up the case has said nothing"},
    {"error", kRun, "error", "an error of the command, by name"},
    {"error", "*", kAsWithout, "nothing rests on what it answers"},
    {"hang", kSetUp, kHarness, "what hangs before the enqueue is no launch"},
    {"hang", kBeside, kHarness, "what hangs before the enqueue is no launch"},
    {"hang", "clEnqueueNDRangeKernel", kNeverStarted,
     "no start word: a kernel that did not begin has not hung"},
    {"hang", "clFlush",
     "error (completion not reported) | infra (never started)",
     "a driver starts at the enqueue or at the flush"},
    {"hang", "*", kNotReported,
     "every group has its end word: none of them hangs"},
};

bool Listed(const char* list, absl::string_view word) {
  if (absl::string_view(list) == "*") return true;
  const std::vector<absl::string_view> words = absl::StrSplit(list, ' ');
  return absl::c_linear_search(words, word);
}

FaultRow Row(FaultPhase phase, std::string spec, std::string want,
             std::string why) {
  FaultRow row;
  row.phase = phase;
  row.spec = std::move(spec);
  row.want = std::move(want);
  row.why = std::move(why);
  return row;
}

void AddBuilds(std::vector<FaultRow>* rows) {
  for (const char* how : {"fail", "fail_long", "fail_nul", "fail_bytes"}) {
    const std::string spec = absl::StrCat("clBuildProgram:", how);
    rows->push_back(Row(FaultPhase::kBoard, spec, "build-failed",
                        "the compiler refuses the case's own program"));
    rows->push_back(Row(FaultPhase::kFreshControl, absl::StrCat(spec, "@2"),
                        "infra (control failed)",
                        "a control that does not build is no verdict on a "
                        "case that does"));
    rows->push_back(Row(FaultPhase::kOpen, spec, kAsWithout,
                        "opening says nothing of a case"));
  }
  // The control and the case's own program, and that again in a fresh worker;
  // not the program without the claimed orders. A call counts for the first
  // fault that it makes happen, and not for those after it.
  rows->push_back(
      Row(FaultPhase::kFreshControl,
          "clBuildProgram:fail@2,clBuildProgram:fail@2,clBuildProgram:fail@3",
          "build-failed (claim denied)",
          "each order and scope of the case is claimed, and without them it "
          "builds"));
  rows->push_back(Row(FaultPhase::kBoard, "clBuildProgram:error=-11",
                      "build-failed", "refused, without a word"));
  rows->push_back(Row(FaultPhase::kBoard, "clCreateKernel:error=-46",
                      "build-failed", "built, and has no such kernel"));
  rows->push_back(Row(FaultPhase::kBoard, "clGetProgramBuildInfo:too_large",
                      kAsWithout, "a log that is not to be had"));
  rows->push_back(Row(FaultPhase::kBoard, "clGetProgramBuildInfo:garbage@2",
                      kAsWithout, "a log that is not to be read"));
  rows->push_back(Row(FaultPhase::kBoard,
                      "clGetProgramBuildInfo:unterminated@2", kAsWithout,
                      "a log without its end"));
}

void AddReads(std::vector<FaultRow>* rows) {
  // The results of a launch are read twice, region by region.
  for (const char* lie : {"corrupt", "truncate"}) {
    rows->push_back(Row(FaultPhase::kBoard,
                        absl::StrCat("clEnqueueMapBuffer:", lie), kHarness,
                        "of two reads that differ none is a result"));
    for (int call = 1; call <= 10; ++call) {
      rows->push_back(
          Row(FaultPhase::kBoard,
              absl::StrCat("clCreateBuffer:copy+,clEnqueueMapBuffer:", lie, "@",
                           call),
              kHarness, "of two reads that differ none is a result"));
    }
    for (int call : {1, 2}) {
      rows->push_back(
          Row(FaultPhase::kOpen,
              absl::StrCat("clEnqueueReadBuffer:", lie, "@", call), kAsWithout,
              "a canary that was read wrong: the worker is started once more"));
    }
  }
  rows->push_back(Row(FaultPhase::kBoard, "clCreateBuffer:copy@1+", kAsWithout,
                      "a driver may copy; the results come back all the same"));
  rows->push_back(Row(FaultPhase::kOpen, "clCreateBuffer:copy@2", kAsWithout,
                      "the self-test has more tries than one"));
  rows->push_back(Row(FaultPhase::kOpen, "clEnqueueWriteBuffer:drop",
                      kAsWithout, "a canary whose memory is not its own"));
}

void AddLaunches(std::vector<FaultRow>* rows) {
  for (FaultPhase phase : {FaultPhase::kControl, FaultPhase::kBoard}) {
    rows->push_back(Row(phase, "clEnqueueNDRangeKernel:leave_out",
                        kNeverStarted, "no start word, whatever the event"));
  }
  rows->push_back(Row(FaultPhase::kBoard, "clEnqueueNDRangeKernel:leave_out@2",
                      kNeverStarted, "the judged launch has not run"));
  for (int call : {1, 2}) {
    rows->push_back(Row(FaultPhase::kOpen,
                        absl::StrCat("clEnqueueNDRangeKernel:leave_out@", call),
                        kAsWithout,
                        "canary and self-test that did not run prove nothing"));
  }
  for (int call : {2, 5, 20}) {
    rows->push_back(Row(FaultPhase::kFirst,
                        absl::StrCat("clEnqueueNDRangeKernel:leave_out@", call),
                        kAsWithout,
                        "a calibration that did not run cuts no loop"));
    rows->push_back(
        Row(FaultPhase::kFirst,
            absl::StrCat("clEnqueueReadBuffer:corrupt=32@", 2 * call),
            kAsWithout, "a calibration that was read wrong cuts no loop"));
  }
  rows->push_back(Row(FaultPhase::kBoard, "clEnqueueNDRangeKernel:error@2",
                      "error", "the judged launch ended in an error"));
  rows->push_back(Row(FaultPhase::kBoard, "clEnqueueNDRangeKernel:hang@2",
                      kNeverStarted, "the judged launch did not begin"));
  FaultRow died = Row(FaultPhase::kBoard, "clEnqueueNDRangeKernel:abort@2",
                      kAsWithout, "a crash that does not come again");
  died.crash_beside = true;
  rows->push_back(died);
  for (FaultPhase phase : {FaultPhase::kControl, FaultPhase::kBoard}) {
    for (const char* entry : {"clEnqueueNDRangeKernel", "clFinish"}) {
      rows->push_back(Row(phase, absl::StrCat(entry, ":kill"), kAsWithout,
                          "an end from outside is repeated in a fresh worker"));
    }
  }
}

void AddCompletions(std::vector<FaultRow>* rows) {
  const auto board = [rows](const char* spec, const char* want,
                            const char* why) {
    rows->push_back(Row(FaultPhase::kBoard, spec, want, why));
  };
  board("clFinish:early", kAsWithout, "the event is waited for as well");
  board("clWaitForEvents:early", kAsWithout, "clFinish waits as well");
  const auto longer = [rows](const char* spec, const char* want,
                             const char* why) {
    rows->push_back(Row(FaultPhase::kLong, spec, want, why));
  };
  longer("clFinish:early,clWaitForEvents:early",
         "error (completed early) | error (completion not reported)",
         "both came back and the event is not complete");
  longer("clFinish:early,clWaitForEvents:early,clGetEventInfo:status=0", kEarly,
         "memory moves on after the completion");
  longer("clFinish:early+,clWaitForEvents:early+,clGetEventInfo:status=0+",
         kEarly, "memory moves on after the completion");
  board("clGetEventInfo:status=1", kNotReported,
        "all have ended, and the event says that they run");
  board("clGetEventInfo:status=-5", "error", "a negative status, by name");
  board("clGetEventInfo:status=-9999", "error", "a negative status, by name");
  board("clFinish:never", kNotReported, "all have ended");
  board("clWaitForEvents:never", kNotReported, "all have ended");
  board("clEnqueueMapBuffer:never", kNotReported,
        "all have ended, and the results do not come");
  board("clGetEventProfilingInfo:answer=0", kAsWithout,
        "without the device's times there is the host's clock");
  board("clGetKernelInfo:answer=0", kHarness,
        "a kernel with no arguments cannot be set up");
}

void AddAnswers(std::vector<FaultRow>* rows) {
  const auto open = [rows](const std::string& spec) {
    rows->push_back(Row(FaultPhase::kOpen, spec, kAsWithout,
                        "an answer that fails is no other claim"));
  };
  // Name, version, extensions, driver version, OpenCL C version.
  for (const char* text : {"0x102b", "0x102f", "0x1030", "0x102d", "0x103d"}) {
    for (const char* lie : {"too_large", "unterminated@2", "garbage@2"}) {
      open(absl::StrCat("clGetDeviceInfo(", text, "):", lie));
    }
  }
  // Type, compute units, work-group size, atomics, OpenCL C versions.
  for (const char* number :
       {"0x1000", "0x1002", "0x1004", "0x1063", "0x1066"}) {
    open(absl::StrCat("clGetDeviceInfo(", number, "):error"));
    open(absl::StrCat("clGetDeviceInfo(", number, "):answer=0"));
  }
  open("clGetPlatformInfo:too_large");
  open("clGetPlatformInfo:garbage@2");
  open("clGetPlatformInfo:unterminated@2");
}

}  // namespace

const char* PhaseName(FaultPhase phase) {
  switch (phase) {
    case FaultPhase::kFirst:
      return "first worker";
    case FaultPhase::kOpen:
      return "fresh worker";
    case FaultPhase::kControl:
      return "control";
    case FaultPhase::kFreshControl:
      return "control in a fresh worker";
    case FaultPhase::kBoard:
      return "case";
    case FaultPhase::kLong:
      return "long case";
  }
  return "?";
}

FaultRow RuleFor(FaultPhase phase, uint32_t entry, Fault fault) {
  const std::string name(EntryPointName(entry));
  const std::string spec =
      absl::StrCat(name, ":", std::string(FaultName(fault)));
  if (phase == FaultPhase::kFirst || phase == FaultPhase::kOpen) {
    return Row(phase, spec, kAsWithout,
               "opening says nothing of a case; it is opened once more");
  }
  for (const FaultRule& rule : kLaunchRules) {
    if (!Listed(rule.faults, std::string(FaultName(fault))) ||
        !Listed(rule.entries, name)) {
      continue;
    }
    FaultRow row = Row(phase, spec, rule.want, rule.why);
    // What was not retained is released once too often.
    row.crash_open =
        fault == Fault::kError && absl::StartsWith(name, "clRetain");
    row.crash_beside = fault == Fault::kSegv || fault == Fault::kAbort ||
                       fault == Fault::kExit0;
    return row;
  }
  return Row(phase, spec, "no rule", "");
}

const std::vector<Unreached>& UnreachedEntries() {
  constexpr char kHostAlone[] = "host checks alone: fault_host_test";
  constexpr char kPromisedAlone[] =
      "concurrent dispatches alone: fault_dispatch_test";
  static const auto* const list = new std::vector<Unreached>{
      {"clCloneKernel", kPromisedAlone},
      {"clCreateUserEvent", kHostAlone},
      {"clEnqueueBarrier", kHostAlone},
      {"clEnqueueBarrierWithWaitList", kHostAlone},
      {"clEnqueueCopyBuffer", kHostAlone},
      {"clEnqueueMarker", kHostAlone},
      {"clEnqueueMarkerWithWaitList", kHostAlone},
      {"clEnqueueWaitForEvents", kHostAlone},
      {"clSetEventCallback", kHostAlone},
      {"clSetKernelExecInfo", kPromisedAlone},
      {"clSetUserEventStatus", kHostAlone},
      {"clCreateCommandQueue", "the bindings take it below OpenCL 2.0 alone"},
      {"clGetKernelWorkGroupInfo", "asked alone where an enqueue was refused"},
      {"clGetProgramInfo", "the bindings take it for a list of all kernels"},
      {"clReleaseContext", "a worker keeps its context, and leaves by _exit"},
      {"clReleaseProgram", "a worker keeps its programs, and leaves by _exit"},
      {"clRetainKernel", kPromisedAlone},
      {"clRetainMemObject",
       "buffers are moved, and copied for snapshots alone"},
  };
  return *list;
}

const std::vector<FaultRow>& PlantedLies() {
  static const auto* const rows = [] {
    auto* all = new std::vector<FaultRow>;
    AddBuilds(all);
    AddReads(all);
    AddLaunches(all);
    AddCompletions(all);
    AddAnswers(all);
    return all;
  }();
  return *rows;
}

const std::vector<LastingFault>& LastingFaults() {
  static const auto* const list = new std::vector<LastingFault>{
      {"clFinish:lost", false, "lost", "not-run", 3,
       "CL_DEVICE_NOT_AVAILABLE, and nothing after it runs", kQuick},
      {"clCreateBuffer:lost", false, "lost", "not-run", 3,
       "CL_DEVICE_NOT_AVAILABLE, and nothing after it runs"},
      {"clEnqueueNDRangeKernel:error+", false, "lost", "not-run", 3,
       "the canary fails in a fresh worker"},
      {"clGetEventInfo:status=-5+", false, "lost", "not-run", 3,
       "the canary fails in a fresh worker"},
      {"clFinish:hang+", false, "lost", "not-run", 3,
       "the canary fails in a fresh worker"},
      {"clFinish:exit0+", false, "lost", "not-run", 3,
       "the canary fails in a fresh worker"},
      {"clEnqueueNDRangeKernel:leave_out+", false, "lost", "not-run", 3,
       "the canary fails in a fresh worker"},
      {"clEnqueueNDRangeKernel:kill+", false,
       "infra (worker ended from outside)", "not-run", 3,
       "each worker is ended from outside: the device is not lost", kQuick},
      {"clBuildProgram:fail+", false, "build-failed",
       "infra (harness) | not-run", 3,
       "the compiler refuses the canary, too: the device does not open"},
      {"clCreateBuffer:error+", false, kHarness, "infra (harness) | not-run", 3,
       "without memory there is no launch, and no worker"},
      {"clGetPlatformIDs:segv+", true, kHarness, "not-run", 3,
       "a device that does not open twice is not there"},
      {"clGetDeviceInfo:error+", true, kHarness, "not-run", 3,
       "a device that does not open twice is not there"},
      {"clCreateContext:hang+", true, kHarness, "not-run", 3,
       "a device that does not open twice is not there"},
      {"clFinish:slow=20+", false, kAsWithout, kAsWithout, 0,
       "the clock of a case is its groups'"},
  };
  return *list;
}

}  // namespace wgsync
