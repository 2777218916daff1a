// A layer of the OpenCL ICD loader that plants faults; see README.md.
//
// Progress: a call that is to hang sleeps for ever; the process is to be
// killed.

#include <CL/cl_layer.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

#include "devices/faults/concurrent.h"
#include "devices/faults/fault_spec.h"
#include "devices/faults/fault_state.h"
#include "devices/faults/lies.h"

namespace wgsync {
namespace {

constexpr char kName[] = "wgsync fault layer";

FaultState* g_state = nullptr;

// False in a process that has not opened the device of WGSYNC_FAULT_DEVICE.
std::atomic<bool> g_here{true};

// Sees a process make a context on the device with that number on its platform.
template <typename... Rest>
void SeeContext(const cl_context_properties* /*properties*/, cl_uint count,
                const cl_device_id* devices, Rest... /*rest*/) {
  const char* const number = std::getenv(kFaultDeviceVariable);
  if (number == nullptr || count == 0 || devices == nullptr) return;
  cl_platform_id platform = nullptr;
  g_driver.clGetDeviceInfo(devices[0], CL_DEVICE_PLATFORM,
                           sizeof(cl_platform_id), &platform, nullptr);
  cl_uint all = 0;
  g_driver.clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &all);
  std::vector<cl_device_id> ids(all);
  g_driver.clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, all, ids.data(),
                          nullptr);
  const size_t i = std::strtoul(number, nullptr, 10);
  if (i < ids.size() && ids[i] == devices[0]) g_here = true;
}

// The first cl_uint of the arguments; kAnyParam where there is none.
uint32_t ParamOf() { return kAnyParam; }
template <typename First, typename... Rest>
uint32_t ParamOf(First first, Rest... rest) {
  if constexpr (std::is_same_v<First, cl_uint>) {
    return first;
  } else {
    return ParamOf(rest...);
  }
}

cl_int* CodeOf() { return nullptr; }
template <typename First, typename... Rest>
cl_int* CodeOf(First first, Rest... rest) {
  if constexpr (sizeof...(Rest) == 0 && std::is_same_v<First, cl_int*>) {
    return first;
  } else {
    return CodeOf(rest...);
  }
}

template <typename R, typename... A>
R Refuse(cl_int code, A... a) {
  if constexpr (std::is_same_v<R, cl_int>) {
    return code;
  } else if constexpr (!std::is_void_v<R>) {
    cl_int* const where = CodeOf(a...);
    if (where != nullptr) *where = code;
    return nullptr;
  }
}

// What needs no device goes on when it is lost.
bool NeedsDevice(uint32_t entry) {
  const std::string_view name = EntryPointName(entry);
  return name.find("Platform") == std::string_view::npos;
}

void Sleep(int64_t milliseconds) {
  timespec left = {};
  left.tv_sec = milliseconds / 1000;
  left.tv_nsec = milliseconds % 1000 * 1000000;
  while (nanosleep(&left, &left) != 0) {
  }
}

[[noreturn]] void DieBy(int number) {
  signal(number, SIG_DFL);
  raise(number);
  _exit(2);
}

// What the layer always does behind the driver's back, so that its own lies
// hold together.
template <uint32_t E, typename R, typename... A>
R Plain(R (*real)(A...), A... a) {
  if constexpr (E == k_clEnqueueUnmapMemObject) {
    return [real](cl_command_queue queue, cl_mem buffer, void* pointer,
                  auto... rest) {
      return real(queue, buffer, RealMapping(pointer), rest...);
    }(a...);
  } else if constexpr (E == k_clGetProgramBuildInfo) {
    return [real](cl_program program, cl_device_id device,
                  cl_program_build_info what, size_t size, void* value,
                  size_t* size_ret) {
      const std::string* const log = FakeLog(program);
      if (log == nullptr || what != CL_PROGRAM_BUILD_LOG) {
        return real(program, device, what, size, value, size_ret);
      }
      return AnswerText(*log + '\0', size, value, size_ret);
    }(a...);
  } else {
    return real(a...);
  }
}

template <uint32_t E, typename F>
struct Wrapper;

template <uint32_t E, typename R, typename... A>
struct Wrapper<E, R (*)(A...)> {
  static inline R (*real)(A...) = nullptr;

