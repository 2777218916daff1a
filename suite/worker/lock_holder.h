// Which process has a lock, for the message of one that waits for it.

#ifndef WGSYNC_SUITE_WORKER_LOCK_HOLDER_H_
#define WGSYNC_SUITE_WORKER_LOCK_HOLDER_H_

#include <sys/types.h>

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"

namespace wgsync {

// The process that has an flock() on the file, by the text of /proc/locks; 0
// where the kernel hides it (another PID namespace), and nothing where no
// process has one.
absl::optional<pid_t> HolderOf(absl::string_view locks, dev_t device,
                               ino_t inode);

// "pid 4711 of alice, `wgsync run --device X`, for 3 min" for the one that has
// a lock on this open file; unknown parts are left out. Where the one that took
// it has ended, one that still has the file open. All of it is the
// system's word: nothing is ever written into a lock's file, which every user
// can read. The time is the process's age.
std::string LockHolder(int fd);

// The arguments of a process as a message may have them, from the text of
// /proc/PID/cmdline: without the folder of its program and without paths, whose
// names are their user's own, on one line and cut at 200 characters.
std::string CommandText(absl::string_view cmdline);

// "40 s", "3 min", "2 h 5 min".
std::string AgeText(int64_t seconds);

// "alice", or "user 1000" without a name.
std::string UserName(uid_t user);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_WORKER_LOCK_HOLDER_H_
