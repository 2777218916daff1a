#include "suite/worker/device_lock.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"

namespace wgsync {
namespace {

// /dev/shm also where a sandbox gives every process a /tmp of its own.
constexpr const char* kFolders[] = {"/dev/shm", "/tmp"};

// Opens a file that every user may lock, made if it is missing; -1 and errno.
int OpenForAll(const std::string& path) {
  // Without O_CREAT first: in a folder with the sticky bit Linux may refuse
  // O_CREAT on another user's file (fs.protected_regular).
  int fd = open(path.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW);
  if (fd < 0 && errno == ENOENT) {
    fd = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
    // The caller's umask took bits away. Not ours: then it has its mode.
    if (fd >= 0) (void)fchmod(fd, 0666);
  }
  // Enough for flock().
  if (fd < 0 && errno == EACCES) {
    fd = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  }
  return fd;
}

}  // namespace

std::string LockName(const std::string& type, const std::string& uuid,
                     const std::string& slug) {
  // All that is not a GPU runs on the same cores, or in one known case (Intel's
  // FPGA emulator) calls itself an accelerator and does so too.
  if (type != "gpu") return "cpu";
  // A UUID is the same under every platform that shows the GPU. Without one,
  // two GPUs of a kind share the lock: slower, never wrong.
  std::string name = uuid.empty() ? slug : uuid;
  for (char& c : name) {
    if (!absl::ascii_isalnum(c)) c = '-';
  }
  return name;
}

absl::StatusOr<DeviceLock> DeviceLock::Open(const std::string& type,
                                            const std::string& uuid,
                                            const std::string& slug) {
  std::string tried;
  for (const char* folder : kFolders) {
    std::string path =
        absl::StrCat(folder, "/wgsync-", LockName(type, uuid, slug), ".lock");
    const int fd = OpenForAll(path);
    if (fd >= 0) return DeviceLock(fd, std::move(path));
    const std::string why(absl::ErrnoToStatus(errno, path).message());
    absl::StrAppend(&tried, tried.empty() ? "" : "; ", why);
  }
  return absl::UnavailableError(
      absl::StrCat("cannot open the device's lock: ", tried));
}

DeviceLock::DeviceLock(DeviceLock&& other) noexcept
    : fd_(std::exchange(other.fd_, -1)), path_(std::move(other.path_)) {}

DeviceLock& DeviceLock::operator=(DeviceLock&& other) noexcept {
  std::swap(fd_, other.fd_);
  std::swap(path_, other.path_);
  return *this;
}

// Closing releases it.
DeviceLock::~DeviceLock() {
  if (fd_ >= 0) close(fd_);
}

absl::Status DeviceLock::Acquire(
    const std::function<void(const std::string&)>& on_wait) {
  if (flock(fd_, LOCK_EX | LOCK_NB) == 0) return absl::OkStatus();
  if (errno == EWOULDBLOCK && on_wait) on_wait(path_);
  while (flock(fd_, LOCK_EX) != 0) {
    if (errno == EINTR) continue;
    return absl::ErrnoToStatus(errno, absl::StrCat("flock of ", path_));
  }
  return absl::OkStatus();
}

// The wait is the kernel's own, in which who comes again and again, as a run
// does for each case, is not always first; so it needs a thread.
bool DeviceLock::AcquireWithin(double seconds) {
  struct Wait {
    std::mutex mutex;
    std::condition_variable over;
    bool acquired = false;
    bool abandoned = false;
  };
  const auto wait = std::make_shared<Wait>();
  const int fd = fcntl(fd_, F_DUPFD_CLOEXEC, 0);
  if (fd < 0) return false;
  std::thread([wait, fd] {
    int failed = 0;
    while ((failed = flock(fd, LOCK_EX)) != 0 && errno == EINTR) {
    }
    std::lock_guard<std::mutex> hold(wait->mutex);
    wait->acquired = failed == 0 && !wait->abandoned;
    if (failed == 0 && wait->abandoned) flock(fd, LOCK_UN);
    close(fd);  // the lock is the open file's, which fd_ holds too
    wait->over.notify_one();
  }).detach();
  std::unique_lock<std::mutex> hold(wait->mutex);
  wait->over.wait_for(hold, std::chrono::duration<double>(seconds),
                      [&wait] { return wait->acquired; });
  wait->abandoned = !wait->acquired;
  return wait->acquired;
}

void DeviceLock::Release() { flock(fd_, LOCK_UN); }

}  // namespace wgsync
