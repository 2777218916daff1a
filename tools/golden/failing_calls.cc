// A library for LD_PRELOAD. It makes one system call of a process on a file
// fail, and none of its children's: of the calls below the folder $FAIL_BELOW
// the $FAIL_AT-th, counted from 1, with the error number $FAIL_ERRNO; with
// $FAIL_ON set, all later ones too. A write that fails has written the first
// half. The name of the call that failed first is added to the file $FAIL_NOTE.
// If $FAIL_AT is -1, no call fails and the names of all are added.

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <string>

namespace {

int calls = 0;

__attribute__((constructor)) void LeaveChildrenAlone() {
  unsetenv("LD_PRELOAD");
}

// Calls the next definition of the function.
template <typename Function, typename... Args>
auto Next(Function*, const char* name, Args... args) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name))(args...);
}

std::string PathOf(int fd) {
  char path[PATH_MAX];
  const std::string link = "/proc/self/fd/" + std::to_string(fd);
  const ssize_t length = readlink(link.c_str(), path, sizeof(path));
  return length < 0 ? "" : std::string(path, static_cast<size_t>(length));
}

void Note(const char* name) {
  const auto note = syscall(SYS_openat, AT_FDCWD, getenv("FAIL_NOTE"),
                            O_WRONLY | O_CREAT | O_APPEND, 0666);
  const std::string line = std::string(name) + "\n";
  (void)!syscall(SYS_write, note, line.data(), line.size());
  syscall(SYS_close, note);
}

// Whether this call of `name` fails; then errno is set.
bool Fails(const char* name, const std::string& path) {
  static const char* const below = getenv("FAIL_BELOW");
  static const int at = below == nullptr ? 0 : atoi(getenv("FAIL_AT"));
  if (at == 0 || path.compare(0, strlen(below), below) != 0) return false;
  ++calls;
  if (at < 0 || calls == at) Note(name);
  if (at < 0 || calls < at) return false;
  if (calls > at && getenv("FAIL_ON") == nullptr) return false;
  errno = atoi(getenv("FAIL_ERRNO"));
  return true;
}

bool FailsAt(const char* name, int folder, const char* path) {
  const bool relative = path[0] != '/' && folder != AT_FDCWD;
  return Fails(name, relative ? PathOf(folder) + "/" + path : path);
}

mode_t ModeOf(int flags, va_list more) {
  return (flags & O_CREAT) != 0 ? va_arg(more, mode_t) : 0;
}

}  // namespace

#define EXPORT extern "C" __attribute__((visibility("default")))

#define OPEN(name)                                    \
  EXPORT int name(const char* path, int flags, ...) { \
    va_list more;                                     \
    va_start(more, flags);                            \
    const mode_t mode = ModeOf(flags, more);          \
    va_end(more);                                     \
    if (Fails("open", path)) return -1;               \
    return Next(name, #name, path, flags, mode);      \
  }
OPEN(open)
OPEN(open64)

#define OPENAT(name)                                              \
  EXPORT int name(int folder, const char* path, int flags, ...) { \
    va_list more;                                                 \
    va_start(more, flags);                                        \
    const mode_t mode = ModeOf(flags, more);                      \
    va_end(more);                                                 \
    if (FailsAt("openat", folder, path)) return -1;               \
    return Next(name, #name, folder, path, flags, mode);          \
  }
OPENAT(openat)
OPENAT(openat64)

#define FOPEN(name)                                       \
  EXPORT FILE* name(const char* path, const char* mode) { \
    if (Fails("fopen", path)) return nullptr;             \
    return Next(name, #name, path, mode);                 \
  }
FOPEN(fopen)
FOPEN(fopen64)

EXPORT ssize_t read(int fd, void* to, size_t size) {
  if (Fails("read", PathOf(fd))) return -1;
  return Next(read, "read", fd, to, size);
}

EXPORT ssize_t write(int fd, const void* from, size_t size) {
  if (!Fails("write", PathOf(fd))) return Next(write, "write", fd, from, size);
  const int error = errno;
  (void)!Next(write, "write", fd, from, size / 2);
  errno = error;
  return -1;
}

EXPORT int fsync(int fd) {
  if (Fails("fsync", PathOf(fd))) return -1;
  return Next(fsync, "fsync", fd);
}

EXPORT int fdatasync(int fd) {
  if (Fails("fdatasync", PathOf(fd))) return -1;
  return Next(fdatasync, "fdatasync", fd);
}

EXPORT int ftruncate(int fd, off_t size) {
  if (Fails("ftruncate", PathOf(fd))) return -1;
  return Next(ftruncate, "ftruncate", fd, size);
}

// The descriptor is closed all the same, as Linux does it.
EXPORT int close(int fd) {
  const bool fails = Fails("close", PathOf(fd));
  const int error = errno;
  const int closed = Next(close, "close", fd);
  if (!fails) return closed;
  errno = error;
  return -1;
}

EXPORT int rename(const char* from, const char* to) {
  if (Fails("rename", to)) return -1;
  return Next(rename, "rename", from, to);
}

EXPORT int renameat(int from_folder, const char* from, int to_folder,
                    const char* to) {
  if (FailsAt("renameat", to_folder, to)) return -1;
  return Next(renameat, "renameat", from_folder, from, to_folder, to);
}

EXPORT int renameat2(int from_folder, const char* from, int to_folder,
                     const char* to, unsigned flags) {
  if (FailsAt("renameat2", to_folder, to)) return -1;
  return Next(renameat2, "renameat2", from_folder, from, to_folder, to, flags);
}

EXPORT int link(const char* from, const char* to) {
  if (Fails("link", to)) return -1;
  return Next(link, "link", from, to);
}

EXPORT char* mkdtemp(char* path) {
  if (Fails("mkdtemp", path)) return nullptr;
  return Next(mkdtemp, "mkdtemp", path);
}

EXPORT int access(const char* path, int mode) {
  if (Fails("access", path)) return -1;
  return Next(access, "access", path, mode);
}

EXPORT int mkdir(const char* path, mode_t mode) {
  if (Fails("mkdir", path)) return -1;
  return Next(mkdir, "mkdir", path, mode);
}

EXPORT int faccessat(int folder, const char* path, int mode, int flags) {
  if (FailsAt("faccessat", folder, path)) return -1;
  return Next(faccessat, "faccessat", folder, path, mode, flags);
}

// NOLINTBEGIN(bugprone-macro-parentheses): a type takes none.
#define STAT(name, type)                            \
  EXPORT int name(const char* path, type* status) { \
    if (Fails(#name, path)) return -1;              \
    return Next(name, #name, path, status);         \
  }
STAT(stat, struct stat)
STAT(stat64, struct stat64)
STAT(lstat, struct stat)
STAT(lstat64, struct stat64)

#define FSTAT(name, type)                      \
  EXPORT int name(int fd, type* status) {      \
    if (Fails("fstat", PathOf(fd))) return -1; \
    return Next(name, #name, fd, status);      \
  }
FSTAT(fstat, struct stat)
FSTAT(fstat64, struct stat64)

#define FSTATAT(name, type)                                                \
  EXPORT int name(int folder, const char* path, type* status, int flags) { \
    if (FailsAt("fstatat", folder, path)) return -1;                       \
    return Next(name, #name, folder, path, status, flags);                 \
  }
FSTATAT(fstatat, struct stat)
FSTATAT(fstatat64, struct stat64)
// NOLINTEND(bugprone-macro-parentheses)
