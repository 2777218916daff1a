#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "reports/text.h"
#include "suite/engine/session.h"
#include "tools/cli.h"
#include "tools/device_list.h"
#include "tools/driver_dir.h"

namespace wgsync {
namespace {

int ListAllDevices(const std::string& driver_dir) {
  absl::Status driver = UseDriverDir(driver_dir);
  if (!driver.ok()) return Complain(kBadInput, driver.message());
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
  auto driver_dir = std::make_shared<std::string>();
  devices->add_option("--driver-dir", *driver_dir,
                      "A driver that tools/drivers/fetch.sh fetched");
  devices->callback([=] { *exit_code = ListAllDevices(*driver_dir); });
}

}  // namespace wgsync
