#include "tools/run/child.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "suite/core/base/status_macros.h"
#include "suite/worker/worker_process.h"

namespace wgsync {
namespace {

constexpr int kLookMilliseconds = 10;
// A killed process that a driver does not let go is left to the system.
constexpr double kReapSeconds = 1;

// In a separate process group, with its output in the file.
absl::StatusOr<pid_t> Start(const std::vector<std::string>& command,
                            const std::string& output) {
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&files, 1, output.c_str(),
                                   O_WRONLY | O_CREAT | O_TRUNC, 0644);
  posix_spawn_file_actions_addopen(&files, 2, "/dev/null", O_WRONLY, 0);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  std::vector<char*> args;
  args.reserve(command.size() + 1);
  for (const std::string& word : command) {
    args.push_back(
        const_cast<char*>(word.c_str()));  // posix_spawn changes none
  }
  args.push_back(nullptr);
  pid_t pid = -1;
  const int failed =
      posix_spawnp(&pid, args[0], &files, &attributes, args.data(), environ);
  posix_spawn_file_actions_destroy(&files);
  posix_spawnattr_destroy(&attributes);
  if (failed == 0) return pid;
  return absl::NotFoundError(
      failed == ENOENT
          ? absl::StrCat("there is no ", command[0], " on the PATH")
          : absl::StrCat(command[0], ": ", strerror(failed)));
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

}  // namespace

absl::StatusOr<int> RunChild(const std::vector<std::string>& command,
                             const std::string& output, double seconds) {
  ASSIGN_OR_RETURN(const pid_t pid, Start(command, output));
  int status = 0;
  if (!Ends(pid, seconds, &status)) {
    kill(-pid, SIGKILL);
    Ends(pid, kReapSeconds, &status);
    return absl::DeadlineExceededError(
        absl::StrCat(command[0], " did not end in ", seconds, " s"));
  }
  if (WIFSIGNALED(status)) {
    return absl::UnavailableError(
        absl::StrCat(command[0], " was ended by signal ", WTERMSIG(status)));
  }
  return WEXITSTATUS(status);
}

}  // namespace wgsync
