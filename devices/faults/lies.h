// What the fault layer does in place of a driver where it lies.
//
// Liar<E>::Tell() answers a call of the entry point E. Which lies an entry
// point has is in fault_spec.cc; one that is there and not here ends the
// process with a line.

#ifndef WGSYNC_DEVICES_FAULTS_LIES_H_
#define WGSYNC_DEVICES_FAULTS_LIES_H_

#include <CL/cl_icd.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>
#include <string>

#include "devices/faults/fault_state.h"

namespace wgsync {

using Shot = FaultState::Shot;

// The driver below the layer.
extern cl_icd_dispatch g_driver;

[[noreturn]] void SleepForEver();
// Puts a line on the standard error, and into the file of WGSYNC_FAULT_LOG.
void Say(const std::string& line);
// Puts the line of WGSYNC_FAULT_KMSG into the file of WGSYNC_KMSG, as the
// kernel would. Nothing where one of them is not set.
void SayAsKernel();

// A block of host memory that stands for a mapped buffer.
void* FakeMapping(const void* mapped, size_t bytes, const Shot& shot);
// The buffer's own address, if `pointer` is such a block, which is freed.
void* RealMapping(void* pointer);
// Lies about `bytes` that were read.
void SpoilRead(void* read, size_t bytes, const Shot& shot);
// A log of a failed build; nullptr where `program` was built by the driver.
const std::string* FakeLog(cl_program program);
void KeepFakeLog(cl_program program, Fault fault);

// An event of the queue's context that is complete.
cl_event CompleteEvent(cl_command_queue queue);

// An answer of `text` to an info query.
cl_int AnswerText(const std::string& text, size_t size, void* value,
                  size_t* size_ret);
// A lie about a text or a number that `size` bytes at `value` hold.
cl_int AnswerFalsely(const Shot& shot, cl_int code, size_t size, void* value,
                     size_t* size_ret);

template <uint32_t E>
struct Liar {
  template <typename R, typename... A>
  static R Tell(R (*)(A...), const Shot& shot, A...) {
    Say(std::string(EntryPointName(E)) + ": no code for the lie " +
        std::string(FaultName(shot.fault)));
    _exit(2);
  }
};

// Returns early, or not at all though the driver has done it.
struct Waiting {
  template <typename... A>
  static cl_int Tell(cl_int (*real)(A...), const Shot& shot, A... a) {
    if (shot.fault == Fault::kEarly) return CL_SUCCESS;
    real(a...);
    SleepForEver();
  }
};
template <>
struct Liar<k_clFinish> : Waiting {};
template <>
struct Liar<k_clWaitForEvents> : Waiting {};

// Markers and barriers: complete at once, or without their list.
struct WaitPoint {
  template <typename... A>
  static cl_int Tell(cl_int (*real)(A...), const Shot& shot,
                     cl_command_queue queue, cl_uint, const cl_event*,
                     cl_event* event) {
    if (shot.fault == Fault::kNoWaits) return real(queue, 0, nullptr, event);
    if (event != nullptr) *event = CompleteEvent(queue);
    return CL_SUCCESS;
  }
};
template <>
struct Liar<k_clEnqueueMarkerWithWaitList> : WaitPoint {};
template <>
struct Liar<k_clEnqueueBarrierWithWaitList> : WaitPoint {};

template <>
struct Liar<k_clEnqueueMarker> {
  template <typename... A>
  static cl_int Tell(cl_int (*)(A...), const Shot&, cl_command_queue queue,
                     cl_event* event) {
    *event = CompleteEvent(queue);
    return CL_SUCCESS;
  }
};

// Makes nothing and says that it has.
struct Nothing {
  template <typename... A, typename... B>
  static cl_int Tell(cl_int (*)(A...), const Shot&, B...) {
    return CL_SUCCESS;
  }
};
template <>
struct Liar<k_clEnqueueBarrier> : Nothing {};
template <>
struct Liar<k_clEnqueueWaitForEvents> : Nothing {};

template <>
struct Liar<k_clEnqueueCopyBuffer> {
  template <typename... A>
  static cl_int Tell(cl_int (*real)(A...), const Shot&, cl_command_queue queue,
                     cl_mem from, cl_mem to, size_t from_at, size_t to_at,
                     size_t bytes, cl_uint, const cl_event*, cl_event* event) {
    return real(queue, from, to, from_at, to_at, bytes, 0, nullptr, event);
  }
};

template <>
struct Liar<k_clSetUserEventStatus> {
  template <typename... A>
  static cl_int Tell(cl_int (*real)(A...), const Shot& shot, cl_event event,
                     cl_int status) {
    if (shot.fault == Fault::kStatus) {
      return real(event, static_cast<cl_int>(shot.value));
    }
    real(event, status);
    return CL_SUCCESS;
  }
};

template <>
struct Liar<k_clSetEventCallback> {
  template <typename... A, typename F>
  static cl_int Tell(cl_int (*real)(A...), const Shot& shot, cl_event event,
                     cl_int type, F function, void* data) {
    if (shot.fault == Fault::kEarly) function(event, type, data);
    if (shot.fault == Fault::kAccept || shot.fault == Fault::kTwice) {
      real(event, type, function, data);
    }
    if (shot.fault == Fault::kTwice) real(event, type, function, data);
    return CL_SUCCESS;
  }
};

template <>
struct Liar<k_clEnqueueReadBuffer> {
  template <typename... A>
  static cl_int Tell(cl_int (*real)(A...), const Shot& shot,
                     cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                     size_t offset, size_t bytes, void* to, cl_uint waits,
                     const cl_event* list, cl_event* event) {
    if (shot.fault == Fault::kTruncate) {
      return real(queue, buffer, blocking, offset, bytes / 2, to, waits, list,
                  event);
    }
    if (shot.fault == Fault::kEarly) blocking = CL_FALSE;
    if (shot.fault == Fault::kNoWaits) waits = 0;
    if (shot.fault == Fault::kEarly || shot.fault == Fault::kNoWaits) {
      return real(queue, buffer, blocking, offset, bytes, to, waits,
                  waits == 0 ? nullptr : list, event);
    }
    const cl_int code =
        real(queue, buffer, CL_TRUE, offset, bytes, to, waits, list, event);
    if (shot.fault == Fault::kNever) SleepForEver();
    SpoilRead(to, bytes, shot);
    return code;
  }
};

template <>
struct Liar<k_clEnqueueWriteBuffer> {
  template <typename... A>
  static cl_int Tell(cl_int (*real)(A...), const Shot& shot,
                     cl_command_queue queue, cl_mem buffer, cl_bool,
                     size_t offset, size_t bytes, const void* from,
                     cl_uint waits, const cl_event* list, cl_event* event) {
    if (shot.fault == Fault::kEarly) {
      return real(queue, buffer, CL_FALSE, offset, bytes, from, waits, list,
                  event);
    }
    if (event == nullptr) return CL_SUCCESS;
    return g_driver.clEnqueueMarkerWithWaitList(queue, waits, list, event);
  }
};

template <>
struct Liar<k_clEnqueueMapBuffer> {
  template <typename... A>
  static void* Tell(void* (*real)(A...), const Shot& shot,
                    cl_command_queue queue, cl_mem buffer, cl_bool,
                    cl_map_flags flags, size_t offset, size_t bytes,
                    cl_uint waits, const cl_event* list, cl_event* event,
                    cl_int* code) {
    const bool early = shot.fault == Fault::kEarly;
    void* const mapped = real(queue, buffer, early ? CL_FALSE : CL_TRUE, flags,
                              offset, bytes, waits, list, event, code);
    if (early) return mapped;
    if (shot.fault == Fault::kNever) SleepForEver();
    return mapped == nullptr ? nullptr : FakeMapping(mapped, bytes, shot);
  }
};

template <>
struct Liar<k_clEnqueueNDRangeKernel> {
  template <typename... A>
  static cl_int Tell(cl_int (*real)(A...), const Shot& shot,
                     cl_command_queue queue, cl_kernel kernel, cl_uint dims,
                     const size_t* offset, const size_t* global,
                     const size_t* local, cl_uint waits, const cl_event* list,
                     cl_event* event) {
    if (shot.fault == Fault::kNoWaits) {
      return real(queue, kernel, dims, offset, global, local, 0, nullptr,
                  event);
    }
    if (event == nullptr) return CL_SUCCESS;
    return g_driver.clEnqueueMarkerWithWaitList(queue, waits, list, event);
  }
};

template <>
struct Liar<k_clGetEventInfo> {
  template <typename... A>
  static cl_int Tell(cl_int (*real)(A...), const Shot& shot, cl_event event,
                     cl_event_info what, size_t size, void* value,
                     size_t* size_ret) {
    if (what != CL_EVENT_COMMAND_EXECUTION_STATUS) {
      return real(event, what, size, value, size_ret);
    }
    const cl_int status = static_cast<cl_int>(shot.value);
    if (size_ret != nullptr) *size_ret = sizeof(status);
    if (value != nullptr) std::memcpy(value, &status, sizeof(status));
    return CL_SUCCESS;
  }
};

template <>
struct Liar<k_clBuildProgram> {
  template <typename... A>
  static cl_int Tell(cl_int (*)(A...), const Shot& shot, cl_program program,
                     cl_uint, const cl_device_id*, const char*,
                     void (*)(cl_program, void*), void*) {
    KeepFakeLog(program, shot.fault);
    return CL_BUILD_PROGRAM_FAILURE;
  }
};

template <>
struct Liar<k_clCreateBuffer> {
  template <typename... A>
  static cl_mem Tell(cl_mem (*real)(A...), const Shot&, cl_context context,
                     cl_mem_flags flags, size_t bytes, void* host,
                     cl_int* code) {
    if ((flags & CL_MEM_USE_HOST_PTR) != 0) {
      flags =
          (flags & ~cl_mem_flags{CL_MEM_USE_HOST_PTR}) | CL_MEM_COPY_HOST_PTR;
    }
    return real(context, flags, bytes, host, code);
  }
};

// Questions of the form (object..., what, size, value, size_ret).
struct Info {
  template <typename... A, typename... B>
  static cl_int Tell(cl_int (*real)(A...), const Shot& shot, B... b) {
    return Last4(real, shot, b...);
  }

 private:
  template <typename F, typename O>
  static cl_int Last4(F real, const Shot& shot, O object, cl_uint what,
                      size_t size, void* value, size_t* size_ret) {
    return AnswerFalsely(shot, real(object, what, size, value, size_ret), size,
                         value, size_ret);
  }
  template <typename F>
  static cl_int Last4(F real, const Shot& shot, cl_program program,
                      cl_device_id device, cl_uint what, size_t size,
                      void* value, size_t* size_ret) {
    return AnswerFalsely(shot,
                         real(program, device, what, size, value, size_ret),
                         size, value, size_ret);
  }
};
template <>
struct Liar<k_clGetDeviceInfo> : Info {};
template <>
struct Liar<k_clGetPlatformInfo> : Info {};
template <>
struct Liar<k_clGetKernelInfo> : Info {};
template <>
struct Liar<k_clGetEventProfilingInfo> : Info {};
template <>
struct Liar<k_clGetProgramBuildInfo> : Info {};

}  // namespace wgsync

#endif  // WGSYNC_DEVICES_FAULTS_LIES_H_
