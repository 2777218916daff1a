#include "tools/run/driver_compiler.h"

#include <cstdio>
#include <filesystem>
#include <vector>

#include "absl/memory/memory.h"
#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "nlohmann/json.hpp"
#include "reports/words/show.h"
#include "suite/core/base/read_file.h"
#include "suite/core/base/status_macros.h"
#include "suite/core/record/run_facts.h"
#include "suite/engine/device_session.h"
#include "suite/engine/session.h"
#include "suite/worker/messages.h"
#include "suite/worker/timeouts.h"
#include "tools/run/live_line.h"

namespace wgsync {
namespace {

using nlohmann::json;
using Got = WorkerProcess::Got;

absl::StatusOr<DeviceInfo> DeviceOf(const Run& run) {
  ASSIGN_OR_RETURN(const std::vector<DeviceInfo> all, EnumerateDevices());
  const std::string name = RunDeviceName(run);
  const std::string driver = RunDriverVersion(run);
  const std::string variables(
      absl::StripTrailingAsciiWhitespace(EnvironmentToPaste(run)));
  std::string other;
  for (const DeviceInfo& device : all) {
    if (device.full_name != name) continue;
    if (device.driver_version == driver) return device;
    other = device.driver_version;
  }
  return absl::NotFoundError(
      other.empty()
          ? absl::StrCat("the device ", name, " is not here",
                         variables.empty() ? "" : "; the run had ", variables)
          : absl::StrCat("the driver here is ", other, " and was ", driver));
}

// One command, and its event; what went wrong is said of `doing`.
absl::Status Ask(WorkerProcess* worker, const json& command,
                 const std::string& event, double seconds, const char* doing) {
  json answer;
  if (worker->Send(command, seconds) != WorkerProcess::Sent::kYes) {
    return absl::UnavailableError(
        absl::StrCat("the driver does not take the command for ", doing));
  }
  const double until = MonotonicSeconds() + seconds;
  for (;;) {
    const Got got = worker->Next(until - MonotonicSeconds(), &answer);
    if (got != Got::kEvent) {
      const std::string end = worker->EndText();
      return absl::UnavailableError(absl::StrCat(
          "in ", doing, " the driver ",
          end.empty() ? absl::StrCat("did not answer in ", seconds, " s")
                      : end));
    }
    if (answer["event"] == ErrorEvent::kName ||
        (answer["event"] == event && !answer.value("ok", true))) {
      return absl::UnavailableError(answer.value("what", "an error"));
    }
    if (answer["event"] == event) return absl::OkStatus();
  }
}

}  // namespace

DriverCompiler::DriverCompiler(const DeviceInfo& device, double lock_seconds)
    : device_(device),
      lease_(&device_, lock_seconds,
             [](const std::string& lock) {
               std::fputs(WaitLine(lock).c_str(), stderr);
             }),
      scratch_(ScratchFolder::Temporary()) {}

absl::StatusOr<std::unique_ptr<DriverCompiler>> DriverCompiler::Open(
    const DeviceInfo& device, double lock_seconds, absl::string_view if_held) {
  auto made = absl::WrapUnique(new DriverCompiler(device, lock_seconds));
  const absl::Status leased = made->lease_.Acquire();
  if (absl::IsUnavailable(leased)) {
    return absl::UnavailableError(
        absl::StrCat(leased.message(), "; ", if_held));
  }
  RETURN_IF_ERROR(leased);
  const std::string& scratch = made->scratch_.path();
  RETURN_IF_ERROR(made->scratch_.status());
  ASSIGN_OR_RETURN(made->worker_,
                   WorkerProcess::Start(scratch, made->lease_.fd()));
  RETURN_IF_ERROR(
      Ask(made->worker_.get(), CommandJson(OpenCommand{device.index, scratch}),
          ReadyEvent::kName, Timeouts().open, "opening the device"));
  return made;
}

absl::StatusOr<std::string> DriverCompiler::Binary(const ProgramText& text) {
  BinaryCommand command = {text};
  // The worker is kept from other folders.
  command.path = std::filesystem::absolute(scratch_.path()) / "kernel.bin";
  RETURN_IF_ERROR(Ask(worker_.get(), CommandJson(command), BinaryEvent::kName,
                      Timeouts().build, "building the program"));
  return ReadRegularFile(command.path, "build it again");
}

absl::StatusOr<std::string> MakeBinary(const Run& run,
                                       const DecisiveLaunch& launch,
                                       double lock_seconds) {
  ASSIGN_OR_RETURN(const DeviceInfo device, DeviceOf(run));
  ASSIGN_OR_RETURN(ProgramText text,
                   DeviceSession::TextOf(launch.spec.program));
  text.source = JoinParts(launch.parts);
  ASSIGN_OR_RETURN(const std::unique_ptr<DriverCompiler> compiler,
                   DriverCompiler::Open(device, lock_seconds,
                                        "export again, or with a longer "
                                        "--wait"));
  return compiler->Binary(text);
}

}  // namespace wgsync
