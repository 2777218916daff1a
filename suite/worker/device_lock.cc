#include "suite/worker/device_lock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "suite/worker/lock_holder.h"

namespace wgsync {
namespace {

// /dev/shm also where a sandbox gives every process a /tmp of its own.
std::vector<std::string> LockFolders() {
  const char* lab = getenv("WGSYNC_LOCK_DIR");
  if (lab != nullptr && *lab != 0) return {lab};
  return {"/dev/shm", "/tmp"};
}

// Opens a file that every user may lock, made if it is missing; -1 and errno.
// Whoever made the file may have made it something else: a FIFO would hold an
// open() for ever, a link would lead elsewhere.
int OpenForAll(const std::string& path) {
  constexpr int kFlags = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY;
  // Without O_CREAT first: in a folder with the sticky bit Linux may refuse
  // O_CREAT on another user's file (fs.protected_regular).
  int fd = open(path.c_str(), O_RDWR | kFlags);
  if (fd < 0 && errno == ENOENT) {
    fd = open(path.c_str(), O_RDWR | O_CREAT | kFlags, 0666);
    // The caller's umask took bits away. Not ours: then it has its mode.
    if (fd >= 0) (void)fchmod(fd, 0666);
  }
  // Enough for flock().
  if (fd < 0 && errno == EACCES) fd = open(path.c_str(), O_RDONLY | kFlags);
  if (fd < 0) return -1;
  struct stat file;
  if (fstat(fd, &file) == 0 && S_ISREG(file.st_mode)) return fd;
  close(fd);
  errno = EINVAL;
  return -1;
}

// A lock that is there and cannot be taken: others may hold it, and another
// file would not keep them out.
absl::Status Unusable(const std::string& path, const struct stat& file,
                      int error) {
  const std::string owner = UserName(file.st_uid);
  return absl::UnavailableError(absl::StrCat(
      "cannot open the device's lock ", path, " of ", owner, ": ",
      S_ISREG(file.st_mode) ? strerror(error) : "it is not a regular file",
      "; ", owner,
      " may remove it, or all users of the device set WGSYNC_LOCK_DIR to a "
      "folder that they share"));
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
  for (const std::string& folder : LockFolders()) {
    std::string path =
        absl::StrCat(folder, "/wgsync-", LockName(type, uuid, slug), ".lock");
    const int fd = OpenForAll(path);
    if (fd >= 0) return DeviceLock(fd, std::move(path));
    const int error = errno;
    struct stat file;
    if (lstat(path.c_str(), &file) == 0) return Unusable(path, file, error);
    absl::StrAppend(&tried, tried.empty() ? "" : "; ", path, ": ",
                    strerror(error));
  }
  return absl::UnavailableError(
      absl::StrCat("cannot make the device's lock: ", tried,
                   "; set WGSYNC_LOCK_DIR to a folder that all users of the "
                   "device share"));
}

DeviceLock::DeviceLock(DeviceLock&& other) noexcept
    : fd_(std::exchange(other.fd_, -1)), path_(std::move(other.path_)) {}

// Closing releases it.
DeviceLock::~DeviceLock() {
  if (fd_ >= 0) close(fd_);
}

// The file may have been removed, by its owner or at the end of a login
// session: then other processes lock the one that has its name now.
bool DeviceLock::IsCurrent() const {
  struct stat mine, named;
  return fstat(fd_, &mine) == 0 && stat(path_.c_str(), &named) == 0 &&
         mine.st_dev == named.st_dev && mine.st_ino == named.st_ino;
}

bool DeviceLock::OpenAgain() {
  const int fd = OpenForAll(path_);
  if (fd < 0) return false;
  close(std::exchange(fd_, fd));
  return true;
}

absl::Status DeviceLock::Acquire(
    const std::function<void(const std::string&)>& on_wait) {
  do {
    if (flock(fd_, LOCK_EX | LOCK_NB) == 0) continue;
    if (errno == EWOULDBLOCK && on_wait) on_wait(Described());
    while (flock(fd_, LOCK_EX) != 0) {
      if (errno == EINTR) continue;
      return absl::ErrnoToStatus(errno, absl::StrCat("flock of ", path_));
    }
  } while (!IsCurrent() && OpenAgain());
  if (IsCurrent()) return absl::OkStatus();
  return absl::ErrnoToStatus(errno, absl::StrCat("cannot open ", path_));
}

bool DeviceLock::AcquireWithin(
    double seconds, const std::function<void(const std::string&)>& on_wait) {
  const auto until =
      std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  do {
    const std::chrono::duration<double> left =
        until - std::chrono::steady_clock::now();
    if (!AcquireThis(seconds > 0 ? left.count() : 0, on_wait)) return false;
  } while (!IsCurrent() && OpenAgain());
  return IsCurrent();
}

// The wait is the kernel's own, in which who comes again and again, as a run
// does for each case, is not always first; so it needs a thread.
bool DeviceLock::AcquireThis(
    double seconds, const std::function<void(const std::string&)>& on_wait) {
  if (flock(fd_, LOCK_EX | LOCK_NB) == 0) return true;
  if (seconds <= 0) return false;
  if (errno == EWOULDBLOCK && on_wait) on_wait(Described());
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

std::string DeviceLock::Described() const {
  const std::string holder = LockHolder(fd_);
  return absl::StrCat(path_, holder.empty() ? "" : "; held by ", holder);
}

void DeviceLock::Release() { flock(fd_, LOCK_UN); }

}  // namespace wgsync
