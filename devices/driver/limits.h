// What a device and a kernel answer when they are asked for their resources.
// Facts for a report: a query that fails is 0 here, and nothing rests on it.

#ifndef WGSYNC_DEVICES_DRIVER_LIMITS_H_
#define WGSYNC_DEVICES_DRIVER_LIMITS_H_

#include <cstdint>

#include "devices/driver/opencl.h"

namespace wgsync {

struct LimitFacts {
  uint32_t compute_units = 0;
  uint64_t max_group_size = 0;
  uint64_t local_memory_bytes = 0;
  // Of devices with cl_nv_device_attribute_query.
  uint32_t warp_size_nv = 0;
  uint32_t registers_per_block_nv = 0;
  uint32_t capability_nv = 0;  // 90 for compute capability 9.0
};
LimitFacts ReadLimits(const cl::Device& device);

struct KernelFacts {
  uint64_t local_bytes = 0;
  uint64_t private_bytes = 0;
  uint64_t max_group_size = 0;
  uint64_t preferred_multiple = 0;
};
KernelFacts ReadKernelFacts(const cl::Kernel& kernel, const cl::Device& device);

}  // namespace wgsync

#endif  // WGSYNC_DEVICES_DRIVER_LIMITS_H_
