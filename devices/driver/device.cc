#include "devices/driver/device.h"

#include <utility>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "devices/driver/device_claims.h"
#include "devices/driver/error.h"
#include "suite/core/base/clean_text.h"
#include "suite/core/base/status_macros.h"

namespace wgsync {
namespace {

// Platforms, or devices of a platform: more are a driver's error.
constexpr cl_uint kMostIds = 4096;

constexpr absl::string_view kNoPlatform =
    "no OpenCL platform: install a driver, or set OCL_ICD_VENDORS to a folder "
    "with its .icd file";

absl::StatusOr<std::vector<cl_platform_id>> Platforms() {
  cl_uint count = 0;
  cl_int code = clGetPlatformIDs(0, nullptr, &count);
  if (code == CL_PLATFORM_NOT_FOUND_KHR || (code == CL_SUCCESS && count == 0)) {
    return absl::NotFoundError(kNoPlatform);
  }
  if (code != CL_SUCCESS) return OpenClStatus("clGetPlatformIDs", code);
  if (count > kMostIds) {
    return absl::InternalError(
        absl::StrCat("clGetPlatformIDs reports ", count, " platforms"));
  }
  std::vector<cl_platform_id> platforms(count);
  code = clGetPlatformIDs(count, platforms.data(), nullptr);
  if (code != CL_SUCCESS) return OpenClStatus("clGetPlatformIDs", code);
  return platforms;
}

// The devices of a platform, or none and why in `problem`.
std::vector<cl_device_id> DevicesOf(cl_platform_id platform,
                                    std::string* problem) {
  cl_uint count = 0;
  cl_int code =
      clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &count);
  std::vector<cl_device_id> devices;
  if (code == CL_SUCCESS && count > kMostIds) {
    *problem = absl::StrCat("clGetDeviceIDs reports ", count, " devices");
    return devices;
  }
  if (code == CL_SUCCESS && count > 0) {
    devices.resize(count);
    code = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, count, devices.data(),
                          nullptr);
  }
  if (code != CL_SUCCESS) {
    devices.clear();
    *problem = std::string(OpenClStatus("clGetDeviceIDs", code).message());
  } else if (devices.empty()) {
    *problem = "clGetDeviceIDs: no device";
  }
  return devices;
}

std::string Uuid(cl_device_id device) {
  if (!HasExtension(device, "cl_khr_device_uuid")) return "";
  const std::vector<char> uuid = DeviceList<char>(device, CL_DEVICE_UUID_KHR);
  return absl::BytesToHexString(absl::string_view(uuid.data(), uuid.size()));
}

// A name that a column of a report can have.
std::string Short(const std::string& name) {
  constexpr size_t kLongestName = 256;
  return CleanLine(CleanText(name, kLongestName));
}

void FillIn(cl_device_id id, DeviceEntry* entry) {
  // Retained by the wrapper, which root devices ignore.
  entry->device = cl::Device(id, /*retainObject=*/true);
  entry->device_name = Short(DeviceText(id, CL_DEVICE_NAME));
  entry->device_version = Short(DeviceText(id, CL_DEVICE_VERSION));
  entry->info.driver_version = Short(DeviceText(id, CL_DRIVER_VERSION));
  entry->vendor = Short(DeviceText(id, CL_DEVICE_VENDOR));
  entry->info.type =
      DeviceTypeName(DeviceNumber<cl_device_type>(id, CL_DEVICE_TYPE, 0));
  entry->info.uuid = Uuid(id);
  entry->info.compute_units =
      DeviceNumber<cl_uint>(id, CL_DEVICE_MAX_COMPUTE_UNITS, 0);
  if (!DeviceNumber<cl_bool>(id, CL_DEVICE_AVAILABLE, CL_TRUE)) {
    entry->info.problem = "the driver calls it not available";
  }
}

