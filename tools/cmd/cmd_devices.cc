#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "nlohmann/json.hpp"
#include "reports/matrix/report_json.h"
#include "reports/render/text.h"
#include "suite/core/base/fields_json.h"
#include "suite/core/base/json_schema.h"
#include "suite/core/record/device_info.h"
#include "suite/engine/session.h"
#include "tools/cli/cli.h"
#include "tools/cmd/device_list.h"
#include "tools/cmd/document_schemas.h"
#include "tools/cmd/driver_dir.h"

namespace wgsync {
namespace {

struct DevicesArgs {
  std::string driver_dir;
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

int ListAllDevices(const DevicesArgs& args) {
  absl::Status driver = UseDriverDir(args.driver_dir);
  if (!driver.ok()) return Complain(kBadInput, driver.message());
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
  return found > 0 ? kAsExpected : NoDevice(*all);
}

}  // namespace

nlohmann::json DevicesSchema() {
  return schema::Document(
      "devices", 1,
      {{"devices", schema::ListOf(schema::Full(schema::Of<DeviceInfo>()))}});
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
