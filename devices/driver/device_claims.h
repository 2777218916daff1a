// From what a device answers to what the plan may ask of it.

#ifndef WGSYNC_DEVICES_DRIVER_DEVICE_CLAIMS_H_
#define WGSYNC_DEVICES_DRIVER_DEVICE_CLAIMS_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "devices/driver/opencl.h"
#include "suite/core/launch/occupancy.h"
#include "suite/core/plan/case.h"
#include "suite/core/plan/soundness.h"

namespace wgsync {

// The answers, as they come.
struct ClaimFacts {
  std::string platform_name;
  std::string platform_vendor;
  std::string device_version;                   // "OpenCL 3.0 CUDA"
  std::string c_version;                        // "OpenCL C 1.2"
  std::vector<cl_name_version> all_c_versions;  // OpenCL 3.0 devices have it
  // OpenCL 3.0 devices have both.
  cl_device_atomic_capabilities atomics = 0;
  cl_device_atomic_capabilities fences = 0;
  cl_device_type type = 0;
  size_t max_group_size = 0;
  cl_ulong local_memory_bytes = 0;
  cl_command_queue_properties queue = 0;  // of queues on the host
  cl_uint warp_size_nv = 0;
  cl_uint wavefront_width_amd = 0;
  std::vector<size_t> sub_group_sizes_intel;
  std::string extensions;
  std::string il_version;  // "SPIR-V_1.0 SPIR-V_1.1"
  std::vector<cl_device_partition_property> partitions;
  cl_uint compute_units = 0;
  cl_bitfield scheduling_arm = 0;
  cl_device_svm_capabilities svm = 0;
};

// What makes a queue the one of its name, on a device that claims what
// QueueRow::query names. A field of 0 asks for nothing.
struct QueueKind {
  Queue queue;
  cl_queue_properties key = 0, value = 0;
  cl_device_partition_property partition = 0;
  cl_bitfield arm = 0;                  // a bit of ARM's scheduling controls
  cl_kernel_exec_info kernel_info = 0;  // each kernel is told 1
};

// In the order of the enumeration.
inline constexpr QueueKind kQueueKinds[] = {
    {Queue::kInOrder},
    {Queue::kOutOfOrder, CL_QUEUE_PROPERTIES,
     CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE},
    {Queue::kPartEqual, 0, 0, CL_DEVICE_PARTITION_EQUALLY},
    {Queue::kPartCounts, 0, 0, CL_DEVICE_PARTITION_BY_COUNTS},
    {Queue::kPriorityLow, CL_QUEUE_PRIORITY_KHR, CL_QUEUE_PRIORITY_LOW_KHR},
    {Queue::kPriorityHigh, CL_QUEUE_PRIORITY_KHR, CL_QUEUE_PRIORITY_HIGH_KHR},
    {Queue::kThrottleLow, CL_QUEUE_THROTTLE_KHR, CL_QUEUE_THROTTLE_LOW_KHR},
    {Queue::kThrottleHigh, CL_QUEUE_THROTTLE_KHR, CL_QUEUE_THROTTLE_HIGH_KHR},
    {Queue::kThreadLocal, CL_QUEUE_PROPERTIES,
     CL_QUEUE_THREAD_LOCAL_EXEC_ENABLE_INTEL},
    {Queue::kArmBatching, CL_QUEUE_KERNEL_BATCHING_ARM, CL_TRUE, 0,
     CL_DEVICE_SCHEDULING_KERNEL_BATCHING_ARM},
    {Queue::kArmDeferred, CL_QUEUE_DEFERRED_FLUSH_ARM, CL_TRUE, 0,
     CL_DEVICE_SCHEDULING_DEFERRED_FLUSH_ARM},
    {Queue::kArmOneByOne, 0, 0, 0,
     CL_DEVICE_SCHEDULING_WORKGROUP_BATCH_SIZE_ARM,
     CL_KERNEL_EXEC_INFO_WORKGROUP_BATCH_SIZE_ARM},
};

// "OpenCL 3.0 CUDA" and "OpenCL C 3.0 " are 300; 0 where it is no version.
uint32_t ParseOpenClVersion(absl::string_view text);

// "cpu", "gpu", "accelerator" or "other". A simulator sets several bits; what
// it runs on is the CPU.
std::string DeviceTypeName(cl_device_type type);

// An error where a query fails or its answer cannot be: what a device refuses
// to say once must not become another claim.
absl::StatusOr<ClaimFacts> ReadClaimFacts(const cl::Device& device);
Claims ClaimsFrom(const ClaimFacts& facts);

// One string that a platform or a device answers, as a clean line; "" where it
// does not answer.
std::string PlatformText(cl_platform_id platform, cl_platform_info what);
std::string DeviceText(cl_device_id device, cl_device_info what);

// One number that a device answers, or `otherwise`.
template <typename T>
T DeviceNumber(cl_device_id device, cl_device_info what, T otherwise) {
  T value = otherwise;
  const cl_int code = clGetDeviceInfo(device, what, sizeof(T), &value, nullptr);
  return code == CL_SUCCESS ? value : otherwise;
}

// A list that a device answers; empty where it does not.
template <typename T>
std::vector<T> DeviceList(cl_device_id device, cl_device_info what) {
  std::vector<T> list;
  AskList([=](auto... rest) { return clGetDeviceInfo(device, what, rest...); },
          &list);
  return list;
}

// Whether the device lists this extension.
bool HasExtension(cl_device_id device, absl::string_view name);

// The resources of a device and of a kernel, for a report: a query that fails
// is 0 here, and nothing rests on it. `claims` are the device's; what they say
// is not asked again. The registers of the kernel are not asked for.
DeviceLimits ReadLimits(const cl::Device& device, const Claims& claims);
KernelNeeds ReadKernelNeeds(const cl::Kernel& kernel, const cl::Device& device);

}  // namespace wgsync

#endif  // WGSYNC_DEVICES_DRIVER_DEVICE_CLAIMS_H_