  static R CL_API_CALL Call(A... a) {
    if constexpr (E == k_clCreateContext) SeeContext(a...);
    const Shot shot = g_state->Aim(E, ParamOf(a...), g_here);
    if (shot.fault == Fault::kNone) {
      if (g_state->lost() && g_here && NeedsDevice(E)) {
        return Refuse<R>(CL_DEVICE_NOT_AVAILABLE, a...);
      }
      return Plain<E>(real, a...);
    }
    Say(std::string(EntryPointName(E)) + ", call " + std::to_string(shot.call) +
        ": " + std::string(FaultName(shot.fault)));
    g_state->Fired();
    // The kernel does not see an answer.
    if (shot.fault != Fault::kAnswer) SayAsKernel();
    switch (shot.fault) {
      case Fault::kError:
        return Refuse<R>(static_cast<cl_int>(shot.value), a...);
      case Fault::kHang:
        SleepForEver();
      case Fault::kSegv:
        DieBy(SIGSEGV);
      case Fault::kAbort:
        DieBy(SIGABRT);
      case Fault::kKill:
        DieBy(SIGKILL);
      case Fault::kExit0:
        _exit(0);
      case Fault::kSlow:
        Sleep(shot.value);
        return Plain<E>(real, a...);
      case Fault::kLost:
        g_state->Lose();
        return Refuse<R>(CL_DEVICE_NOT_AVAILABLE, a...);
      case Fault::kNone:
      case Fault::kNever:
      case Fault::kEarly:
      case Fault::kCorrupt:
      case Fault::kTruncate:
      case Fault::kDrop:
      case Fault::kLeaveOut:
      case Fault::kStatus:
      case Fault::kFail:
      case Fault::kFailLong:
      case Fault::kFailNul:
      case Fault::kFailBytes:
      case Fault::kCopy:
      case Fault::kTooLarge:
      case Fault::kUnterminated:
      case Fault::kGarbage:
      case Fault::kAnswer:
      case Fault::kNoWaits:
      case Fault::kAccept:
      case Fault::kTwice:
      case Fault::kFaults:
        break;
    }
    return Liar<E>::Tell(real, shot, a...);
  }
};

// "" where the layer is armed as the environment says.
std::string Arm() {
  const char* const text = std::getenv(kFaultVariable);
  const char* const file = std::getenv(kFaultStateVariable);
  if (text == nullptr && file == nullptr) {
    return std::string(kFaultVariable) +
           " is not set: name a fault, as clFinish:hang@5";
  }
  if (std::getenv(kFaultDeviceVariable) != nullptr) g_here = false;
  std::vector<FaultSpec> faults;
  std::string error;
  if (text != nullptr && !ParseFaults(text, &faults, &error)) {
    return std::string(kFaultVariable) + ": " + error;
  }
  g_state =
      file == nullptr ? FaultState::Private() : FaultState::Map(file, &error);
  if (g_state == nullptr)
    return std::string(kFaultStateVariable) + ": " + error;
  // A process that comes later goes on where the ones before it were.
  if (!g_state->armed()) g_state->Arm(faults);
  return "";
}

template <uint32_t E, typename F>
void WrapEntry(F cl_icd_dispatch::*member, const cl_icd_dispatch& target,
               cl_icd_dispatch* layer) {
  using Mine = Wrapper<E, F>;
  Mine::real = target.*member;
  if (Mine::real != nullptr) layer->*member = Mine::Call;
}

}  // namespace
}  // namespace wgsync

extern "C" {

CL_API_ENTRY cl_int CL_API_CALL clGetLayerInfo(cl_layer_info what, size_t size,
                                               void* value, size_t* size_ret) {
  const cl_layer_api_version version = CL_LAYER_API_VERSION_100;
  switch (what) {
    case CL_LAYER_API_VERSION:
      return wgsync::AnswerText(
          std::string(reinterpret_cast<const char*>(&version), sizeof(version)),
          size, value, size_ret);
    case CL_LAYER_NAME:
      return wgsync::AnswerText(
          std::string(wgsync::kName, sizeof(wgsync::kName)), size, value,
          size_ret);
    default:
      return CL_INVALID_VALUE;
  }
}

CL_API_ENTRY cl_int CL_API_CALL clInitLayer(cl_uint entries,
                                            const cl_icd_dispatch* target,
                                            cl_uint* entries_ret,
                                            const cl_icd_dispatch** layer_ret) {
  constexpr cl_uint kAll = sizeof(cl_icd_dispatch) / sizeof(void*);
  if (entries < kAll || target == nullptr || entries_ret == nullptr ||
      layer_ret == nullptr) {
    return CL_INVALID_VALUE;
  }
  // Whoever asks for a fault that is not planted must not get a run without it.
  std::memcpy(&wgsync::g_driver, target, sizeof(wgsync::g_driver));
  std::string why = wgsync::Arm();
  if (why.empty()) why = wgsync::AddConcurrentDispatch(&wgsync::g_driver);
  if (!why.empty()) {
    wgsync::Say(why);
    _exit(2);
  }
  static cl_icd_dispatch layer;
  layer = wgsync::g_driver;
#define WGSYNC_ENTRY_POINT(name)                              \
  wgsync::WrapEntry<wgsync::k_##name>(&cl_icd_dispatch::name, \
                                      wgsync::g_driver, &layer);
#include "devices/faults/entry_points.inc"
#undef WGSYNC_ENTRY_POINT
  *layer_ret = &layer;
  *entries_ret = kAll;
  return CL_SUCCESS;
}

// Khronos' loader of 2026 refuses a layer without these two; headers before
// that do not declare them.
CL_API_ENTRY cl_int CL_API_CALL clInitLayerWithProperties(
    cl_uint entries, const cl_icd_dispatch* target, cl_uint* entries_ret,
    const cl_icd_dispatch** layer_ret, const cl_properties* /*properties*/) {
  return clInitLayer(entries, target, entries_ret, layer_ret);
}

CL_API_ENTRY cl_int CL_API_CALL clDeinitLayer(void) { return CL_SUCCESS; }
}
