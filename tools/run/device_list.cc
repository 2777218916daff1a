#include "tools/run/device_list.h"

#include <iterator>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "tools/cli/cli.h"

namespace wgsync {

bool IsDevice(const DeviceInfo& d) { return !d.type.empty(); }

int NoDevice(const std::vector<DeviceInfo>& all) {
  std::string platforms =
      absl::StrJoin(all, ", ", [](std::string* out, const DeviceInfo& d) {
        absl::StrAppend(out, d.full_name, " (", d.problem, ")");
      });
  return Complain(
      kInfrastructure,
      absl::StrCat(
          "no OpenCL device: ", platforms.empty() ? "no platform" : platforms,
          "; install a driver, or set what its platform asks for"));
}

int FindDevices(const std::string& selection,
                std::vector<DeviceInfo>* devices) {
  absl::StatusOr<std::vector<DeviceInfo>> all = EnumerateDevices();
  if (!all.ok()) return Complain(kInfrastructure, all.status().message());
  if (absl::c_none_of(*all, IsDevice)) return NoDevice(*all);
  absl::StatusOr<std::vector<DeviceInfo>> chosen =
      ChooseDevices(*all, selection);
  if (!chosen.ok()) return Complain(kBadInput, chosen.status().message());
  absl::c_copy_if(*chosen, std::back_inserter(*devices), IsDevice);
  if (!devices->empty()) return kAsExpected;
  return Complain(kBadInput, absl::StrCat("--device ", selection,
                                          " names a platform without a device; "
                                          "see `wgsync device`"));
}

int FindOneDevice(const std::string& selection, DeviceInfo* device) {
  std::vector<DeviceInfo> devices;
  const int exit_code = FindDevices(selection, &devices);
  if (exit_code != kAsExpected) return exit_code;
  if (devices.size() > 1) {
    return Complain(
        kBadInput,
        absl::StrCat("--device ", selection, " names ", devices.size(),
                     " devices; name one, see `wgsync device`"));
  }
  *device = devices[0];
  return kAsExpected;
}

}  // namespace wgsync
