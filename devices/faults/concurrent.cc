#include "devices/faults/concurrent.h"

#include <sys/mman.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <map>
#include <mutex>
#include <set>
#include <string_view>
#include <vector>

#include "devices/faults/fault_state.h"
#include "devices/faults/lies.h"

namespace wgsync {
namespace {

constexpr cl_kernel_exec_info kDispatchType = 0x4257;
constexpr char kQuery[] = "clGetKernelMaxConcurrentWorkGroupCountINTEL";

// A launch's words, where every process finds them: the arrivals of its device
// barrier, and the rounds of each of its groups. kBarrier has both numbers.
constexpr uintptr_t kWords = 0x200000000000;
constexpr size_t kWordsALaunch = 64;
constexpr size_t kLaunches = 4096;  // at a time
constexpr size_t kMostGroups = kWordsALaunch - 4;

constexpr char kValid[] =
    "bool __attribute__((overloadable)) intel_is_device_barrier_valid(void) {\n"
    "  return WG_VALID;\n"
    "}\n";
constexpr char kBarrier[] =
    "void __attribute__((overloadable))\n"
    "intel_device_barrier(cl_mem_fence_flags flags) {\n"
    "  volatile global uint* words = (volatile global uint*)(\n"
    "      0x200000000000ul + get_global_offset(2) * 256ul);\n"
    "  barrier(flags | CLK_GLOBAL_MEM_FENCE);\n"
    "  if (get_local_id(0) + get_local_id(1) + get_local_id(2) == 0) {\n"
    "    uint group = get_group_id(1) * get_num_groups(0) + get_group_id(0);\n"
    "    uint round = atomic_inc(&words[1 + group]) + 1;\n"
    "    uint goal = round * get_num_groups(0) * get_num_groups(1);\n"
    "    atomic_inc(&words[0]);\n"
    "    while (WG_WAITS_FOR_ALL && atomic_or(&words[0], 0) < goal);\n"
    "  }\n"
    "  barrier(flags | CLK_GLOBAL_MEM_FENCE);\n"
    "}\n"
    "#if __OPENCL_C_VERSION__ >= 200\n"
    "void __attribute__((overloadable))\n"
    "intel_device_barrier(cl_mem_fence_flags flags, memory_scope scope) {\n"
    "  intel_device_barrier(flags);\n"
    "}\n"
    "#endif\n"
    "#line 1\n";

uint32_t* Words() {
  // NOLINTNEXTLINE(performance-no-int-to-ptr): the programs name it as well
  return reinterpret_cast<uint32_t*>(kWords);
}

struct KernelState {
  bool concurrent = false;
  std::map<cl_uint, size_t> local;  // bytes, by argument
};

// What the variable says, and the kernels of this process.
struct Extension {
  cl_icd_dispatch below;
  size_t groups = 0;
  std::set<std::string, std::less<>> lies;
  std::mutex mutex;
  std::map<cl_kernel, KernelState> kernels;
  bool any_concurrent = false;
  size_t launches = 0;

