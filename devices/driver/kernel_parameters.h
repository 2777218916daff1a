// What a driver answers about a kernel that is not the suite's.

#ifndef WGSYNC_DEVICES_DRIVER_KERNEL_PARAMETERS_H_
#define WGSYNC_DEVICES_DRIVER_KERNEL_PARAMETERS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "devices/driver/opencl.h"
#include "suite/core/tried/try_spec.h"

namespace wgsync {

// The names of a program's kernels; empty where the driver does not tell them.
std::vector<std::string> KernelNames(const cl::Program& program);

// Of a program built with -cl-kernel-arg-info; an error where the driver keeps
// none.
absl::StatusOr<std::vector<KernelParameter>> ReadParameters(
    const cl::Kernel& kernel);

// KernelFacts::required_shape.
std::vector<uint64_t> RequiredShape(const cl::Kernel& kernel,
                                    const cl::Device& device);

}  // namespace wgsync

#endif  // WGSYNC_DEVICES_DRIVER_KERNEL_PARAMETERS_H_
