#include "suite/engine/state.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <fstream>

#include "absl/strings/str_cat.h"

namespace wgsync {
namespace {

std::string FileOf(const std::string& driver_digest) {
  return absl::StrCat(StateFolder(), "/hang-test-", driver_digest);
}

bool IsFolder(const std::string& path) {
  struct stat s;
  // Keeps the errno of mkdir() where there is a file.
  return stat(path.c_str(), &s) == 0 && S_ISDIR(s.st_mode);
}

std::string Variable(const char* name) {
  const char* value = getenv(name);
  return value == nullptr ? "" : value;
}

}  // namespace

std::string StateFolder() {
  if (!Variable("WGSYNC_STATE_DIR").empty())
    return Variable("WGSYNC_STATE_DIR");
  if (!Variable("XDG_STATE_HOME").empty()) {
    return absl::StrCat(Variable("XDG_STATE_HOME"), "/wgsync");
  }
  const std::string home = Variable("HOME");
  return home.empty() ? "" : absl::StrCat(home, "/.local/state/wgsync");
}

bool HangTestPassed(const std::string& driver_digest) {
  return !StateFolder().empty() && !driver_digest.empty() &&
         access(FileOf(driver_digest).c_str(), R_OK) == 0;
}

absl::Status RememberHangTest(const std::string& driver_digest,
                              const std::string& device) {
  if (driver_digest.empty()) {
    return absl::FailedPreconditionError(
        "the driver has no digest to remember it by");
  }
  if (StateFolder().empty()) {
    return absl::FailedPreconditionError(
        "there is no state folder to remember it in: set WGSYNC_STATE_DIR");
  }
  absl::Status made = MakeFolders(StateFolder());
  if (!made.ok()) return made;
  std::ofstream out(FileOf(driver_digest));
  out << device << "\n";
  out.close();
  if (!out) {
    return absl::FailedPreconditionError(absl::StrCat(
        "cannot write ", FileOf(driver_digest), ": ", strerror(errno),
        "; set WGSYNC_STATE_DIR to another folder"));
  }
  return absl::OkStatus();
}

absl::Status MakeFolders(const std::string& path) {
  for (size_t at = 0; at != std::string::npos;) {
    at = path.find('/', at + 1);
    const std::string part = path.substr(0, at);
    if (mkdir(part.c_str(), 0755) != 0 &&
        !(errno == EEXIST && IsFolder(part))) {
      return absl::FailedPreconditionError(
          absl::StrCat("cannot make the folder ", part, ": ", strerror(errno)));
    }
  }
  return absl::OkStatus();
}

}  // namespace wgsync
