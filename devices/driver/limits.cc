#include "devices/driver/limits.h"

#include <algorithm>
#include <cstdint>

#include "devices/driver/device_claims.h"

namespace wgsync {
namespace {

template <typename T>
T KernelNumber(const cl::Kernel& kernel, const cl::Device& device,
               cl_kernel_work_group_info what) {
  T value = 0;
  const cl_int code = clGetKernelWorkGroupInfo(kernel(), device(), what,
                                               sizeof(T), &value, nullptr);
  return code == CL_SUCCESS ? value : 0;
}

uint32_t Count(size_t n) {
  return static_cast<uint32_t>(std::min<size_t>(n, UINT32_MAX));
}

}  // namespace

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
