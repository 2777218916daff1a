#include "suite/core/base/parallel.h"

#include <algorithm>
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

void ForParts(
    size_t count, size_t least,
    const std::function<void(size_t part, size_t begin, size_t end)>& body) {
  const size_t parts = PartsOf(count, least);
  const auto run = [&](size_t part) {
    body(part, count * part / parts, count * (part + 1) / parts);
  };
  std::vector<std::thread> threads;
  for (size_t part = 1; part < parts; ++part) {
    try {
      threads.emplace_back(run, part);
    } catch (const std::system_error&) {
      run(part);
    }
  }
  run(0);
  for (std::thread& thread : threads) thread.join();
}

}  // namespace wgsync
