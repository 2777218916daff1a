#include "suite/proof/soak/load.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>

namespace wgsync {

bool Load::Start() {
  const pid_t parent = getpid();
  const int64_t processors = sysconf(_SC_NPROCESSORS_ONLN);
  for (int64_t i = 0; i < processors; ++i) {
    const pid_t pid = fork();
    if (pid < 0) return false;
    if (pid == 0) {
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      if (getppid() != parent) _exit(0);
      for (volatile unsigned turns = 0;;) turns = turns + 1;
    }
    pids_.push_back(pid);
  }
  return true;
}

void Load::Stop() {
  for (const pid_t pid : pids_) kill(pid, SIGKILL);
  for (const pid_t pid : pids_) waitpid(pid, nullptr, 0);
  pids_.clear();
}

}  // namespace wgsync
