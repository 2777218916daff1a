// More than one command at a time: a kernel that is running looks at what
// another command stores. It ends by itself, whether it has seen it or not.
//
// Progress: a group of "meet" needs the groups of both launches to be resident.

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "devices/driver/launch.h"
#include "devices/host_sync/host_sync.h"

namespace wgsync {
namespace {

using Stores = std::function<cl::Event(const cl::CommandQueue& q,
                                       uint32_t value, const EventList& waits)>;

// In the control the store waits for the kernel to end, which sees nothing.
void SideBySide(HostBench* b, const std::string& queue, const char* what,
                const Stores& stores) {
  const auto one = [&](bool free) -> HostOutcome {
    const HostTry t = b->Start(queue);
    const cl::Event watch = b->Watch(t.first, t.value);
    b->Flush(t.first);
    b->Until(HoldSeconds(0), [&] { return b->Status(watch) <= CL_RUNNING; });
    const cl::Event stored =
        stores(t.second, t.value, free ? EventList{} : EventList{watch});
    b->Flush(t.second);
    bool shows = !free || b->Status(watch) != CL_COMPLETE;
    b->Settle(t, {watch, stored});
    const HostMemory seen = b->Copied();
    if (b->failed()) return {};
    // A store before the kernel, or after it, shows nothing.
    if (free && seen[1] == t.value) shows = seen[0] > 1;
    if (!shows) b->facts().control_wrong = 0;
    if (!shows || seen[1] == t.value) return {};
    return {free ? kHostNotSignalled : kHostUnordered,
            absl::StrCat("a running kernel looked ", seen[0],
                         " times and never saw what ", what, " stores")};
  };
  b->Try(one);
}

void ConcurrentKernels(HostBench* b, const HostWords& w) {
  SideBySide(b, HostWordOf(w, "queue"), "a second kernel",
             [&](const cl::CommandQueue& q, uint32_t value,
                 const EventList& waits) { return b->Quick(q, value, waits); });
}

void WriteWhileRunning(HostBench* b, const HostWords& w) {
  SideBySide(
      b, HostWordOf(w, "queue"), "the host's write",
      [&](const cl::CommandQueue& q, uint32_t value, const EventList& waits) {
        return b->Write(q, /*blocking=*/false, b->Memory(value), waits);
      });
}

// A counter barrier of `all` groups in several launches, `first` the number of
// this launch's first group. words[0] counts arrivals; then come, for each
// round and group, how many it saw. It gives up after 16 * `turns` looks. The
// host judges by these numbers: llvmpipe, which cuts a loop after 65,536 turns,
// goes on after it as if the loop's condition were false.
constexpr cl_uint kRounds = 16;
// The second try of launches that have not met.
constexpr cl_uint kLonger = 8;
// A driver may run two launches at the same time now and then.
constexpr uint32_t kMeetings = 16;
constexpr char kMeet[] =
    "kernel void meet(global volatile uint* words, uint first, uint all,\n"
    "                 uint turns) {\n"
    "  global volatile uint* saw = words + 1 + first + get_group_id(0);\n"
    "  bool met = true;\n"
    "  for (uint round = 0u; round < ROUNDS && met; ++round) {\n"
    "    uint seen = atomic_inc(words);\n"
    "    met = false;\n"
    "    for (uint t = 0u; t < turns && !met; ++t) {\n"
    "      for (uint i = 0u; i < 16u && !met; ++i) {\n"
    "        seen = atomic_or(words, 0u);\n"
    "        met = seen >= (round + 1u) * all;\n"
    "      }\n"
    "    }\n"
    "    saw[round * all] = seen;\n"
    "  }\n"
    "}\n";

// Two launches of one barrier, each with its own device and queue.
struct TwoGrids {
  cl::Context context;
  HostQueues queues;
  std::array<cl::Kernel, 2> kernels;
  size_t each = 0;  // groups of a launch
  cl::Buffer words;

