// Concurrent dispatch (cl_intel_concurrent_dispatch): the number of groups that
// a driver promises, and what it must refuse.

#include <cstddef>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "devices/driver/concurrent_dispatch.h"
#include "devices/driver/device_program.h"
#include "devices/driver/error.h"
#include "devices/host_sync/host_sync.h"

namespace wgsync {
namespace {

constexpr size_t kGroup = 64;  // work-items
constexpr char kSource[] =
    "bool __attribute__((overloadable)) intel_is_device_barrier_valid(void);\n"
    "kernel void concurrent(global uint* valid) {\n"
    "  valid[get_local_id(0)] = intel_is_device_barrier_valid() ? 1u : 0u;\n"
    "}\n";

// The kernel, its argument set; null, and the bench has failed, where the
// driver does not have it.
cl::Kernel MakeKernel(HostBench* b, const cl::Buffer& valid) {
  const absl::StatusOr<BuiltProgram> program =
      BuildProgram(b->context(), b->device(), {kSource, "-cl-std=CL3.0"});
  cl::Kernel kernel;
  b->Do("clBuildProgram",
        [&] { return program.ok() ? CL_SUCCESS : CL_BUILD_PROGRAM_FAILURE; });
  if (b->failed()) return kernel;
  const absl::StatusOr<cl::Kernel> created =
      CreateKernel(program->program, "concurrent");
  b->Do("clCreateKernel",
        [&] { return created.ok() ? CL_SUCCESS : CL_INVALID_KERNEL_NAME; });
  if (b->failed()) return kernel;
  kernel = *created;
  b->Do("clSetKernelArg", [&] { return kernel.setArg(0, valid); });
  return kernel;
}

struct Concurrent {
  HostQueues q;
  cl::Buffer valid;
  cl::Kernel kernel;
  MostConcurrentCall most = nullptr;
};

Concurrent Begin(HostBench* b, bool concurrent) {
  Concurrent c;
  c.q = b->Queues("in_order");
  cl_int code = CL_SUCCESS;
  c.valid = cl::Buffer(b->context(), CL_MEM_READ_WRITE,
                       kGroup * sizeof(cl_uint), nullptr, &code);
  b->Do("clCreateBuffer", [&] { return code; });
  c.kernel = MakeKernel(b, c.valid);
  b->Do("clSetKernelExecInfo",
        [&] { return SetConcurrent(c.kernel, concurrent); });
  c.most = FindMostConcurrent(b->device());
  b->Do("clGetExtensionFunctionAddressForPlatform",
        [&] { return c.most == nullptr ? CL_INVALID_OPERATION : CL_SUCCESS; });
  return c;
}

HostOutcome Answered(const char* call, cl_int got, cl_int wanted) {
  if (got == wanted) return {};
  return {kHostAnswer,
          absl::StrCat(call, " answers ", OpenClErrorName(got), " (", got,
                       ") and not ", OpenClErrorName(wanted))};
}

void Count(HostBench* b, const HostWords& w) {
  const std::string without = HostWordOf(w, "without");
  b->TryOnly([&]() -> HostOutcome {
    const Concurrent c = Begin(b, true);
    if (b->failed()) return {};
    size_t groups = 0;
    const cl_int got = b->Ask(kMostConcurrentName, [&] {
      return c.most(c.q.first(), c.kernel(), 1, nullptr,
                    without == "local_size" ? nullptr : &kGroup,
                    without == "count" ? nullptr : &groups);
    });
    const HostOutcome answered =
        Answered(kMostConcurrentName, got,
                 without == "local_size" ? CL_INVALID_WORK_GROUP_SIZE
                 : without == "count"    ? CL_INVALID_VALUE
                                         : CL_SUCCESS);
    if (answered.fault != nullptr || without != "nothing" || groups != 0) {
      return answered;
    }
    return {kHostAnswer, "it promises no group"};
  });
}

void Refused(HostBench* b, const HostWords& w) {
  const bool too_many = HostWordOf(w, "of") == "too_many";
  b->TryOnly([&]() -> HostOutcome {
    const Concurrent c = Begin(b, true);
    size_t groups = 0;
    b->Do(kMostConcurrentName, [&] {
      return c.most(c.q.first(), c.kernel(), 1, nullptr, &kGroup, &groups);
    });
    if (b->failed()) return {};
    const size_t items = too_many ? (groups + 1) * kGroup : kGroup;
    const cl_int got = b->Ask("clEnqueueNDRangeKernel", [&] {
      return clEnqueueNDRangeKernel(c.q.first(), c.kernel(), 1, nullptr, &items,
                                    too_many ? &kGroup : nullptr, 0, nullptr,
                                    nullptr);
    });
    b->Finish(c.q.first);
    return Answered("clEnqueueNDRangeKernel", got,
                    too_many ? CL_INVALID_VALUE : CL_INVALID_WORK_GROUP_SIZE);
  });
}

void Valid(HostBench* b, const HostWords& w) {
  const bool concurrent = HostWordOf(w, "dispatch") == "concurrent";
  b->TryOnly([&]() -> HostOutcome {
    const Concurrent c = Begin(b, concurrent);
    cl_uint valid[kGroup] = {};
    b->Do("clEnqueueNDRangeKernel", [&] {
      return clEnqueueNDRangeKernel(c.q.first(), c.kernel(), 1, nullptr,
                                    &kGroup, &kGroup, 0, nullptr, nullptr);
    });
    b->Do("clEnqueueReadBuffer", [&] {
      return c.q.first.enqueueReadBuffer(c.valid, CL_TRUE, 0, sizeof valid,
                                         valid);
    });
    if (b->failed()) return {};
    for (const cl_uint one : valid) {
      if ((one != 0) == concurrent) continue;
      return {kHostAnswer,
              concurrent ? "the device barrier is not valid in it"
                         : "the device barrier is said to be valid in it"};
    }
    return {};
  });
}

}  // namespace

std::vector<HostCheckRow> HostConcurrentChecks() {
  return {{"host_sync.concurrent_count", Count},
          {"host_sync.concurrent_refused", Refused},
          {"host_sync.concurrent_valid", Valid}};
}

}  // namespace wgsync
