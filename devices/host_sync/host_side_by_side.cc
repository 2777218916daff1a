// More than one command at a time: a kernel that is running looks at what
// another command stores. It ends by itself, whether it has seen it or not.

#include <string>

#include "absl/strings/str_cat.h"
#include "devices/host_sync/host_sync.h"

namespace wgsync {
namespace {

template <typename Store>
void Beside(HostBench* b, const std::string& queue, const char* what,
            const Store& store) {
  b->TryOnly([&]() -> HostOutcome {
    const uint32_t old = b->NextValue(), value = b->NextValue();
    const HostQueues q = b->Queues(queue);
    b->Clear(old);
    const cl::Event watch = b->Watch(q.first, value);
    b->Flush(q.first);
    const cl::Event stores = store(q.second, value);
    b->Flush(q.second);
    b->Settle(q, {watch, stores});
    const HostMemory seen = b->Copied();
    // One that came before the first look shows nothing.
    if (b->failed() || (seen[0] > 0 && seen[1] == value)) return {};
    return {kHostNotSignalled,
            absl::StrCat("a running kernel looked ", seen[0], " times and ",
                         seen[1] == value ? "found at once" : "never saw",
                         " what ", what,
                         " stores: the two did not run at the "
                         "same time")};
  });
}

void ConcurrentKernels(HostBench* b, const HostWords& w) {
  Beside(b, HostWordOf(w, "queue"), "a second kernel",
         [&](const cl::CommandQueue& q, uint32_t value) {
           return b->Quick(q, value);
         });
}

void WriteWhileRunning(HostBench* b, const HostWords& w) {
  Beside(b, HostWordOf(w, "queue"), "the host's write",
         [&](const cl::CommandQueue& q, uint32_t value) {
           // The driver may read it when the check has given up.
           const auto* const from = new HostMemory(HostBench::Filled(value));
           return b->Write(q, /*blocking=*/false, from);
         });
}

}  // namespace

std::vector<HostCheckRow> HostSideBySideChecks() {
  return {{"host_sync.concurrent_kernels", ConcurrentKernels},
          {"host_sync.write_while_running", WriteWhileRunning}};
}

}  // namespace wgsync
