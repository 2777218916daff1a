// More than one command at a time: a kernel that is running looks at what
// another command stores. It ends by itself, whether it has seen it or not.

#include <functional>
#include <string>

#include "absl/strings/str_cat.h"
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

}  // namespace

std::vector<HostCheckRow> HostSideBySideChecks() {
  return {{"host_sync.concurrent_kernels", ConcurrentKernels},
          {"host_sync.write_while_running", WriteWhileRunning}};
}

}  // namespace wgsync
