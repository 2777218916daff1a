#include "devices/driver/device_claims.h"

#include <algorithm>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "devices/driver/error.h"
#include "suite/core/base/clean_text.h"

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

// Asks one device, and keeps the first answer that failed.
class Questions {
 public:
  explicit Questions(cl_device_id device) : device_(device) {}
  const absl::Status& status() const { return status_; }

  template <typename T>
  T Number(absl::string_view name, cl_device_info what) {
    T value = {};
    Keep(name, clGetDeviceInfo(device_, what, sizeof(T), &value, nullptr));
    return value;
  }
  template <typename T>
  std::vector<T> List(absl::string_view name, cl_device_info what) {
    std::vector<T> list;
    Keep(name, AskList(
                   [=](auto... rest) {
                     return clGetDeviceInfo(device_, what, rest...);
                   },
                   &list));
    return list;
  }
  std::string Text(absl::string_view name, cl_device_info what) {
    const std::vector<char> text = List<char>(name, what);
    return CleanLine(absl::string_view(text.data(), text.size()));
  }
  // Of a query that was made by other means.
  void Keep(absl::string_view name, cl_int code) {
    if (code == CL_SUCCESS || !status_.ok()) return;
    status_ = OpenClStatus(absl::StrCat("the query of ", name), code);
  }
  // An empty vendor is an answer, one that was not to be had is none.
  std::string PlatformText(absl::string_view name, cl_platform_id platform,
                           cl_platform_info what) {
    size_t bytes = 0;
    const cl_int code = clGetPlatformInfo(platform, what, 0, nullptr, &bytes);
    Keep(name, code);
    std::string text = wgsync::PlatformText(platform, what);
    Expect(bytes <= 1 || !text.empty(), name);
    return text;
  }
  void Expect(bool holds, absl::string_view name) {
    if (holds || !status_.ok()) return;
    status_ = absl::InternalError(
        absl::StrCat("the driver's answer to ", name, " cannot be"));
  }

 private:
  cl_device_id device_;
  absl::Status status_;
};

bool Lists(const std::string& extensions, absl::string_view name) {
  return absl::c_linear_search(
      std::vector<absl::string_view>(absl::StrSplit(extensions, ' ')), name);
}

// Those of QueueRows() that an extension or a partition claims.
std::vector<std::string> QueuesOf(const ClaimFacts& facts) {
  std::vector<std::string> queues;
  for (const QueueRow& row : QueueRows()) {
    const QueueKind& kind = kQueueKinds[static_cast<size_t>(row.queue)];
    const bool claimed =
        kind.partition == 0
            ? !row.query.empty() && Lists(facts.extensions, row.query)
            : facts.compute_units > 1 &&
                  absl::c_linear_search(facts.partitions, kind.partition);
    if (claimed && (facts.scheduling_arm & kind.arm) == kind.arm) {
      queues.emplace_back(row.name);
    }
  }
  return queues;
}

// The kinds of MemoryKinds() that the device has, apart from the usual one.
std::vector<std::string> MemoriesOf(const ClaimFacts& facts) {
  constexpr std::pair<Memory, cl_device_svm_capabilities> kNeeds[] = {
      {Memory::kHost, 0},
      {Memory::kSvm, CL_DEVICE_SVM_COARSE_GRAIN_BUFFER},
      {Memory::kSvmFine, CL_DEVICE_SVM_FINE_GRAIN_BUFFER}};
  std::vector<std::string> memories;
  if (DeviceTypeName(facts.type) != "gpu") return memories;
  for (const auto& [memory, needs] : kNeeds) {
    if ((facts.svm & needs) == needs) {
      memories.emplace_back(MemoryKinds()[static_cast<size_t>(memory)].name);
    }
  }
  return memories;
}

template <typename T>
T KernelNumber(const cl::Kernel& kernel, const cl::Device& device,
               cl_kernel_work_group_info what) {
  T value = 0;
  const cl_int code = clGetKernelWorkGroupInfo(kernel(), device(), what,
                                               sizeof(T), &value, nullptr);
  return code == CL_SUCCESS ? value : 0;
}

