#include "devices/driver/device_program.h"

#include <chrono>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "devices/driver/device_claims.h"
#include "devices/driver/error.h"
#include "suite/core/base/clean_text.h"
#include "suite/core/base/status_macros.h"
#include "suite/core/launch/program_spec.h"

namespace wgsync {
namespace {

// A longer log is not read: a driver that says so is not to be believed.
constexpr size_t kLongestLog = size_t{64} << 20;
constexpr size_t kLargestBinary = size_t{1} << 30;

std::string BuildLog(const cl::Program& program, const cl::Device& device) {
  std::string log;
  AskList(
      [&](auto... rest) {
        return clGetProgramBuildInfo(program(), device(), CL_PROGRAM_BUILD_LOG,
                                     rest...);
      },
      &log, kLongestLog);
  log = CleanText(log);
  absl::StripAsciiWhitespace(&log);
  return log;
}

absl::StatusOr<cl::Program> OfSpirv(const cl::Context& context,
                                    const cl::Device& device,
                                    const BuildSpec& spec) {
  ASSIGN_OR_RETURN(const std::string module,
                   SpirvOf(spec.source, spec.options));
  cl_int code = CL_SUCCESS;
  // A device before OpenCL 2.1 has it as an extension's function alone.
  auto create = &clCreateProgramWithIL;
  if (ParseOpenClVersion(DeviceText(device(), CL_DEVICE_VERSION)) < 210) {
    create = reinterpret_cast<decltype(create)>(
        clGetExtensionFunctionAddressForPlatform(
            device.getInfo<CL_DEVICE_PLATFORM>(), "clCreateProgramWithILKHR"));
    if (create == nullptr) code = CL_INVALID_OPERATION;
  }
  cl::Program program;
  if (code == CL_SUCCESS) {
    program = create(context(), module.data(), module.size(), &code);
  }
  if (code == CL_SUCCESS) return program;
  return OpenClStatus("clCreateProgramWithIL", code);
}

absl::Status BuildError(cl_int code, const std::string& log) {
  return OpenClStatus("clBuildProgram", code,
                      absl::StrCat("\n", log.empty() ? "(no log)" : log));
}

}  // namespace

absl::StatusOr<BuiltProgram> BuildProgram(const cl::Context& context,
                                          const cl::Device& device,
                                          const BuildSpec& spec) {
  cl_int code = CL_SUCCESS;
  BuiltProgram built;
  if (spec.spirv) {
    ASSIGN_OR_RETURN(built.program, OfSpirv(context, device, spec));
  } else {
    built.program = cl::Program(context, spec.source, /*build=*/false, &code);
  }
  if (code != CL_SUCCESS) {
    return OpenClStatus("clCreateProgramWithSource", code);
  }

  // Not cl::Program::build(), which asks for the log of every device itself.
  const cl_device_id id = device();
  const auto start = std::chrono::steady_clock::now();
  code =
      clBuildProgram(built.program(), 1, &id,
                     spec.spirv ? "" : spec.options.c_str(), nullptr, nullptr);
  const std::chrono::duration<double> took =
      std::chrono::steady_clock::now() - start;
  built.seconds = took.count();
  built.log = BuildLog(built.program, device);
  if (code != CL_SUCCESS) return BuildError(code, built.log);

  // A driver may call it done and have built nothing.
  cl_build_status status = CL_BUILD_SUCCESS;
  code = built.program.getBuildInfo(device, CL_PROGRAM_BUILD_STATUS, &status);
  if (code != CL_SUCCESS) return OpenClStatus("clGetProgramBuildInfo", code);
  if (status != CL_BUILD_SUCCESS) {
    return BuildError(CL_BUILD_PROGRAM_FAILURE, built.log);
  }
  // A driver before OpenCL 2.0 knows neither the question nor such variables.
  code = clGetProgramBuildInfo(
      built.program(), id, CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE,
      sizeof(built.variable_bytes), &built.variable_bytes, nullptr);
  if (code != CL_SUCCESS) built.variable_bytes = 0;
  return built;
}

absl::StatusOr<std::string> ProgramBinary(const cl::Program& program) {
  size_t bytes = 0;
  cl_int code = clGetProgramInfo(program(), CL_PROGRAM_BINARY_SIZES,
                                 sizeof(bytes), &bytes, nullptr);
  if (code != CL_SUCCESS) {
    return OpenClStatus("clGetProgramInfo of CL_PROGRAM_BINARY_SIZES", code);
  }
  if (bytes == 0 || bytes > kLargestBinary) {
    return absl::NotFoundError(absl::StrCat(
        "the driver says that the program's binary has ", bytes, " bytes"));
  }
  std::string binary(bytes, '\0');
  unsigned char* at = reinterpret_cast<unsigned char*>(&binary[0]);
  code = clGetProgramInfo(program(), CL_PROGRAM_BINARIES, sizeof(at), &at,
                          nullptr);
  if (code != CL_SUCCESS) {
    return OpenClStatus("clGetProgramInfo of CL_PROGRAM_BINARIES", code);
  }
  return binary;
}

absl::StatusOr<cl::Kernel> CreateKernel(const cl::Program& program,
                                        const std::string& name) {
  cl_int code = CL_SUCCESS;
  cl::Kernel kernel(program, name.c_str(), &code);
  if (code != CL_SUCCESS) {
    return OpenClStatus(absl::StrCat("clCreateKernel of ", name), code);
  }
  return kernel;
}

}  // namespace wgsync
