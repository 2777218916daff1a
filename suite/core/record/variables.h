// The environment variables that steer OpenCL drivers: which of them a run
// writes down, and how. One list for who records them and for who prints a
// command that sets them again.
//
// Pure, but for HomeFolder().

#ifndef WGSYNC_SUITE_CORE_RECORD_VARIABLES_H_
#define WGSYNC_SUITE_CORE_RECORD_VARIABLES_H_

#include <string>

#include "absl/strings/string_view.h"
#include "nlohmann/json_fwd.hpp"

namespace wgsync {

enum class VariableUse {
  kNone,   // does not steer a driver, only says where one keeps what it has
           // compiled, or may hold a secret
  kName,   // a driver's by its prefix alone, whose value may be anything
  kValue,  // a known driver's
};

// A cache of a driver: the variable of the environment that names its folder,
// and the folder's name in the scratch folder of a run, which sets it anew.
struct DriverCache {
  const char* variable;
  const char* folder;
};
inline constexpr DriverCache kDriverCaches[] = {
    {"POCL_CACHE_DIR", "pocl"},        {"CUDA_CACHE_PATH", "cuda"},
    {"MESA_SHADER_CACHE_DIR", "mesa"}, {"NEO_CACHE_DIR", "neo"},
    {"AMD_COMGR_CACHE_DIR", "comgr"},
};

// By the name. A name with TOKEN, KEY, SECRET, PASS, CRED, PIN and the like in
// it is kNone, whatever else it is.
VariableUse UseOf(absl::string_view name);

// What a run writes down as the value: the value, or "(set)" for kName. Not for
// kNone.
std::string RecordedValue(absl::string_view name, absl::string_view value);

// Whether a command to paste may set it to the value. Not LD_PRELOAD,
// OCL_ICD_VENDORS and the like, which are recorded: a stranger's command would
// load a stranger's code. And no value with a control character.
bool MayBePasted(absl::string_view name, absl::string_view value);

// The user's home folder without a slash at its end; "" if HOME is unset or
// the root.
std::string HomeFolder();

// `text` with ~ in place of the folder `home`, wherever a path begins with it.
std::string WithoutHome(absl::string_view text, const std::string& home);

// Each string of the value so.
void RemoveHome(const std::string& home, nlohmann::json* value);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_RECORD_VARIABLES_H_
