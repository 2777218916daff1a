#include <cstdio>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "nlohmann/json.hpp"
#include "reports/matrix/report_json.h"
#include "reports/render/text.h"
#include "suite/engine/session.h"
#include "tools/cli/cli.h"
#include "tools/run/device_list.h"

namespace wgsync {
namespace {

struct ProbeArgs {
  std::string device;
  bool hang_test = false;
  Output output;
};

// What a person reads goes to `words`; what came of it, to `report`.
int ProbeOne(const DeviceInfo& device, std::FILE* words,
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

int Probe(const ProbeArgs& args) {
  if (!args.hang_test) {
    return Complain(kBadInput,
                    "probe: nothing asked for; say --hang-test, which kills a "
                    "spinning kernel on the device");
  }
  std::vector<DeviceInfo> devices;
  int exit_code = FindDevices(args.device, &devices);
  nlohmann::json report = ReportJson("probe");
  report["devices"] = nlohmann::json::array();
  for (const DeviceInfo& device : devices) {
    nlohmann::json one;
    exit_code = WorseExit(
        exit_code, ProbeOne(device, args.output.json ? stderr : stdout, &one));
    report["devices"].push_back(std::move(one));
  }
  if (args.output.json && !devices.empty()) PrintJson(report);
  return exit_code;
}

}  // namespace

void AddProbeCommand(CommandHandle app, int* exit_code) {
  auto args = std::make_shared<ProbeArgs>();
  CommandHandle probe =
      app.AddSubcommand("probe",
                        "Finds out once whether a GPU survives "
                        "a hang; before, it is run bounded");
  probe.AddFlag("--hang-test", args->hang_test,
                "Start a kernel that never ends, kill it, and see whether "
                "the GPU still works. A display on it may freeze; with a bad "
                "driver the machine may need a reboot");
  probe.Remark(
      "Prints each step before it happens. It takes some seconds, and once it "
      "has passed, runs on this driver are no longer bounded.");
  AddDeviceOption(probe, &args->device).Required();
  AddJsonOption(probe, &args->output);
  probe.OnParse([args, exit_code] { *exit_code = Probe(*args); });
}

}  // namespace wgsync
