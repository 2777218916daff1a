#include "tools/run/heartbeat.h"

#include <utility>

namespace wgsync {

Heartbeat::Heartbeat(std::chrono::nanoseconds period,
                     std::function<void()> beat)
    : period_(period), beat_(std::move(beat)), thread_([this] { Run(); }) {}

Heartbeat::~Heartbeat() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    ends_ = true;
  }
  ending_.notify_one();
  thread_.join();
}

void Heartbeat::Run() {
  std::unique_lock<std::mutex> lock(mutex_);
  while (!ending_.wait_for(lock, period_, [this] { return ends_; })) {
    lock.unlock();
    beat_();
    lock.lock();
  }
}

}  // namespace wgsync
