#include "devices/driver/concurrent_dispatch.h"

namespace wgsync {

MostConcurrentCall FindMostConcurrent(const cl::Device& device) {
  cl_platform_id platform = nullptr;
  if (device.getInfo(CL_DEVICE_PLATFORM, &platform) != CL_SUCCESS) {
    return nullptr;
  }
  return reinterpret_cast<MostConcurrentCall>(
      clGetExtensionFunctionAddressForPlatform(platform, kMostConcurrentName));
}

cl_int SetConcurrent(const cl::Kernel& kernel, bool concurrent) {
  // CL_KERNEL_EXEC_INFO_DISPATCH_TYPE_INTEL
  constexpr cl_kernel_exec_info kDispatchType = 0x4257;
  const cl_uint type = concurrent ? 1 : 0;
  return clSetKernelExecInfo(kernel(), kDispatchType, sizeof type, &type);
}

}  // namespace wgsync
