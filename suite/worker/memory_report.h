// What the system reports for the report of a failure: the processes that it
// ended for want of memory, and the limits of this process, which its workers
// inherit.

#ifndef WGSYNC_SUITE_WORKER_MEMORY_REPORT_H_
#define WGSYNC_SUITE_WORKER_MEMORY_REPORT_H_

#include <sys/types.h>

#include <cstdint>
#include <string>

#include "absl/types/optional.h"
#include "suite/worker/kernel_log.h"

namespace wgsync {

// The memory controller of this process's control group, version 1 or 2.
struct MemoryGroup {
  uint64_t oom_kills = 0;    // processes that the system ended for its limit
  uint64_t limit_bytes = 0;  // 0: none
};

// Reads it. `root` is "/", or a folder with copies of proc/self/cgroup and
// sys/fs/cgroup. Nothing if there is no such controller, or its files cannot be
// read.
absl::optional<MemoryGroup> ReadMemoryGroup(const std::string& root = "/");

// Remembers the state of the system when it is made, and reports the changes
// since then.
class MemoryReport {
 public:
  MemoryReport();

  // What the control group and the kernel log report about processes ended for
  // want of memory since then, in words: "memory limit of the control group
  // (512 MiB): 1 process ended (oom_kill 0 -> 1); the kernel log cannot be
  // read". `pid` is the process that is looked for in the kernel log.
  std::string Since(pid_t pid);

 private:
  absl::optional<MemoryGroup> before_;
  KernelLog log_;
};

// The same of two states of a control group.
std::string CompareGroups(const absl::optional<MemoryGroup>& before,
                          const absl::optional<MemoryGroup>& after);

// "; the address space is limited to 1464 MiB (ulimit -v), ..." for the limit
// of this process, which its workers inherit; "" if there is none. To be
// appended to the report of a failure.
std::string AddressSpaceText();

// Whether a process has used all but little of that limit.
bool FillsAddressSpace(pid_t pid);

// The error of a system call, with the limit that causes it: "Too many open
// files; a process may have 16 open (ulimit -n)".
std::string ErrorText(int error);

// The limit in force that ends a process by this signal, in words that end with
// "; "; "" for other signals and without a limit.
std::string SignalLimitText(int signal);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_WORKER_MEMORY_REPORT_H_
