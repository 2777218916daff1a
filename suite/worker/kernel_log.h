// What the Linux kernel logs, read from /dev/kmsg.

#ifndef WGSYNC_SUITE_WORKER_KERNEL_LOG_H_
#define WGSYNC_SUITE_WORKER_KERNEL_LOG_H_

#include <cstdint>
#include <functional>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"

namespace wgsync {

struct KernelRecord {
  // 0: the kernel's own. What user space writes into the log has another one.
  uint32_t facility = 0;
  uint64_t microseconds = 0;  // since the machine was booted
  std::string text;           // one clean line
};

// Parses a line of /dev/kmsg: "PRIORITY,SEQUENCE,MICROSECONDS,FLAGS;TEXT", with
// other fields that later kernels may add before the ';'. In the text the
// kernel writes bytes that are not printable as \x0a. Nothing for a line that
// begins with a space, which has properties of the record before it, and for a
// line that is none of these.
absl::optional<KernelRecord> ParseKernelRecord(absl::string_view line);

// $WGSYNC_KMSG, a file or FIFO of such lines for tests; otherwise /dev/kmsg.
std::string KernelLogPath();

// The log, from the moment on at which this is made. It never waits.
class KernelLog {
 public:
  explicit KernelLog(const std::string& path = KernelLogPath());
  ~KernelLog();
  KernelLog(const KernelLog&) = delete;
  KernelLog& operator=(const KernelLog&) = delete;

  // Why the log cannot be read, and what helps, in one line; "" if it can.
  const std::string& unreadable() const { return unreadable_; }

  // Leaves out the records until now.
  void SkipAll();
  // Shows each record that is new since the last call of SkipAll() or Read(),
  // up to 16 MiB of them. Returns false if the kernel had to overwrite some
  // before they were read.
  bool Read(const std::function<void(const KernelRecord&)>& show);

 private:
  // Shows the lines that have come whole.
  void ShowLines(const std::function<void(const KernelRecord&)>& show);

  int fd_ = -1;
  std::string unreadable_;
  std::string pending_;  // the beginning of a line, of a file or FIFO
};

}  // namespace wgsync

#endif  // WGSYNC_SUITE_WORKER_KERNEL_LOG_H_
