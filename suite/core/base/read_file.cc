#include "suite/core/base/read_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "suite/core/base/clean_text.h"
#include "suite/core/base/errno_status.h"
#include "suite/core/base/status_macros.h"

namespace wgsync {
namespace {

constexpr char kCannot[] = "cannot read it";

absl::Status Unread(const std::string& path, absl::string_view why,
                    absl::string_view fix) {
  return BadInput(path, ": ", kCannot, ": ", why, "; ", fix);
}

absl::StatusOr<std::string> ReadAll(int fd, const std::string& path,
                                    absl::string_view fix, size_t most) {
  struct stat file;
  if (fstat(fd, &file) != 0) return Errno(errno, path, kCannot, fix);
  if (S_ISDIR(file.st_mode)) return Errno(EISDIR, path, kCannot, fix);
  if (!S_ISREG(file.st_mode)) {
    return Unread(path, "it is a pipe, a socket or a device", "name a file");
  }
  std::string text;
  char buffer[1 << 16];
  for (;;) {
    const ssize_t got = read(fd, buffer, sizeof(buffer));
    if (got == 0) return text;
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) {
      return Errno(errno, path, kCannot, "fix the file or the disk");
    }
    text.append(buffer, static_cast<size_t>(got));
    if (text.size() > most) {
      return Unread(path, absl::StrCat("it has more than ", most >> 20, " MiB"),
                    "no file of wgsync is so large; name another one");
    }
  }
}

}  // namespace

absl::StatusOr<std::string> ReadRegularFile(const std::string& path,
                                            absl::string_view fix,
                                            size_t most) {
  // Without waiting for the other end of a pipe.
  const int fd =
      open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (fd < 0) {
    return Errno(errno, path, kCannot,
                 errno == ENOENT ? fix : "fix its permissions");
  }
  absl::StatusOr<std::string> text = ReadAll(fd, path, fix, most);
  close(fd);
  return text;
}

std::string ReadIfThere(const std::string& path) {
  return ReadRegularFile(path, "").value_or("");
}

std::string FirstLine(const std::string& path) {
  const std::string text = ReadIfThere(path);
  return CleanLine(text.substr(0, text.find('\n')));
}

std::string ValueIn(const std::string& path, absl::string_view key,
                    char separator) {
  // Not all of it: /proc/cpuinfo is long where there are many processors.
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    const std::pair<absl::string_view, absl::string_view> parts =
        absl::StrSplit(line, absl::MaxSplits(separator, 1));
    if (absl::StripAsciiWhitespace(parts.first) == key) {
      return CleanLine(parts.second);
    }
  }
  return "";
}

}  // namespace wgsync
