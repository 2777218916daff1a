#include "tools/run/screen.h"

#include <numeric>
#include <utility>

#include "reports/render/text.h"

namespace wgsync {
namespace {

size_t Sum(const std::vector<size_t>& numbers) {
  return std::accumulate(numbers.begin(), numbers.end(), size_t{0});
}

size_t AllCases(const std::vector<Screen::Job>& jobs) {
  size_t cases = 0;
  for (const Screen::Job& job : jobs) cases += job.cases;
  return cases;
}

}  // namespace

Screen::Screen(std::vector<Job> jobs)
    : jobs_(std::move(jobs)), done_(jobs_.size()), total_(AllCases(jobs_)) {}

void Screen::Opens(size_t job) {
  const std::lock_guard<std::mutex> lock(mutex_);
  progress_.Begin(jobs_[job].device, Counted(jobs_[job].cases, "case"));
  progress_.Doing("opening the device");
}

void Screen::Waits(size_t job, const std::string& lock) {
  const std::lock_guard<std::mutex> guard(mutex_);
  progress_.Name(jobs_[job].device);
  progress_.Waits(lock);
}

void Screen::Starts(size_t job, const std::string& id, size_t done) {
  const std::lock_guard<std::mutex> lock(mutex_);
  done_[job] = done;
  progress_.Name(jobs_[job].device);
  progress_.Start(id, Sum(done_), total_);
}

void Screen::Ends(size_t job, const CaseResult& result, size_t done) {
  const std::lock_guard<std::mutex> lock(mutex_);
  done_[job] = done;
  progress_.Name(jobs_[job].device);
  progress_.Result(result, Sum(done_), total_);
}

std::unique_lock<std::mutex> Screen::Take() {
  std::unique_lock<std::mutex> lock(mutex_);
  progress_.Clear();
  return lock;
}

}  // namespace wgsync
