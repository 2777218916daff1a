#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "reports/text.h"
#include "suite/engine/session.h"
#include "tools/cli.h"
#include "tools/device_list.h"

namespace wgsync {
namespace {

struct ProbeArgs {
  std::string device;
  bool hang_test = false;
};

int ProbeOne(const DeviceInfo& device) {
  std::string name = OneLine(device.full_name);
  if (device.type == "cpu") {
    std::printf("%s: a CPU device, needs no hang test\n", name.c_str());
    return kAsExpected;
  }
  std::printf("%s:\n", name.c_str());
  absl::Status status = ProbeHangTest(device, [](const std::string& line) {
    std::printf("  %s\n", OneLine(line).c_str());
    std::fflush(stdout);  // the machine may not live to do it later
  });
  if (!status.ok()) {
    return Complain(
        kInfrastructure,
        absl::StrCat(name, ": hang test failed: ", status.message()));
  }
  std::printf("  passed: unbounded waits are allowed on this driver\n");
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
  for (const DeviceInfo& device : devices) {
    exit_code = WorseExit(exit_code, ProbeOne(device));
  }
  return exit_code;
}

}  // namespace

void AddProbeCommand(CLI::App* app, int* exit_code) {
  auto args = std::make_shared<ProbeArgs>();
  CLI::App* probe = app->add_subcommand("probe",
                                        "Finds out once whether a GPU survives "
                                        "a hang; before, it is run bounded");
  probe->add_flag("--hang-test", args->hang_test,
                  "Start a kernel that never ends, kill it, and see whether "
                  "the GPU still works. A display on it may freeze; with a bad "
                  "driver the machine may need a reboot");
  probe
      ->add_option("--device", args->device,
                   "P:D, type:gpu or a part of the device's name")
      ->required();
  probe->callback([args, exit_code] { *exit_code = Probe(*args); });
}

}  // namespace wgsync
