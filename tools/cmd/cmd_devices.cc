#include <cstdio>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "nlohmann/json.hpp"
#include "reports/matrix/report_json.h"
#include "reports/render/text.h"
#include "suite/core/base/fields_json.h"
#include "suite/core/record/device_info.h"
#include "suite/engine/session.h"
#include "tools/cli/cli.h"
#include "tools/run/device_list.h"
#include "tools/run/driver_dir.h"
#include "tools/run/render_nodes.h"

namespace wgsync {
namespace {

struct DevicesArgs {
  std::string device, driver_dir;
  Output output;
};

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

// Prints the facts that need no launch, and the commands that find out more.
int DescribeDevice(const DevicesArgs& args) {
  std::vector<DeviceInfo> devices;
  const int exit_code = FindDevices(args.device, &devices);
  if (exit_code != kAsExpected) return exit_code;
  nlohmann::json report = ReportJson("devices");
  report["devices"] = nlohmann::json::array();
  for (const DeviceInfo& d : devices) {
    if (args.output.json) {
      report["devices"].push_back(FieldsToJson(d));
      continue;
    }
    PrintDevice(d);
    const std::string name = ShellQuote(d.full_name);
    for (const auto& [command, says] :
         {std::pair{"can --device ",
                    "may a kernel synchronize there? A minute"},
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
  if (args.output.json) PrintJson(report);
  return kAsExpected;
}

int ListAllDevices(const DevicesArgs& args) {
  absl::Status driver = UseDriverDir(args.driver_dir);
  if (!driver.ok()) return Complain(kBadInput, driver.message());
  if (!args.device.empty()) return DescribeDevice(args);
  absl::StatusOr<std::vector<DeviceInfo>> all = EnumerateDevices();
  if (!all.ok()) {
    return Complain(kInfrastructure, all.status().message());
  }
  size_t found = 0;
  nlohmann::json report = ReportJson("devices");
  report["devices"] = nlohmann::json::array();
  for (const DeviceInfo& d : *all) {
    if (IsDevice(d)) ++found;
    if (args.output.json) {
      report["devices"].push_back(FieldsToJson(d));
    } else {
      PrintDevice(d);
    }
  }
  if (args.output.json) PrintJson(report);
  const std::string hint = RenderNodeHint();
  if (!hint.empty()) std::fprintf(stderr, "%s\n", hint.c_str());
  return found > 0 ? kAsExpected : NoDevice(*all);
}

}  // namespace

void AddDeviceCommand(CommandHandle app, int* exit_code) {
  CommandHandle device = app.AddSubcommand(
      "device", "Lists the devices, or describes one of them");
  device.Remark(
      "Each section takes the options that its help prints: wgsync device "
      "--residency --help.");
  auto args = std::make_shared<DevicesArgs>();
  device
      .AddOption("device", args->device,
                 "A part of PLATFORM/DEVICE, an index P:D, or type:gpu")
      .TypeName("DEVICE");
  // CurrentArguments() makes these the commands that they name.
  auto unused = std::make_shared<bool>(false);
  device.AddFlag("--residency", *unused,
                 "How many work-groups it holds at once: measured in two ways, "
                 "and predicted");
  device.AddFlag(
      "--power", *unused,
      "How many weakened twins of its cases came out wrong: what "
      "passes could have seen. Of a RUN in place of the device, too");
  device.AddFlag(
      "--hang-test", *unused,
      "Whether a GPU survives a hang; before, its waits are bounded");
  AddDriverDirOption(device, &args->driver_dir);
  AddJsonOption(device, &args->output);
  device.OnParse([=] {
    (void)unused;
    *exit_code = ListAllDevices(*args);
  });
}

void AddDevicesCommand(CommandHandle app, int* exit_code) {
  CommandHandle devices = app.AddSubcommand(
      "devices", "Lists the OpenCL devices, and platforms without one");
  auto args = std::make_shared<DevicesArgs>();
  AddDriverDirOption(devices, &args->driver_dir);
  AddJsonOption(devices, &args->output);
  devices.OnParse([=] { *exit_code = ListAllDevices(*args); });
}

}  // namespace wgsync
