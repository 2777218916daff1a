#include "suite/worker/kernel_log.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "suite/core/base/clean_text.h"

namespace wgsync {
namespace {

// The kernel's CONSOLE_EXT_LOG_MAX: no record is longer.
constexpr size_t kLongestRecord = 8192;
constexpr size_t kMostBytes = size_t{16} << 20;
// A priority has the level in its lowest bits.
constexpr uint32_t kLevels = 8;

// Replaces "\x0a" by the byte that it means.
std::string Unescape(absl::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    const absl::string_view hex = text.substr(i).substr(0, 4);
    uint32_t byte = 0;
    if (hex.size() == 4 && hex.substr(0, 2) == "\\x" &&
        absl::ascii_isxdigit(hex[2]) && absl::ascii_isxdigit(hex[3]) &&
        absl::SimpleHexAtoi(hex.substr(2), &byte)) {
      out += static_cast<char>(byte);
      i += 3;
    } else {
      out += text[i];
    }
  }
  return out;
}

}  // namespace

absl::optional<KernelRecord> ParseKernelRecord(absl::string_view line) {
  const size_t end = line.find(';');
  if (end == line.npos || !absl::ascii_isdigit(line[0])) return absl::nullopt;
  const std::vector<absl::string_view> fields =
      absl::StrSplit(line.substr(0, end), ',');
  KernelRecord record;
  uint32_t priority = 0;
  uint64_t sequence = 0;
  if (fields.size() < 3 || !absl::SimpleAtoi(fields[0], &priority) ||
      !absl::SimpleAtoi(fields[1], &sequence) ||
      !absl::SimpleAtoi(fields[2], &record.microseconds)) {
    return absl::nullopt;
  }
  record.facility = priority / kLevels;
  record.text = CleanLine(Unescape(line.substr(end + 1)));
  return record;
}

std::string KernelLogPath() {
  const char* set = std::getenv("WGSYNC_KMSG");
  return set == nullptr || *set == 0 ? "/dev/kmsg" : set;
}

KernelLog::KernelLog(const std::string& path)
    : fd_(open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC)) {
  if (fd_ < 0) {
    unreadable_ = absl::StrCat(
        "kernel log: ", path, ": ", strerror(errno),
        ": hangs, crashes, errors and lost devices have no lines of it; run as "
        "root or with kernel.dmesg_restrict=0, and in a container with "
        "--device=/dev/kmsg --cap-add=SYSLOG");
  }
  SkipAll();
}

KernelLog::~KernelLog() {
  if (fd_ >= 0) close(fd_);
}

void KernelLog::SkipAll() {
  // A FIFO has no end to go to.
  if (fd_ >= 0 && lseek(fd_, 0, SEEK_END) < 0) Read([](const auto&) {});
  pending_.clear();
}

bool KernelLog::Read(const std::function<void(const KernelRecord&)>& show) {
  bool all = true;
  char record[kLongestRecord];
  for (size_t bytes = 0; fd_ >= 0 && bytes < kMostBytes;) {
    const ssize_t n = read(fd_, record, sizeof(record));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0 && errno == EPIPE) {  // the next read goes on after the gap
      all = false;
      bytes += sizeof(record);
      continue;
    }
    if (n <= 0) break;
    bytes += static_cast<size_t>(n);
    pending_.append(record, static_cast<size_t>(n));
    ShowLines(show);
  }
  return all;
}

void KernelLog::ShowLines(
    const std::function<void(const KernelRecord&)>& show) {
  const size_t end = pending_.rfind('\n');
  if (end == std::string::npos) return;
  const std::string lines = pending_.substr(0, end);
  pending_.erase(0, end + 1);
  for (absl::string_view line : absl::StrSplit(lines, '\n')) {
    if (const auto parsed = ParseKernelRecord(line)) show(*parsed);
  }
}

}  // namespace wgsync
