// User events, and chains of events.

#include <string>

#include "absl/strings/str_cat.h"
#include "devices/host_sync/host_sync.h"

namespace wgsync {
namespace {

// A command waits for a user event: it is not complete, and a read has stored
// nothing, before the host completes the event. The control has no such wait.
void UserEvent(HostBench* b, const HostWords& w) {
  const bool reads = HostWordOf(w, "command") == "read";
  double free_seconds = 0;
  b->Try([&](bool hold) -> HostOutcome {
    const HostTry t = b->Start(HostWordOf(w, "queue"));
    if (reads) b->Clear(t.value);
    HostMemory* const read = b->Memory(t.old);
    const cl::Event user = hold ? b->UserEvent() : cl::Event();
    const EventList waits = hold ? EventList{user} : EventList{};
    const cl::Event command = reads ? b->Read(t.first, false, read, waits)
                                    : b->Quick(t.first, t.value, waits);
    b->Flush(t.first);
    const double begun = HostSeconds();
    const bool ended =
        b->Ends(command, hold ? HoldSeconds(free_seconds) : b->patience());
    const bool stored = reads && !HostBench::Wrong(*read, t.old).empty();
    if (hold) {
      b->Complete(user);
    } else {
      free_seconds = FreeSeconds(HostSeconds() - begun, b->patience());
    }
    b->Settle(t, {command});
    const std::string wrong =
        HostBench::Wrong(reads ? *read : b->Stored(), t.value);
    if (b->failed()) return {};
    if (!hold) return Free(ended, free_seconds, "it completed");
    if (ended || stored) {
      return {kHostEarly,
              ended ? "the command was complete before the user event was"
                    : "the read had stored before the user event was complete"};
    }
    if (!wrong.empty()) {
      return {kHostUnordered,
              absl::StrCat("after the user event was complete: ", wrong)};
    }
    return {};
  });
}

std::string Answer(const char* call, cl_int want, cl_int got) {
  return HostAnswered(call, got, want).text;
}

// A user event begins as submitted, is completed once, and a second completion
// is refused; so is a status that is neither complete nor an error.
void UserEventStatus(HostBench* b, const HostWords& w) {
  const cl_int first = HostWordOf(w, "first") == "error" ? -5 : CL_COMPLETE;
  b->TryOnly([&]() -> HostOutcome {
    const cl::Event user = b->UserEvent();
    if (b->failed()) return {};
    const auto set = [&](cl_int status) {
      return b->Ask("clSetUserEventStatus",
                    [&] { return clSetUserEventStatus(user(), status); });
    };
    std::string wrong;
    const cl_int begins = b->Status(user);
    if (begins != CL_SUBMITTED) {
      wrong = absl::StrCat("a new user event has the status ", begins,
                           " and not CL_SUBMITTED");
    }
    const cl_int running = set(CL_RUNNING);
    if (wrong.empty()) {
      wrong =
          Answer("clSetUserEventStatus(CL_RUNNING)", CL_INVALID_VALUE, running);
    }
    const cl_int accepted = set(first);
    if (wrong.empty()) {
      wrong = Answer("the first clSetUserEventStatus", CL_SUCCESS, accepted);
    }
    const cl_int becomes = b->Status(user);
    if (wrong.empty() && becomes != first) {
      wrong = absl::StrCat("set to ", first, " the status is ", becomes);
    }
    for (const cl_int again : {CL_COMPLETE, -7}) {
      const cl_int refused = set(again);
      if (wrong.empty()) {
        wrong = Answer("a second clSetUserEventStatus", CL_INVALID_OPERATION,
                       refused);
      }
    }
    const cl_int stays = b->Status(user);
    if (wrong.empty() && stays != first) {
      wrong = absl::StrCat("a refused completion has changed the status to ",
                           stays);
    }
    return wrong.empty() ? HostOutcome() : HostOutcome{kHostAnswer, wrong};
  });
}

// Each command waits for the one before it, in the other queue if there are
// two, the last one too. The first is slow: what is there at the end is the
// last one's value, or the first one's if a link is missing.
void EventChain(HostBench* b, const HostWords& w) {
  constexpr int kLinks = 7;
  b->TryRacing([&](bool linked) -> HostOutcome {
    const HostQueues q = b->Queues(HostWordOf(w, "queue"));
    b->Clear(b->NextValue());
    EventList all = {b->Slow(q.first, b->NextValue())};
    uint32_t value = 0;
    for (int i = 1; i <= kLinks; ++i) {
      // What another queue waits for must have been submitted.
      if (q.two) b->Flush(i % 2 == 0 ? q.second : q.first);
      value = b->NextValue();
      all.push_back(b->Quick(i % 2 == 0 ? q.first : q.second, value,
                             linked ? EventList{all.back()} : EventList{}));
    }
    b->Settle(q, all);
    const std::string wrong = HostBench::Wrong(b->Stored(), value);
    if (b->failed() || wrong.empty()) return {};
    return {kHostUnordered,
            absl::StrCat("after the last of ", kLinks + 1, " stores: ", wrong)};
  });
}

// A command that waits for nothing ends while another one is held back.
void FreeCommand(HostBench* b, const HostWords& w) {
  b->TryOnly([&]() -> HostOutcome {
    const HostTry t = b->Start(HostWordOf(w, "queue"));
    const cl::Event user = b->UserEvent();
    const cl::Event held = b->Quick(t.first, t.value, {user});
    const cl::Event free = b->CopyKernel(t.second);
    b->Flush(t.first);
    if (t.two) b->Flush(t.second);
    const bool ended = b->Ends(free, b->patience());
    const std::string wrong = ended ? HostBench::Wrong(b->Copied(), t.old) : "";
    b->Complete(user);
    b->Settle(t, {held, free});
    if (b->failed()) return {};
    if (!ended) {
      return {kHostNotSignalled,
              absl::StrCat("it is not complete in ", b->patience(),
                           " s, while another command is held back")};
    }
    if (wrong.empty()) return {};
    return {kHostUnordered, absl::StrCat("it read something new: ", wrong)};
  });
}

}  // namespace

std::vector<HostCheckRow> HostEventChecks() {
  return {{"host_sync.user_event", UserEvent},
          {"host_sync.user_event_status", UserEventStatus},
          {"host_sync.event_chain", EventChain},
          {"host_sync.free_command", FreeCommand}};
}

}  // namespace wgsync
