// Order over a queue and between commands: barrier, marker, wait for events,
// wait lists.
//
// Where commands could run at once, a second command reads what a slow first
// one stores: words that are old were read too early. In an in-order queue that
// cannot be; there the synchronization itself could be over too early, so its
// first command, or the event of its list, is held back by a user event, and
// what stands behind the synchronization must not complete meanwhile. A command
// that nothing holds back completes in a twentieth of that time.

#include <functional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "devices/host_sync/host_sync.h"

namespace wgsync {
namespace {

// What stands between the first command and the second: returns what the second
// one has to wait for, and in *own the event of the synchronization.
using Between = std::function<EventList(
    HostBench* b, const HostQueues& q, const cl::Event& first, cl::Event* own)>;

cl::Event Second(HostBench* b, const HostWords& w, const cl::CommandQueue& q,
                 HostMemory* read, const EventList& waits) {
  const std::string command = HostWordOf(w, "command");
  if (command == "read") return b->Read(q, /*blocking=*/false, read, waits);
  if (command == "copy") return b->CopyBuffer(q, waits);
  return b->CopyKernel(q, waits);
}

HostOutcome Relay(HostBench* b, const HostWords& w, const Between& between,
                  bool synchronized) {
  const HostTry t = b->Start(HostWordOf(w, "queue"));
  HostMemory* const read = b->Memory(t.old);
  const cl::Event first = b->Slow(t.first, t.value);
  // What another queue waits for must have been submitted.
  if (t.two) b->Flush(t.first);
  cl::Event own;
  EventList waits;
  if (synchronized) waits = between(b, t, first, &own);
  const cl::Event second = Second(b, w, t.second, read, waits);
  b->Flush(t.second);
  if (t.two) b->Flush(t.first);
  b->Settle(t, {first, second});
  const HostMemory seen =
      HostWordOf(w, "command") == "read" ? *read : b->Copied();
  if (b->failed()) return {};
  const std::string wrong = HostBench::Wrong(seen, t.value);
  if (wrong.empty()) return {};
  return {kHostUnordered,
          absl::StrCat("the second command read too early: ", wrong)};
}

// In an in-order queue, with the first command held back by a user event; or,
// where the synchronization has a list, with that event in the list and nothing
// else held back, so that no order of the queue's hides it.
HostOutcome Held(HostBench* b, const Between& between, bool listed, bool hold,
                 double* free_seconds) {
  const HostTry t = b->Start("in_order");
  const cl::Event user = hold ? b->UserEvent() : cl::Event();
  const cl::Event first = b->Quick(
      t.first, t.value, hold && !listed ? EventList{user} : EventList{});
  cl::Event own;
  const EventList waits = between(b, t, hold && listed ? user : first, &own);
  const cl::Event second = b->CopyKernel(t.second, waits);
  b->Flush(t.first);
  const double begun = HostSeconds();
  // An event of its own is over no later than the command behind it.
  const cl::Event& seen = own() != nullptr ? own : second;
  const bool ended =
      b->Ends(seen, hold ? HoldSeconds(*free_seconds) : b->patience());
  if (hold) {
    b->Complete(user);
  } else {
    b->Ends(second, b->patience());
    *free_seconds = FreeSeconds(HostSeconds() - begun, b->patience());
  }
  b->Settle(t, {first, second, seen});
  if (b->failed()) return {};
  if (!hold) return Free(ended, *free_seconds, "it completed");
  if (!ended) return {};
  return {kHostEarly,
          "it was complete while a user event held back the command before "
          "it"};
}

void Run(HostBench* b, const HostWords& w, bool listed,
         const Between& between) {
  if (HostWordOf(w, "queue") != "in_order") {
    b->TryRacing(
        [&](bool synchronized) { return Relay(b, w, between, synchronized); });
    return;
  }
  double free_seconds = 0;
  b->Try(
      [&](bool hold) { return Held(b, between, listed, hold, &free_seconds); });
}

bool HasList(const HostWords& w) { return HostWordOf(w, "list") == "with"; }

EventList ListOf(const HostWords& w, const cl::Event& first) {
  return HasList(w) ? EventList{first} : EventList{};
}

void Barrier(HostBench* b, const HostWords& w) {
  Run(b, w, HasList(w),
      [&w](HostBench* bench, const HostQueues& q, const cl::Event& first,
           cl::Event* own) {
        if (HostWordOf(w, "form") == "1_0") {
          bench->DoDeprecated("clEnqueueBarrier",
                              [&] { return clEnqueueBarrier(q.second()); });
          return EventList();
        }
        *own = bench->Enqueue("clEnqueueBarrierWithWaitList", ListOf(w, first),
                              [&q](auto... last) {
                                return clEnqueueBarrierWithWaitList(q.second(),
                                                                    last...);
                              });
        return EventList();
      });
}

void Marker(HostBench* b, const HostWords& w) {
  Run(b, w, HasList(w),
      [&w](HostBench* bench, const HostQueues& q, const cl::Event& first,
           cl::Event* own) {
        const bool with = HasList(w);
        // Without a list it stands for what its own queue has before it.
        const cl::CommandQueue& queue = with ? q.second : q.first;
        if (HostWordOf(w, "form") == "1_0") {
          cl_event event = nullptr;
          bench->DoDeprecated("clEnqueueMarker",
                              [&] { return clEnqueueMarker(queue(), &event); });
          *own = cl::Event(event);
        } else {
          *own = bench->Marker(queue, ListOf(w, first));
        }
        if (q.two) bench->Flush(queue);
        return EventList{*own};
      });
}

void WaitForEvents(HostBench* b, const HostWords& w) {
  Run(b, w, /*listed=*/true,
      [](HostBench* bench, const HostQueues& q, const cl::Event& first,
         cl::Event*) {
        const cl_event event = first();
        bench->DoDeprecated("clEnqueueWaitForEvents", [&] {
          return clEnqueueWaitForEvents(q.second(), 1, &event);
        });
        return EventList();
      });
}

void WaitList(HostBench* b, const HostWords& w) {
  Run(b, w, /*listed=*/true,
      [](HostBench*, const HostQueues&, const cl::Event& first, cl::Event*) {
        return EventList{first};
      });
}

}  // namespace

std::vector<HostCheckRow> HostOrderChecks() {
  return {{"host_sync.barrier", Barrier},
          {"host_sync.marker", Marker},
          {"host_sync.wait_for_events", WaitForEvents},
          {"host_sync.wait_list", WaitList}};
}

}  // namespace wgsync
