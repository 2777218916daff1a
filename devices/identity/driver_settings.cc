#include "devices/identity/driver_settings.h"

#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "suite/core/base/clean_text.h"
#include "suite/core/base/read_file.h"

namespace wgsync {
namespace {

bool SaysNothing(absl::string_view name, absl::string_view value) {
  if (value.empty() || absl::EqualsIgnoreCase(value, "false") ||
      absl::EqualsIgnoreCase(value, "auto")) {
    return true;
  }
  return name == "CL_CONFIG_DEVICES" ||
         absl::StartsWith(name, "CL_CONFIG_TBB_VERSION") ||
         absl::StartsWith(name, "CL_CONFIG_TBB_DLL_PATH") ||
         absl::StartsWith(name, "CL_GPA_");
}

}  // namespace

std::map<std::string, std::string> ParseDriverSettings(absl::string_view text) {
  std::map<std::string, std::string> settings;
  for (const absl::string_view line : absl::StrSplit(text, '\n')) {
    if (absl::StartsWith(absl::StripLeadingAsciiWhitespace(line), "#")) {
      continue;
    }
    const std::pair<absl::string_view, absl::string_view> parts =
        absl::StrSplit(line, absl::MaxSplits('=', 1));
    const std::string name = CleanLine(parts.first);
    const std::string value = CleanLine(parts.second);
    if (!name.empty() && !SaysNothing(name, value)) settings[name] = value;
  }
  return settings;
}

std::map<std::string, std::string> ReadDriverSettings(
    const std::string& library) {
  return ParseDriverSettings(ReadIfThere(absl::StrCat(
      library.substr(0, library.rfind('/') + 1), kDriverSettingsFile)));
}

}  // namespace wgsync
