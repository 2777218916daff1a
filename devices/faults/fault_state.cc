#include "devices/faults/fault_state.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace wgsync {
namespace {

class File {
 public:
  explicit File(const std::string& path)
      : fd_(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644)) {}
  ~File() {
    // A mapping keeps the open file, and so the lock, alive.
    if (fd_ >= 0) flock(fd_, LOCK_UN);
    if (fd_ >= 0) close(fd_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  int fd() const { return fd_; }

 private:
  int fd_;
};

}  // namespace

// A file of zeros is a state in which nothing is armed.
FaultState* FaultState::Map(const std::string& path, std::string* error) {
  const File file(path);
  struct stat there = {};
  if (file.fd() < 0 || flock(file.fd(), LOCK_EX) != 0 ||
      fstat(file.fd(), &there) != 0 ||
      (there.st_size == 0 && ftruncate(file.fd(), sizeof(FaultState)) != 0)) {
    *error = path + ": " + strerror(errno);
    return nullptr;
  }
  void* const at = mmap(nullptr, sizeof(FaultState), PROT_READ | PROT_WRITE,
                        MAP_SHARED, file.fd(), 0);
  if (at == MAP_FAILED) {
    *error = path + ": " + strerror(errno);
    return nullptr;
  }
  auto* const state = static_cast<FaultState*>(at);
  if (there.st_size == 0) state->magic_ = kMagic;
  if (there.st_size != 0 &&
      (there.st_size != sizeof(FaultState) || state->magic_ != kMagic)) {
    *error = path + ": is no state of this fault layer; name another file";
    munmap(at, sizeof(FaultState));
    return nullptr;
  }
  return state;
}

FaultState* FaultState::Private() { return new FaultState(); }

void FaultState::Arm(const std::vector<FaultSpec>& faults) {
  for (Armed& a : faults_) a.fault = 0;
  lost_ = 0;
  fired_ = 0;
  for (size_t i = 0; i < faults.size() && i < kMostFaults; ++i) {
    Armed& a = faults_[i];
    a.entry = faults[i].entry;
    a.param = faults[i].param;
    a.nth = faults[i].nth;
    a.onwards = faults[i].onwards ? 1 : 0;
    a.calls = 0;
    a.value = faults[i].value;
    a.fault = static_cast<uint32_t>(faults[i].fault);
  }
  armed_ = 1;
}

FaultState::Shot FaultState::Aim(uint32_t entry, uint32_t param, bool here) {
  ++calls_[entry];
  for (Armed& a : faults_) {
    if (a.fault == 0 || a.entry != entry) continue;
    if (!here && a.fault != static_cast<uint32_t>(Fault::kAnswer)) continue;
    if (a.param != kAnyParam && a.param != param) continue;
    const uint32_t call = ++a.calls;
    if (call != a.nth && (a.onwards == 0 || call < a.nth)) continue;
    return {static_cast<Fault>(a.fault.load()), a.value, call};
  }
  return {};
}

}  // namespace wgsync