// Lower case letters and digits; everything between them is one -.
std::string SlugOf(absl::string_view text) {
  std::string slug;
  for (const char c : text) {
    if (absl::ascii_isalnum(c)) {
      slug += absl::ascii_tolower(c);
    } else if (!slug.empty() && slug.back() != '-') {
      slug += '-';
    }
  }
  if (!slug.empty() && slug.back() == '-') slug.pop_back();
  return slug;
}

}  // namespace

absl::StatusOr<std::vector<DeviceEntry>> ListDevices() {
  ASSIGN_OR_RETURN(const std::vector<cl_platform_id> platforms, Platforms());
  std::vector<DeviceEntry> entries;
  for (size_t p = 0; p < platforms.size(); ++p) {
    const cl_platform_id platform = platforms[p];
    DeviceEntry entry;
    entry.platform_index = static_cast<int>(p);
    entry.platform_name = Short(PlatformText(platform, CL_PLATFORM_NAME));
    entry.platform_version = Short(PlatformText(platform, CL_PLATFORM_VERSION));
    const std::vector<cl_device_id> devices =
        DevicesOf(platform, &entry.info.problem);
    if (devices.empty()) {
      if (entry.platform_name == "rusticl") {
        absl::StrAppend(&entry.info.problem,
                        "; rusticl shows only the drivers that RUSTICL_ENABLE "
                        "names, such as llvmpipe");
      }
      entries.push_back(entry);
    }
    for (size_t d = 0; d < devices.size(); ++d) {
      DeviceEntry with_device = entry;
      with_device.device_index = static_cast<int>(d);
      FillIn(devices[d], &with_device);
      entries.push_back(std::move(with_device));
    }
  }
  for (DeviceEntry& entry : entries) {
    entry.info.index = IndexOf(entry);
    entry.info.full_name = FullName(entry);
    entry.info.slug = Slug(entry);
  }
  return entries;
}

std::string FullName(const DeviceEntry& d) {
  return absl::StrCat(d.platform_name, "/", d.device_name);
}

std::string Slug(const DeviceEntry& d) {
  // File systems take 255 bytes, a reader of columns less.
  constexpr size_t kLongestName = 48;
  const std::string platform = absl::StrReplaceAll(
      d.platform_name, {{"Portable Computing Language", "pocl"},
                        {"AMD Accelerated Parallel Processing", "amd"},
                        {"NVIDIA CUDA", "nvidia"},
                        {"Intel(R) OpenCL", "intel"}});
  const std::string device = absl::StrReplaceAll(
      d.device_name, {{"(R)", ""}, {"(TM)", ""}, {"NVIDIA ", ""}});
  const std::string slug = SlugOf(
      absl::StrCat(SlugOf(platform).substr(0, kLongestName), " ",
                   SlugOf(device).substr(0, kLongestName), " ",
                   SlugOf(d.info.driver_version).substr(0, kLongestName)));
  return slug.empty() ? "device" : slug;
}

std::string IndexOf(const DeviceEntry& d) {
  if (d.device_index < 0) return absl::StrCat(d.platform_index, ":-");
  return absl::StrCat(d.platform_index, ":", d.device_index);
}

absl::StatusOr<DeviceEntry> FindDevice(const std::vector<DeviceEntry>& all,
                                       absl::string_view index) {
  std::string there_is;
  for (const DeviceEntry& d : all) {
    if (d.device_index >= 0 && IndexOf(d) == index) return d;
    absl::StrAppend(&there_is, "\n  ", IndexOf(d), "  ", FullName(d));
    if (!d.info.problem.empty())
      absl::StrAppend(&there_is, " (", d.info.problem, ")");
  }
  return absl::NotFoundError(
      absl::StrCat("no device matches \"", index,
                   "\"; there is:", there_is.empty() ? " nothing" : there_is));
}

absl::StatusOr<Claims> ReadClaims(const cl::Device& device) {
  ASSIGN_OR_RETURN(const ClaimFacts facts, ReadClaimFacts(device));
  return ClaimsFrom(facts);
}

}  // namespace wgsync
