// An error status travels down a wait list.
//
// Once a command has been ended by an error its context may be no good, and
// what other calls do with it is the implementation's: so the checks here have
// a context of their own, and ask one thing of it.

#include <string>

#include "absl/strings/str_cat.h"
#include "devices/driver/error.h"
#include "devices/host_sync/host_sync.h"

namespace wgsync {
namespace {

// A user event ends in an error: the command that waits for it is terminated,
// its status becomes an error, and it has not done its work. In the control the
// event is completed, and the command with it.
void FailedEvent(HostBench* b, const HostWords& w) {
  const std::string command = HostWordOf(w, "command");
  const auto one = [&](bool fails) -> HostOutcome {
    const uint32_t old = b->NextValue(), value = b->NextValue();
    // Never released: that, too, is a call after a command was terminated.
    const HostQueues& q = *new HostQueues(b->Queues(HostWordOf(w, "queue")));
    b->Clear(value);
    auto* const read = new HostMemory(HostBench::Filled(old));
    const cl::Event& user = *new cl::Event(b->UserEvent());
    const cl::Event& event = *new cl::Event(
        command == "read"     ? b->Read(q.first, false, read, {user})
        : command == "marker" ? b->Marker(q.first, {user})
                              : b->Quick(q.first, value, {user}));
    b->Flush(q.first);
    if (fails) {
      b->Abort(user);
    } else {
      b->Complete(user);
    }
    const bool ended = b->Ends(event, b->patience());
    const cl_int status = ended ? b->Status(event) : HostBench::kNoStatus;
    const bool stored =
        command == "read" && !HostBench::Wrong(*read, old).empty();
    if (b->failed()) return {};
    if (!ended) {
      return {
          kHostNotSignalled,
          absl::StrCat("the status of the waiting command is neither ",
                       "complete nor an error after ", b->patience(), " s")};
    }
    if (status >= 0) {
      return {kHostAnswer, fails ? "the waiting command completed, and its "
                                   "event has no error"
                                 : "the event completed without an error"};
    }
    if (stored) {
      return {kHostAnswer, "the read was terminated, and has stored data"};
    }
    return {};
  };
  b->Try(one, /*tries=*/1);
}

// Waiting for such an event, and a blocking read behind it, say so.
void FailedWait(HostBench* b, const HostWords& w) {
  const bool reads = HostWordOf(w, "call") == "read";
  b->TryOnly(
      [&]() -> HostOutcome {
        const HostQueues& q = *new HostQueues(b->Queues("in_order"));
        b->Clear(b->NextValue());
        auto* const read = new HostMemory;
        const cl::Event& user = *new cl::Event(b->UserEvent());
        b->Abort(user);
        if (b->failed()) return {};
        const cl_event list[] = {user()};
        const cl_int got =
            reads ? b->Ask("clEnqueueReadBuffer",
                           [&] {
                             return clEnqueueReadBuffer(
                                 q.first(), b->stored(), CL_TRUE, 0,
                                 sizeof(*read), read->data(), 1, list, nullptr);
                           })
                  : b->Ask("clWaitForEvents",
                           [&] { return clWaitForEvents(1, list); });
        if (got == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST) return {};
        return {kHostAnswer,
                absl::StrCat(reads ? "a blocking clEnqueueReadBuffer behind"
                                   : "clWaitForEvents for",
                             " an event with an error answers ",
                             OpenClErrorName(got), " (", got, ")")};
      },
      /*tries=*/1);
}

// A command that follows a terminated one and waits for nothing.
void FailedQueue(HostBench* b, const HostWords& w) {
  b->TryOnly(
      [&]() -> HostOutcome {
        const HostQueues& q =
            *new HostQueues(b->Queues(HostWordOf(w, "queue")));
        b->Clear(b->NextValue());
        const cl::Event& user = *new cl::Event(b->UserEvent());
        static_cast<void>(
            new cl::Event(b->Quick(q.first, b->NextValue(), {user})));
        b->Flush(q.first);
        b->Abort(user);
        const uint32_t value = b->NextValue();
        auto* const read = new HostMemory(HostBench::Filled(value));
        auto* const next = new HostMemory(HostBench::Filled(0));
        b->Write(q.second, /*blocking=*/true, read);
        b->Read(q.second, /*blocking=*/true, next);
        const std::string wrong = HostBench::Wrong(*next, value);
        if (b->failed() || wrong.empty()) return {};
        return {kHostAnswer, absl::StrCat("a read after a write: ", wrong)};
      },
      /*tries=*/1);
}

}  // namespace

std::vector<HostCheckRow> HostFailureChecks() {
  return {{"host_sync.failed_event", FailedEvent, /*spoils_context=*/true},
          {"host_sync.failed_wait", FailedWait, /*spoils_context=*/true},
          {"host_sync.failed_queue", FailedQueue, /*spoils_context=*/true}};
}

}  // namespace wgsync
