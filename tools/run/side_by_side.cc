#include "tools/run/side_by_side.h"

#include <algorithm>
#include <map>
#include <string>

#include "suite/core/base/parallel.h"
#include "suite/worker/device_lock.h"

namespace wgsync {
namespace {

using Queue = std::vector<size_t>;  // of one lock, in their order

void RunQueue(const Queue& queue, const std::function<void(size_t)>& run) {
  for (const size_t i : queue) run(i);
}

}  // namespace

void RunSideBySide(const std::vector<DeviceInfo>& devices, size_t jobs,
                   const std::function<void(size_t)>& run) {
  std::vector<Queue> gpus;
  Queue on_cores, all;
  std::map<std::string, size_t> of_lock;
  for (size_t i = 0; i < devices.size(); ++i) {
    const DeviceInfo& d = devices[i];
    all.push_back(i);
    if (d.type != "gpu") {
      on_cores.push_back(i);
      continue;
    }
    const auto [at, first] =
        of_lock.insert({LockName(d.type, d.uuid, d.slug), gpus.size()});
    if (first) gpus.emplace_back();
    gpus[at->second].push_back(i);
  }
  const size_t threads = std::min(jobs, gpus.size());
  if (threads < 2) return RunQueue(all, run);
  ForEach(gpus.size(), threads, [&](size_t i) { RunQueue(gpus[i], run); });
  RunQueue(on_cores, run);
}

}  // namespace wgsync
