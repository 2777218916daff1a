#include "suite/core/base/write_file.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <utility>

#include "absl/strings/str_cat.h"
#include "suite/core/base/errno_status.h"
#include "suite/core/base/status_macros.h"

namespace wgsync {
namespace {

constexpr char kCannot[] = "cannot write it";
constexpr int kFolder = O_RDONLY | O_DIRECTORY | O_CLOEXEC;
// Of processes that were killed while they wrote.
constexpr int kMostParts = 1000;

class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return fd_; }
  bool ok() const { return fd_ >= 0; }
  bool Close() { return close(std::exchange(fd_, -1)) == 0; }

 private:
  int fd_;
};

// False and errno if not all of it could be written.
bool WriteAll(int fd, absl::string_view text) {
  while (!text.empty()) {
    const ssize_t wrote = write(fd, text.data(), text.size());
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote < 0) return false;
    text.remove_prefix(static_cast<size_t>(wrote));
  }
  return true;
}

// EINVAL: a file system that cannot.
bool Sync(int fd) { return fsync(fd) == 0 || errno == EINVAL; }

// A file of an open folder.
struct Target {
  int folder;
  std::string name;
  std::string path;  // of messages
  absl::string_view fix;

  absl::Status Refused(int error) const {
    return Errno(error, path, kCannot, fix);
  }
};

// Fails unless the file is missing or may be replaced; *mode is the mode of one
// that is there.
absl::Status CheckTarget(const Target& to, mode_t* mode) {
  struct stat old;
  const char* name = to.name.c_str();
  if (fstatat(to.folder, name, &old, AT_SYMLINK_NOFOLLOW) != 0) {
    return errno == ENOENT ? absl::OkStatus() : to.Refused(errno);
  }
  if (!S_ISREG(old.st_mode)) {
    return absl::FailedPreconditionError(absl::StrCat(
        to.path, ": ", kCannot, ": it is ",
        S_ISLNK(old.st_mode) ? "a link" : "not a regular file", "; ", to.fix));
  }
  if (faccessat(to.folder, name, W_OK, AT_EACCESS) != 0) {
    return to.Refused(errno);
  }
  *mode = old.st_mode & 07777;
  return absl::OkStatus();
}

// The new file under its other name, or -1 and errno.
int OpenPart(int folder, std::string* part) {
  int fd = -1;
  for (int i = 0; i < kMostParts; ++i) {
    *part = absl::StrCat(".wgsync.", getpid(), ".", i);
    fd = openat(folder, part->c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC,
                0666);
    if (fd >= 0 || errno != EEXIST) break;
  }
  return fd;
}

absl::Status Replace(const Target& to, absl::string_view text) {
  mode_t mode = 0;
  RETURN_IF_ERROR(CheckTarget(to, &mode));
  std::string part;
  Descriptor out(OpenPart(to.folder, &part));
  if (!out.ok()) return to.Refused(errno);
  if (mode != 0) (void)fchmod(out.get(), mode);  // not every disk has modes
  if (WriteAll(out.get(), text) && Sync(out.get()) && out.Close() &&
      renameat(to.folder, part.c_str(), to.folder, to.name.c_str()) == 0) {
    return Sync(to.folder) ? absl::OkStatus() : to.Refused(errno);
  }
  absl::Status refused = to.Refused(errno);
  (void)unlinkat(to.folder, part.c_str(), 0);
  return refused;
}

Descriptor FolderOf(const std::filesystem::path& file) {
  const std::string folder = file.parent_path().string();
  return Descriptor(open(folder.empty() ? "." : folder.c_str(), kFolder));
}

std::string NameOf(const std::filesystem::path& file) {
  return file.filename().string();
}

}  // namespace

absl::Status WriteTextFile(const std::string& path, absl::string_view text,
                           absl::string_view fix) {
  const Descriptor folder = FolderOf(path);
  if (!folder.ok()) return Errno(errno, path, kCannot, fix);
  return Replace({folder.get(), NameOf(path), path, fix}, text);
}

absl::Status CheckWritable(const std::string& path) {
  constexpr char kFix[] = "name another file";
  if (path.empty()) return absl::OkStatus();
  const Descriptor folder = FolderOf(path);
  if (!folder.ok()) return Errno(errno, path, kCannot, kFix);
  mode_t unused;
  RETURN_IF_ERROR(
      CheckTarget({folder.get(), NameOf(path), path, kFix}, &unused));
  std::string part;
  const Descriptor out(OpenPart(folder.get(), &part));
  if (!out.ok()) return Errno(errno, path, kCannot, kFix);
  (void)unlinkat(folder.get(), part.c_str(), 0);
  return absl::OkStatus();
}

absl::Status WriteRunFile(const std::string& folder, const std::string& name,
                          absl::string_view text, absl::string_view fix) {
  const Descriptor top(open(folder.c_str(), kFolder));
  if (!top.ok()) return Errno(errno, folder, kCannot, fix);
  std::string below = std::filesystem::path(name).parent_path().string();
  if (below.empty()) below = ".";
  const std::string in = absl::StrCat(folder, "/", below);
  if (mkdirat(top.get(), below.c_str(), 0777) != 0 && errno != EEXIST) {
    return Errno(errno, in, kCannot, fix);
  }
  const Descriptor last(openat(top.get(), below.c_str(), kFolder | O_NOFOLLOW));
  if (!last.ok()) {
    return Errno(errno, in, kCannot,
                 errno == ENOTDIR ? "put a folder in its place" : fix);
  }
  const std::string path = absl::StrCat(folder, "/", name);
  return Replace({last.get(), NameOf(name), path, fix}, text);
}

absl::Status MakeFolders(const std::string& path, absl::string_view fix) {
  for (size_t at = 0; at != std::string::npos;) {
    at = path.find('/', at + 1);
    const std::string part = path.substr(0, at);
    struct stat there;
    if (mkdir(part.c_str(), 0777) == 0) continue;
    if (errno == EEXIST && stat(part.c_str(), &there) == 0) {
      if (S_ISDIR(there.st_mode)) continue;
      errno = ENOTDIR;
    }
    return Errno(errno, part, "cannot write there", fix);
  }
  return absl::OkStatus();
}

}  // namespace wgsync
