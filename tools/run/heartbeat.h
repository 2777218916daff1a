// Calls a function again and again, on a thread.

#ifndef WGSYNC_TOOLS_RUN_HEARTBEAT_H_
#define WGSYNC_TOOLS_RUN_HEARTBEAT_H_

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace wgsync {

// Calls `beat` every `period` until it is destroyed. The destructor waits for a
// call that is going on, and no call comes after it.
class Heartbeat {
 public:
  Heartbeat(std::chrono::nanoseconds period, std::function<void()> beat);
  ~Heartbeat();
  Heartbeat(const Heartbeat&) = delete;
  Heartbeat& operator=(const Heartbeat&) = delete;

 private:
  void Run();

  const std::chrono::nanoseconds period_;
  const std::function<void()> beat_;
  std::mutex mutex_;
  std::condition_variable ending_;
  bool ends_ = false;   // guarded by mutex_
  std::thread thread_;  // the last member: it uses the others
};

}  // namespace wgsync

#endif  // WGSYNC_TOOLS_RUN_HEARTBEAT_H_
