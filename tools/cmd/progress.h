// The progress line of a run on a terminal.

#ifndef WGSYNC_TOOLS_CMD_PROGRESS_H_
#define WGSYNC_TOOLS_CMD_PROGRESS_H_

#include <chrono>
#include <cstddef>
#include <cstdio>
#include <map>
#include <string>

#include "suite/core/record/result.h"

namespace wgsync {

// Rewrites one line in place: "[37/120] 30 pass, 7 hang, 2 min 3 s left
// barrier.a/...". Silent where `on` is false.
class Progress {
 public:
  Progress(std::FILE* out, bool on, size_t width)
      : out_(out), on_(on), width_(width) {}
  ~Progress() { Clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // `done` cases of `total` have a verdict; those before the first call are
  // of an earlier process and say nothing of the speed.
  void Start(const std::string& id, size_t done, size_t total);
  void Result(const CaseResult& result, size_t done, size_t total);
  // Takes the line away.
  void Clear();

  // The line for a case that runs, `elapsed` seconds after the first one began.
  std::string Line(const std::string& id, size_t done, size_t total,
                   double elapsed) const;

 private:
  void Print(const std::string& id, size_t done, size_t total);

  std::FILE* out_;
  bool on_;
  size_t width_;
  bool shown_ = false;
  bool begun_ = false;
  size_t first_done_ = 0;
  std::chrono::steady_clock::time_point begin_;
  std::map<VerdictKind, size_t> counts_;
};

}  // namespace wgsync

#endif  // WGSYNC_TOOLS_CMD_PROGRESS_H_
