// Profiling times.

#include <algorithm>
#include <limits>
#include <string>

#include "absl/strings/str_cat.h"
#include "devices/driver/device_claims.h"
#include "devices/driver/error.h"
#include "devices/host_sync/host_sync.h"

namespace wgsync {
namespace {

constexpr cl_profiling_info kTimes[] = {
    CL_PROFILING_COMMAND_QUEUED, CL_PROFILING_COMMAND_SUBMIT,
    CL_PROFILING_COMMAND_START, CL_PROFILING_COMMAND_END};
constexpr const char* kNames[] = {"queued", "submit", "start", "end"};

struct Times {
  cl_ulong at[4] = {};
};

Times Read(HostBench* b, const cl::Event& e) {
  Times t;
  for (int i = 0; i < 4; ++i) {
    b->Do("clGetEventProfilingInfo", [&] {
      return clGetEventProfilingInfo(e(), kTimes[i], sizeof(t.at[i]), &t.at[i],
                                     nullptr);
    });
  }
  return t;
}

// Of a slow and a quick command: no time lies before the one that comes before
// it; in an in-order queue the second does not start before the first has
// ended.
void Order(HostBench* b, const HostWords& w) {
  b->TryOnly([&]() -> HostOutcome {
    const HostQueues q = b->Queues(HostWordOf(w, "queue"), /*profiling=*/true);
    const cl::Event slow = b->Slow(q.first, b->NextValue());
    const cl::Event copy = b->CopyKernel(q.first);
    b->Settle(q, {slow, copy});
    const Times times[] = {Read(b, slow), Read(b, copy)};
    if (b->failed()) return {};
    for (const Times& t : times) {
      for (int i = 1; i < 4; ++i) {
        if (t.at[i] >= t.at[i - 1]) continue;
        return {kHostTimes,
                absl::StrCat(kNames[i], " ", t.at[i], " ns lies before ",
                             kNames[i - 1], " ", t.at[i - 1], " ns")};
      }
    }
    if (times[0].at[3] == 0) {
      return {kHostTimes, "all times are 0"};
    }
    if (HostWordOf(w, "queue") == "in_order" &&
        times[1].at[2] < times[0].at[3]) {
      return {kHostTimes,
              absl::StrCat("the second command started at ", times[1].at[2],
                           " ns, and the first one ended at ", times[0].at[3],
                           " ns")};
    }
    return {};
  });
}

// The time of a slow command: more than nothing, no more than the host saw
// pass, and more than that of a quick one. On a busy machine any one of them
// may take long: the least of several tries counts.
void Elapsed(HostBench* b, const HostWords& w) {
  const size_t resolution = DeviceNumber<size_t>(
      b->device()(), CL_DEVICE_PROFILING_TIMER_RESOLUTION, 0);
  b->facts().words.push_back(
      absl::StrCat("the device's timer resolves ", resolution, " ns"));
  // Where the host saw no difference, or the timer is coarser, none is asked.
  const double extra = b->slow_seconds() * 1e9;
  const bool compared =
      extra > std::max(1e6, 4.0 * static_cast<double>(resolution));
  constexpr cl_ulong kMost = std::numeric_limits<cl_ulong>::max();
  cl_ulong least_slow = kMost, least_quick = kMost;
  b->TryOnly([&]() -> HostOutcome {
    const HostQueues q = b->Queues(HostWordOf(w, "queue"), /*profiling=*/true);
    const cl::Event quick = b->Quick(q.first, b->NextValue());
    b->Settle(q, {quick});
    const double begun = HostSeconds();
    const cl::Event slow = b->Slow(q.first, b->NextValue());
    b->Settle(q, {slow});
    const double host = (HostSeconds() - begun) * 1e9;
    const Times t = Read(b, slow), s = Read(b, quick);
    if (b->failed()) return {};
    const cl_ulong elapsed = t.at[3] - t.at[2];
    least_slow = std::min(least_slow, elapsed);
    least_quick = std::min(least_quick, s.at[3] - s.at[2]);
    if (elapsed == 0 && compared) {
      return {kHostTimes, absl::StrCat("no time has elapsed, and ", host,
                                       " ns on the host")};
    }
    // Two clocks: they need not run alike to the last percent.
    const double most = host * 1.05 + 2.0 * static_cast<double>(resolution);
    if (static_cast<double>(elapsed) > most) {
      return {kHostTimes, absl::StrCat("it took ", elapsed,
                                       " ns by its event, and the host waited ",
                                       host, " ns")};
    }
    return {};
  });
  if (b->failed() || b->facts().wrong != 0) return;
  b->facts().words.push_back(absl::StrCat("the slow command took ", least_slow,
                                          " ns at least, the quick one ",
                                          least_quick, " ns"));
  if (least_slow > least_quick || !compared) return;
  b->facts().wrong = b->facts().tries;
  b->facts().fault = kHostTimes;
  b->facts().fault_text =
      absl::StrCat("the slow command took no longer than the quick one, and ",
                   extra, " ns longer by the host's clock");
}

// There are no times of a user event, of a command that is not complete, and of
// one in a queue without profiling.
void Refused(HostBench* b, const HostWords& w) {
  const std::string of = HostWordOf(w, "of");
  b->TryOnly([&]() -> HostOutcome {
    const HostQueues q = b->Queues("in_order", of != "no_profiling");
    const cl::Event user = b->UserEvent();
    const cl::Event command =
        b->Quick(q.first, b->NextValue(),
                 of == "unfinished" ? EventList{user} : EventList{});
    b->Flush(q.first);
    if (of == "no_profiling") b->Settle(q, {command});
    if (b->failed()) return {};
    const cl::Event& asked = of == "user_event" ? user : command;
    cl_ulong time = 0;
    const cl_int got = b->Ask("clGetEventProfilingInfo", [&] {
      return clGetEventProfilingInfo(asked(), CL_PROFILING_COMMAND_END,
                                     sizeof(time), &time, nullptr);
    });
    b->Complete(user);
    b->Settle(q, {command});
    if (b->failed() || got == CL_PROFILING_INFO_NOT_AVAILABLE) return {};
    return {
        kHostAnswer,
        absl::StrCat("clGetEventProfilingInfo answers ", OpenClErrorName(got),
                     " (", got, ") and not CL_PROFILING_INFO_NOT_AVAILABLE")};
  });
}

}  // namespace

std::vector<HostCheckRow> HostProfilingChecks() {
  return {{"host_sync.profiling_order", Order},
          {"host_sync.profiling_elapsed", Elapsed},
          {"host_sync.profiling_refused", Refused}};
}

}  // namespace wgsync
