// The calls of one launch, each with its error as text.
//
// No call is safe while a kernel hangs: which of them blocks, and for how long,
// differs between drivers, and on some the calling thread runs the kernel
// itself. So none of these has a time limit. The caller makes them on a thread,
// or in a process, that another one watches and can end.

#ifndef WGSYNC_DEVICES_DRIVER_LAUNCH_H_
#define WGSYNC_DEVICES_DRIVER_LAUNCH_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "devices/driver/opencl.h"
#include "suite/core/plan/case.h"

namespace wgsync {

// Device memory. With `host` it lies on memory of the caller's
// (CL_MEM_USE_HOST_PTR), which must outlive it. Shared virtual memory has `svm`
// in place of `buffer`, and frees it with its last copy.
struct DeviceBuffer {
  cl::Buffer buffer;
  size_t bytes = 0;
  void* host = nullptr;
  std::shared_ptr<void> svm;
};

// In nanoseconds of the device's clock; 0 where the driver gives none.
struct EventTimes {
  uint64_t start = 0;
  uint64_t end = 0;
};

// A context of one device, an in-order queue for the launches, and a second
// in-order queue to read and write memory beside a running kernel.
//
// Create(), and the calls on the first queue, belong to one thread at a time.
// Snapshot() and Poke() may be called on another thread meanwhile, and so may
// BuildProgram().
//
// Memory ordering: a launch sees what Upload() wrote before it, and Download()
// what the launches before it wrote, as OpenCL orders the commands of a queue.
// OpenCL orders nothing between a running kernel and Snapshot() or Poke(): a
// word that was read may be old, and a word that was written may never be seen.
// The self-test of the snapshot channel measures whether a device does better.
class LaunchQueue {
 public:
  // The queues take profiling where the device has it. A queue other than the
  // usual one is for devices that claim it (Claims::queues); of a sub-device
  // everything here is the sub-device's.
  static absl::StatusOr<LaunchQueue> Create(const cl::Device& device,
                                            Queue queue = Queue::kInOrder);

  const cl::Device& device() const { return device_; }
  const cl::Context& context() const { return context_; }
  bool profiling() const { return profiling_; }

  // Memory of the driver's own, as users' code has it, or of another kind, for
  // devices that claim it (Claims::memories). Its content is not defined before
  // the first Upload().
  absl::StatusOr<DeviceBuffer> CreateBuffer(size_t bytes,
                                            Memory memory = Memory::kDevice);
  // On `host`, at least `bytes` long and aligned to 4,096 bytes: other memory a
  // driver may copy, and then nobody sees it live. Begins with its content.
  absl::StatusOr<DeviceBuffer> CreateBuffer(void* host, size_t bytes);

  // Host to device, complete on return. `source` may be the buffer's own host
  // memory: that is how the device is told that the host wrote there.
  absl::Status Upload(const DeviceBuffer& buffer, const void* source,
                      size_t bytes, size_t offset = 0);

  // Device to host, complete on return, after all launches before it. For a
  // buffer on host memory, that memory is valid then too; `target` may be it.
  // Where the driver shares that memory and does not copy, and `in_place` is
  // not null, nothing is copied to `target` and *in_place becomes true.
  absl::Status Download(const DeviceBuffer& buffer, void* target, size_t bytes,
                        size_t offset = 0, bool* in_place = nullptr);

  // Lets the driver copy between [host, host + bytes) and plain buffers
  // without a copy in between, until Pin(nullptr, 0), or until the process
  // ends: a driver keeps a mapped buffer (PoCL 3.1). The memory stays the
  // caller's, which may read and write it; it is aligned to 4,096 bytes, and
  // the same in each call, of which the longest counts. A driver that cannot
  // copies as before. Source: a buffer on the memory that stays mapped,
  // which NVIDIA's driver pins. An H200 copies 13 MB in 0.26 ms each way;
  // without, in 2.1 ms to the device and in 1.2 ms back.
  void Pin(void* host, size_t bytes);

