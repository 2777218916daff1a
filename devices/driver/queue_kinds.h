// The queues of cases (Queue in suite/core/plan/case.h) as OpenCL has them.

#ifndef WGSYNC_DEVICES_DRIVER_QUEUE_KINDS_H_
#define WGSYNC_DEVICES_DRIVER_QUEUE_KINDS_H_

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "devices/driver/opencl.h"
#include "suite/core/plan/case.h"

namespace wgsync {

// What makes a queue the one of its name. A field of 0 asks for nothing.
struct QueueKind {
  Queue queue;
  const char* extension = "";  // that the device must list
  cl_bitfield arm = 0;         // of ARM's scheduling controls
  cl_device_partition_property partition = 0;
  cl_queue_properties key = 0, value = 0;
  cl_kernel_exec_info kernel_info = 0;  // each kernel is told 1
};

// In the order of the enumeration.
absl::Span<const QueueKind> QueueKinds();
inline const QueueKind& KindOf(Queue queue) {
  return QueueKinds()[static_cast<size_t>(queue)];
}

// The device itself, or the first of its sub-devices that the kind asks for.
absl::StatusOr<cl::Device> DeviceOf(const QueueKind& kind,
                                    const cl::Device& device);

// An error names the call.
absl::StatusOr<cl::CommandQueue> CreateQueue(const QueueKind& kind,
                                             const cl::Context& context,
                                             const cl::Device& device,
                                             bool profiling);

}  // namespace wgsync

#endif  // WGSYNC_DEVICES_DRIVER_QUEUE_KINDS_H_
