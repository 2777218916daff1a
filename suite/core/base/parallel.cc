#include "suite/core/base/parallel.h"

#include <algorithm>
#include <atomic>
#include <system_error>
#include <thread>
#include <vector>

namespace wgsync {
namespace {

constexpr size_t kMostParts = 8;

}  // namespace

size_t PartsOf(size_t count, size_t least) {
  // Asked once: it is a system call.
  static const size_t cores = std::max(1u, std::thread::hardware_concurrency());
  const size_t wanted = count / std::max<size_t>(1, least);
  return std::max<size_t>(1, std::min({kMostParts, cores, wanted}));
}

void ForEach(size_t count, size_t threads,
             absl::FunctionRef<void(size_t i)> body) {
  std::atomic<size_t> next{0};
  const auto run = [&] {
    for (size_t i = next++; i < count; i = next++) body(i);
  };
  std::vector<std::thread> running;
  try {
    while (running.size() + 1 < threads) running.emplace_back(run);
  } catch (const std::system_error&) {
  }
  run();
  for (std::thread& thread : running) thread.join();
}

void ForParts(
    size_t count, size_t least,
    absl::FunctionRef<void(size_t part, size_t begin, size_t end)> body) {
  const size_t parts = PartsOf(count, least);
  if (parts == 1) return body(0, 0, count);
  ForEach(parts, parts, [&](size_t part) {
    body(part, count * part / parts, count * (part + 1) / parts);
  });
}

}  // namespace wgsync
