#include "suite/worker/worker_output.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace wgsync {
namespace {

constexpr size_t kTailBytes = 2048;
// A worker has the descriptors below this one for itself.
constexpr int kLeastDescriptor = 10;

}  // namespace

WorkerOutput::~WorkerOutput() {
  if (fd_ >= 0) close(fd_);
}

int WorkerOutput::Open() {
  const int fd = memfd_create("wgsync_output", MFD_CLOEXEC);
  if (fd < 0) return errno;
  fd_ = fcntl(fd, F_DUPFD_CLOEXEC, kLeastDescriptor);
  const int error = errno;
  close(fd);
  if (fd_ < 0) return error;
  return fcntl(fd_, F_SETFL, O_APPEND) == 0 ? 0 : errno;
}

std::string WorkerOutput::Last(size_t most) const {
  struct stat s;
  if (fd_ < 0 || fstat(fd_, &s) != 0) return "";
  const auto size = static_cast<size_t>(s.st_size);
  std::string text(std::min(size, most), '\0');
  const ssize_t got = pread(fd_, text.data(), text.size(),
                            static_cast<off_t>(size - text.size()));
  text.resize(got < 0 ? 0 : static_cast<size_t>(got));
  return text;
}

void WorkerOutput::Trim() {
  struct stat s;
  if (fd_ < 0 || fstat(fd_, &s) != 0) return;
  if (static_cast<size_t>(s.st_size) <= kMostBytes) return;
  const std::string kept = Last(kKeptBytes);
  // If either fails, the next call tries again.
  if (ftruncate(fd_, 0) != 0) return;
  if (write(fd_, kept.data(), kept.size()) < 0) return;
}

std::string WorkerOutput::Tail() const {
  std::string text = Last(kTailBytes);
  for (char& c : text) {
    if (c != '\n' && (c < 32 || c > 126)) c = '?';
  }
  return text;
}

}  // namespace wgsync
