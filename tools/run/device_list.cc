#include "tools/run/device_list.h"

#include <iterator>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace wgsync {

bool IsDevice(const DeviceInfo& d) { return !d.type.empty(); }

absl::Status NoDevice(const std::vector<DeviceInfo>& all) {
  std::string platforms =
      absl::StrJoin(all, ", ", [](std::string* out, const DeviceInfo& d) {
        absl::StrAppend(out, d.full_name, " (", d.problem, ")");
      });
  return absl::UnavailableError(absl::StrCat(
      "no OpenCL device: ", platforms.empty() ? "no platform" : platforms,
      "; install a driver, or set what its platform asks for"));
}

absl::StatusOr<std::vector<DeviceInfo>> FindDevices(
    const std::string& selection) {
  absl::StatusOr<std::vector<DeviceInfo>> all = EnumerateDevices();
  if (!all.ok()) return absl::UnavailableError(all.status().message());
  if (absl::c_none_of(*all, IsDevice)) return NoDevice(*all);
  absl::StatusOr<std::vector<DeviceInfo>> chosen =
      ChooseDevices(*all, selection);
  if (!chosen.ok()) {
    return absl::InvalidArgumentError(chosen.status().message());
  }
  std::vector<DeviceInfo> devices;
  absl::c_copy_if(*chosen, std::back_inserter(devices), IsDevice);
  if (!devices.empty()) return devices;
  return absl::InvalidArgumentError(
      absl::StrCat("--device ", selection,
                   " names a platform without a device; see `wgsync device`"));
}

absl::StatusOr<DeviceInfo> FindOneDevice(const std::string& selection) {
  const absl::StatusOr<std::vector<DeviceInfo>> devices =
      FindDevices(selection);
  if (!devices.ok()) return devices.status();
  if (devices->size() == 1) return devices->front();
  return absl::InvalidArgumentError(
      absl::StrCat("--device ", selection, " names ", devices->size(),
                   " devices; name one, see `wgsync device`"));
}

}  // namespace wgsync
