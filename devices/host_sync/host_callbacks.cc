// Callbacks of events: when they are called, and what they may do.
//
// Of the calls that a callback makes only the answers are kept: it may run on
// any thread, and what it was told is looked at by the host's thread alone.

#include <atomic>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "devices/host_sync/host_sync.h"

namespace wgsync {
namespace {

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

// The fault in a call of the callback, for an event that ended in `end`.
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

// OpenCL does not say when a callback comes: as long as a call may take,
// nearly.
double CallbackSeconds(const HostBench& b) { return 2.5 * b.patience(); }

HostOutcome NotCalled(const HostBench& b) {
  return {kHostNotSignalled, absl::StrCat("the callback was not called in ",
                                          CallbackSeconds(b), " s")};
}

Called* SetCallback(HostBench* b, const cl::Event& e, cl_int type,
                    Called* c = new Called) {
  b->Do("clSetEventCallback",
        [&] { return clSetEventCallback(e(), type, Called::Note, c); });
  return c;
}

bool Comes(HostBench* b, const Called& c) {
  b->Say("waiting for the callback");
  return b->Until(CallbackSeconds(*b), [&] { return c.count != 0; });
}

// The end of a check of one callback, for an event that `fails`, or not.
HostOutcome Outcome(HostBench* b, bool came, const Called& c,
                    const cl::Event& e, cl_int registered, bool fails = false) {
  if (b->failed()) return {};
  if (!came) return NotCalled(*b);
  const std::string wrong = CallWrong(c, e, registered, fails);
  if (wrong.empty()) return {};
  return {kHostAnswer, wrong};
}

// On a read after a user event and a slow command: not called for running or
// complete while the user event holds it; called once, with its event and the
// caller's pointer; for complete, with the data there.
void Callback(HostBench* b, const HostWords& w) {
  const std::string word = HostWordOf(w, "status");
  const cl_int type = word == "submitted" ? CL_SUBMITTED
                      : word == "running" ? CL_RUNNING
                                          : CL_COMPLETE;
  double free_seconds = 0;
  const auto one = [&](bool hold) -> HostOutcome {
    const HostTry t = b->Start("in_order");
    auto* const read = new HostMemory(HostBench::Filled(t.old));
    auto* const called = new Called;
    if (type == CL_COMPLETE) called->watched = read;
    called->value = t.value;
    const cl::Event user = hold ? b->UserEvent() : cl::Event();
    const cl::Event slow =
        b->Slow(t.first, t.value, hold ? EventList{user} : EventList{});
    const cl::Event event = b->Read(t.first, /*blocking=*/false, read);
    SetCallback(b, event, type, called);
    b->Flush(t.first);
    const double begun = HostSeconds();
    bool early = false;
    if (hold && type != CL_SUBMITTED) {
      early = b->Until(HoldSeconds(free_seconds),
                       [&] { return called->count != 0; });
    }
    if (hold) b->Complete(user);
    b->Settle(t, {slow, event});
    const bool ever = Comes(b, *called);
    // One call too many comes at once, or goes unseen.
    b->Until(HoldSeconds(0), [&] { return called->count > 1; });
    if (!hold) {
      free_seconds = FreeSeconds(HostSeconds() - begun, b->patience());
    }
    if (b->failed()) return {};
    if (!ever) return NotCalled(*b);
    if (!hold) return Free(true, free_seconds, "it was called");
    if (early) return {kHostEarly, "called while the command was held back"};
    if (!called->there) {
      return {kHostEarly,
              "called as complete before the read's data was there"};
    }
    return Outcome(b, ever, *called, event, type);
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
    const cl::Event user = b->UserEvent();
    const Called& called = *SetCallback(b, user, CL_COMPLETE);
    const bool early =
        b->Until(HoldSeconds(0), [&] { return called.count != 0; });
    if (fails) {
      b->Abort(user);
    } else {
      b->Complete(user);
    }
    const bool ever = Comes(b, called);
    if (early && !b->failed()) {
      return {kHostEarly, "called before the status was set"};
    }
    return Outcome(b, ever, called, user, CL_COMPLETE, fails);
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
    return HostAnswered(no_function ? "clSetEventCallback with no function"
                                    : "clSetEventCallback for CL_QUEUED",
                        got, CL_INVALID_VALUE);
  });
}

// A call that a callback makes, and its answer. Never freed, as `Called`.
struct Calls {
  std::function<cl_int()> call;
  std::atomic<cl_int> answer{HostBench::kNoStatus};

