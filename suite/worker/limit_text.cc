#include "suite/worker/limit_text.h"

#include <signal.h>
#include <string.h>
#include <sys/resource.h>

#include <cerrno>

#include "absl/strings/str_cat.h"
#include "suite/worker/memory_report.h"

namespace wgsync {
namespace {

// "" without a limit.
std::string Limited(decltype(RLIMIT_NOFILE) what, const char* before,
                    const char* after) {
  rlimit limit;
  if (getrlimit(what, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) {
    return "";
  }
  return absl::StrCat(before, limit.rlim_cur, after);
}

std::string FileSize() {
  return Limited(RLIMIT_FSIZE, "a file is limited to ", " bytes (ulimit -f)");
}

}  // namespace

std::string ErrorText(int error) {
  std::string limit;
  if (error == EMFILE) {
    limit = Limited(RLIMIT_NOFILE, "a process may have ", " open (ulimit -n)");
  } else if (error == EFBIG) {
    limit = FileSize();
  } else if (error == EAGAIN) {
    limit = Limited(RLIMIT_NPROC, "a user may have ", " processes (ulimit -u)");
  }
  if (!limit.empty()) limit.insert(0, "; ");
  if (error == ENOMEM) limit = AddressSpaceText();
  return absl::StrCat(strerror(error), limit);
}

std::string SignalLimitText(int signal) {
  std::string text;
  if (signal == SIGXFSZ) {
    text = FileSize();
  } else if (signal == SIGXCPU || signal == SIGKILL) {
    text = Limited(RLIMIT_CPU, "a process is limited to ",
                   " s of processor time (ulimit -t)");
  }
  return text.empty() ? "" : text + "; ";
}

}  // namespace wgsync
