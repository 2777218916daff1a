#include "devices/driver/launch.h"

#include <cstring>
#include <thread>
#include <utility>

#include "absl/strings/str_cat.h"
#include "devices/driver/concurrent_dispatch.h"
#include "devices/driver/device_claims.h"
#include "devices/driver/error.h"
#include "suite/core/base/status_macros.h"

namespace wgsync {
namespace {

// The device itself, or the first of its parts that the kind asks for.
absl::StatusOr<cl::Device> DeviceOf(const QueueKind& kind,
                                    const cl::Device& device) {
  if (kind.partition == 0) return device;
  ASSIGN_OR_RETURN(const std::vector<cl::Device> parts,
                   PartsOf(kind.partition, device));
  return parts[0];
}

absl::StatusOr<cl::CommandQueue> CreateQueue(const QueueKind& kind,
                                             const cl::Context& context,
                                             const cl::Device& device,
                                             bool profiling) {
  cl_int code = CL_SUCCESS;
  cl_queue_properties bits = profiling ? CL_QUEUE_PROFILING_ENABLE : 0;
  if (kind.key == CL_QUEUE_PROPERTIES) bits |= kind.value;
  cl::CommandQueue queue;
  if (kind.key == 0 || kind.key == CL_QUEUE_PROPERTIES) {
    queue = cl::CommandQueue(context, device, bits, &code);
  } else {
    const cl_queue_properties all[] = {CL_QUEUE_PROPERTIES, bits, kind.key,
                                       kind.value, 0};
    queue = clCreateCommandQueueWithProperties(context(), device(), all, &code);
  }
  if (code != CL_SUCCESS) return OpenClStatus("clCreateCommandQueue", code);
  return queue;
}

absl::StatusOr<DeviceBuffer> CreateBufferWith(const cl::Context& context,
                                              cl_mem_flags flags, void* host,
                                              size_t bytes) {
  cl_int code = CL_SUCCESS;
  DeviceBuffer buffer;
  buffer.buffer = cl::Buffer(context, flags, bytes, host, &code);
  buffer.bytes = bytes;
  buffer.host = host;
  if (code != CL_SUCCESS) {
    return OpenClStatus("clCreateBuffer", code,
                        absl::StrCat(" for ", bytes, " bytes"));
  }
  return buffer;
}

absl::StatusOr<DeviceBuffer> AllocateSvm(const cl::Context& context,
                                         cl_svm_mem_flags flags, size_t bytes) {
  DeviceBuffer buffer;
  buffer.bytes = bytes;
  buffer.svm = {clSVMAlloc(context(), CL_MEM_READ_WRITE | flags, bytes, 0),
                [context](void* memory) { clSVMFree(context(), memory); }};
  if (buffer.svm != nullptr) return buffer;
  return absl::ResourceExhaustedError(
      absl::StrCat("clSVMAlloc gave nothing for ", bytes, " bytes"));
}

absl::Status CopySvm(const cl::CommandQueue& queue, void* target,
                     const void* source, size_t bytes) {
  return OpenClStatus("clEnqueueSVMMemcpy",
                      clEnqueueSVMMemcpy(queue(), CL_TRUE, target, source,
                                         bytes, 0, nullptr, nullptr));
}

// Read() and Write() are of memory of the driver's own, and complete on return.
absl::Status Read(const cl::CommandQueue& queue, const DeviceBuffer& buffer,
                  void* target, size_t bytes, size_t offset) {
  if (buffer.svm != nullptr) {
    const char* svm = static_cast<const char*>(buffer.svm.get());
    return CopySvm(queue, target, svm + offset, bytes);
  }
  return OpenClStatus(
      "clEnqueueReadBuffer",
      queue.enqueueReadBuffer(buffer.buffer, CL_TRUE, offset, bytes, target));
}

absl::Status Write(const cl::CommandQueue& queue, const DeviceBuffer& buffer,
                   const void* source, size_t bytes, size_t offset) {
  if (buffer.svm != nullptr) {
    char* svm = static_cast<char*>(buffer.svm.get());
    return CopySvm(queue, svm + offset, source, bytes);
  }
  return OpenClStatus(
      "clEnqueueWriteBuffer",
      queue.enqueueWriteBuffer(buffer.buffer, CL_TRUE, offset, bytes, source));
}

absl::Status CheckRange(const DeviceBuffer& buffer, size_t bytes,
                        size_t offset) {
  if (bytes != 0 && bytes <= buffer.bytes && offset <= buffer.bytes - bytes) {
    return absl::OkStatus();
  }
  return absl::OutOfRangeError(absl::StrCat(bytes, " bytes at ", offset,
                                            " of a buffer of ", buffer.bytes));
}

// Whether [pointer, pointer + bytes) has a byte in common with the buffer's
// host memory.
bool OverlapsHost(const DeviceBuffer& buffer, const void* pointer,
                  size_t bytes) {
  const auto begin = reinterpret_cast<uintptr_t>(pointer);
  const auto host = reinterpret_cast<uintptr_t>(buffer.host);
  return begin < host + buffer.bytes && host < begin + bytes;
}

// The work-items of a grid, by dimension.
cl::NDRange Times(const cl::NDRange& groups, const cl::NDRange& shape) {
  const size_t* g = groups.get();
  const size_t* s = shape.get();
  switch (groups.dimensions()) {
    case 1:
      return cl::NDRange(g[0] * s[0]);
    case 2:
      return cl::NDRange(g[0] * s[0], g[1] * s[1]);
    default:
      return cl::NDRange(g[0] * s[0], g[1] * s[1], g[2] * s[2]);
  }
}

size_t Product(const cl::NDRange& shape) {
  size_t product = 1;
  for (size_t i = 0; i < shape.dimensions(); ++i) product *= shape.get()[i];
  return product;
}

}  // namespace

absl::StatusOr<std::vector<cl::Device>> PartsOf(
    cl_device_partition_property how, const cl::Device& device) {
  const auto units =
      DeviceNumber<cl_uint>(device(), CL_DEVICE_MAX_COMPUTE_UNITS, 0);
  const bool equal = how == CL_DEVICE_PARTITION_EQUALLY;
  const cl_device_partition_property properties[] = {
      how, static_cast<intptr_t>(equal ? units / 2 : units - 1),
      /* ends the counts */ 0, 0};
  std::vector<cl::Device> parts;
  cl_int code = cl::Device(device).createSubDevices(properties, &parts);
  if (code == CL_SUCCESS && parts.empty()) code = CL_DEVICE_NOT_FOUND;
  if (code != CL_SUCCESS) return OpenClStatus("clCreateSubDevices", code);
  return parts;
}

absl::StatusOr<LaunchQueue> LaunchQueue::Create(const cl::Device& device,
                                                Queue queue_of_case) {
  const QueueKind& kind = kQueueKinds[static_cast<size_t>(queue_of_case)];
  LaunchQueue q;
  ASSIGN_OR_RETURN(q.device_, DeviceOf(kind, device));
  q.kernel_info_ = kind.kernel_info;
  q.out_of_order_ = queue_of_case == Queue::kOutOfOrder;
  cl_int code = CL_SUCCESS;
  q.context_ = cl::Context(q.device_, nullptr, nullptr, nullptr, &code);
  if (code != CL_SUCCESS) return OpenClStatus("clCreateContext", code);

  const auto supported = DeviceNumber<cl_command_queue_properties>(
      device(), CL_DEVICE_QUEUE_PROPERTIES, 0);
  q.profiling_ = (supported & CL_QUEUE_PROFILING_ENABLE) != 0;
  absl::StatusOr<cl::CommandQueue> queue =
      CreateQueue(kind, q.context_, q.device_, q.profiling_);
  if (!queue.ok() && q.profiling_) {
    q.profiling_ = false;
    queue = CreateQueue(kind, q.context_, q.device_, q.profiling_);
  }
  ASSIGN_OR_RETURN(q.queue_, std::move(queue));

  ASSIGN_OR_RETURN(q.second_, CreateQueue(kQueueKinds[0], q.context_, q.device_,
                                          /*profiling=*/false));
  return q;
}

absl::StatusOr<DeviceBuffer> LaunchQueue::CreateBuffer(size_t bytes,
                                                       Memory memory) {
  switch (memory) {
    case Memory::kDevice:
      break;
    case Memory::kHost:
      return CreateBufferWith(
          context_, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, nullptr, bytes);
    case Memory::kSvm:
      return AllocateSvm(context_, 0, bytes);
    case Memory::kSvmFine:
      return AllocateSvm(context_, CL_MEM_SVM_FINE_GRAIN_BUFFER, bytes);
  }
  return CreateBufferWith(context_, CL_MEM_READ_WRITE, nullptr, bytes);
}

absl::StatusOr<DeviceBuffer> LaunchQueue::CreateBuffer(void* host,
                                                       size_t bytes) {
  return CreateBufferWith(context_, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR,
                          host, bytes);
}

absl::Status LaunchQueue::Upload(const DeviceBuffer& buffer, const void* source,
                                 size_t bytes, size_t offset) {
  RETURN_IF_ERROR(CheckRange(buffer, bytes, offset));
  if (buffer.host == nullptr) {
    return Write(queue_, buffer, source, bytes, offset);
  }

  // Where the device has a copy, mapping may write that copy over the host's
  // memory, so a source that lies there is put aside.
  std::vector<char> aside;
  if (OverlapsHost(buffer, source, bytes)) {
    const char* begin = static_cast<const char*>(source);
    aside.assign(begin, begin + bytes);
    source = aside.data();
  }
  cl_int code = CL_SUCCESS;
  void* mapped = queue_.enqueueMapBuffer(buffer.buffer, CL_TRUE,
                                         CL_MAP_WRITE_INVALIDATE_REGION, offset,
                                         bytes, nullptr, nullptr, &code);
  if (code != CL_SUCCESS) return OpenClStatus("clEnqueueMapBuffer", code);
  std::memcpy(mapped, source, bytes);
  return Unmap(buffer, mapped);
}

absl::Status LaunchQueue::Download(const DeviceBuffer& buffer, void* target,
                                   size_t bytes, size_t offset,
                                   bool* in_place) {
  RETURN_IF_ERROR(CheckRange(buffer, bytes, offset));
  if (buffer.host == nullptr) {
    return Read(queue_, buffer, target, bytes, offset);
  }
  cl_int code = CL_SUCCESS;
  void* mapped =
      queue_.enqueueMapBuffer(buffer.buffer, CL_TRUE, CL_MAP_READ, offset,
                              bytes, nullptr, nullptr, &code);
  if (code != CL_SUCCESS) return OpenClStatus("clEnqueueMapBuffer", code);
  if (in_place != nullptr &&
      mapped == static_cast<char*>(buffer.host) + offset) {
    *in_place = true;
  } else {
    std::memmove(target, mapped, bytes);
  }
  return Unmap(buffer, mapped);
}

absl::Status LaunchQueue::Unmap(const DeviceBuffer& buffer, void* mapped) {
  cl::Event event;
  const cl_int code = queue_.enqueueUnmapMemObject(buffer.buffer, mapped,
                                                   /*events=*/nullptr, &event);
  if (code != CL_SUCCESS) return OpenClStatus("clEnqueueUnmapMemObject", code);
  return Wait(event, "clEnqueueUnmapMemObject");
}

void LaunchQueue::Pin(void* host, size_t bytes) {
  if (host != nullptr && bytes <= pinned_.bytes) return;
  // Where that fails, the buffer's end unmaps it.
  if (pinned_.host != nullptr) Unmap(pinned_, pinned_.host).IgnoreError();
  pinned_ = {};
  if (host == nullptr) return;
  pinned_.bytes = bytes;  // what fails is not tried again
  absl::StatusOr<DeviceBuffer> buffer = CreateBuffer(host, bytes);
  if (!buffer.ok()) return;
  cl_int code = CL_SUCCESS;
  void* const mapped = queue_.enqueueMapBuffer(
      buffer->buffer, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, bytes,
      /*events=*/nullptr, /*event=*/nullptr, &code);
  if (code == CL_SUCCESS && mapped == host) pinned_ = *buffer;
}

absl::Status LaunchQueue::Snapshot(const DeviceBuffer& buffer, void* target,
                                   size_t bytes, size_t offset) {
  RETURN_IF_ERROR(CheckRange(buffer, bytes, offset));
  return Read(second_, buffer, target, bytes, offset);
}

absl::Status LaunchQueue::Poke(const DeviceBuffer& buffer, const void* source,
                               size_t bytes, size_t offset) {
  RETURN_IF_ERROR(CheckRange(buffer, bytes, offset));
  return Write(second_, buffer, source, bytes, offset);
}

absl::Status LaunchQueue::Refused(const cl::Kernel& kernel, size_t group_size,
                                  cl_int code) const {
  const absl::Status s = OpenClStatus("clEnqueueNDRangeKernel", code);
  cl_int asked = CL_SUCCESS;
  const size_t most =
      kernel.getWorkGroupInfo<CL_KERNEL_WORK_GROUP_SIZE>(device_, &asked);
  if (asked != CL_SUCCESS || most == 0 || group_size <= most) return s;
  return absl::UnimplementedError(absl::StrCat(
      "the driver takes this kernel in groups of ", most,
      " work-items at most, and not of ", group_size, " (", s.message(), ")"));
}

absl::StatusOr<cl::Event> LaunchQueue::EnqueueKernel(
    const cl::Kernel& kernel, const cl::NDRange& groups,
    const cl::NDRange& group_shape, size_t offset) {
  cl::Event event;
  const cl_uint one = 1;
  cl_int code = kernel_info_ == 0 ? CL_SUCCESS
                                  : clSetKernelExecInfo(kernel(), kernel_info_,
                                                        sizeof one, &one);
  if (code != CL_SUCCESS) return OpenClStatus("clSetKernelExecInfo", code);
  code = queue_.enqueueNDRangeKernel(
      kernel, offset == 0 ? cl::NullRange : cl::NDRange(offset, 0, 0),
      Times(groups, group_shape), group_shape, last_.empty() ? nullptr : &last_,
      &event);
  if (code != CL_SUCCESS) return Refused(kernel, Product(group_shape), code);
  if (out_of_order_) last_ = {event};
  code = queue_.flush();
  if (code != CL_SUCCESS) return OpenClStatus("clFlush", code);
  return event;
}

absl::StatusOr<size_t> LaunchQueue::ConcurrentGroups(
    const cl::Kernel& kernel, const cl::NDRange& group_shape) const {
  const MostConcurrentCall call = FindMostConcurrent(device_);
  if (call == nullptr) {
    return absl::NotFoundError(
        absl::StrCat("the driver has no ", kMostConcurrentName));
  }
  size_t groups = 0;
  const cl_int code =
      call(queue_(), kernel(), static_cast<cl_uint>(group_shape.dimensions()),
           nullptr, group_shape.get(), &groups);
  if (code != CL_SUCCESS) return OpenClStatus(kMostConcurrentName, code);
  return groups;
}

absl::Status LaunchQueue::Finish(const cl::Event& event) {
  return Wait(event, "kernel");
}

absl::Status LaunchQueue::Wait(const cl::Event& event,
                               absl::string_view command) {
  cl_int code = queue_.finish();
  absl::string_view call = "clFinish";
  // After a failed clFinish the event may never end, so that waiting for it
  // would hide the error behind a hang.
  if (code == CL_SUCCESS) {
    code = event.wait();
    call = "clWaitForEvents";
  }
  // What became of the command says more than that waiting for it failed.
  cl_int status = CL_COMPLETE;
  const cl_int asked =
      event.getInfo(CL_EVENT_COMMAND_EXECUTION_STATUS, &status);
  if (asked == CL_SUCCESS && status < 0) return OpenClStatus(command, status);
  if (code != CL_SUCCESS) return OpenClStatus(call, code);
  if (asked == CL_SUCCESS && status != CL_COMPLETE) {
    return absl::AbortedError(
        absl::StrCat(command, ": clFinish and clWaitForEvents came back, and ",
                     "its status is ", status, ", not CL_COMPLETE"));
  }
  return OpenClStatus("clGetEventInfo", asked);
}

void PollUntilDone(const cl::Event& event) {
  cl_int status = CL_QUEUED;
  while (event.getInfo(CL_EVENT_COMMAND_EXECUTION_STATUS, &status) ==
             CL_SUCCESS &&
         status > CL_COMPLETE) {
    // A CPU device may have work-groups for this core.
    std::this_thread::yield();
  }
}

EventTimes ReadEventTimes(const cl::Event& event) {
  EventTimes times;
  cl_ulong start = 0;
  cl_ulong end = 0;
  if (event.getProfilingInfo(CL_PROFILING_COMMAND_START, &start) ==
          CL_SUCCESS &&
      event.getProfilingInfo(CL_PROFILING_COMMAND_END, &end) == CL_SUCCESS) {
    times.start = start;
    times.end = end;
  }
  return times;
}

absl::Status SetArgs(cl::Kernel* kernel, absl::Span<const DeviceBuffer> buffers,
                     absl::Span<const cl_uint> scalars) {
  const size_t given = buffers.size() + scalars.size();
  cl_uint takes = 0;
  cl_int code = kernel->getInfo(CL_KERNEL_NUM_ARGS, &takes);
  if (code != CL_SUCCESS) return OpenClStatus("clGetKernelInfo", code);
  if (takes != given) {
    return BadInput("the kernel takes ", takes, " arguments, not ",
                    buffers.size(), " buffers and ", scalars.size(),
                    " scalars");
  }

  cl_uint index = 0;
  for (const DeviceBuffer& b : buffers) {
    code = b.svm == nullptr
               ? kernel->setArg(index, b.buffer)
               : clSetKernelArgSVMPointer((*kernel)(), index, b.svm.get());
    if (code != CL_SUCCESS) break;
    ++index;
  }
  for (size_t i = 0; code == CL_SUCCESS && i < scalars.size(); ++i) {
    code = kernel->setArg(index, scalars[i]);
    if (code == CL_SUCCESS) ++index;
  }
  return OpenClStatus("clSetKernelArg", code,
                      absl::StrCat(" at argument ", index));
}

}  // namespace wgsync