uint32_t Count(uint64_t n) {
  return static_cast<uint32_t>(std::min<uint64_t>(n, UINT32_MAX));
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

absl::StatusOr<ClaimFacts> ReadClaimFacts(const cl::Device& device) {
  Questions ask(device());
  ClaimFacts facts;
  cl_platform_id platform = nullptr;
  ask.Keep("CL_DEVICE_PLATFORM", device.getInfo(CL_DEVICE_PLATFORM, &platform));
  facts.platform_name =
      ask.PlatformText("CL_PLATFORM_NAME", platform, CL_PLATFORM_NAME);
  facts.platform_vendor =
      ask.PlatformText("CL_PLATFORM_VENDOR", platform, CL_PLATFORM_VENDOR);
  ask.Expect(!facts.platform_name.empty(), "CL_PLATFORM_NAME");
  facts.device_version = ask.Text("CL_DEVICE_VERSION", CL_DEVICE_VERSION);
  const uint32_t version = ParseOpenClVersion(facts.device_version);
  ask.Expect(version != 0, "CL_DEVICE_VERSION");
  facts.c_version =
      ask.Text("CL_DEVICE_OPENCL_C_VERSION", CL_DEVICE_OPENCL_C_VERSION);
  ask.Expect(ParseOpenClVersion(facts.c_version) != 0,
             "CL_DEVICE_OPENCL_C_VERSION");
  facts.type = ask.Number<cl_device_type>("CL_DEVICE_TYPE", CL_DEVICE_TYPE);
  ask.Expect(facts.type != 0, "CL_DEVICE_TYPE");
  facts.max_group_size = ask.Number<size_t>("CL_DEVICE_MAX_WORK_GROUP_SIZE",
                                            CL_DEVICE_MAX_WORK_GROUP_SIZE);
  ask.Expect(facts.max_group_size != 0, "CL_DEVICE_MAX_WORK_GROUP_SIZE");
  facts.local_memory_bytes = ask.Number<cl_ulong>("CL_DEVICE_LOCAL_MEM_SIZE",
                                                  CL_DEVICE_LOCAL_MEM_SIZE);
  facts.queue = ask.Number<cl_command_queue_properties>(
      "CL_DEVICE_QUEUE_ON_HOST_PROPERTIES", CL_DEVICE_QUEUE_ON_HOST_PROPERTIES);
  facts.extensions = ask.Text("CL_DEVICE_EXTENSIONS", CL_DEVICE_EXTENSIONS);
  const std::string& extensions = facts.extensions;
  facts.partitions = DeviceList<cl_device_partition_property>(
      device(), CL_DEVICE_PARTITION_PROPERTIES);
  facts.compute_units =
      DeviceNumber<cl_uint>(device(), CL_DEVICE_MAX_COMPUTE_UNITS, 0);
  // Each is asked only of a device that knows it: not every driver refuses a
  // query that it has never heard of.
  if (version >= 300) {
    facts.all_c_versions = ask.List<cl_name_version>(
        "CL_DEVICE_OPENCL_C_ALL_VERSIONS", CL_DEVICE_OPENCL_C_ALL_VERSIONS);
    facts.atomics = ask.Number<cl_device_atomic_capabilities>(
        "CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES",
        CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES);
    facts.fences = ask.Number<cl_device_atomic_capabilities>(
        "CL_DEVICE_ATOMIC_FENCE_CAPABILITIES",
        CL_DEVICE_ATOMIC_FENCE_CAPABILITIES);
  }
  if (Lists(extensions, "cl_nv_device_attribute_query")) {
    facts.warp_size_nv =
        ask.Number<cl_uint>("CL_DEVICE_WARP_SIZE_NV", CL_DEVICE_WARP_SIZE_NV);
  }
  if (Lists(extensions, "cl_amd_device_attribute_query")) {
    facts.wavefront_width_amd = ask.Number<cl_uint>(
        "CL_DEVICE_WAVEFRONT_WIDTH_AMD", CL_DEVICE_WAVEFRONT_WIDTH_AMD);
  }
  if (Lists(extensions, "cl_intel_required_subgroup_size")) {
    facts.sub_group_sizes_intel = ask.List<size_t>(
        "CL_DEVICE_SUB_GROUP_SIZES_INTEL", CL_DEVICE_SUB_GROUP_SIZES_INTEL);
  }
  if (version >= 200) {
    facts.svm = DeviceNumber<cl_device_svm_capabilities>(
        device(), CL_DEVICE_SVM_CAPABILITIES, 0);
  }
  if (version >= 210 || Lists(extensions, "cl_khr_il_program")) {
    facts.il_version = DeviceText(device(), CL_DEVICE_IL_VERSION);
  }
  if (Lists(extensions, "cl_arm_scheduling_controls")) {
    facts.scheduling_arm = DeviceNumber<cl_bitfield>(
        device(), CL_DEVICE_SCHEDULING_CONTROLS_CAPABILITIES_ARM, 0);
  }
  if (!ask.status().ok()) return ask.status();
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
    claims.fence_acq_rel = facts.fences & CL_DEVICE_ATOMIC_ORDER_ACQ_REL;
    claims.fence_seq_cst = facts.fences & CL_DEVICE_ATOMIC_ORDER_SEQ_CST;
    claims.fence_scope_device = facts.fences & CL_DEVICE_ATOMIC_SCOPE_DEVICE;
  } else if (version >= kFirstWithC11) {
    // OpenCL 2.x has no query: all of it is required there.
    claims.ClaimEveryOrder();
  }
  claims.is_gpu = DeviceTypeName(facts.type) == "gpu";
  // The platform, not the device: the same GPU shows under Mesa and PoCL too,
  // whose compilers take no PTX.
  claims.is_nvidia =
      claims.is_gpu && (absl::StrContains(facts.platform_name, "NVIDIA") ||
                        absl::StrContains(facts.platform_vendor, "NVIDIA"));
  claims.max_group_size = Count(facts.max_group_size);
  claims.sub_group_size = SubGroupSize(facts);
  claims.local_memory_bytes = Count(facts.local_memory_bytes);
  claims.version = version;
  claims.queue_out_of_order =
      facts.queue & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
  claims.queue_profiling = facts.queue & CL_QUEUE_PROFILING_ENABLE;
  claims.concurrent_dispatch =
      Lists(facts.extensions, "cl_intel_concurrent_dispatch");
  claims.spirv = absl::StrContains(facts.il_version, "SPIR-V_1.");
  claims.queues = QueuesOf(facts);
  claims.wide_atomics =
      Lists(facts.extensions, "cl_khr_int64_base_atomics") &&
      Lists(facts.extensions, "cl_khr_int64_extended_atomics");
  claims.memories = MemoriesOf(facts);
  return claims;
}

