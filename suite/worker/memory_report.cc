#include "suite/worker/memory_report.h"

#include <signal.h>
#include <string.h>
#include <sys/resource.h>

#include <cerrno>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "suite/core/base/read_file.h"
#include "suite/core/launch/layout.h"

namespace wgsync {
namespace {

// A limit above this is none: version 1 writes a number near 2^63.
constexpr uint64_t kNoLimit = uint64_t{1} << 60;
// What a process that failed for want of address space has left, at most: a
// driver asks for pieces of so many bytes.
constexpr uint64_t kLargestPiece = uint64_t{256} << 20;

std::string MiB(uint64_t bytes) { return absl::StrCat(bytes >> 20, " MiB"); }

absl::optional<uint64_t> Number(absl::string_view text) {
  uint64_t number = 0;
  if (!absl::SimpleAtoi(text, &number)) return absl::nullopt;
  return number;
}

struct Files {
  const char* folder;  // in sys/fs/cgroup
  const char* events;
  const char* limit;
};
constexpr Files kVersion1 = {"memory", "memory.oom_control",
                             "memory.limit_in_bytes"};
constexpr Files kVersion2 = {"", "memory.events", "memory.max"};

absl::optional<MemoryGroup> ReadGroup(const std::string& root,
                                      const Files& files,
                                      absl::string_view group) {
  const std::string top = absl::StrCat(root, "/sys/fs/cgroup/", files.folder);
  // In a container the group may have a path of the host's; then the top is
  // the container's own.
  for (const std::string& folder : {absl::StrCat(top, group), top}) {
    const auto kills = Number(
        ValueIn(absl::StrCat(folder, "/", files.events), "oom_kill", ' '));
    if (!kills) continue;
    const uint64_t limit =
        Number(ReadIfThere(absl::StrCat(folder, "/", files.limit))).value_or(0);
    return MemoryGroup{*kills, limit < kNoLimit ? limit : 0};
  }
  return absl::nullopt;
}

rlim_t AddressSpace() {
  rlimit limit;
  return getrlimit(RLIMIT_AS, &limit) == 0 ? limit.rlim_cur : RLIM_INFINITY;
}

// Of the records that have been written since, the last one about the process.
std::string KilledByLog(KernelLog* log, pid_t pid) {
  if (!log->unreadable().empty()) return "the kernel log cannot be read";
  std::string found;
  log->Read([&](const KernelRecord& record) {
    const absl::string_view text = record.text;
    if (absl::StrContains(text, absl::StrCat("Killed process ", pid, " "))) {
      // After the sizes come the user and what the system preferred to end.
      found = std::string(text.substr(0, text.find(", UID:")));
    }
  });
  return found.empty() ? "the kernel log does not name it"
                       : absl::StrCat("kernel log: ", found);
}

// "" without a limit.
std::string Limited(decltype(RLIMIT_NOFILE) what, const char* before,
                    const char* after) {
  rlimit limit;
  if (getrlimit(what, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) {
    return "";
  }
  return absl::StrCat(before, limit.rlim_cur, after);
}

std::string FileSize() {
  return Limited(RLIMIT_FSIZE, "a file is limited to ", " bytes (ulimit -f)");
}

}  // namespace

absl::optional<MemoryGroup> ReadMemoryGroup(const std::string& root) {
  const std::string groups =
      ReadIfThere(absl::StrCat(root, "/proc/self/cgroup"));
  absl::optional<MemoryGroup> group;
  // A line is "5:memory:/path", or "0::/path" for version 2.
  for (absl::string_view line : absl::StrSplit(groups, '\n')) {
    if (group) break;
    const std::vector<absl::string_view> parts =
        absl::StrSplit(line, absl::MaxSplits(':', 2));
    if (parts.size() != 3) continue;
    if (parts[0] == "0" && parts[1].empty()) {
      group = ReadGroup(root, kVersion2, parts[2]);
    }
    for (absl::string_view controller : absl::StrSplit(parts[1], ',')) {
      if (controller == "memory") group = ReadGroup(root, kVersion1, parts[2]);
    }
  }
  return group;
}

std::string CompareGroups(const absl::optional<MemoryGroup>& before,
                          const absl::optional<MemoryGroup>& after) {
  if (!before || !after) {
    return "the events of the control group's memory cannot be read";
  }
  const std::string of =
      after->limit_bytes == 0
          ? "memory of the control group (no limit)"
          : absl::StrCat("memory limit of the control group (",
                         MiB(after->limit_bytes), ")");
  if (after->oom_kills <= before->oom_kills) {
    return absl::StrCat(of, ": no process ended (oom_kill ", after->oom_kills,
                        ")");
  }
  const uint64_t ended = after->oom_kills - before->oom_kills;
  return absl::StrCat(of, ": ", ended, ended == 1 ? " process" : " processes",
                      " ended (oom_kill ", before->oom_kills, " -> ",
                      after->oom_kills, ")");
}

MemoryReport::MemoryReport() : before_(ReadMemoryGroup()) {}

std::string MemoryReport::Since(pid_t pid) {
  return absl::StrCat(CompareGroups(before_, ReadMemoryGroup()), "; ",
                      KilledByLog(&log_, pid));
}

std::string AddressSpaceText() {
  const rlim_t limit = AddressSpace();
  if (limit == RLIM_INFINITY) return "";
  return absl::StrCat("; the address space is limited to ", MiB(limit),
                      " (ulimit -v), and a worker needs ", MiB(kArenaBytes),
                      " and the memory of its driver: raise the limit");
}

bool FillsAddressSpace(pid_t pid) {
  const rlim_t limit = AddressSpace();
  if (limit == RLIM_INFINITY) return false;
  // "VmPeak:  1500000 kB"
  const auto kib = Number(absl::StripSuffix(
      ValueIn(absl::StrCat("/proc/", pid, "/status"), "VmPeak", ':'), "kB"));
  return kib.has_value() && (*kib << 10) + kLargestPiece >= limit;
}

std::string ErrorText(int error) {
  std::string limit;
  if (error == EMFILE) {
    limit = Limited(RLIMIT_NOFILE, "a process may have ", " open (ulimit -n)");
  } else if (error == EFBIG) {
    limit = FileSize();
  } else if (error == EAGAIN) {
    limit = Limited(RLIMIT_NPROC, "a user may have ", " processes (ulimit -u)");
  }
  if (!limit.empty()) limit.insert(0, "; ");
  if (error == ENOMEM) limit = AddressSpaceText();
  return absl::StrCat(strerror(error), limit);
}

std::string SignalLimitText(int signal) {
  std::string text;
  if (signal == SIGXFSZ) {
    text = FileSize();
  } else if (signal == SIGXCPU || signal == SIGKILL) {
    text = Limited(RLIMIT_CPU, "a process is limited to ",
                   " s of processor time (ulimit -t)");
  }
  return text.empty() ? "" : text + "; ";
}

}  // namespace wgsync
