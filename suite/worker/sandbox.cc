#include "suite/worker/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <iterator>
#include <system_error>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "suite/core/record/variables.h"

namespace wgsync {
namespace {

// Landlock's interface, which the headers of older systems lack
// (Documentation/userspace-api/landlock.rst). The numbers of its system calls
// are the same on all processors.
constexpr int64_t kCreateRuleset = 444, kAddRule = 445, kRestrictSelf = 446;
constexpr uint32_t kAskVersion = 1;
constexpr int kPathBeneath = 1;
struct Ruleset {
  uint64_t files, network, scopes;
};
// By their first version. The first of all refuses to move a file to another
// folder everywhere, and drivers' caches do so.
constexpr int kRenamesSince = 2, kScopesSince = 6;
constexpr size_t kSizeBeforeNetwork = 8;
constexpr uint64_t kWriteFile = 1 << 1;
constexpr uint64_t kRemoveAndMake = 0x1ff << 4;
constexpr uint64_t kRefer = 1 << 13, kTruncate = 1 << 14;
constexpr uint64_t kAbstractSockets = 1 << 0, kSignals = 1 << 1;
struct __attribute__((packed)) PathBeneath {
  uint64_t allowed;
  int32_t folder;
};

// True where the folder is not there: nothing of it can be written.
bool Allow(int rules, const std::string& folder, uint64_t rights) {
  const int fd = open(folder.c_str(), O_PATH | O_CLOEXEC);
  if (fd < 0) return errno == ENOENT;
  const PathBeneath rule = {rights, fd};
  const bool added = syscall(kAddRule, rules, kPathBeneath, &rule, 0) == 0;
  close(fd);
  return added;
}

// Of the folders of drivers' caches those that the user has named.
std::vector<std::string> NamedCaches() {
  std::vector<std::string> folders;
  for (const DriverCache& cache : kDriverCaches) {
    const char* named = getenv(cache.variable);
    if (named == nullptr || *named == '\0') continue;
    std::error_code ignored;  // the driver will say so
    std::filesystem::create_directories(named, ignored);
    folders.push_back(named);
  }
  return folders;
}

// The version of Landlock that is in force then; 0: none.
int RestrictFiles(const std::string& scratch) {
  const int64_t version =
      syscall(kCreateRuleset, nullptr, size_t{0}, kAskVersion);
  if (version < kRenamesSince) return 0;
  Ruleset wanted = {kWriteFile | kRemoveAndMake | kRefer, 0, 0};
  if (version >= 3) wanted.files |= kTruncate;
  if (version >= kScopesSince) wanted.scopes = kAbstractSockets | kSignals;
  const int64_t rules =
      syscall(kCreateRuleset, &wanted,
              version < kScopesSince ? kSizeBeforeNetwork : sizeof wanted, 0);
  if (rules < 0) return 0;
  const uint64_t in_place = wanted.files & (kWriteFile | kTruncate);
  bool all = Allow(rules, scratch, wanted.files) &&
             Allow(rules, "/dev", in_place) &&
             Allow(rules, absl::StrCat("/proc/", getpid()), in_place);
  for (const std::string& folder : NamedCaches()) {
    all = Allow(rules, folder, wanted.files) && all;
  }
  all = all && syscall(kRestrictSelf, rules, 0) == 0;
  close(rules);
  return all ? version : 0;
}

#if defined(__x86_64__)
constexpr uint32_t kArch = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr uint32_t kArch = AUDIT_ARCH_AARCH64;
#else
constexpr uint32_t kArch = 0;
#endif

// A system call of another processor's numbers is refused, and so is io_uring,
// which opens sockets by itself.
bool RefuseNetwork() {
  if (kArch == 0) return false;
  constexpr uint32_t kOtherNumbers = 0x40000000;  // x32
  constexpr uint32_t kNone = SECCOMP_RET_ERRNO | ENOSYS;
  constexpr uint32_t kRefused = SECCOMP_RET_ERRNO | EACCES;
  constexpr uint16_t kLoad = BPF_LD | BPF_W | BPF_ABS;
  constexpr uint16_t kEqual = BPF_JMP | BPF_JEQ | BPF_K;
  constexpr uint16_t kReturn = BPF_RET | BPF_K;
  sock_filter code[] = {
      {kLoad, 0, 0, offsetof(seccomp_data, arch)},
      {kEqual, 1, 0, kArch},
      {kReturn, 0, 0, kNone},
      {kLoad, 0, 0, offsetof(seccomp_data, nr)},
      {BPF_JMP | BPF_JGE | BPF_K, 8, 0, kOtherNumbers},
      {kEqual, 7, 0, __NR_io_uring_setup},
      {kEqual, 0, 5, __NR_socket},
      {kLoad, 0, 0, offsetof(seccomp_data, args)},
      {kEqual, 5, 0, AF_INET},
      {kEqual, 4, 0, AF_INET6},
      {kEqual, 3, 0, AF_PACKET},
      {kEqual, 2, 0, AF_VSOCK},
      {kReturn, 0, 0, SECCOMP_RET_ALLOW},
      {kReturn, 0, 0, kNone},
      {kReturn, 0, 0, kRefused},
  };
  const sock_fprog filter = {static_cast<uint16_t>(std::size(code)), code};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0;
}

std::string Variable() {
  const char* value = getenv(kSandboxVariable);
  return value == nullptr ? "" : value;
}

bool NvidiaNeedsHelper() {
  return access("/usr/bin/nvidia-modprobe", X_OK) == 0 &&
         access("/dev/nvidia-uvm", F_OK) != 0;
}

}  // namespace

std::string EnterSandbox() {
  const std::string scratch = Variable();
  if (SandboxIsOff()) return "none: --no-sandbox";
  if (scratch.empty()) return "none: no scratch folder is named";
  if (NvidiaNeedsHelper()) {
    return "none: nvidia-modprobe has to make /dev/nvidia-uvm first";
  }
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) {
    return absl::StrCat("none: PR_SET_NO_NEW_PRIVS: ", strerror(errno));
  }
  std::vector<std::string> kept;
  const int landlock = RestrictFiles(scratch);
  if (landlock > 0) kept.push_back("files");
  if (RefuseNetwork()) kept.push_back("network");
  if (landlock >= kScopesSince) kept.push_back("signals");
  if (kept.empty()) {
    return "none: this kernel has neither Landlock nor filters of system calls";
  }
  return absl::StrJoin(kept, ", ");
}

bool SandboxIsOff() { return Variable() == kSandboxOff; }

std::string SandboxHint() {
  if (SandboxIsOff()) return "";
  return "; a driver that needs the network, or other files to write, needs "
         "--no-sandbox";
}

}  // namespace wgsync
