#include "devices/driver/queue_kinds.h"

#include <vector>

#include "devices/driver/device_claims.h"
#include "devices/driver/error.h"

namespace wgsync {
namespace {

constexpr char kPriority[] = "cl_khr_priority_hints";
constexpr char kThrottle[] = "cl_khr_throttle_hints";
constexpr char kArm[] = "cl_arm_scheduling_controls";

constexpr QueueKind kKinds[] = {
    {Queue::kInOrder},
    {Queue::kOutOfOrder, "", 0, 0, CL_QUEUE_PROPERTIES,
     CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE},
    {Queue::kPartEqual, "", 0, CL_DEVICE_PARTITION_EQUALLY},
    {Queue::kPartCounts, "", 0, CL_DEVICE_PARTITION_BY_COUNTS},
    {Queue::kPriorityLow, kPriority, 0, 0, CL_QUEUE_PRIORITY_KHR,
     CL_QUEUE_PRIORITY_LOW_KHR},
    {Queue::kPriorityHigh, kPriority, 0, 0, CL_QUEUE_PRIORITY_KHR,
     CL_QUEUE_PRIORITY_HIGH_KHR},
    {Queue::kThrottleLow, kThrottle, 0, 0, CL_QUEUE_THROTTLE_KHR,
     CL_QUEUE_THROTTLE_LOW_KHR},
    {Queue::kThrottleHigh, kThrottle, 0, 0, CL_QUEUE_THROTTLE_KHR,
     CL_QUEUE_THROTTLE_HIGH_KHR},
    {Queue::kThreadLocal, "cl_intel_exec_by_local_thread", 0, 0,
     CL_QUEUE_PROPERTIES, CL_QUEUE_THREAD_LOCAL_EXEC_ENABLE_INTEL},
    {Queue::kArmBatching, kArm, CL_DEVICE_SCHEDULING_KERNEL_BATCHING_ARM, 0,
     CL_QUEUE_KERNEL_BATCHING_ARM, CL_TRUE},
    {Queue::kArmDeferred, kArm, CL_DEVICE_SCHEDULING_DEFERRED_FLUSH_ARM, 0,
     CL_QUEUE_DEFERRED_FLUSH_ARM, CL_TRUE},
    {Queue::kArmOneByOne, kArm, CL_DEVICE_SCHEDULING_WORKGROUP_BATCH_SIZE_ARM,
     0, 0, 0, CL_KERNEL_EXEC_INFO_WORKGROUP_BATCH_SIZE_ARM},
};

}  // namespace

absl::Span<const QueueKind> QueueKinds() { return kKinds; }

absl::StatusOr<cl::Device> DeviceOf(const QueueKind& kind,
                                    const cl::Device& device) {
  if (kind.partition == 0) return device;
  const auto units =
      DeviceNumber<cl_uint>(device(), CL_DEVICE_MAX_COMPUTE_UNITS, 0);
  const bool equal = kind.partition == CL_DEVICE_PARTITION_EQUALLY;
  const cl_device_partition_property how[] = {
      kind.partition, static_cast<intptr_t>(equal ? units / 2 : units - 1),
      0,  // ends the counts
      0};
  std::vector<cl::Device> parts;
  const cl_int code = cl::Device(device).createSubDevices(how, &parts);
  if (code != CL_SUCCESS || parts.empty()) {
    return OpenClStatus("clCreateSubDevices",
                        code != CL_SUCCESS ? code : CL_DEVICE_NOT_FOUND);
  }
  return parts[0];
}

absl::StatusOr<cl::CommandQueue> CreateQueue(const QueueKind& kind,
                                             const cl::Context& context,
                                             const cl::Device& device,
                                             bool profiling) {
  cl_int code = CL_SUCCESS;
  cl_queue_properties bits = profiling ? CL_QUEUE_PROFILING_ENABLE : 0;
  if (kind.key == CL_QUEUE_PROPERTIES) bits |= kind.value;
  if (kind.key == 0 || kind.key == CL_QUEUE_PROPERTIES) {
    cl::CommandQueue queue(context, device, bits, &code);
    if (code != CL_SUCCESS) return OpenClStatus("clCreateCommandQueue", code);
    return queue;
  }
  const cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES, bits, kind.key,
                                            kind.value, 0};
  cl::CommandQueue queue(clCreateCommandQueueWithProperties(
      context(), device(), properties, &code));
  if (code == CL_SUCCESS) return queue;
  return OpenClStatus("clCreateCommandQueueWithProperties", code);
}

}  // namespace wgsync
