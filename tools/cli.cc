#include "tools/cli.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>

#include "absl/strings/str_cat.h"
#include "reports/text.h"

namespace wgsync {
namespace {

int Severity(int code) {
  switch (code) {
    case kAsExpected:
      return 0;
    case kNothingBinds:
      return 1;
    case kFailures:
      return 2;
    case kBadInput:
      return 4;
    default:  // infrastructure, and what no one knows
      return 3;
  }
}

}  // namespace

int WorseExit(int a, int b) { return Severity(a) >= Severity(b) ? a : b; }

int Complain(int code, absl::string_view message) {
  std::string line = absl::StrCat("wgsync: ", OneLine(message), "\n");
  std::fputs(line.c_str(), stderr);
  return code;
}

int ComplainOf(const absl::Status& status) {
  switch (status.code()) {
    case absl::StatusCode::kAlreadyExists:
    case absl::StatusCode::kFailedPrecondition:
    case absl::StatusCode::kInvalidArgument:
    case absl::StatusCode::kNotFound:
    case absl::StatusCode::kPermissionDenied:
      return Complain(kBadInput, status.message());
    default:
      return Complain(kInfrastructure, status.message());
  }
}

size_t TerminalWidth(int fd) {
  struct winsize size;
  bool known = ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col >= 20;
  return known ? size.ws_col : 80;
}

}  // namespace wgsync