std::string PlatformText(cl_platform_id platform, cl_platform_info what) {
  std::string text;
  AskList(
      [=](auto... rest) { return clGetPlatformInfo(platform, what, rest...); },
      &text);
  return CleanLine(text);
}

std::string DeviceText(cl_device_id device, cl_device_info what) {
  const std::vector<char> text = DeviceList<char>(device, what);
  return CleanLine(absl::string_view(text.data(), text.size()));
}

bool HasExtension(cl_device_id device, absl::string_view name) {
  return Lists(DeviceText(device, CL_DEVICE_EXTENSIONS), name);
}

DeviceLimits ReadLimits(const cl::Device& device, const Claims& claims) {
  const cl_device_id id = device();
  DeviceLimits f;
  f.is_gpu = claims.is_gpu;
  f.max_group_size = claims.max_group_size;
  f.local_memory_bytes = claims.local_memory_bytes;
  f.compute_units = DeviceNumber<cl_uint>(id, CL_DEVICE_MAX_COMPUTE_UNITS, 0);
  if (!HasExtension(id, "cl_nv_device_attribute_query")) return f;
  f.warp_size = DeviceNumber<cl_uint>(id, CL_DEVICE_WARP_SIZE_NV, 0);
  f.registers_per_block =
      DeviceNumber<cl_uint>(id, CL_DEVICE_REGISTERS_PER_BLOCK_NV, 0);
  f.capability =
      10 * DeviceNumber<cl_uint>(id, CL_DEVICE_COMPUTE_CAPABILITY_MAJOR_NV, 0) +
      DeviceNumber<cl_uint>(id, CL_DEVICE_COMPUTE_CAPABILITY_MINOR_NV, 0);
  return f;
}

KernelNeeds ReadKernelNeeds(const cl::Kernel& kernel,
                            const cl::Device& device) {
  KernelNeeds f;
  f.local_bytes =
      KernelNumber<cl_ulong>(kernel, device, CL_KERNEL_LOCAL_MEM_SIZE);
  f.private_bytes =
      KernelNumber<cl_ulong>(kernel, device, CL_KERNEL_PRIVATE_MEM_SIZE);
  f.max_group_size =
      Count(KernelNumber<size_t>(kernel, device, CL_KERNEL_WORK_GROUP_SIZE));
  f.preferred_multiple = Count(KernelNumber<size_t>(
      kernel, device, CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE));
  return f;
}

}  // namespace wgsync
