#include "suite/core/record/variables.h"

#include <algorithm>
#include <cstdlib>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "nlohmann/json.hpp"

namespace wgsync {
namespace {

constexpr absl::string_view kSecretWords[] = {
    "TOKEN",   "KEY",  "SECRET", "PASS", "AUTH", "COOKIE",
    "PRIVATE", "CRED", "BEARER", "PWD",  "PIN"};

constexpr absl::string_view kPrefixes[] = {
    "POCL_", "CL_",  "OCL_ICD_", "OPENCL_", "OCLGRIND_", "CUDA_", "NEO_",
    "IGC_",  "AMD_", "GPU_",     "HSA_",    "ROCR_",     "MESA_", "RUSTICL_",
    "LP_",   "TBB_", "GALLIUM_", "SYCL_",   "DPCPP_"};

// As the drivers' documents name them, and, of Intel's CPU runtime, as its
// cl.cfg does.
constexpr absl::string_view kKnown[] = {
    "AMD_DIRECT_DISPATCH",
    "AMD_LOG_LEVEL",
    "AMD_LOG_MASK",
    "AMD_OCL_BUILD_OPTIONS",
    "AMD_OCL_BUILD_OPTIONS_APPEND",
    "AMD_SERIALIZE_COPY",
    "AMD_SERIALIZE_KERNEL",
    "CL_CONFIG_CHANNEL_DEPTH_EMULATION_MODE",
    "CL_CONFIG_CPU_EXPENSIVE_MEM_OPT",
    "CL_CONFIG_CPU_FORCE_LOCAL_MEM_SIZE",
    "CL_CONFIG_CPU_FORCE_MAX_MEM_ALLOC_SIZE",
    "CL_CONFIG_CPU_FORCE_PRIVATE_MEM_SIZE",
    "CL_CONFIG_CPU_FORCE_WORK_GROUP_SIZE",
    "CL_CONFIG_CPU_RT_LOOP_UNROLL_FACTOR",
    "CL_CONFIG_CPU_STREAMING_ALWAYS",
    "CL_CONFIG_CPU_SUBDEVICES_SUPPORTED",
    "CL_CONFIG_CPU_TARGET_ARCH",
    "CL_CONFIG_CPU_TBB_NUM_WORKERS",
    "CL_CONFIG_CPU_VECTORIZER_MODE",
    "CL_CONFIG_CPU_VECTORIZER_TYPE",
    "CL_CONFIG_DEVICES",
    "CL_CONFIG_USE_VECTORIZER",
    "CL_LOG_ERRORS",
    "CUDA_DEVICE_MAX_CONNECTIONS",
    "CUDA_DEVICE_ORDER",
    "CUDA_DISABLE_PTX_JIT",
    "CUDA_FORCE_PTX_JIT",
    "CUDA_LAUNCH_BLOCKING",
    "CUDA_MODULE_LOADING",
    "CUDA_VISIBLE_DEVICES",
    "GALLIUM_DRIVER",
    "GALLIUM_OVERRIDE_CPU_CAPS",
    "GPU_DEVICE_ORDINAL",
    "GPU_ENABLE_COOP_GROUPS",
    "GPU_ENABLE_LC",
    "GPU_ENABLE_WAVE32_MODE",
    "GPU_ENABLE_WGP_MODE",
    "GPU_MAX_ALLOC_PERCENT",
    "GPU_MAX_COMMAND_QUEUES",
    "GPU_MAX_HEAP_SIZE",
    "GPU_MAX_HW_QUEUES",
    "GPU_MAX_WORKGROUP_SIZE",
    "GPU_NUM_COMPUTE_RINGS",
    "GPU_SINGLE_ALLOC_PERCENT",
    "HSA_CU_MASK",
    "HSA_ENABLE_DEBUG",
    "HSA_ENABLE_INTERRUPT",
    "HSA_ENABLE_SDMA",
    "HSA_NO_SCRATCH_RECLAIM",
    "HSA_OVERRIDE_GFX_VERSION",
    "HSA_XNACK",
    "IGC_DisableLoopUnroll",
    "IGC_EnableOptReportPrivateMemoryToSLM",
    "IGC_ForceOCLSIMDWidth",
    "IGC_ShaderDumpEnable",
    "LD_LIBRARY_PATH",
    "LD_PRELOAD",
    "LP_DEBUG",
    "LP_NATIVE_VECTOR_WIDTH",
    "LP_NUM_THREADS",
    "LP_PERF",
    "MESA_DEBUG",
    "MESA_LOADER_DRIVER_OVERRIDE",
    "MESA_SHADER_CACHE_DISABLE",
    "NEO_FP64_EMULATION",
    "NEO_L0_DISABLE_CCS",
    "OCLGRIND_BUILD_OPTIONS",
    "OCLGRIND_CHECK_API",
    "OCLGRIND_COMPUTE_UNITS",
    "OCLGRIND_CONSTANT_MEM_SIZE",
    "OCLGRIND_DATA_RACES",
    "OCLGRIND_LOCAL_MEM_SIZE",
    "OCLGRIND_LOG",
    "OCLGRIND_MAX_WGSIZE",
    "OCLGRIND_NUM_THREADS",
    "OCLGRIND_PLUGINS",
    "OCLGRIND_QUICK",
    "OCLGRIND_UNINITIALIZED",
    "OCLGRIND_UNIQUE_WRITES",
    "OCL_ICD_DEBUG",
    "OCL_ICD_DEFAULT_PLATFORM",
    "OCL_ICD_ENABLE_TRACE",
    "OCL_ICD_FILENAMES",
    "OCL_ICD_PLATFORM_SORT",
    "OCL_ICD_VENDORS",
    "OPENCL_LAYERS",
    "OPENCL_LAYER_PATH",
    "OPENCL_VENDOR_PATH",
    "POCL_AFFINITY",
    "POCL_BINARY_SPECIALIZE_WG",
    "POCL_CPU_LOCAL_MEM_SIZE",
    "POCL_CPU_MAX_CU_COUNT",
    "POCL_CPU_VENDOR_ID_OVERRIDE",
    "POCL_DEBUG",
    "POCL_DEVICES",
    "POCL_DRIVER_VERSION_OVERRIDE",
    "POCL_EXTRA_BUILD_FLAGS",
    "POCL_IMPLICIT_FINALIZATION",
    "POCL_KERNEL_CACHE",
    "POCL_LEAVE_KERNEL_COMPILER_TEMP_FILES",
    "POCL_LLVM_ALWAYS_INLINE",
    "POCL_LLVM_VERIFY",
    "POCL_MAX_COMPUTE_UNITS",
    "POCL_MAX_PTHREAD_COUNT",
    "POCL_MAX_WORK_GROUP_SIZE",
    "POCL_MEMORY_LIMIT",
    "POCL_OFFLINE_COMPILE",
    "POCL_PATH_CLANG",
    "POCL_PATH_LLVM_LINK",
    "POCL_SIGFPE_HANDLER",
    "POCL_SIGUSR2_HANDLER",
    "POCL_SPECIALIZE_LAUNCHES",
    "POCL_STARTUP_DELAY",
    "POCL_TRACING",
    "POCL_VECTORIZER_FORCE_VECTOR_WIDTH",
    "POCL_VECTORIZER_REMARKS",
    "POCL_WORK_GROUP_METHOD",
    "ROCR_VISIBLE_DEVICES",
    "RUSTICL_DEBUG",
    "RUSTICL_DEVICE_TYPE",
    "RUSTICL_ENABLE",
    "RUSTICL_FEATURES",
    "SYCL_DEVICE_FILTER",
    "TBB_MALLOC_USE_HUGE_PAGES",
    "TBB_VERSION",
};

// Of the known ones, those that name code to load or options of a compiler.
constexpr absl::string_view kLoadsCode[] = {
    "AMD_OCL_BUILD_OPTIONS",  "AMD_OCL_BUILD_OPTIONS_APPEND",
    "LD_LIBRARY_PATH",        "LD_PRELOAD",
    "OCLGRIND_PLUGINS",       "OCL_ICD_FILENAMES",
    "OCL_ICD_VENDORS",        "OPENCL_LAYERS",
    "OPENCL_LAYER_PATH",      "OPENCL_VENDOR_PATH",
    "POCL_EXTRA_BUILD_FLAGS", "POCL_PATH_CLANG",
    "POCL_PATH_LLVM_LINK"};

// Whether the home's path may begin after this text: it is not part of a longer
// one. "-I" may come before it.
bool PathBegins(absl::string_view before) {
  const size_t word = before.find_last_of(" \t\n\"'`:,;=()[]<>|") + 1;
  before.remove_prefix(word);
  return before.find_first_not_of('/') == before.npos ||
         !absl::StrContains(before, '/');
}

bool PathEnds(absl::string_view after) {
  return after.empty() || !(absl::ascii_isalnum(after[0]) || after[0] == '_' ||
                            after[0] == '-' || after[0] == '.');
}

bool IsCache(absl::string_view name) {
  return std::any_of(std::begin(kDriverCaches), std::end(kDriverCaches),
                     [&](const DriverCache& c) { return name == c.variable; });
}

}  // namespace

VariableUse UseOf(absl::string_view name) {
  const std::string upper = absl::AsciiStrToUpper(name);
  const bool secret = std::any_of(
      std::begin(kSecretWords), std::end(kSecretWords),
      [&](absl::string_view word) { return absl::StrContains(upper, word); });
  if (secret || IsCache(name)) return VariableUse::kNone;
  if (absl::c_linear_search(kKnown, name)) return VariableUse::kValue;
  const bool by_prefix = std::any_of(
      std::begin(kPrefixes), std::end(kPrefixes),
      [&](absl::string_view p) { return absl::StartsWith(name, p); });
  return by_prefix ? VariableUse::kName : VariableUse::kNone;
}

std::string RecordedValue(absl::string_view name, absl::string_view value) {
  // A digest of a short value would be found in a list of such values.
  return UseOf(name) == VariableUse::kValue ? std::string(value) : "(set)";
}

bool MayBePasted(absl::string_view name, absl::string_view value) {
  return UseOf(name) == VariableUse::kValue &&
         !absl::c_linear_search(kLoadsCode, name) &&
         absl::c_none_of(
             value, [](unsigned char c) { return absl::ascii_iscntrl(c); });
}

std::string HomeFolder() {
  const char* set = std::getenv("HOME");
  std::string home = set == nullptr ? "" : set;
  while (!home.empty() && home.back() == '/') home.pop_back();
  return home.empty() || home[0] != '/' ? "" : home;
}

std::string WithoutHome(absl::string_view text, const std::string& home) {
  if (home.empty()) return std::string(text);
  std::string out;
  for (;;) {
    const size_t at = text.find(home);
    if (at == absl::string_view::npos) return absl::StrCat(out, text);
    absl::StrAppend(&out, text.substr(0, at));
    text.remove_prefix(at + home.size());
    out += PathBegins(out) && PathEnds(text) ? "~" : home;
  }
}

void RemoveHome(const std::string& home, nlohmann::json* value) {
  if (home.empty()) return;
  if (value->is_string()) {
    std::string& text = value->get_ref<std::string&>();
    if (absl::StrContains(text, home)) text = WithoutHome(text, home);
  } else if (value->is_structured()) {
    for (nlohmann::json& element : *value) RemoveHome(home, &element);
  }
}

}  // namespace wgsync
