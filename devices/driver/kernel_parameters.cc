#include "devices/driver/kernel_parameters.h"

#include <array>
#include <cstddef>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "devices/driver/error.h"
#include "suite/core/base/clean_text.h"
#include "suite/core/base/status_macros.h"

namespace wgsync {
namespace {

absl::StatusOr<std::string> ParameterText(const cl::Kernel& kernel,
                                          cl_uint index,
                                          cl_kernel_arg_info what) {
  std::string text;
  const cl_int code = AskList(
      [&](auto... rest) {
        return clGetKernelArgInfo(kernel(), index, what, rest...);
      },
      &text);
  if (code != CL_SUCCESS) return OpenClStatus("clGetKernelArgInfo", code);
  return CleanText(text.c_str());
}

std::string SpaceText(cl_kernel_arg_address_qualifier space) {
  return space == CL_KERNEL_ARG_ADDRESS_GLOBAL     ? "global"
         : space == CL_KERNEL_ARG_ADDRESS_LOCAL    ? "local"
         : space == CL_KERNEL_ARG_ADDRESS_CONSTANT ? "constant"
                                                   : "private";
}

}  // namespace

std::vector<std::string> KernelNames(const cl::Program& program) {
  std::string names;
  AskList(
      [&](auto... rest) {
        return clGetProgramInfo(program(), CL_PROGRAM_KERNEL_NAMES, rest...);
      },
      &names);
  return absl::StrSplit(CleanText(names.c_str()), ';', absl::SkipEmpty());
}

absl::StatusOr<std::vector<KernelParameter>> ReadParameters(
    const cl::Kernel& kernel) {
  cl_uint count = 0;
  const cl_int code = kernel.getInfo(CL_KERNEL_NUM_ARGS, &count);
  if (code != CL_SUCCESS) return OpenClStatus("clGetKernelInfo", code);
  std::vector<KernelParameter> parameters;
  for (cl_uint i = 0; i < count; ++i) {
    ASSIGN_OR_RETURN(std::string name,
                     ParameterText(kernel, i, CL_KERNEL_ARG_NAME));
    // PoCL has macros for OpenCL C's functions: `step` is _cl_step.
    if (absl::StartsWith(name, "_cl_")) name.erase(0, 4);
    ASSIGN_OR_RETURN(std::string type,
                     ParameterText(kernel, i, CL_KERNEL_ARG_TYPE_NAME));
    cl_kernel_arg_address_qualifier space = CL_KERNEL_ARG_ADDRESS_PRIVATE;
    const cl_int asked =
        clGetKernelArgInfo(kernel(), i, CL_KERNEL_ARG_ADDRESS_QUALIFIER,
                           sizeof(space), &space, nullptr);
    if (asked != CL_SUCCESS) return OpenClStatus("clGetKernelArgInfo", asked);
    parameters.push_back({std::move(name), std::move(type), SpaceText(space)});
  }
  return parameters;
}

std::vector<uint64_t> RequiredShape(const cl::Kernel& kernel,
                                    const cl::Device& device) {
  std::array<size_t, 3> sides = {};
  if (clGetKernelWorkGroupInfo(kernel(), device(),
                               CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof(sides),
                               sides.data(), nullptr) != CL_SUCCESS) {
    return {};
  }
  std::vector<uint64_t> shape(sides.begin(), sides.end());
  while (shape.size() > 1 && shape.back() <= 1) shape.pop_back();
  if (shape[0] == 0) shape.clear();  // any
  return shape;
}

}  // namespace wgsync
