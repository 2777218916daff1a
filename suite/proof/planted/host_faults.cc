#include "suite/proof/planted/host_faults.h"

namespace wgsync {
namespace {

constexpr char kUnordered[] = "broken (not ordered)";
constexpr char kEarly[] = "broken (completed early)";
constexpr char kAnswer[] = "broken (wrong answer)";
constexpr char kTimes[] = "broken (wrong times)";
constexpr char kNotReturned[] = "hang (host call not returned)";

// PoCL 3.1 ends the process in clEnqueueWaitForEvents. The layer does not call
// it where it lies.
constexpr char kPoclExits[] = "crash";
// PoCL submits a command as soon as it is enqueued, so that the control of the
// flush is right too.
constexpr char kPoclSubmits[] = "unproven";

constexpr bool kQuick = true;

constexpr HostFault kFaults[] = {
    {"host_sync.wait_list/queue=two/command=kernel",
     "clEnqueueNDRangeKernel:no_waits+", kUnordered,
     "a wait list that is dropped orders nothing", "pass", kQuick},
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
     "the read has not ended when it comes back", "pass", kQuick},
    {"host_sync.blocking_read/queue=in_order", "clEnqueueReadBuffer:early+",
     "lost", "the data is not there when it comes back, the canary's neither"},
    {"host_sync.blocking_write/queue=in_order", "clEnqueueWriteBuffer:early+",
     kEarly, "the memory is not read when it comes back"},
    {"host_sync.blocking_map/queue=in_order", "clEnqueueMapBuffer:early+",
     kEarly, "the command before it has not stored when it comes back"},
    {"host_sync.nonblocking_write/queue=in_order", "clWaitForEvents:early+",
     kEarly, "the memory is not read when the wait comes back"},
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
     "hang (not signalled)", "never called", "pass", kQuick},
    {"host_sync.callback/status=complete", "clSetEventCallback:twice+", kAnswer,
     "called twice", "pass", kQuick},
    {"host_sync.callback_user_event/status=complete",
     "clSetEventCallback:early+", kEarly, "called before the status is set"},
    {"host_sync.callback_user_event/status=complete",
     "clSetEventCallback:drop+", "hang (not signalled)", "never called"},
    {"host_sync.callback_user_event/status=complete",
     "clSetEventCallback:twice+", kAnswer, "called twice"},
    {"host_sync.callback_refused/with=queued", "clSetEventCallback:accept+",
     kAnswer, "what is no status is accepted"},
    {"host_sync.callback_completes/queue=in_order/wait=events",
     "clSetEventCallback:drop+", kNotReturned,
     "nothing completes the user event", "pass", kQuick},
    {"host_sync.callback_chain/length=2/wait=events",
     "clSetEventCallback:drop+", kNotReturned,
     "nothing completes the second user event"},
    {"host_sync.callback_late/of=command", "clSetEventCallback:drop+",
     "hang (not signalled)", "never called"},
    {"host_sync.callback_each/of=command", "clSetEventCallback:drop+",
     "hang (not signalled)", "never called"},
    {"host_sync.callback_calls/call=register", "clSetEventCallback:drop+",
     "hang (not signalled)", "never called"},
    {"host_sync.event_chain/queue=out_of_order",
     "clEnqueueNDRangeKernel:no_waits+", kUnordered,
     "wait lists that are dropped order nothing"},
    {"host_sync.failed_event/queue=in_order/command=read",
     "clSetUserEventStatus:status=0+", kAnswer,
     "the error does not travel down the wait list"},
    {"host_sync.failed_wait/call=wait", "clWaitForEvents:early+", kAnswer,
     "it says nothing of the error"},
    {"host_sync.profiling_order/queue=in_order",
     "clGetEventProfilingInfo(0x1283):answer=1+", kTimes,
     "the end lies before the start", "pass", kQuick},
    {"host_sync.profiling_elapsed/queue=in_order",
     "clGetEventProfilingInfo:answer=0+", kTimes, "no time has elapsed"},
    {"host_sync.profiling_refused/of=user_event",
     "clGetEventProfilingInfo:accept+", kAnswer, "times of a user event"},
    {"host_sync.barrier/queue=in_order/form=1_2/list=without",
     "clEnqueueBarrierWithWaitList:hang+", kNotReturned,
     "the worker lives, and is in that call", "pass", kQuick},
    {"host_sync.marker/queue=in_order/form=1_2/list=without",
     "clEnqueueMarkerWithWaitList:hang+", kNotReturned,
     "the worker lives, and is in that call"},
    {"host_sync.marker/queue=in_order/form=1_2/list=with",
     "clEnqueueMarkerWithWaitList:error=-30+", "error", "it must not fail"},
    {"host_sync.wait_for_events/queue=out_of_order",
     "clEnqueueWaitForEvents:early+", kUnordered,
     "a wait that does nothing holds nothing back", kPoclExits},
    {"host_sync.wait_for_events/queue=out_of_order",
     "clEnqueueWaitForEvents:error=-59+", "unsupported",
     "deprecated since OpenCL 1.2, and refused", kPoclExits},
    {"host_sync.flush/queue=in_order", "clFlush:hang+", "lost",
     "it does not come back, the canary's neither", kPoclSubmits},
    {"host_sync.barrier/queue=out_of_order/form=1_0/list=without",
     "clEnqueueBarrier:error=-59+", "unsupported",
     "deprecated since OpenCL 1.2, and refused", "pass", kQuick},
    {"host_sync.barrier/queue=out_of_order/form=1_0/list=without",
     "clEnqueueBarrier:error=-30+", "error", "that is no refusal"},
    {"host_sync.barrier/queue=out_of_order/form=1_0/list=without",
     "clEnqueueBarrier:error=-5+", "unproven",
     "any call may be short of resources"},
    {"host_sync.barrier/queue=in_order/form=1_2/list=without",
     "clEnqueueBarrierWithWaitList:segv+", "crash", "the worker dies, twice"},
    {"host_sync.barrier/queue=in_order/form=1_2/list=without",
     "clEnqueueBarrierWithWaitList:kill+", "infra (worker ended from outside)",
     "a signal that wgsync did not send accuses no driver"},
};

}  // namespace

absl::Span<const HostFault> HostFaults() { return kFaults; }

}  // namespace wgsync