  static void CL_CALLBACK Make(cl_event /*event*/, cl_int /*status*/,
                               void* data) {
    auto* const c = static_cast<Calls*>(data);
    c->answer = c->call();
  }
};

Calls* MakesCall(HostBench* b, const cl::Event& e,
                 std::function<cl_int()> call) {
  auto* const calls = new Calls;
  calls->call = std::move(call);
  b->Do("clSetEventCallback", [&] {
    return clSetEventCallback(e(), CL_COMPLETE, Calls::Make, calls);
  });
  return calls;
}

// Completes a user event; without a call of the bench's, in a callback.
Calls* MakesComplete(HostBench* b, const cl::Event& e, const cl::Event& user) {
  return MakesCall(b, e, [handle = user()] {
    return clSetUserEventStatus(handle, CL_COMPLETE);
  });
}

// The host waits as it is told: for the event, all queues flushed before
// anything is released; or in clFinish with nothing flushed, after which
// clFinish may return early (rusticl 22.3). True if `last` was complete before
// `gate`.
bool ReleasesAndWaits(HostBench* b, const std::string& how, const HostQueues& q,
                      const cl::Event& gate, const cl::Event& last) {
  const bool finish = how == "finish";
  const auto each_queue =
      [&](void (HostBench::*call)(const cl::CommandQueue&)) {
        (b->*call)(q.first);
        if (q.two) (b->*call)(q.second);
      };
  if (!finish) each_queue(&HostBench::Flush);
  const bool early = b->Ends(last, HoldSeconds(0));
  b->Complete(gate);
  if (finish) {
    each_queue(&HostBench::Finish);
  } else {
    b->Wait({last});
  }
  return early;
}

// The end of a command that waits for what callbacks complete.
HostOutcome Released(HostBench* b, bool early, const cl::Event& last,
                     uint32_t value, const std::vector<Calls*>& calls) {
  const cl_int status = b->Status(last);
  const std::string wrong = HostBench::Wrong(b->Copied(), value);
  if (b->failed()) return {};
  if (early || status != CL_COMPLETE) {
    return {kHostEarly, early ? "complete before the callback could be called"
                              : "the wait came back and it is not complete"};
  }
  for (const Calls* c : calls) {
    const HostOutcome o = HostAnswered("clSetUserEventStatus in a callback",
                                       c->answer, CL_SUCCESS);
    if (o.fault != nullptr) return o;
  }
  if (wrong.empty()) return {};
  return {kHostUnordered, absl::StrCat("released by a callback: ", wrong)};
}

// A command waits for a user event that the callback of an earlier command
// completes. The earlier command is held back at first.
void CallbackCompletes(HostBench* b, const HostWords& w) {
  b->TryOnly([&]() -> HostOutcome {
    const HostTry t = b->Start(HostWordOf(w, "queue"));
    const cl::Event gate = b->UserEvent(), user = b->UserEvent();
    const cl::Event first = b->Quick(t.first, t.value, {gate});
    Calls* const calls = MakesComplete(b, first, user);
    const cl::Event second = b->CopyKernel(t.second, {user});
    b->Leave(user);
    const bool early =
        ReleasesAndWaits(b, HostWordOf(w, "wait"), t, gate, second);
    return Released(b, early, second, t.value, {calls});
  });
}

// Each callback completes the user event of the next one.
void CallbackChain(HostBench* b, const HostWords& w) {
  const size_t length = HostWordOf(w, "length") == "2" ? 2 : 16;
  b->TryOnly([&]() -> HostOutcome {
    const HostTry t = b->Start("in_order");
    EventList events = {b->UserEvent()};
    std::vector<Calls*> calls;
    while (events.size() < length && !b->failed()) {
      const cl::Event next = b->UserEvent();
      calls.push_back(MakesComplete(b, events.back(), next));
      b->Leave(next);
      events.push_back(next);
    }
    const cl::Event last = b->CopyKernel(t.first, {events.back()});
    const bool early =
        ReleasesAndWaits(b, HostWordOf(w, "wait"), t, events.front(), last);
    return Released(b, early, last, t.old, calls);
  });
}

// A callback makes a call that does not block.
void CallbackCalls(HostBench* b, const HostWords& w) {
  const std::string call = HostWordOf(w, "call");
  b->TryOnly([&]() -> HostOutcome {
    const HostTry t = b->Start("in_order");
    auto* const read = new HostMemory(HostBench::Filled(t.old));
    auto* const called = new Called;
    auto* const enqueued = new std::atomic<cl_event>(nullptr);
    const cl::Event gate = b->UserEvent();
    const cl::Event user = call == "register" ? b->UserEvent() : cl::Event();
    const cl::Event first = b->Quick(t.first, t.value, {gate});
    if (b->failed()) return {};
    if (call == "release") clRetainEvent(first());
    Calls* const calls = MakesCall(b, first, [=, stored = b->stored()] {
      if (call == "release") return clReleaseEvent(first());
      if (call == "register") {
        return clSetEventCallback(user(), CL_COMPLETE, Called::Note, called);
      }
      cl_event event = nullptr;
      const cl_int code =
          clEnqueueReadBuffer(t.first(), stored, CL_FALSE, 0, sizeof(*read),
                              read->data(), 0, nullptr, &event);
      *enqueued = event;
      return code == CL_SUCCESS ? clFlush(t.first()) : code;
    });
    b->Complete(gate);
    b->Settle(t, {first});
    b->Say("waiting for the callback");
    const bool made = b->Until(CallbackSeconds(*b), [&] {
      return calls->answer != HostBench::kNoStatus;
    });
    if (!made) return NotCalled(*b);
    const HostOutcome o = HostAnswered(call.c_str(), calls->answer, CL_SUCCESS);
    if (o.fault != nullptr) return o;
    if (call == "register") {
      b->Complete(user);
      const bool came = Comes(b, *called);
      return Outcome(b, came, *called, user, CL_COMPLETE);
    }
    if (call == "enqueue") b->Wait({cl::Event(*enqueued)});
    const std::string wrong =
        HostBench::Wrong(call == "enqueue" ? *read : b->Stored(), t.value);
    if (wrong.empty()) return {};
    return {kHostUnordered, absl::StrCat("after the call: ", wrong)};
  });
}

// Registered when the event has come to the status already.
void CallbackLate(HostBench* b, const HostWords& w) {
  const bool user = HostWordOf(w, "of") == "user_event";
  b->TryOnly([&]() -> HostOutcome {
    const HostQueues q = b->Queues("in_order");
    const cl::Event event =
        user ? b->UserEvent() : b->Quick(q.first, b->NextValue());
    if (user) b->Complete(event);
    b->Settle(q, {event});
    const Called& called = *SetCallback(b, event, CL_COMPLETE);
    const bool came = Comes(b, called);
    return Outcome(b, came, called, event, CL_COMPLETE);
  });
}

// Several of one event: each is called, in any order.
void CallbackEach(HostBench* b, const HostWords& w) {
  constexpr cl_int kTypes[] = {CL_SUBMITTED, CL_RUNNING, CL_COMPLETE,
                               CL_COMPLETE};
  const bool user = HostWordOf(w, "of") == "user_event";
  b->TryOnly([&]() -> HostOutcome {
    const HostQueues q = b->Queues("in_order");
    const cl::Event gate = b->UserEvent();
    const cl::Event event =
        user ? gate : b->Quick(q.first, b->NextValue(), {gate});
    std::vector<const Called*> all;
    for (const cl_int type : kTypes) {
      all.push_back(SetCallback(b, event, type));
    }
    b->Complete(gate);
    b->Settle(q, {event});
    HostOutcome outcome;
    for (size_t i = 0; i < all.size() && outcome.fault == nullptr; ++i) {
      const bool came = Comes(b, *all[i]);
      outcome = Outcome(b, came, *all[i], event, kTypes[i]);
    }
    return outcome;
  });
}

}  // namespace

std::vector<HostCheckRow> HostCallbackChecks() {
  return {{"host_sync.callback", Callback},
          {"host_sync.callback_user_event", CallbackUserEvent},
          {"host_sync.callback_refused", CallbackRefused},
          {"host_sync.callback_completes", CallbackCompletes},
          {"host_sync.callback_chain", CallbackChain},
          {"host_sync.callback_calls", CallbackCalls},
          {"host_sync.callback_late", CallbackLate},
          {"host_sync.callback_each", CallbackEach}};
}

}  // namespace wgsync
