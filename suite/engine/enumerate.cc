// The worker's entry; the devices that there are, and those that a selection
// names.

#include <malloc.h>
#include <string.h>

#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "nlohmann/json.hpp"
#include "suite/core/base/status_macros.h"
#include "suite/core/record/device_info.h"
#include "suite/engine/choose_devices.h"
#include "suite/engine/session.h"
#include "suite/worker/commands.h"
#include "suite/worker/memory_report.h"
#include "suite/worker/messages.h"
#include "suite/worker/sandbox.h"
#include "suite/worker/scratch_folder.h"
#include "suite/worker/worker_main.h"
#include "suite/worker/worker_process.h"

namespace wgsync {

using nlohmann::json;

namespace {

constexpr double kListSeconds = 60;
// Of freed memory so much is kept. A snapshot of 42,240 groups has 20 MB, and
// fresh pages take as long as its decoding: 12 ms in place of 6.
constexpr int kKeptBytes = 1 << 30;

}  // namespace

void MaybeWorkerMain(int argc, char** argv) {
  int parent = 0;
  if (argc == 3 && strcmp(argv[1], kWorkerFlag) == 0 &&
      absl::SimpleAtoi(argv[2], &parent)) {
    WorkerMain(parent);
  }
  mallopt(M_MMAP_THRESHOLD, kKeptBytes);
  mallopt(M_TRIM_THRESHOLD, kKeptBytes);
}

absl::StatusOr<std::vector<DeviceInfo>> EnumerateDevices() {
  const ScratchFolder scratch = ScratchFolder::Temporary();
  ASSIGN_OR_RETURN(const std::unique_ptr<WorkerProcess> worker,
                   WorkerProcess::Start(scratch.path()));
  worker->Send(CommandJson(ListCommand()), kListSeconds);
  json e;
  if (worker->Next(kListSeconds, &e) != WorkerProcess::Got::kEvent) {
    const std::string end = worker->EndText();
    if (absl::StrContains(worker->OutputTail(), "libOpenCL.so")) {
      return absl::UnavailableError(
          "libOpenCL.so.1 is missing: install an OpenCL ICD loader (Debian: "
          "ocl-icd-libopencl1) and a driver");
    }
    const std::string printed = worker->LastPrinted();
    return absl::UnavailableError(absl::StrCat(
        "an OpenCL driver ", end.empty() ? "went silent" : end,
        " while it listed its devices; OCL_ICD_VENDORS chooses drivers",
        SandboxHint(), AddressSpaceText(),
        printed.empty() ? "" : absl::StrCat(" (it said: ", printed, ")")));
  }
  // A driver that does not fit into a limit is not there for the loader.
  if (DevicesEvent event; IsEvent(e, &event)) return event.devices;
  return absl::NotFoundError(
      absl::StrCat(e.value("what", ""), AddressSpaceText()));
}

absl::StatusOr<std::vector<DeviceInfo>> ChooseDevices(
    const std::vector<DeviceInfo>& all, const std::string& selection) {
  return ChooseDevicesOn(ProcessorName(), all, selection);
}

}  // namespace wgsync
