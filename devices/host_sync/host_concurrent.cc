// Concurrent dispatch (cl_intel_concurrent_dispatch): the number of groups that
// a driver promises, and what it must refuse.
//
// Progress: a group of "meet" waits until all groups of its grid have arrived,
// and gives up after minutes; the engine ends the process long before.

#include <array>
#include <cstddef>
#include <string>

#include "absl/strings/str_cat.h"
#include "devices/driver/concurrent_dispatch.h"
#include "devices/host_sync/host_sync.h"

namespace wgsync {
namespace {

constexpr size_t kGroup = 64;           // work-items
constexpr size_t kLittle = kGroup * 4;  // bytes of local memory
constexpr char kEnqueue[] = "clEnqueueNDRangeKernel";

// words[0] counts the groups that arrived, words[1] those that saw all others,
// words[2] those for which a device barrier is valid. No loop has 65,536 turns.
constexpr char kValid[] =
    "bool __attribute__((overloadable)) intel_is_device_barrier_valid(void);\n"
    "kernel void group(global uint* words, local uint* space) {\n"
    "  if (get_local_id(0) == 0u && intel_is_device_barrier_valid())\n"
    "    atomic_inc(&words[2]);\n"
    "}\n";
constexpr char kCount[] =
    "kernel void group(global uint* words, local uint* space) {\n"
    "  if (get_local_id(0) == 0u) space[0] = atomic_inc(&words[0]);\n"
    "}\n";
constexpr char kMeet[] =
    "kernel void group(global uint* words, local uint* space) {\n"
    "  if (get_local_id(0) != 0u) return;\n"
    "  space[0] = atomic_inc(&words[0]);\n"
    "  bool met = false;\n"
    "  for (uint i = 0u; i < 60000u && !met; ++i)\n"
    "    for (uint k = 0u; k < 60000u && !met; ++k)\n"
    "      met = atomic_or(&words[0], 0u) >= get_num_groups(0);\n"
    "  if (met) atomic_inc(&words[1]);\n"
    "}\n";

using Words = std::array<cl_uint, 3>;

// A kernel with its words, ready to be launched.
struct Launched {
  cl::Buffer words;
  cl::Kernel kernel;
};

Launched Make(HostBench* b, const char* source, bool concurrent) {
  Launched l;
  l.kernel = b->MakeKernel(b->context(), b->device(), {source, "-cl-std=CL3.0"},
                           "group");
  if (b->failed()) return l;
  Words none = {};
  b->Do("clCreateBuffer", [&] {
    cl_int code = CL_SUCCESS;
    l.words = cl::Buffer(b->context(), CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                         sizeof none, none.data(), &code);
    return code;
  });
  b->Do("clSetKernelArg", [&] { return l.kernel.setArg(0, l.words); });
  b->Do("clSetKernelArg", [&] { return l.kernel.setArg(1, kLittle, nullptr); });
  b->Do("clSetKernelExecInfo",
        [&] { return SetConcurrent(l.kernel, concurrent); });
  return l;
}

// The groups that are promised; 0, and the bench has failed, where the driver
// does not say it.
size_t Promised(HostBench* b, const cl::CommandQueue& q,
                const cl::Kernel& kernel) {
  const MostConcurrentCall most = FindMostConcurrent(b->device());
  size_t groups = 0;
  b->Do("clGetExtensionFunctionAddressForPlatform",
        [&] { return most == nullptr ? CL_INVALID_OPERATION : CL_SUCCESS; });
  b->Do(kMostConcurrentName,
        [&] { return most(q(), kernel(), 1, nullptr, &kGroup, &groups); });
  return groups;
}

cl_int Enqueue(HostBench* b, const cl::CommandQueue& q,
               const cl::Kernel& kernel, size_t groups,
               const size_t* local = &kGroup) {
  const size_t items = groups * kGroup;
  return b->Ask(kEnqueue, [&] {
    return clEnqueueNDRangeKernel(q(), kernel(), 1, nullptr, &items, local, 0,
                                  nullptr, nullptr);
  });
}

Words Read(HostBench* b, const cl::CommandQueue& q, const cl::Buffer& words) {
  Words read = {};
  b->Do("clEnqueueReadBuffer", [&] {
    return q.enqueueReadBuffer(words, CL_TRUE, 0, sizeof read, read.data());
  });
  return read;
}

void Count(HostBench* b, const HostWords& w) {
  const std::string without = HostWordOf(w, "without");
  b->TryOnly([&]() -> HostOutcome {
    const HostQueues q = b->Queues("in_order");
    const Launched l = Make(b, kCount, true);
    const size_t groups = Promised(b, q.first, l.kernel);
    if (b->failed()) return {};
    if (groups == 0) return {kHostAnswer, "it promises no group"};
    if (without == "nothing") return {};
    size_t none = 0;
    const bool no_size = without == "local_size";
    const cl_int got = b->Ask(kMostConcurrentName, [&] {
      return FindMostConcurrent(b->device())(q.first(), l.kernel(), 1, nullptr,
                                             no_size ? nullptr : &kGroup,
                                             no_size ? &none : nullptr);
    });
    return HostAnswered(
        kMostConcurrentName, got,
        no_size ? CL_INVALID_WORK_GROUP_SIZE : CL_INVALID_VALUE);
  });
}

void LocalMemory(HostBench* b, const HostWords& /*words*/) {
  b->TryOnly([&]() -> HostOutcome {
    const HostQueues q = b->Queues("in_order");
    Launched l = Make(b, kCount, true);
    const size_t few = Promised(b, q.first, l.kernel);
    cl_ulong all = 0;
    b->Do("clGetDeviceInfo",
          [&] { return b->device().getInfo(CL_DEVICE_LOCAL_MEM_SIZE, &all); });
    b->Do("clSetKernelArg",
          [&] { return l.kernel.setArg(1, all / 2, nullptr); });
    const size_t many = Promised(b, q.first, l.kernel);
    if (b->failed() || many <= few) return {};
    return {kHostAnswer, absl::StrCat(few, " groups with ", kLittle,
                                      " bytes of local memory, and ", many,
                                      " with ", all / 2)};
  });
}

void Refused(HostBench* b, const HostWords& w) {
  const bool too_many = HostWordOf(w, "of") == "too_many";
  b->TryOnly([&]() -> HostOutcome {
    const HostQueues q = b->Queues("in_order");
    const Launched l = Make(b, kCount, true);
    const size_t groups = Promised(b, q.first, l.kernel);
    if (b->failed()) return {};
    const cl_int got =
        too_many ? Enqueue(b, q.first, l.kernel, groups + 1)
                 : Enqueue(b, q.first, l.kernel, 1, /*local=*/nullptr);
    b->Finish(q.first);
    return HostAnswered(
        kEnqueue, got,
        too_many ? CL_INVALID_VALUE : CL_INVALID_WORK_GROUP_SIZE);
  });
}

void Valid(HostBench* b, const HostWords& w) {
  const bool concurrent = HostWordOf(w, "dispatch") == "concurrent";
  b->TryOnly([&]() -> HostOutcome {
    const HostQueues q = b->Queues("in_order");
    const Launched l = Make(b, kValid, concurrent);
    b->Do(kEnqueue, [&] { return Enqueue(b, q.first, l.kernel, 1); });
    const Words read = Read(b, q.first, l.words);
    if (b->failed() || (read[2] != 0) == concurrent) return {};
    return {kHostAnswer, concurrent
                             ? "the device barrier is not valid in it"
                             : "the device barrier is said to be valid in it"};
  });
}

// A kernel that is cloned, and then told otherwise.
void Clone(HostBench* b, const HostWords& w) {
  const bool concurrent = HostWordOf(w, "of") == "concurrent";
  b->TryOnly([&]() -> HostOutcome {
    const HostQueues q = b->Queues("in_order");
    const Launched l = Make(b, kCount, concurrent);
    const size_t groups = Promised(b, q.first, l.kernel);
    cl::Kernel clone;
    b->Do("clCloneKernel", [&] {
      cl_int code = CL_SUCCESS;
      clone = cl::Kernel(clCloneKernel(l.kernel(), &code));
      return code;
    });
    b->Do("clSetKernelExecInfo",
          [&] { return SetConcurrent(l.kernel, !concurrent); });
    if (b->failed()) return {};
    const cl_int got = Enqueue(b, q.first, clone, groups + 1);
    b->Finish(q.first);
    return HostAnswered(kEnqueue, got,
                        concurrent ? CL_INVALID_VALUE : CL_SUCCESS);
  });
}

// The other one comes first, and is larger where nothing limits it.
void NextTo(HostBench* b, const HostWords& w) {
  const bool both = HostWordOf(w, "other") == "concurrent";
  b->TryOnly([&]() -> HostOutcome {
    const HostQueues q = b->Queues("two");
    const Launched one = Make(b, kMeet, true);
    const Launched other = Make(b, both ? kMeet : kCount, both);
    const size_t groups = Promised(b, q.first, one.kernel);
    const size_t others = both ? groups : 4 * groups + 1;
    if (b->failed()) return {};
    const HostOutcome answered = HostAnswered(
        kEnqueue, Enqueue(b, q.second, other.kernel, others), CL_SUCCESS);
    if (answered.fault != nullptr) return answered;
    b->Do(kEnqueue, [&] { return Enqueue(b, q.first, one.kernel, groups); });
    b->Flush(q.second);
    b->Flush(q.first);
    const size_t met = Read(b, q.first, one.words)[1];
    const size_t came = Read(b, q.second, other.words)[both ? 1 : 0];
    if (b->failed() || (met == groups && came == others)) return {};
    return {kHostAnswer,
            absl::StrCat(met, " of ", groups, " groups saw all others, and of ",
                         "the other launch ", came, " of ", others)};
  });
}

}  // namespace

std::vector<HostCheckRow> HostConcurrentChecks() {
  return {{"host_sync.concurrent_count", Count},
          {"host_sync.concurrent_local_memory", LocalMemory},
          {"host_sync.concurrent_refused", Refused},
          {"host_sync.concurrent_valid", Valid},
          {"host_sync.concurrent_clone", Clone},
          {"host_sync.concurrent_next_to", NextTo}};
}

}  // namespace wgsync
