#include "suite/worker/worker_main.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

#include "absl/status/statusor.h"
#include "nlohmann/json.hpp"
#include "suite/core/base/parse_json.h"
#include "suite/core/launch/layout.h"
#include "suite/worker/commands.h"
#include "suite/worker/events.h"
#include "suite/worker/messages.h"
#include "suite/worker/sandbox.h"
#include "suite/worker/worker_device.h"
#include "suite/worker/worker_process.h"

namespace wgsync {
namespace {

using nlohmann::json;

constexpr int kDescriptors[] = {kCommandFd, kEventFd, kArenaFd, kLockFd};

// Writes one event as one line; any thread may.
void Emit(const json& event) {
  static std::mutex* mutex = new std::mutex;
  const std::string line = JsonText(event);
  std::lock_guard<std::mutex> lock(*mutex);
  size_t done = 0;
  while (done < line.size()) {
    const ssize_t n = write(kEventFd, line.data() + done, line.size() - done);
    if (n <= 0) _exit(0);  // nobody listens
    done += n;
  }
}

// Jobs of one kind, one after the other, on a thread of their own.
class Lane {
 public:
  Lane() {
    std::thread([this] { Run(); }).detach();
  }
  void Add(std::function<void()> job) {
    std::lock_guard<std::mutex> lock(mutex_);
    jobs_.push_back(std::move(job));
    more_.notify_one();
  }

 private:
  void Run() {
    for (;;) {
      std::unique_lock<std::mutex> lock(mutex_);
      // wait() is of GCC 12's libstdc++; wgsync runs with that of GCC 11 too.
      while (!more_.wait_for(lock, std::chrono::hours(1),
                             [this] { return !jobs_.empty(); })) {
      }
      std::function<void()> job = std::move(jobs_.front());
      jobs_.pop_front();
      lock.unlock();
      job();
    }
  }
  std::mutex mutex_;
  std::condition_variable more_;
  std::deque<std::function<void()>> jobs_;
};

// The heart: shows the controller that this process is scheduled.
void Beat(uint64_t* heart) {
  prctl(PR_SET_NAME, kHeartName);
  for (;;) {
    __atomic_fetch_add(heart, 1, __ATOMIC_RELAXED);
    usleep(10000);
  }
}

bool ReadLine(std::string* line) {
  static std::string buffer;
  for (;;) {
    const size_t end = buffer.find('\n');
    if (end != std::string::npos) {
      *line = buffer.substr(0, end);
      buffer.erase(0, end + 1);
      return true;
    }
    char chunk[65536];
    const ssize_t n = read(kCommandFd, chunk, sizeof(chunk));
    if (n <= 0) return false;
    buffer.append(chunk, n);
  }
}

}  // namespace

void KeepFromChildren() {
  // Without a lock the number must not become that of a driver's file.
  if (fcntl(kLockFd, F_GETFD) < 0) dup2(STDIN_FILENO, kLockFd);
  for (const int fd : kDescriptors) fcntl(fd, F_SETFD, FD_CLOEXEC);
  // Of a child that runs no other program.
  pthread_atfork(nullptr, nullptr, [] {
    for (const int fd : kDescriptors) close(fd);
  });
}

void WorkerMain(int parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(0);  // it died before the line above
  signal(SIGPIPE, SIG_IGN);
  // A terminal's interrupt is the controller's to handle.
  signal(SIGINT, SIG_IGN);
  KeepFromChildren();
  const std::string sandbox = EnterSandbox();
  void* mapped = mmap(nullptr, kArenaBytes, PROT_READ | PROT_WRITE, MAP_SHARED,
                      kArenaFd, 0);
  if (mapped == MAP_FAILED) {
    perror("wgsync worker: cannot map shared memory");
    _exit(3);
  }
  uint8_t* arena = static_cast<uint8_t*>(mapped);
  // Left to the process's end: threads that a driver holds never return.
  std::thread([arena] { Beat(reinterpret_cast<uint64_t*>(arena)); }).detach();
  auto* device = new WorkerDevice(
      arena + kControlBytes, arena + kControlBytes + kHalfBytes, sandbox, Emit);
  auto* launches = new Lane;
  auto* snapshots = new Lane;
  auto* builds = new Lane;
  SentSources sources;
  std::string line;
  while (ReadLine(&line)) {
    absl::StatusOr<json> parsed = ParseCommand(line);
    if (!parsed.ok()) {
      Emit(EventJson(ErrorEvent{std::string(parsed.status().message())}));
      continue;
    }
    sources.Complete(&*parsed);
    const json& command = *parsed;
    const std::string cmd = command["cmd"];
    // What a library throws at a driver's answer is no crash of the driver.
    const auto handle = [=] {
      try {
        device->Handle(command);
      } catch (const std::exception& e) {
        Emit(EventJson(ErrorEvent{e.what()}));
      }
    };
    if (cmd == SnapshotCommand::kName || cmd == PokeCommand::kName) {
      snapshots->Add(handle);
    } else if (cmd == BuildCommand::kName) {
      builds->Add(handle);
    } else {
      launches->Add(handle);
    }
  }
  _exit(0);
}

}  // namespace wgsync
