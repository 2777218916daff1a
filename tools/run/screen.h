// The terminal of a run whose jobs may run side by side.

#ifndef WGSYNC_TOOLS_RUN_SCREEN_H_
#define WGSYNC_TOOLS_RUN_SCREEN_H_

#include <cstddef>
#include <mutex>
#include <string>
#include <vector>

#include "suite/core/record/result.h"
#include "tools/run/live_line.h"

namespace wgsync {

// One progress line for all jobs, on stderr. Thread-safe.
class Screen {
 public:
  // A job's device and the number of its cases.
  struct Job {
    std::string device;
    size_t cases;
  };
  explicit Screen(std::vector<Job> jobs);

  // The job begins: it opens its device, for which it may have to wait.
  void Opens(size_t job);
  void Waits(size_t job, const std::string& lock);
  // Of the job's case: it begins, or has come out. `done` of its cases have a
  // verdict.
  void Starts(size_t job, const std::string& id, size_t done);
  void Ends(size_t job, const CaseResult& result, size_t done);

  // Takes the line away; nothing else is printed until the lock is gone.
  std::unique_lock<std::mutex> Take();

 private:
  std::mutex mutex_;
  const std::vector<Job> jobs_;
  std::vector<size_t> done_;  // of each job
  size_t total_;
  Progress progress_;
};

}  // namespace wgsync

#endif  // WGSYNC_TOOLS_RUN_SCREEN_H_
