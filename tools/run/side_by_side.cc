#include "tools/run/side_by_side.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <string>
#include <thread>

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
  std::atomic<size_t> next{0};
  std::vector<std::thread> running;
  for (size_t t = 0; t < threads; ++t) {
    running.emplace_back([&] {
      for (size_t i = next++; i < gpus.size(); i = next++) {
        RunQueue(gpus[i], run);
      }
    });
  }
  for (std::thread& thread : running) thread.join();
  RunQueue(on_cores, run);
}

}  // namespace wgsync
