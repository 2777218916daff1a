// The worker that a test is itself: what it does in the mode that the test has
// put into the environment.

#ifndef WGSYNC_SUITE_ENGINE_TEST_WORKER_H_
#define WGSYNC_SUITE_ENGINE_TEST_WORKER_H_

#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <string>

#include "absl/strings/str_cat.h"
#include "nlohmann/json.hpp"
#include "suite/worker/worker_main.h"
#include "suite/worker/worker_output.h"
#include "suite/worker/worker_process.h"

namespace wgsync {

inline constexpr char kMode[] = "WGSYNC_TEST_WORKER";
inline constexpr double kLong = 20;  // in seconds; no test takes that long

inline bool WriteAll(int fd, const std::string& text) {
  size_t done = 0;
  while (done < text.size()) {
    const ssize_t n = write(fd, text.data() + done, text.size() - done);
    if (n <= 0) return false;
    done += n;
  }
  return true;
}

inline std::string Event(const std::string& name) {
  return absl::StrCat("{\"event\":\"", name, "\"}\n");
}

// Returns when the controller has closed the pipe.
inline void WaitForTheEnd() {
  char c;
  while (read(kCommandFd, &c, 1) > 0) {
  }
}

[[noreturn]] inline void Work(const std::string& mode, int parent) {
  if (mode == "serve") WorkerMain(parent);
  if (mode == "abort") raise(SIGABRT);
  if (mode == "exit") {
    fprintf(stderr, "the driver\x01 says goodbye\n");
    fflush(stderr);
    _exit(7);
  }
  if (mode == "garbage") WriteAll(kEventFd, "no event\n");
  if (mode == "wrong type") {
    WriteAll(kEventFd, "{\"event\":\"FINISHED\",\"ok\":\"yes\"}\n");
  }
  if (mode == "chatter") {
    while (WriteAll(kEventFd, Event("PHASES"))) {
    }
  }
  if (mode == "parts") {
    const std::string two = Event("ONE") + Event("TWO");
    for (char c : two) WriteAll(kEventFd, std::string(1, c));
  }
  if (mode == "long") {
    const std::string log(1000000, 'x');
    WriteAll(kEventFd,
             absl::StrCat("{\"event\":\"LOG\",\"log\":\"", log, "\"}\n"));
  }
  if (mode == "flood") {
    const std::string chunk(65536, 'x');
    while (WriteAll(kEventFd, chunk)) {
    }
  }
  if (mode == "prints") {
    WriteAll(STDERR_FILENO, std::string(WorkerOutput::kMostBytes + 1, 'x'));
    WriteAll(kEventFd, Event("ONE"));
  }
  if (mode == "forks") {
    if (fork() == 0) WaitForTheEnd();
    WriteAll(kEventFd, Event("ONE"));
  }
  if (mode == "leaves") {
    KeepFromChildren();
    const pid_t left = fork();
    if (left == 0) {
      setsid();
      raise(SIGSTOP);
    }
    waitpid(left, nullptr, WUNTRACED);
    WriteAll(kEventFd, Event("ONE"));
  }
  if (mode == "environment") {
    nlohmann::json e = {{"event", "ENVIRONMENT"}};
    for (const char* name : {"POCL_CACHE_DIR", "CUDA_CACHE_PATH"}) {
      const char* value = getenv(name);
      e[name] = value == nullptr ? "" : value;
    }
    WriteAll(kEventFd, e.dump() + "\n");
  }
  WaitForTheEnd();
  _exit(0);
}

}  // namespace wgsync

#endif  // WGSYNC_SUITE_ENGINE_TEST_WORKER_H_
