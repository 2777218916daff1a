#include <cstdio>
#include <vector>

#include "absl/strings/str_cat.h"
#include "reports/text.h"
#include "suite/engine/session.h"
#include "tools/cli.h"
#include "tools/device_list.h"

namespace wgsync {
namespace {

int ListAllDevices() {
  absl::StatusOr<std::vector<DeviceInfo>> all = EnumerateDevices();
  if (!all.ok()) {
    return Complain(kInfrastructure, all.status().message());
  }
  size_t found = 0;
  for (const DeviceInfo& d : *all) {
    if (!IsDevice(d)) {
      std::printf("%s  %s: no device: %s\n", d.index.c_str(),
                  OneLine(d.full_name).c_str(), OneLine(d.problem).c_str());
      continue;
    }
    ++found;
    std::printf("%s  %s\n     %s, %u compute units, driver %s\n     %s\n",
                d.index.c_str(), OneLine(d.full_name).c_str(), d.type.c_str(),
                d.compute_units, OneLine(d.driver_version).c_str(),
                d.slug.c_str());
  }
  return found > 0 ? kAsExpected : NoDevice(*all);
}

}  // namespace

void AddDevicesCommand(CLI::App* app, int* exit_code) {
  CLI::App* devices = app->add_subcommand(
      "devices", "Lists the OpenCL devices, and platforms without one");
  devices->callback([exit_code] { *exit_code = ListAllDevices(); });
}

}  // namespace wgsync
