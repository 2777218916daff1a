#include "tools/cmd/clinfo.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "nlohmann/json.hpp"
#include "suite/worker/worker_process.h"

namespace wgsync {
namespace {

constexpr int kLookMilliseconds = 10;
// A killed process that a driver does not let go is left to the system.
constexpr double kReapSeconds = 1;

// In a separate process group, with its output in the file.
absl::StatusOr<pid_t> Start(const std::string& path) {
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&files, 1, path.c_str(),
                                   O_WRONLY | O_CREAT | O_TRUNC, 0644);
  posix_spawn_file_actions_addopen(&files, 2, "/dev/null", O_WRONLY, 0);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  char name[] = "clinfo", option[] = "--json";
  char* const args[] = {name, option, nullptr};
  pid_t pid = -1;
  const int failed =
      posix_spawnp(&pid, name, &files, &attributes, args, environ);
  posix_spawn_file_actions_destroy(&files);
  posix_spawnattr_destroy(&attributes);
  if (failed == 0) return pid;
  return absl::NotFoundError(failed == ENOENT
                                 ? "there is no clinfo on the PATH"
                                 : absl::StrCat("clinfo: ", strerror(failed)));
}

// Whether the process has ended in this time; *status is then waitpid()'s.
bool Ends(pid_t pid, double seconds, int* status) {
  const double until = MonotonicSeconds() + seconds;
  for (;;) {
    const pid_t ended = waitpid(pid, status, WNOHANG);
    if (ended == pid) return true;
    if (ended < 0 && errno != EINTR) return false;
    if (MonotonicSeconds() > until) return false;
    poll(nullptr, 0, kLookMilliseconds);
  }
}

absl::Status RunClinfo(const std::string& path, double seconds) {
  const absl::StatusOr<pid_t> pid = Start(path);
  if (!pid.ok()) return pid.status();
  int status = 0;
  if (!Ends(*pid, seconds, &status)) {
    kill(-*pid, SIGKILL);
    Ends(*pid, kReapSeconds, &status);
    return absl::DeadlineExceededError(
        absl::StrCat("clinfo did not end in ", seconds, " s"));
  }
  if (WIFSIGNALED(status)) {
    return absl::UnavailableError(
        absl::StrCat("clinfo was ended by signal ", WTERMSIG(status)));
  }
  std::ifstream file(path);
  if (WEXITSTATUS(status) != 0 || !nlohmann::json::accept(file)) {
    return absl::UnavailableError(
        absl::StrCat("clinfo --json printed no JSON (exit code ",
                     WEXITSTATUS(status), "); version 3.0.21 has that option"));
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status WriteClinfo(const std::string& path, double seconds) {
  const absl::Status s = RunClinfo(path, seconds);
  if (!s.ok()) unlink(path.c_str());
  return s;
}

}  // namespace wgsync
