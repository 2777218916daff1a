// Building OpenCL C, and SPIR-V.

#ifndef WGSYNC_DEVICES_DRIVER_DEVICE_PROGRAM_H_
#define WGSYNC_DEVICES_DRIVER_DEVICE_PROGRAM_H_

#include <string>

#include "absl/status/statusor.h"
#include "devices/driver/opencl.h"

namespace wgsync {

struct BuildSpec {
  std::string source;
  std::string options;
  bool spirv = false;  // the driver gets what clang has made of them
};

struct BuiltProgram {
  cl::Program program;
  std::string log;     // the compiler's words, cleaned; "" where it had none
  double seconds = 0;  // of clBuildProgram

  // Of variables of the program in global memory, as the driver counts them.
  size_t variable_bytes = 0;
};

// Compiles and links for one device. Nothing of ours is kept: the same
// specification is compiled again by the next call, as far as the driver does
// not cache. A failure names the code, and the compiler's log follows it:
// UTF-8 without control characters, at most 64 KiB. Where the source does not
// build it is kFailedPrecondition on every driver. kUnimplemented where this
// wgsync was built without the program's SPIR-V.
//
// May be called on any thread, also beside a running kernel.
absl::StatusOr<BuiltProgram> BuildProgram(const cl::Context& context,
                                          const cl::Device& device,
                                          const BuildSpec& spec);

// What the driver has made of a built program, whose context has one device:
// machine code, or an intermediate text such as NVIDIA's PTX. An error where it
// has none.
absl::StatusOr<std::string> ProgramBinary(const cl::Program& program);

// A kernel of a built program. Some drivers say only here that a program cannot
// be used.
absl::StatusOr<cl::Kernel> CreateKernel(const cl::Program& program,
                                        const std::string& name);

}  // namespace wgsync

#endif  // WGSYNC_DEVICES_DRIVER_DEVICE_PROGRAM_H_
