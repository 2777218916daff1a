#include "devices/claims.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "devices/opencl.h"
#include "devices/text.h"
#include "suite/plan/soundness.h"

namespace wgsync {
namespace {

constexpr uint32_t kFirstWithC11 = 200;
// Versions from here on are not known to keep OpenCL C 3.0's meaning.
constexpr uint32_t kTooNew = 400;

uint32_t HighestC11(const ClaimFacts& facts) {
  std::vector<uint32_t> versions;
  for (const cl_name_version& v : facts.all_c_versions) {
    versions.push_back(CL_VERSION_MAJOR(v.version) * 100 +
                       CL_VERSION_MINOR(v.version) * 10);
  }
  // Older than OpenCL 3.0, or a driver that answers the query with nothing.
  if (versions.empty()) versions.push_back(ParseOpenClVersion(facts.c_version));

  uint32_t highest = 0;
  for (const uint32_t v : versions) {
    if (v >= kFirstWithC11 && v < kTooNew) highest = std::max(highest, v);
  }
  return highest;
}

uint32_t SubGroupSize(const ClaimFacts& facts) {
  if (facts.warp_size_nv != 0) return facts.warp_size_nv;
  if (facts.wavefront_width_amd != 0) return facts.wavefront_width_amd;
  // The compiler takes one of them. A group of the smallest is never more than
  // one sub-group.
  if (!facts.sub_group_sizes_intel.empty()) {
    return *absl::c_min_element(facts.sub_group_sizes_intel);
  }
  return 0;
}

}  // namespace

uint32_t ParseOpenClVersion(absl::string_view text) {
  if (!absl::ConsumePrefix(&text, "OpenCL ")) return 0;
  absl::ConsumePrefix(&text, "C ");
  const absl::string_view number = text.substr(0, text.find(' '));
  const std::vector<absl::string_view> parts = absl::StrSplit(number, '.');
  uint32_t major = 0;
  uint32_t minor = 0;
  if (parts.size() < 2 || !absl::SimpleAtoi(parts[0], &major) ||
      !absl::SimpleAtoi(parts[1], &minor)) {
    return 0;
  }
  return major * 100 + minor * 10;
}

std::string DeviceTypeName(cl_device_type type) {
  if (type & CL_DEVICE_TYPE_CPU) return "cpu";
  if (type & CL_DEVICE_TYPE_GPU) return "gpu";
  if (type & CL_DEVICE_TYPE_ACCELERATOR) return "accelerator";
  return "other";
}

ClaimFacts ReadClaimFacts(const cl::Device& device) {
  const cl_device_id id = device();
  const cl_platform_id platform = device.getInfo<CL_DEVICE_PLATFORM>();
  ClaimFacts facts;
  facts.platform_name = PlatformText(platform, CL_PLATFORM_NAME);
  facts.platform_vendor = PlatformText(platform, CL_PLATFORM_VENDOR);
  facts.device_version = DeviceText(id, CL_DEVICE_VERSION);
  facts.c_version = DeviceText(id, CL_DEVICE_OPENCL_C_VERSION);
  facts.type = DeviceNumber<cl_device_type>(id, CL_DEVICE_TYPE, 0);
  facts.max_group_size =
      DeviceNumber<size_t>(id, CL_DEVICE_MAX_WORK_GROUP_SIZE, 0);
  // Each is asked only of a device that knows it: not every driver refuses a
  // query that it has never heard of.
  if (ParseOpenClVersion(facts.device_version) >= 300) {
    facts.all_c_versions =
        DeviceList<cl_name_version>(id, CL_DEVICE_OPENCL_C_ALL_VERSIONS);
    facts.atomics = DeviceNumber<cl_device_atomic_capabilities>(
        id, CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES, 0);
  }
  if (HasExtension(id, "cl_nv_device_attribute_query")) {
    facts.warp_size_nv = DeviceNumber<cl_uint>(id, CL_DEVICE_WARP_SIZE_NV, 0);
  }
  if (HasExtension(id, "cl_amd_device_attribute_query")) {
    facts.wavefront_width_amd =
        DeviceNumber<cl_uint>(id, CL_DEVICE_WAVEFRONT_WIDTH_AMD, 0);
  }
  if (HasExtension(id, "cl_intel_required_subgroup_size")) {
    facts.sub_group_sizes_intel =
        DeviceList<size_t>(id, CL_DEVICE_SUB_GROUP_SIZES_INTEL);
  }
  return facts;
}

Claims ClaimsFrom(const ClaimFacts& facts) {
  const uint32_t version = ParseOpenClVersion(facts.device_version);
  Claims claims;
  claims.highest_c11 = HighestC11(facts);
  if (version >= 300) {
    claims.order_acq_rel = facts.atomics & CL_DEVICE_ATOMIC_ORDER_ACQ_REL;
    claims.order_seq_cst = facts.atomics & CL_DEVICE_ATOMIC_ORDER_SEQ_CST;
    claims.scope_device = facts.atomics & CL_DEVICE_ATOMIC_SCOPE_DEVICE;
  } else if (version >= kFirstWithC11) {
    // OpenCL 2.x has no query: all of it is required there.
    claims.order_acq_rel = true;
    claims.order_seq_cst = true;
    claims.scope_device = true;
  }
  claims.is_gpu = DeviceTypeName(facts.type) == "gpu";
  // The platform, not the device: the same GPU shows under Mesa and PoCL too,
  // whose compilers take no PTX.
  claims.is_nvidia =
      claims.is_gpu && (absl::StrContains(facts.platform_name, "NVIDIA") ||
                        absl::StrContains(facts.platform_vendor, "NVIDIA"));
  claims.max_group_size =
      static_cast<uint32_t>(std::min<size_t>(facts.max_group_size, UINT32_MAX));
  claims.sub_group_size = SubGroupSize(facts);
  return claims;
}

std::string PlatformText(cl_platform_id platform, cl_platform_info what) {
  size_t bytes = 0;
  if (clGetPlatformInfo(platform, what, 0, nullptr, &bytes) != CL_SUCCESS) {
    return "";
  }
  std::string text(bytes, '\0');
  if (bytes == 0 || clGetPlatformInfo(platform, what, bytes, &text[0],
                                      nullptr) != CL_SUCCESS) {
    return "";
  }
  return CleanLine(text);
}

std::string DeviceText(cl_device_id device, cl_device_info what) {
  const std::vector<char> text = DeviceList<char>(device, what);
  return CleanLine(absl::string_view(text.data(), text.size()));
}

bool HasExtension(cl_device_id device, absl::string_view name) {
  const std::string extensions = DeviceText(device, CL_DEVICE_EXTENSIONS);
  return absl::c_linear_search(
      std::vector<absl::string_view>(absl::StrSplit(extensions, ' ')), name);
}

}  // namespace wgsync
