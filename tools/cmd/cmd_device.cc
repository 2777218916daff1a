#include <cmath>
#include <cstdio>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "nlohmann/json.hpp"
#include "reports/advice/residency_table.h"
#include "reports/matrix/report_json.h"
#include "reports/render/text.h"
#include "suite/core/base/fields_json.h"
#include "suite/core/base/status_macros.h"
#include "suite/core/record/device_info.h"
#include "suite/engine/session.h"
#include "tools/cli/cli.h"
#include "tools/cmd/device_sections.h"
#include "tools/run/device_list.h"
#include "tools/run/driver_dir.h"

namespace wgsync {
namespace {

void PrintDevice(const DeviceInfo& d) {
  if (!IsDevice(d)) {
    std::printf("%s  %s: no device: %s\n", d.index.c_str(),
                OneLine(d.full_name).c_str(), OneLine(d.problem).c_str());
    return;
  }
  std::printf("%s  %s\n     %s, %u compute units, driver %s\n     %s\n",
              d.index.c_str(), OneLine(d.full_name).c_str(), d.type.c_str(),
              d.compute_units, OneLine(d.driver_version).c_str(),
              d.slug.c_str());
}

// The commands that find out more.
void PrintNext(const DeviceInfo& d) {
  const std::string name = ShellQuote(d.full_name);
  for (const auto& [command, says] :
       {std::pair{"can --device ", "may a kernel synchronize there? A minute"},
        std::pair{"run --device ", "the smoke tier"}}) {
    std::printf("  wgsync %s%s: %s\n", command, name.c_str(), says);
  }
  for (const auto& [section, says] :
       {std::pair{"--residency",
                  "how many work-groups it holds at once; minutes"},
        std::pair{"--power", "what its passes could have seen; minutes"},
        std::pair{"--hang-test", "whether it survives a hang; see --help"}}) {
    std::printf("  wgsync device %s %s: %s\n", name.c_str(), section, says);
  }
}

// The facts that need no launch: of all devices, and of platforms without one;
// or of the one that is named.
absl::StatusOr<int> Describe(const DeviceArgs& args) {
  const bool all = args.device.empty();
  std::vector<DeviceInfo> devices;
  if (all) {
    ASSIGN_OR_RETURN(devices, AllDevices());
  } else {
    ASSIGN_OR_RETURN(DeviceInfo one, FindOneDevice(args.device));
    devices.push_back(std::move(one));
  }
  nlohmann::json report = ReportJson("devices");
  report["devices"] = nlohmann::json::array();
  for (const DeviceInfo& d : devices) {
    report["devices"].push_back(FieldsToJson(d));
    if (args.output.json) continue;
    PrintDevice(d);
    if (!all) PrintNext(d);
  }
  if (args.output.json) PrintJson(report);
  if (!all) return kAsExpected;
  const std::string hint = RenderNodeHint();
  if (!hint.empty()) std::fprintf(stderr, "%s\n", hint.c_str());
  if (absl::c_none_of(devices, IsDevice)) return NoDevice(devices);
  return kAsExpected;
}

absl::StatusOr<int> Device(const DeviceArgs& args) {
  if (!std::isinf(args.wait_seconds) && !args.residency && !args.power) {
    return BadInput(
        "--wait and --no-wait require --residency or --power; see "
        "`wgsync device --help`");
  }
  RETURN_IF_ERROR(UseDriverDir(args.driver_dir));
  return args.residency   ? MeasureResidency(args)
         : args.power     ? CountTwins(args)
         : args.hang_test ? TestHang(args)
                          : Describe(args);
}

void AddResidencyOptions(DeviceArgs* args, Command* device) {
  const auto add = [device](const char* written, auto& list,
                            const char* help) -> Argument& {
    return device->Add(written, list, help).CommaList().PartOf("--residency");
  };
  add("--wg SIZE", args->sizes, "Work-group sizes: numbers, sub_group, max");
  add("--ballast BYTES", args->ballasts,
      "Local memory of each group: 0, 8k and so on, half, max");
  add("--regs low|high", args->registers, "Registers that the kernel takes");
  add("--kernel fenced|ordered|opencl12", args->kernels,
      "The barrier's accesses");
  add("--board off|relaxed", args->boards,
      "The build: off, as it is judged; relaxed, as it is watched");
  add("--distance N", args->distances,
      "dependency_distance: the group that is waited for, in residencies; 0: "
      "leave it out")
      .Within(0, 1000);
  device
      ->Add("--safe", args->safe,
            "Never launch a wait that could not end by itself")
      .PartOf("--residency");
}

}  // namespace

Command DeviceCommand() {
  auto args = std::make_shared<DeviceArgs>();
  Command device("device", "Lists the devices, or describes one of them");
  device.footer = absl::StrCat(
      "--residency takes from seconds to minutes for each kernel, since it "
      "hangs on purpose. Columns of its table: ",
      absl::StripTrailingAsciiWhitespace(ResidencyColumns(kNoWidth)));
  device.Add("device DEVICE|RUN", args->device,
             "A part of PLATFORM/DEVICE, an index P:D, or type:gpu; for "
             "--power a folder that `wgsync run` wrote, too");
  device.Add("--residency", args->residency,
             "How many work-groups it holds at once: measured in two ways, "
             "and predicted");
  device
      .Add("--power", args->power,
           "How many weakened twins of its cases, or of those of a "
           "RUN, came out wrong: what passes could have seen")
      .Excludes({"--residency"});
  device
      .Add("--hang-test", args->hang_test,
           "Whether a GPU survives a hang; before, its waits are bounded. "
           "Starts a kernel that never ends, kills it, and sees whether the "
           "GPU still works; prints each step before it happens. A display on "
           "it may freeze; with a bad driver the machine may need a reboot")
      .Excludes({"--residency", "--power"});
  AddDriverDirOption(device, &args->driver_dir);
  AddJsonOption(device, &args->output);
  AddResidencyOptions(args.get(), &device);
  device
      .Add("--out FOLDER", args->out,
           "Folder of the run that it makes (default: wgsync-runs/TIME)")
      .PartOf("--power");
  AddEngineOptions(device, &args->wait_seconds, "--residency and --power");
  device.run = [args] { return Device(*args); };
  return device;
}

}  // namespace wgsync
