// User events and callbacks.

#include <atomic>
#include <string>

#include "absl/strings/str_cat.h"
#include "devices/driver/error.h"
#include "devices/host_sync/host_sync.h"

namespace wgsync {
namespace {

// A command waits for a user event: it is not complete, and a read has stored
// nothing, before the host completes the event. The control has no such wait.
void UserEvent(HostBench* b, const HostWords& w) {
  const bool reads = HostWordOf(w, "command") == "read";
  double free_seconds = 0;
  b->Try([&](bool hold) -> HostOutcome {
    const uint32_t old = b->NextValue(), value = b->NextValue();
    const HostQueues q = b->Queues(HostWordOf(w, "queue"));
    b->Clear(reads ? value : old);
    auto* const read = new HostMemory(HostBench::Filled(old));
    const cl::Event user = hold ? b->UserEvent() : cl::Event();
    const EventList waits = hold ? EventList{user} : EventList{};
    const cl::Event command = reads ? b->Read(q.first, false, read, waits)
                                    : b->Quick(q.first, value, waits);
    b->Flush(q.first);
    const double begun = HostSeconds();
    const bool ended =
        b->Ends(command, hold ? HoldSeconds(free_seconds) : b->patience());
    const bool stored = reads && !HostBench::Wrong(*read, old).empty();
    if (hold) {
      b->Complete(user);
    } else {
      free_seconds = FreeSeconds(HostSeconds() - begun, b->patience());
    }
    b->Settle(q, {command});
    const std::string wrong =
        HostBench::Wrong(reads ? *read : b->Stored(), value);
    if (b->failed()) return {};
    delete read;
    if (!hold && !ended) {
      return {kHostNotSignalled, "held back by nothing it did not complete"};
    }
    if (!hold && free_seconds == 0) return {};
    if (!hold) {
      return {kHostEarly, absl::StrCat("without the user event it completed "
                                       "after ",
                                       free_seconds * 1e3, " ms")};
    }
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
  if (want == got) return "";
  return absl::StrCat(call, " answers ", OpenClErrorName(got), " (", got,
                      ") and not ", OpenClErrorName(want));
}

HostOutcome Answered(const std::string& wrong) {
  if (wrong.empty()) return {};
  return {kHostAnswer, wrong};
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
    return Answered(wrong);
  });
}

// What a callback was told. Never freed: a driver may call after we gave up.
struct Called {
  std::atomic<int> count{0};
  std::atomic<cl_event> event{nullptr};
  std::atomic<cl_int> status{HostBench::kNoStatus};
  const HostMemory* watched = nullptr;  // looked at in the callback
  uint32_t value = 0;
  std::atomic<bool> there{true};  // it held `value`

