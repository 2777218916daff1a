// The terminal of a run whose jobs may run side by side.

#ifndef WGSYNC_TOOLS_CMD_SCREEN_H_
#define WGSYNC_TOOLS_CMD_SCREEN_H_

#include <cstddef>
#include <mutex>
#include <string>
#include <vector>

#include "suite/core/record/result.h"
#include "tools/cmd/progress.h"

namespace wgsync {

// One progress line for all jobs, on stderr. Thread-safe.
class Screen {
 public:
  // `cases` has the number of each job's cases.
  explicit Screen(const std::vector<size_t>& cases);

  // Of the job's case: it begins, or has come out. `done` of its cases have a
  // verdict.
  void Starts(size_t job, const std::string& id, size_t done);
  void Ends(size_t job, const CaseResult& result, size_t done);

  // Takes the line away; nothing else is printed until the lock is gone.
  std::unique_lock<std::mutex> Take();

 private:
  std::mutex mutex_;
  std::vector<size_t> done_;  // of each job
  size_t total_;
  Progress progress_;
};

}  // namespace wgsync

#endif  // WGSYNC_TOOLS_CMD_SCREEN_H_
