#include "reports/render/text_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "absl/strings/str_cat.h"

namespace wgsync {
namespace {

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

 private:
  int fd_;
};

absl::Status Refused(const std::string& path, absl::string_view fix) {
  if (errno == ELOOP || errno == ENOTDIR) fix = "put a folder in its place";
  return absl::PermissionDeniedError(
      absl::StrCat(path, ": cannot write it: ", strerror(errno), "; ", fix));
}

// False and errno where not all of it could be written.
bool WriteAll(int fd, absl::string_view text) {
  while (!text.empty()) {
    const ssize_t wrote = write(fd, text.data(), text.size());
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote < 0) return false;
    text.remove_prefix(static_cast<size_t>(wrote));
  }
  return true;
}

}  // namespace

absl::Status WriteTextFile(const std::string& path, absl::string_view text,
                           absl::string_view fix) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << text;
  file.close();
  if (file) return absl::OkStatus();
  return absl::PermissionDeniedError(
      absl::StrCat(path, ": cannot write it; ", fix));
}

absl::Status ReplaceFile(const std::string& path, absl::string_view text,
                         absl::string_view fix) {
  const std::filesystem::path file(path);
  const std::string folder = file.parent_path().string();
  return WriteRunFile(folder.empty() ? "." : folder, file.filename().string(),
                      text, fix);
}

absl::Status WriteRunFile(const std::string& folder, const std::string& name,
                          absl::string_view text, absl::string_view fix) {
  const std::string path = absl::StrCat(folder, "/", name);
  const Descriptor top(
      open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!top.ok()) return Refused(folder, fix);
  const size_t slash = name.find('/');
  const std::string below =
      slash == std::string::npos ? "." : name.substr(0, slash);
  const std::string file =
      slash == std::string::npos ? name : name.substr(slash + 1);
  if (slash != std::string::npos) (void)mkdirat(top.get(), below.c_str(), 0777);
  const Descriptor in(openat(top.get(), below.c_str(),
                             O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (!in.ok()) return Refused(absl::StrCat(folder, "/", below), fix);
  // Of a process that was killed while it wrote, there may be one by this name.
  const std::string part = absl::StrCat(".wgsync.", getpid());
  (void)unlinkat(in.get(), part.c_str(), 0);
  const Descriptor out(openat(in.get(), part.c_str(),
                              O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666));
  if (out.ok() && WriteAll(out.get(), text) &&
      renameat(in.get(), part.c_str(), in.get(), file.c_str()) == 0) {
    return absl::OkStatus();
  }
  absl::Status refused = Refused(path, fix);
  (void)unlinkat(in.get(), part.c_str(), 0);
  return refused;
}

}  // namespace wgsync