  static void CL_CALLBACK Note(cl_event event, cl_int status, void* data) {
    auto* const c = static_cast<Called*>(data);
    c->event = event;
    c->status = status;
    if (c->watched != nullptr) {
      c->there = HostBench::Wrong(*c->watched, c->value).empty();
    }
    ++c->count;
  }
};

// What is wrong with how it was called, for an event that ended in `end`.
std::string CallWrong(const Called& c, const cl::Event& e, cl_int registered,
                      bool fails) {
  // Past a status it may be called for each that it comes to.
  if (c.count > 1 && registered == CL_COMPLETE) {
    return absl::StrCat("called ", c.count.load(), " times");
  }
  if (c.event != e()) return "called with another event";
  const cl_int s = c.status;
  if (fails ? s >= 0 : s < 0 || s > registered) {
    return absl::StrCat("registered for the status ", registered,
                        " and called with ", s);
  }
  return "";
}

// Nobody says when a callback comes: as long as a call may take, nearly.
double CallbackSeconds(const HostBench& b) { return 2.5 * b.patience(); }

void SetCallback(HostBench* b, const cl::Event& e, cl_int type, Called* c) {
  b->Do("clSetEventCallback",
        [&] { return clSetEventCallback(e(), type, Called::Note, c); });
}

// On a read behind a user event and a slow command: not called for running or
// complete while the user event holds it; called once, with its event and the
// caller's pointer; for complete, with the data there.
void Callback(HostBench* b, const HostWords& w) {
  const std::string word = HostWordOf(w, "status");
  const cl_int type = word == "submitted" ? CL_SUBMITTED
                      : word == "running" ? CL_RUNNING
                                          : CL_COMPLETE;
  double free_seconds = 0;
  const auto one = [&](bool hold) -> HostOutcome {
    const uint32_t old = b->NextValue(), value = b->NextValue();
    const HostQueues q = b->Queues("in_order");
    b->Clear(old);
    auto* const read = new HostMemory(HostBench::Filled(old));
    auto* const called = new Called;
    if (type == CL_COMPLETE) called->watched = read;
    called->value = value;
    const cl::Event user = hold ? b->UserEvent() : cl::Event();
    const cl::Event slow =
        b->Slow(q.first, value, hold ? EventList{user} : EventList{});
    const cl::Event event = b->Read(q.first, /*blocking=*/false, read);
    SetCallback(b, event, type, called);
    b->Flush(q.first);
    const double begun = HostSeconds();
    const auto came = [&] { return called->count != 0; };
    bool early = false;
    if (hold && type != CL_SUBMITTED) {
      early = b->Until(HoldSeconds(free_seconds), came);
    }
    if (hold) b->Complete(user);
    b->Settle(q, {slow, event});
    b->Say("waiting for the callback");
    const bool ever = b->Until(CallbackSeconds(*b), came);
    // One call too many comes at once, or nobody sees it.
    b->Until(HoldSeconds(0), [&] { return called->count > 1; });
    if (!hold) {
      free_seconds = FreeSeconds(HostSeconds() - begun, b->patience());
    }
    if (b->failed()) return {};
    if (!ever) {
      return {kHostNotSignalled, absl::StrCat("the callback was not called in ",
                                              CallbackSeconds(*b), " s")};
    }
    if (!hold && free_seconds == 0) return {};
    if (!hold) {
      return {kHostEarly, absl::StrCat("held back by nothing it was called "
                                       "after ",
                                       free_seconds * 1e3, " ms")};
    }
    if (early) return {kHostEarly, "called while the command was held back"};
    if (!called->there) {
      return {kHostEarly,
              "called as complete before the read's data was there"};
    }
    return Answered(CallWrong(*called, event, type, /*fails=*/false));
  };
  if (type == CL_SUBMITTED) {
    b->TryOnly([&] { return one(true); });
  } else {
    b->Try(one);
  }
}

// On a user event: called when the host sets its status, and not before.
void CallbackUserEvent(HostBench* b, const HostWords& w) {
  const bool fails = HostWordOf(w, "status") == "error";
  b->TryOnly([&]() -> HostOutcome {
    auto* const called = new Called;
    const cl::Event user = b->UserEvent();
    SetCallback(b, user, CL_COMPLETE, called);
    const auto came = [&] { return called->count != 0; };
    const bool early = b->Until(HoldSeconds(0), came);
    if (fails) {
      b->Abort(user);
    } else {
      b->Complete(user);
    }
    b->Say("waiting for the callback");
    const bool ever = b->Until(CallbackSeconds(*b), came);
    if (b->failed()) return {};
    if (early) return {kHostEarly, "called before the status was set"};
    if (!ever) {
      return {kHostNotSignalled, absl::StrCat("the callback was not called in ",
                                              CallbackSeconds(*b), " s")};
    }
    return Answered(CallWrong(*called, user, CL_COMPLETE, fails));
  });
}

void CallbackRefused(HostBench* b, const HostWords& w) {
  const bool no_function = HostWordOf(w, "with") == "no_function";
  b->TryOnly([&]() -> HostOutcome {
    const cl::Event user = b->UserEvent();
    if (b->failed()) return {};
    auto* const called = new Called;
    const cl_int got = b->Ask("clSetEventCallback", [&] {
      return clSetEventCallback(user(), no_function ? CL_COMPLETE : CL_QUEUED,
                                no_function ? nullptr : Called::Note, called);
    });
    b->Complete(user);
    return Answered(Answer(no_function ? "clSetEventCallback with no function"
                                       : "clSetEventCallback for CL_QUEUED",
                           CL_INVALID_VALUE, got));
  });
}

}  // namespace

std::vector<HostCheckRow> HostEventChecks() {
  return {{"host_sync.user_event", UserEvent},
          {"host_sync.user_event_status", UserEventStatus},
          {"host_sync.callback", Callback},
          {"host_sync.callback_user_event", CallbackUserEvent},
          {"host_sync.callback_refused", CallbackRefused}};
}

}  // namespace wgsync
