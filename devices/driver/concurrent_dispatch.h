// cl_intel_concurrent_dispatch: what OpenCL's headers do not have of it.
//
// Source: the extension, version 0.9.0. Only for devices that claim it
// (Claims::concurrent_dispatch). The calls are the driver's, and may be made by
// any thread.

#ifndef WGSYNC_DEVICES_DRIVER_CONCURRENT_DISPATCH_H_
#define WGSYNC_DEVICES_DRIVER_CONCURRENT_DISPATCH_H_

#include <cstddef>

#include "devices/driver/opencl.h"

namespace wgsync {

inline constexpr char kMostConcurrentName[] =
    "clGetKernelMaxConcurrentWorkGroupCountINTEL";
using MostConcurrentCall = cl_int(CL_API_CALL*)(
    cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
    const size_t* offset, const size_t* local_size, size_t* groups);

// nullptr where the driver does not have it.
MostConcurrentCall FindMostConcurrent(const cl::Device& device);

// Launches of the kernel are concurrent from now on, or are no more. Returns
// the code of clSetKernelExecInfo().
cl_int SetConcurrent(const cl::Kernel& kernel, bool concurrent);

}  // namespace wgsync

#endif  // WGSYNC_DEVICES_DRIVER_CONCURRENT_DISPATCH_H_
