// What a device and a kernel answer when they are asked for their resources.
// Facts for a report: a query that fails is 0 here, and nothing rests on it.

#ifndef WGSYNC_DEVICES_DRIVER_LIMITS_H_
#define WGSYNC_DEVICES_DRIVER_LIMITS_H_

#include "devices/driver/opencl.h"
#include "suite/core/launch/occupancy.h"
#include "suite/core/plan/claims.h"

namespace wgsync {

// `claims` are the device's; what they say is not asked again.
DeviceLimits ReadLimits(const cl::Device& device, const Claims& claims);
// All but the registers.
KernelNeeds ReadKernelNeeds(const cl::Kernel& kernel, const cl::Device& device);

}  // namespace wgsync

#endif  // WGSYNC_DEVICES_DRIVER_LIMITS_H_
