// How far a command is, on stderr: one live line on a terminal, and in a pipe
// or a file a line now and then.

#ifndef WGSYNC_TOOLS_RUN_LIVE_LINE_H_
#define WGSYNC_TOOLS_RUN_LIVE_LINE_H_

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdio>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "reports/render/text.h"
#include "suite/core/record/result.h"

namespace wgsync {

// In a pipe a line follows the last one after this time at the earliest.
inline constexpr double kSecondsBetweenLines = 10;

// "wgsync: another wgsync has the device (LOCK): waiting for it; ...", a line.
// For commands with AddEngineOptions().
std::string WaitLine(const std::string& lock);

// On a terminal one line is rewritten in place: "[37/120] 30 pass, 7 hang,
// 2 min 3 s left  barrier.a/...". Elsewhere a line is added every ten seconds:
// "[37/120] PLATFORM/DEVICE: 30 pass, 7 hang, 2 min 3 s left". Thread-safe.
class Progress {
 public:
  // Seconds, of a clock that is never set.
  using Clock = std::function<double()>;

  // On stderr, by a steady clock. In a pipe a thread sees to it that a line
  // comes even while one case takes long.
  Progress();
  // For tests. With `tick` a thread calls Tick() that often; without it only
  // calls print.
  Progress(std::FILE* out, bool terminal, size_t width, Clock now,
           std::chrono::nanoseconds tick = {});
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // Prints "PLATFORM/DEVICE: WORK", at once and everywhere: the device that was
  // chosen, before it is opened. Further lines bear its name.
  void Begin(const std::string& device, const std::string& work);
  // The same for the device of `options`, whose waits and cases are shown then.
  template <typename Options>
  void Follow(const std::string& work, Options* options) {
    Begin(OneLine(options->device.full_name), work);
    Doing("opening the device");
    options->on_wait = [this](const std::string& lock) { Waits(lock); };
    options->on_start = [this](const std::string& id, size_t done,
                               size_t total) { Start(id, done, total); };
  }
  // The device that further lines are about.
  void Name(const std::string& device);
  // Until the next case starts, a line of a pipe says so and for how long:
  // "opening the device".
  void Doing(const std::string& what);
  // The device is waited for; see WaitLine(). Said once for each device, and
  // again by the lines of a pipe.
  void Waits(const std::string& lock);

  // `done` cases of `total` have a verdict; those before the first call are
  // of an earlier process and say nothing of the speed.
  void Start(const std::string& id, size_t done, size_t total);
  void Result(const CaseResult& result, size_t done, size_t total);
  // Nothing new; in a pipe it may be time for a line.
  void Tick();
  // Takes the live line away.
  void Clear();

 private:
  void Update(size_t done, size_t total);
  void Print();
  std::string LiveLine(double now) const;
  std::string PipeLine(double now) const;
  std::string Count() const;
  std::string Left(double now) const;
  std::vector<std::string> Parts(double now) const;  // counts, time left
  void ClearLine();

  std::mutex mutex_;
  std::FILE* const out_;
  const bool terminal_;
  const size_t width_;
  const Clock now_;
  std::string device_;
  std::set<std::string> waited_for_;  // devices
  std::string id_;                    // of the case that runs
  std::string doing_;                 // in place of a case
  double since_ = 0;                  // that id_ or doing_ goes on
  double printed_ = 0;
  size_t done_ = 0, total_ = 0;
  bool shown_ = false;
  bool begun_ = false;
  size_t first_done_ = 0;
  double begin_ = 0;  // of the first case
  std::map<VerdictKind, size_t> counts_;
  std::condition_variable ending_;
  bool ends_ = false;
  std::thread ticker_;  // the last member: it uses the others
};

// The terminal of a run whose jobs may run side by side: one progress line for
// all of them, on stderr. Thread-safe.
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

#endif  // WGSYNC_TOOLS_RUN_LIVE_LINE_H_
