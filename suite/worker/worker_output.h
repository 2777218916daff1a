// What a worker and its driver print, kept in memory: no disk is filled by a
// driver that never ceases.

#ifndef WGSYNC_SUITE_WORKER_WORKER_OUTPUT_H_
#define WGSYNC_SUITE_WORKER_WORKER_OUTPUT_H_

#include <cstddef>
#include <string>

namespace wgsync {

class WorkerOutput {
 public:
  // Trim() cuts more than kMostBytes down to the last kKeptBytes.
  static constexpr size_t kMostBytes = size_t{1} << 20;
  static constexpr size_t kKeptBytes = size_t{64} << 10;

  WorkerOutput() = default;
  ~WorkerOutput();
  WorkerOutput(const WorkerOutput&) = delete;
  WorkerOutput& operator=(const WorkerOutput&) = delete;

  // The error of the system; 0 if it can be used.
  int Open();
  // For the worker's standard output and error: whatever is written comes at
  // the end.
  int fd() const { return fd_; }
  // To be called again and again while the worker lives. A writer never waits
  // for it. Output of the same moment may be lost.
  void Trim();
  // At most the last 2 KiB; characters that are not printable ASCII as "?".
  std::string Tail() const;

 private:
  std::string Last(size_t most) const;

  int fd_ = -1;
};

}  // namespace wgsync

#endif  // WGSYNC_SUITE_WORKER_WORKER_OUTPUT_H_
