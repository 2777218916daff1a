#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "nlohmann/json.hpp"
#include "reports/matrix/report_json.h"
#include "reports/render/text.h"
#include "suite/core/base/status_macros.h"
#include "suite/engine/session.h"
#include "tools/cli/cli.h"
#include "tools/cmd/device_sections.h"
#include "tools/run/device_list.h"

namespace wgsync {
namespace {

// Prints steps and outcome to `words`; *report gets the outcome.
int TestOne(const DeviceInfo& device, std::FILE* words,
            nlohmann::json* report) {
  std::string name = OneLine(device.full_name);
  *report = {{"device", device.full_name},
             {"slug", device.slug},
             {"needed", device.type != "cpu"},
             {"passed", true},
             {"problem", ""}};
  if (device.type == "cpu") {
    std::fprintf(words, "%s: a CPU device, needs no hang test\n", name.c_str());
    return kAsExpected;
  }
  std::fprintf(words, "%s:\n", name.c_str());
  absl::Status status = ProbeHangTest(device, [=](const std::string& line) {
    std::fprintf(words, "  %s\n", OneLine(line).c_str());
    std::fflush(words);  // the machine may not live to do it later
  });
  if (!status.ok()) {
    (*report)["passed"] = false;
    (*report)["problem"] = std::string(status.message());
    return Complain(
        kInfrastructure,
        absl::StrCat(name, ": hang test failed: ", status.message()));
  }
  std::fprintf(words, "  passed: unbounded waits are allowed on this driver\n");
  return kAsExpected;
}

}  // namespace

absl::StatusOr<int> TestHang(const DeviceArgs& args) {
  if (args.device.empty()) {
    return absl::InvalidArgumentError(
        "device --hang-test: name the device on which a kernel "
        "that never ends is killed; `wgsync device` lists them");
  }
  ASSIGN_OR_RETURN(const std::vector<DeviceInfo> devices,
                   FindDevices(args.device));
  int exit_code = kAsExpected;
  nlohmann::json report = ReportJson("probe");
  report["devices"] = nlohmann::json::array();
  for (const DeviceInfo& device : devices) {
    nlohmann::json one;
    exit_code = WorseExit(
        exit_code, TestOne(device, args.output.json ? stderr : stdout, &one));
    report["devices"].push_back(std::move(one));
  }
  if (args.output.json) PrintJson(report);
  return exit_code;
}

}  // namespace wgsync