  // A read on the second queue, beside whatever the first one runs. For
  // buffers of the driver's own: memory of the host's is read where it lies.
  absl::Status Snapshot(const DeviceBuffer& buffer, void* target, size_t bytes,
                        size_t offset = 0);

  // A write on the second queue, beside whatever the first one runs, such as
  // the word that a spinning kernel awaits. As Snapshot(), for buffers of the
  // driver's own.
  absl::Status Poke(const DeviceBuffer& buffer, const void* source,
                    size_t bytes, size_t offset = 0);

  // Enqueues a grid of `groups` work-groups of `group_shape` work-items, of the
  // same one to three dimensions, and flushes. get_global_offset(0) is
  // `offset`. Finish() must follow at once: on Intel's CPU runtime the thread
  // in it is one of those that run work-groups, and without it residency is one
  // less. Where that is what a case asks for, PollUntilDone() comes before it.
  // kUnimplemented where the driver refuses groups larger than it says that it
  // takes of this kernel, which may be fewer than the device's own maximum;
  // some drivers say so and run them all the same (rusticl 22.3).
  absl::StatusOr<cl::Event> EnqueueKernel(const cl::Kernel& kernel,
                                          const cl::NDRange& groups,
                                          const cl::NDRange& group_shape,
                                          size_t offset = 0);
  // On a queue out of order it waits for the launch before it.
  // Of one dimension.
  absl::StatusOr<cl::Event> EnqueueKernel(const cl::Kernel& kernel,
                                          size_t groups, size_t group_size) {
    return EnqueueKernel(kernel, cl::NDRange(groups), cl::NDRange(group_size));
  }

  // How many groups of this kernel, as its arguments are, the driver promises
  // to run at the same time (cl_intel_concurrent_dispatch).
  absl::StatusOr<size_t> ConcurrentGroups(const cl::Kernel& kernel,
                                          const cl::NDRange& group_shape) const;

  // Waits for everything on the first queue, and for `event`, which clFinish
  // alone does not always do (rusticl 22.3 returns early). An event that ended
  // in an error is that error, as "kernel: CL_OUT_OF_RESOURCES (-5)";
  // kAborted where the driver came back and does not call the event complete.
  absl::Status Finish(const cl::Event& event);

 private:
  LaunchQueue() = default;
  absl::Status Refused(const cl::Kernel& kernel, size_t group_size,
                       cl_int code) const;
  absl::Status Unmap(const DeviceBuffer& buffer, void* mapped);
  // Waits for the first queue and then for `event`, the end of `command`.
  absl::Status Wait(const cl::Event& event, absl::string_view command);

  cl::Device device_;
  cl::Context context_;
  cl::CommandQueue queue_;
  cl::CommandQueue second_;
  DeviceBuffer pinned_;  // mapped where it has `host`
  bool profiling_ = false;
  bool out_of_order_ = false;
  cl_kernel_exec_info kernel_info_ = 0;  // 0: kernels are told nothing
  std::vector<cl::Event> last_;  // of a queue out of order: its last launch
};

// Asks for the event's status again and again, until the event is complete or
// an error, or cannot be asked. LaunchQueue::Finish() then has its status.
void PollUntilDone(const cl::Event& event);

// Of a finished event. Never an error: without them there is the host's clock.
EventTimes ReadEventTimes(const cl::Event& event);

// The parts that CL_DEVICE_PARTITION_EQUALLY or _BY_COUNTS makes of a device
// that claims it: two halves at least, or one of all compute units but one.
absl::StatusOr<std::vector<cl::Device>> PartsOf(
    cl_device_partition_property how, const cl::Device& device);

// Sets all arguments of a kernel: first the buffers, then the scalars, each a
// uint. An error where the kernel has not just as many.
absl::Status SetArgs(cl::Kernel* kernel, absl::Span<const DeviceBuffer> buffers,
                     absl::Span<const cl_uint> scalars);

}  // namespace wgsync

#endif  // WGSYNC_DEVICES_DRIVER_LAUNCH_H_
