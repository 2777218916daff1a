// The limits of this process, which its workers inherit, for the report of a
// failure.

#ifndef WGSYNC_SUITE_WORKER_LIMIT_TEXT_H_
#define WGSYNC_SUITE_WORKER_LIMIT_TEXT_H_

#include <string>

namespace wgsync {

// The error of a system call, with the limit that causes it: "Too many open
// files; a process may have 16 open (ulimit -n)".
std::string ErrorText(int error);

// The limit in force that ends a process by this signal, in words that end with
// "; "; "" for other signals and without a limit.
std::string SignalLimitText(int signal);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_WORKER_LIMIT_TEXT_H_
