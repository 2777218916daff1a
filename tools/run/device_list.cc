#include "tools/run/device_list.h"

#include <grp.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <iterator>
#include <system_error>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
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
    return BadInput(chosen.status().message());
  }
  std::vector<DeviceInfo> devices;
  absl::c_copy_if(*chosen, std::back_inserter(devices), IsDevice);
  if (!devices.empty()) return devices;
  return BadInput("--device ", selection,
                  " names a platform without a device; see `wgsync device`");
}

absl::StatusOr<DeviceInfo> OnlyDevice(const std::string& selection,
                                      const std::vector<DeviceInfo>& devices) {
  if (devices.size() == 1) return devices.front();
  return BadInput(
      "--device",
      selection.empty() ? " is not given, and there are "
                        : absl::StrCat(" ", selection, " names "),
      devices.size(), " devices; name one: ",
      absl::StrJoin(devices, ", ", [](std::string* out, const DeviceInfo& d) {
        absl::StrAppend(out, d.index, " ", d.full_name);
      }));
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

namespace {

// "render"; its number where it has no name here, as in a container.
std::string GroupOf(const std::string& path) {
  struct stat info = {};
  if (stat(path.c_str(), &info) != 0) return "render";
  const group* named = getgrgid(info.st_gid);
  return named == nullptr ? absl::StrCat(info.st_gid) : named->gr_name;
}

}  // namespace

std::string RenderNodeHint(
    const std::string& folder,
    const std::function<bool(const std::string& path)>& may_open) {
  std::vector<std::string> closed;
  std::error_code error;
  for (std::filesystem::directory_iterator it(folder, error), end;
       !error && it != end; it.increment(error)) {
    const std::string path = it->path().string();
    if (absl::StartsWith(it->path().filename().string(), "renderD") &&
        !may_open(path)) {
      closed.push_back(path);
    }
  }
  if (closed.empty()) return "";
  absl::c_sort(closed);
  const std::string group = GroupOf(closed.front());
  return absl::StrCat(absl::StrJoin(closed, ", "),
                      ": you may not open it, so that its GPU is not shown; "
                      "run `sudo usermod -aG ",
                      group,
                      " $USER` and log in again, or give the container "
                      "the device and --group-add ",
                      group);
}

std::string RenderNodeHint() {
  return RenderNodeHint("/dev/dri", [](const std::string& path) {
    return access(path.c_str(), R_OK | W_OK) == 0;
  });
}

}  // namespace wgsync