  bool Lies(std::string_view lie) const { return lies.count(lie) != 0; }
};

Extension& The() {
  static auto* const extension = new Extension;
  return *extension;
}

size_t Promised(cl_kernel kernel) {
  size_t bytes = 0;
  for (const auto& [index, size] : The().kernels[kernel].local) bytes += size;
  return The().groups + (bytes >= 1024 && The().Lies("more_local") ? 1 : 0);
}

cl_int CL_API_CALL Query(cl_command_queue /*queue*/, cl_kernel kernel,
                         cl_uint /*dimensions*/, const size_t* /*offset*/,
                         const size_t* local, size_t* groups) {
  const std::lock_guard<std::mutex> lock(The().mutex);
  if (groups != nullptr) *groups = Promised(kernel);
  if (The().Lies("any_query")) return CL_SUCCESS;
  return local == nullptr    ? CL_INVALID_WORK_GROUP_SIZE
         : groups == nullptr ? CL_INVALID_VALUE
                             : CL_SUCCESS;
}

void* CL_API_CALL Find(cl_platform_id platform, const char* name) {
  if (std::strcmp(name, kQuery) != 0) {
    return The().below.clGetExtensionFunctionAddressForPlatform(platform, name);
  }
  return The().Lies("no_function") ? nullptr : reinterpret_cast<void*>(Query);
}

cl_int CL_API_CALL DeviceInfo(cl_device_id device, cl_device_info what,
                              size_t size, void* value, size_t* size_ret) {
  if (what != CL_DEVICE_EXTENSIONS) {
    return The().below.clGetDeviceInfo(device, what, size, value, size_ret);
  }
  std::string text(1 << 16, '\0');
  const cl_int code =
      The().below.clGetDeviceInfo(device, what, text.size(), &text[0], nullptr);
  if (code != CL_SUCCESS) return code;
  text.resize(text.find('\0'));
  return AnswerText(text + " cl_intel_concurrent_dispatch" + '\0', size, value,
                    size_ret);
}

cl_program CL_API_CALL CreateProgram(cl_context context, cl_uint count,
                                     const char** texts, const size_t* sizes,
                                     cl_int* code) {
  std::string prefix = The().Lies("valid") ? "#define WG_VALID true\n"
                       : The().Lies("invalid")
                           ? "#define WG_VALID false\n"
                           : "#define WG_VALID "
                             "(get_global_offset(2) != 0)\n";
  prefix += The().Lies("one_through")
                ? "#define WG_WAITS_FOR_ALL (get_group_id(0) != 0)\n"
                : "#define WG_WAITS_FOR_ALL true\n";
  prefix += kValid;
  prefix += kBarrier;
  if (The().Lies("no_barrier")) prefix = "\n";
  std::vector<const char*> all = {prefix.c_str()};
  std::vector<size_t> all_sizes = {prefix.size()};
  for (cl_uint i = 0; i < count; ++i) {
    all.push_back(texts[i]);
    const bool given = sizes != nullptr && sizes[i] != 0;
    all_sizes.push_back(given ? sizes[i] : std::strlen(texts[i]));
  }
  return The().below.clCreateProgramWithSource(context, count + 1, all.data(),
                                               all_sizes.data(), code);
}

cl_kernel CL_API_CALL CreateKernel(cl_program program, const char* name,
                                   cl_int* code) {
  const cl_kernel kernel = The().below.clCreateKernel(program, name, code);
  const std::lock_guard<std::mutex> lock(The().mutex);
  The().kernels[kernel] = {};
  return kernel;
}

cl_kernel CL_API_CALL CloneKernel(cl_kernel from, cl_int* code) {
  const cl_kernel kernel = The().below.clCloneKernel(from, code);
  const std::lock_guard<std::mutex> lock(The().mutex);
  const bool forgets = The().Lies("clone_usual");
  The().kernels[kernel] = forgets ? KernelState() : The().kernels[from];
  return kernel;
}

cl_int CL_API_CALL SetArg(cl_kernel kernel, cl_uint index, size_t size,
                          const void* value) {
  {
    const std::lock_guard<std::mutex> lock(The().mutex);
    if (value == nullptr) The().kernels[kernel].local[index] = size;
  }
  return The().below.clSetKernelArg(kernel, index, size, value);
}

cl_int CL_API_CALL SetExecInfo(cl_kernel kernel, cl_kernel_exec_info what,
                               size_t size, const void* value) {
  if (what != kDispatchType) {
    return The().below.clSetKernelExecInfo(kernel, what, size, value);
  }
  if (size != sizeof(cl_uint) || value == nullptr) return CL_INVALID_VALUE;
  cl_uint type = 0;
  std::memcpy(&type, value, sizeof type);
  const std::lock_guard<std::mutex> lock(The().mutex);
  The().kernels[kernel].concurrent = type == 1;
  The().any_concurrent = The().any_concurrent || type == 1;
  return CL_SUCCESS;
}

cl_int CL_API_CALL Enqueue(cl_command_queue queue, cl_kernel kernel,
                           cl_uint dimensions, const size_t* offset,
                           const size_t* global, const size_t* local,
                           cl_uint waits, const cl_event* list,
                           cl_event* event) {
  const std::lock_guard<std::mutex> lock(The().mutex);
  const bool concurrent = The().kernels[kernel].concurrent ||
                          (The().any_concurrent && The().Lies("kernel_all"));
  if (concurrent && local == nullptr && !The().Lies("any_size")) {
    return CL_INVALID_WORK_GROUP_SIZE;
  }
  if (!concurrent || local == nullptr) {
    return The().below.clEnqueueNDRangeKernel(
        queue, kernel, dimensions, offset, global, local, waits, list, event);
  }
  size_t offsets[3] = {}, globals[3] = {1, 1, 1}, locals[3] = {1, 1, 1};
  size_t groups = 1;
  for (cl_uint i = 0; i < dimensions; ++i) {
    if (offset != nullptr) offsets[i] = offset[i];
    globals[i] = global[i];
    locals[i] = local[i];
    groups *= global[i] / local[i];
  }
  if (groups > Promised(kernel) && !The().Lies("any_count")) {
    return CL_INVALID_VALUE;
  }
  const size_t launch = 1 + The().launches++ % (kLaunches - 1);
  std::fill_n(Words() + launch * kWordsALaunch, kWordsALaunch, 0);
  offsets[2] += launch;
  return The().below.clEnqueueNDRangeKernel(queue, kernel, 3, offsets, globals,
                                            locals, waits, list, event);
}

// "" where the text is a promise with its lies.
std::string Parse(std::string_view text) {
  constexpr std::string_view kPromise = "groups=";
  constexpr std::string_view kLies[] = {
      "no_function", "no_barrier",  "any_count", "any_size",
      "any_query",   "more_local",  "valid",     "invalid",
      "one_through", "clone_usual", "kernel_all"};
  bool promised = false;
  while (!text.empty()) {
    const size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (word.substr(0, kPromise.size()) == kPromise) {
      const std::string_view number = word.substr(kPromise.size());
      const auto [last, code] = std::from_chars(
          number.data(), number.data() + number.size(), The().groups);
      promised = code == std::errc() && The().groups <= kMostGroups &&
                 last == number.data() + number.size();
    } else if (std::find(std::begin(kLies), std::end(kLies), word) !=
               std::end(kLies)) {
      The().lies.emplace(word);
    } else {
      return "'" + std::string(word) + "' is not a lie about a dispatch";
    }
  }
  return promised ? "" : "groups=N is missing, N of 60 at most";
}

}  // namespace

std::string AddConcurrentDispatch(cl_icd_dispatch* driver) {
  const char* const text = std::getenv(kFaultConcurrentVariable);
  if (text == nullptr) return "";
  const std::string why = Parse(text);
  if (!why.empty()) return std::string(kFaultConcurrentVariable) + ": " + why;
  const size_t bytes = kLaunches * kWordsALaunch * sizeof(uint32_t);
  void* const words =
      mmap(Words(), bytes, PROT_READ | PROT_WRITE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
  if (words != Words()) {
    return "the words of device barriers cannot be mapped";
  }
  std::memcpy(&The().below, driver, sizeof(*driver));
  driver->clGetExtensionFunctionAddressForPlatform = Find;
  driver->clGetDeviceInfo = DeviceInfo;
  driver->clCreateProgramWithSource = CreateProgram;
  driver->clCreateKernel = CreateKernel;
  driver->clCloneKernel = CloneKernel;
  driver->clSetKernelArg = SetArg;
  driver->clSetKernelExecInfo = SetExecInfo;
  driver->clEnqueueNDRangeKernel = Enqueue;
  return "";
}

}  // namespace wgsync
