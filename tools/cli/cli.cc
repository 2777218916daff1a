#include "tools/cli/cli.h"

#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iostream>

#include "absl/algorithm/container.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "nlohmann/json.hpp"
#include "reports/render/text.h"
#include "suite/core/base/parse_json.h"
#include "suite/worker/sandbox.h"

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

// Narrower than this no table can be printed, so that it is no width.
constexpr size_t kLeastWidth = 20;
constexpr size_t kMostProse = 100;

bool IsSet(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

// Whether stdout is a pipe that nobody reads any more.
bool ReaderIsGone() {
  struct pollfd out = {STDOUT_FILENO, POLLOUT, 0};
  return poll(&out, 1, 0) == 1 && (out.revents & POLLERR) != 0;
}

}  // namespace

int WorseExit(int a, int b) { return Severity(a) >= Severity(b) ? a : b; }

int Complain(int code, absl::string_view message) {
  std::string line = absl::StrCat("wgsync: ", OneLine(message), "\n");
  std::fputs(line.c_str(), stderr);
  return code;
}

int ComplainOf(const absl::Status& status) {
  constexpr absl::StatusCode kCallers[] = {
      absl::StatusCode::kAlreadyExists,
      absl::StatusCode::kDataLoss,
      absl::StatusCode::kFailedPrecondition,
      absl::StatusCode::kInvalidArgument,
      absl::StatusCode::kNotFound,
      absl::StatusCode::kPermissionDenied,
  };
  const bool callers = absl::c_linear_search(kCallers, status.code());
  return Complain(callers ? kBadInput : kInfrastructure, status.message());
}

size_t TerminalWidth(int fd) {
  struct winsize size;
  bool known = ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col >= kLeastWidth;
  return known ? size.ws_col : 80;
}

size_t OutputWidth() {
  size_t columns = 0;
  const char* asked = std::getenv("COLUMNS");
  if (asked != nullptr && absl::SimpleAtoi(asked, &columns) &&
      columns >= kLeastWidth) {
    return columns;
  }
  return isatty(STDOUT_FILENO) != 0 ? TerminalWidth(STDOUT_FILENO) : kNoWidth;
}

size_t ProseWidth() {
  const size_t width = OutputWidth();
  return width == kNoWidth ? width : std::min(width, kMostProse);
}

bool Output::Colored() const {
  if (color != "auto") return color == "always";
  const char* term = std::getenv("TERM");
  const bool dumb = term == nullptr || absl::string_view(term) == "dumb";
  return isatty(STDOUT_FILENO) != 0 && !dumb && !IsSet("NO_COLOR");
}

void AddJsonOption(Command& command, Output* output) {
  command.Add("--json", output->json, "As JSON (reports/README.md)");
}

void AddOutputOptions(Command& command, Output* output) {
  AddJsonOption(command, output);
  command.Add("--color auto|always|never", output->color,
              "Colours, which only repeat what the words say");
}

int PrintJson(const nlohmann::json& document) {
  return PrintText(JsonText(document, 1));
}

int PrintText(const std::string& text) {
  std::fputs(text.c_str(), stdout);
  return kAsExpected;
}

int FinishOutput(int exit_code) {
  const bool written = std::fflush(stdout) == 0 && std::ferror(stdout) == 0 &&
                       std::cout.flush().good();
  if (written || ReaderIsGone()) return exit_code;
  return WorseExit(exit_code, Complain(kInfrastructure,
                                       "cannot write to the standard output"));
}

void AddDeviceOption(Command& command, std::string* device) {
  command.Add(
      "--device DEVICE", *device,
      "P:D, type:gpu, or a part of the platform's or the device's name");
}

void AddTierOption(Command& command, std::string* tier) {
  command.Add("--tier smoke|default|full", *tier, "Which cases");
}

Argument& AddEngineOptions(Command& command, double* seconds,
                           const std::string& section) {
  command
      .Add("--no-wait", FlagAction([seconds] { *seconds = 0; }),
           "End at once if another wgsync has the device, as with --wait 0")
      .Section(section);
  command
      .Add("--no-sandbox", FlagAction([] {
             setenv(kSandboxVariable, kSandboxOff, /*overwrite=*/1);
           }),
           "Let the driver write files, use the network and send signals as "
           "any program of yours")
      .Section(section);
  return command
      .Add("--wait N", *seconds,
           "Seconds to wait for a device that another wgsync has "
           "(default: as long as it takes)")
      .Within(0.0, 86400.0)
      .DefaultStr("")
      .Section(section)
      .Excludes({"--no-wait"});
}

void AddDriverDirOption(Command& command, std::string* folder) {
  command.Add("--driver-dir FOLDER", *folder,
              "A driver that tools/drivers/fetch.sh fetched");
}

}  // namespace wgsync
