// What a long run holds of the machine, and whether it holds more than before.

#ifndef WGSYNC_SUITE_PROOF_SOAK_USAGE_H_
#define WGSYNC_SUITE_PROOF_SOAK_USAGE_H_

#include <sys/types.h>

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace wgsync {

// Of one process, by /proc.
struct ProcessUsage {
  uint64_t resident_bytes = 0;
  uint64_t descriptors = 0;
  uint64_t threads = 0;
  std::set<pid_t> children;
};

struct Usage {
  pid_t worker_pid = -1;
  ProcessUsage controller;
  ProcessUsage worker;
  std::set<std::string> shared_memory;  // names in /dev/shm, ours alone
  std::set<std::string> files;          // below the run's folder
};

// 0 and empty where the process is gone.
ProcessUsage ReadProcess(pid_t pid);
// `folder` is looked at with all below it.
Usage ReadUsage(pid_t worker, const std::string& folder);

// How far memory may grow between two looks.
inline constexpr double kMostGrowth = 0.10;

// What `now` holds more than `before`, one line each; empty where nothing
// leaks. Memory may grow by kMostGrowth; all else must be as it was.
std::vector<std::string> Leaks(const Usage& before, const Usage& now);

// "controller 12.3 MiB, 9 fds, 1 thread; worker 98.7 MiB, ..."
std::string UsageText(const Usage& usage);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_PROOF_SOAK_USAGE_H_
