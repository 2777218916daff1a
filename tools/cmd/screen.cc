#include "tools/cmd/screen.h"

#include <unistd.h>

#include <cstdio>
#include <numeric>

#include "reports/render/text.h"
#include "tools/cli/cli.h"

namespace wgsync {
namespace {

size_t Sum(const std::vector<size_t>& numbers) {
  return std::accumulate(numbers.begin(), numbers.end(), size_t{0});
}

}  // namespace

Screen::Screen(const std::vector<size_t>& cases)
    : done_(cases.size()),
      total_(Sum(cases)),
      progress_(stderr, isatty(STDERR_FILENO) != 0,
                TerminalWidth(STDERR_FILENO)) {}

void Screen::Starts(size_t job, const std::string& id, size_t done) {
  const std::lock_guard<std::mutex> lock(mutex_);
  done_[job] = done;
  progress_.Start(id, Sum(done_), total_);
}

void Screen::Ends(size_t job, const CaseResult& result, size_t done) {
  const std::lock_guard<std::mutex> lock(mutex_);
  done_[job] = done;
  progress_.Result(result, Sum(done_), total_);
}

std::unique_lock<std::mutex> Screen::Take() {
  std::unique_lock<std::mutex> lock(mutex_);
  progress_.Clear();
  return lock;
}

}  // namespace wgsync