  size_t all() const { return 2 * each; }
  size_t all_waits() const { return kRounds * all(); }
};

// Never released: PoCL 3.1 crashes where a sub-device's context was.
const TwoGrids& MakeGrids(HostBench* b, bool parts, size_t each) {
  auto* const g = new TwoGrids;
  g->each = each;
  std::vector<cl::Device> devices = {b->device()};
  cl_int code = CL_SUCCESS;
  if (parts) {
    b->Say("clCreateSubDevices");
    auto made = PartsOf(CL_DEVICE_PARTITION_EQUALLY, b->device());
    if (made.ok()) {
      devices = {made->front(), made->back()};
    } else {
      b->Fail(made.status());
    }
  }
  b->Do("clCreateContext", [&] {
    g->context = cl::Context(devices, nullptr, nullptr, nullptr, &code);
    return code;
  });
  g->queues.two = true;
  cl::CommandQueue* const queues[] = {&g->queues.first, &g->queues.second};
  for (size_t i = 0; i < g->kernels.size() && !b->failed(); ++i) {
    const cl::Device& device = i == 0 ? devices.front() : devices.back();
    b->Do("clCreateCommandQueue", [&] {
      *queues[i] = cl::CommandQueue(g->context, device, 0, &code);
      return code;
    });
    g->kernels[i] = b->MakeKernel(
        g->context, device,
        {kMeet, absl::StrCat("-cl-std=CL1.2 -DROUNDS=", kRounds)}, "meet");
  }
  b->Do("clCreateBuffer", [&] {
    g->words =
        cl::Buffer(g->context, CL_MEM_READ_WRITE,
                   (1 + g->all_waits()) * sizeof(cl_uint), nullptr, &code);
    return code;
  });
  return *g;
}

cl::Event Meet(HostBench* b, const TwoGrids& g, bool second, cl_uint turns,
               const EventList& waits) {
  cl::Kernel kernel = g.kernels[second ? 1 : 0];
  const cl::CommandQueue& q = second ? g.queues.second : g.queues.first;
  const size_t items = 1;
  const auto first = static_cast<cl_uint>(second ? g.each : 0);
  return b->Enqueue("clEnqueueNDRangeKernel", waits, [&](auto... last) {
    for (const cl_int code :
         {kernel.setArg(0, g.words), kernel.setArg(1, first),
          kernel.setArg(2, static_cast<cl_uint>(g.all())),
          kernel.setArg(3, turns)}) {
      if (code != CL_SUCCESS) return code;
    }
    return clEnqueueNDRangeKernel(q(), kernel(), 1, nullptr, &g.each, &items,
                                  last...);
  });
}

// How often a group saw that all had arrived, kRounds times each at most.
size_t Met(const TwoGrids& g, const std::vector<cl_uint>& words) {
  size_t met = 0;
  for (size_t i = 1; i < words.size(); ++i) {
    if (words[i] >= ((i - 1) / g.all() + 1) * g.all()) ++met;
  }
  return met;
}

// The waits that ended. `shows`: those that did not end were long enough.
size_t TryToMeet(HostBench* b, const TwoGrids& g, bool free, cl_uint turns,
                 bool* shows) {
  std::vector<cl_uint> words(1 + g.all_waits());
  const size_t bytes = words.size() * sizeof(cl_uint);
  b->Do("clEnqueueWriteBuffer", [&] {
    return g.queues.first.enqueueWriteBuffer(g.words, CL_TRUE, 0, bytes,
                                             words.data());
  });
  // The second queue does not wait for it, and it may only be enqueued.
  b->Finish(g.queues.first);
  const cl::Event first = Meet(b, g, false, turns, {});
  b->Flush(g.queues.first);
  const cl::Event second =
      Meet(b, g, true, turns, free ? EventList{} : EventList{first});
  b->Flush(g.queues.second);
  *shows = !b->cuts_loops() && b->Status(first) != CL_COMPLETE;
  b->Settle(g.queues, {first, second});
  b->Do("clEnqueueReadBuffer", [&] {
    return g.queues.first.enqueueReadBuffer(g.words, CL_TRUE, 0, bytes,
                                            words.data());
  });
  return Met(g, words);
}

// In the control the second launch waits for the first one to end.
void GridsMeet(HostBench* b, const HostWords& w) {
  cl_uint units = 0;
  b->Do("clGetDeviceInfo", [&] {
    return b->device().getInfo(CL_DEVICE_MAX_COMPUTE_UNITS, &units);
  });
  const bool two = HostWordOf(w, "groups") == "two";
  const TwoGrids& g = MakeGrids(b, HostWordOf(w, "queue") == "part_equal",
                                two ? 1 : std::max<size_t>(units / 2, 1));
  // A driver may compile in the first launch.
  for (const bool second : {false, true}) {
    if (!b->failed()) b->Wait({Meet(b, g, second, 0, {})});
  }
  b->Try(
      [&](bool free) -> HostOutcome {
        bool shows = true;
        size_t met = TryToMeet(b, g, free, b->watch_turns(), &shows);
        // On a busy machine a thread may come late.
        if (free && met < g.all_waits() && shows) {
          met = TryToMeet(b, g, free, kLonger * b->watch_turns(), &shows);
        }
        if (b->failed() || met == g.all_waits()) return {};
        if (free && !shows) {
          b->facts().control_wrong = 0;
          return {};
        }
        return {free ? kHostNotSignalled : kHostUnordered,
                absl::StrCat(g.all(),
                             " groups in two launches waited for each "
                             "other ",
                             kRounds, " times: ", met, " of ", g.all_waits(),
                             " waits ended")};
      },
      kMeetings);
}

}  // namespace

std::vector<HostCheckRow> HostSideBySideChecks() {
  return {{"host_sync.concurrent_kernels", ConcurrentKernels},
          {"host_sync.grids_meet", GridsMeet},
          {"host_sync.write_while_running", WriteWhileRunning}};
}

}  // namespace wgsync
