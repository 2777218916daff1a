#include "devices/identity/fingerprint.h"

#include <sched.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "devices/driver/device_claims.h"
#include "devices/identity/driver_settings.h"
#include "devices/identity/libraries.h"
#include "nlohmann/json.hpp"
#include "suite/core/base/clean_text.h"
#include "suite/core/base/read_file.h"
#include "suite/core/record/variables.h"

namespace wgsync {
namespace {

using nlohmann::json;

json OpenClCVersions(const ClaimFacts& facts) {
  json versions = json::array();
  for (const cl_name_version& v : facts.all_c_versions) {
    versions.push_back(absl::StrCat(CL_VERSION_MAJOR(v.version), ".",
                                    CL_VERSION_MINOR(v.version)));
  }
  if (versions.empty()) {
    const uint32_t version = ParseOpenClVersion(facts.c_version);
    versions.push_back(absl::StrCat(version / 100, ".", version % 100 / 10));
  }
  return versions;
}

json SubGroupSizes(const ClaimFacts& facts) {
  json sizes = facts.sub_group_sizes_intel;
  if (facts.warp_size_nv != 0) sizes.push_back(facts.warp_size_nv);
  if (facts.wavefront_width_amd != 0) {
    sizes.push_back(facts.wavefront_width_amd);
  }
  return sizes;
}

json DeviceSection(const DeviceEntry& device) {
  const ClaimFacts facts = ReadClaimFacts(device.device).value_or(ClaimFacts());
  const std::string extensions =
      DeviceText(device.device(), CL_DEVICE_EXTENSIONS);
  return {
      {"name", device.device_name},
      {"vendor", device.vendor},
      {"version", device.device_version},
      {"type", device.info.type},
      {"uuid", device.info.uuid},
      {"compute_units", device.info.compute_units},
      {"max_work_group_size", facts.max_group_size},
      {"sub_group_sizes", SubGroupSizes(facts)},
      {"opencl_c", OpenClCVersions(facts)},
      {"extensions", std::vector<std::string>(
                         absl::StrSplit(extensions, ' ', absl::SkipEmpty()))},
  };
}

json Libraries(const std::vector<DriverLibrary>& libraries) {
  json list = json::array();
  for (const DriverLibrary& l : libraries) {
    list.push_back({{"path", CleanLine(l.path)},
                    {"sha256", l.sha256},
                    {"bytes", l.bytes}});
  }
  return list;
}

json KernelDrivers() {
  json drivers = json::object();
  for (const char* module : {"nvidia", "amdgpu", "i915", "xe", "nouveau"}) {
    const std::string folder = absl::StrCat("/sys/module/", module);
    // A module that is part of the kernel has no version of its own.
    std::string version = FirstLine(folder + "/version");
    if (version.empty()) version = FirstLine(folder + "/srcversion");
    if (!version.empty()) drivers[module] = version;
  }
  return drivers;
}

json Cpu() {
  constexpr char kInfo[] = "/proc/cpuinfo";
  std::string model = ValueIn(kInfo, "model name", ':');
  std::string flags = ValueIn(kInfo, "flags", ':');
  // ARM's words for them.
  if (model.empty()) model = ValueIn(kInfo, "CPU part", ':');
  if (flags.empty()) flags = ValueIn(kInfo, "Features", ':');
  cpu_set_t allowed;
  const bool known = sched_getaffinity(0, sizeof(allowed), &allowed) == 0;
  const int64_t cores =
      known ? CPU_COUNT(&allowed) : sysconf(_SC_NPROCESSORS_ONLN);
  return {{"model", model}, {"flags", flags}, {"cores", cores}};
}

json OperatingSystem() {
  utsname kernel = {};
  uname(&kernel);
  std::string name = ValueIn("/etc/os-release", "PRETTY_NAME", '=');
  name.erase(std::remove(name.begin(), name.end(), '"'), name.end());
  return {{"kernel", CleanLine(kernel.release)}, {"name", name}};
}

json Environment(const std::vector<DriverLibrary>& libraries) {
  json variables = json::object();
  for (const DriverLibrary& l : libraries) {
    const std::map<std::string, std::string> settings =
        ReadDriverSettings(l.path);
    if (!settings.empty()) variables[kDriverSettingsFile] = settings;
  }
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::pair<absl::string_view, absl::string_view> parts =
        absl::StrSplit(*entry, absl::MaxSplits('=', 1));
    if (UseOf(parts.first) == VariableUse::kNone) continue;
    variables[CleanLine(parts.first)] =
        CleanText(RecordedValue(parts.first, parts.second));
  }
  return variables;
}

}  // namespace

json ReadFingerprint(const DeviceEntry& device) {
  const std::vector<DriverLibrary> libraries = DriverLibraries(device.device);
  return {
      {"platform",
       {{"name", device.platform_name}, {"version", device.platform_version}}},
      {"device", DeviceSection(device)},
      {"driver_version", device.info.driver_version},
      {"libraries", Libraries(libraries)},
      {"kernel_driver", KernelDrivers()},
      {"cpu", Cpu()},
      {"os", OperatingSystem()},
      {"environment", Environment(libraries)},
  };
}

std::string DriverDigest(const json& fingerprint) {
  json identity;
  for (const char* part :
       {"platform", "device", "driver_version", "kernel_driver"}) {
    identity[part] = fingerprint.value(part, json());
  }
  // An environment variable or a cpuset changes it.
  if (identity["device"].is_object()) identity["device"].erase("compute_units");

  std::vector<std::string> libraries;
  for (const json& l : fingerprint.value("libraries", json::array())) {
    const std::string path = l.value("path", "");
    libraries.push_back(absl::StrCat(path.substr(path.rfind('/') + 1), " ",
                                     l.value("sha256", "")));
  }
  std::sort(libraries.begin(), libraries.end());
  identity["libraries"] = libraries;
  return Sha256(identity.dump());
}

}  // namespace wgsync
