// Which process has a lock, for the message of one that waits for it.

#ifndef WGSYNC_SUITE_WORKER_LOCK_HOLDER_H_
#define WGSYNC_SUITE_WORKER_LOCK_HOLDER_H_

#include <sys/types.h>

#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"

namespace wgsync {

// The process that has an flock() on the file, by the text of /proc/locks; 0
// where the kernel hides it (another PID namespace), and nothing where no
// process has one.
absl::optional<pid_t> HolderOf(absl::string_view locks, dev_t device,
                               ino_t inode);

// "process 4711 of alice, since 2026-11-22 03:04:05 UTC: wgsync run --device X"
// for the one that has a lock on this open file; unknown parts are left out.
std::string LockHolder(int fd);

// "alice", or "user 1000" without a name.
std::string UserName(uid_t user);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_WORKER_LOCK_HOLDER_H_
