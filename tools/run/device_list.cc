#include "tools/run/device_list.h"

#include <iterator>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "suite/core/base/status_macros.h"

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

absl::StatusOr<std::vector<DeviceInfo>> AllDevices() {
  absl::StatusOr<std::vector<DeviceInfo>> all = EnumerateDevices();
  return all.ok() ? std::move(all)
                  : absl::UnavailableError(all.status().message());
}

absl::StatusOr<std::vector<DeviceInfo>> FindDevices(
    const std::string& selection) {
  ASSIGN_OR_RETURN(const std::vector<DeviceInfo> all, AllDevices());
  if (absl::c_none_of(all, IsDevice)) return NoDevice(all);
  absl::StatusOr<std::vector<DeviceInfo>> chosen =
      ChooseDevices(all, selection);
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

absl::StatusOr<DeviceInfo> OnlyDevice(const std::string& selection,
                                      const std::vector<DeviceInfo>& devices) {
  if (devices.size() == 1) return devices.front();
  return absl::InvalidArgumentError(absl::StrCat(
      "--device ", selection, " names ", devices.size(), " devices; name one: ",
      absl::StrJoin(devices, ", ", [](std::string* out, const DeviceInfo& d) {
        absl::StrAppend(out, d.index, " ", d.full_name);
      })));
}

absl::StatusOr<DeviceInfo> FindOneDevice(const std::string& selection) {
  ASSIGN_OR_RETURN(const std::vector<DeviceInfo> devices,
                   FindDevices(selection));
  return OnlyDevice(selection, devices);
}

const DeviceInfo* SameDevice(const std::vector<DeviceInfo>& all,
                             const DeviceInfo& then) {
  const DeviceInfo* same = nullptr;
  for (const DeviceInfo& d : all) {
    if (d.full_name != then.full_name || d.slug != then.slug) continue;
    if (!then.uuid.empty() && d.uuid == then.uuid) return &d;
    if (same == nullptr || d.index == then.index) same = &d;
  }
  return same;
}

}  // namespace wgsync
