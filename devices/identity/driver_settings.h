// The settings in a driver's configuration file: Intel's CPU runtime reads
// cl.cfg in the folder of its library, and there is no sign of it in the
// environment.
//
// Pure, but for ReadDriverSettings().

#ifndef WGSYNC_DEVICES_IDENTITY_DRIVER_SETTINGS_H_
#define WGSYNC_DEVICES_IDENTITY_DRIVER_SETTINGS_H_

#include <map>
#include <string>

#include "absl/strings/string_view.h"

namespace wgsync {

inline constexpr char kDriverSettingsFile[] = "cl.cfg";

// Name -> value, of the lines "NAME = VALUE". Left out is what the versions'
// own files differ in and no kernel feels: which devices the platform shows,
// where tbb lies on another system, marks for a profiler, and settings that say
// what is so without them (False, auto, nothing). Names and values are clean
// lines (text.h).
std::map<std::string, std::string> ParseDriverSettings(absl::string_view text);

// Those of the file in the folder of `library`; none where there is no file.
std::map<std::string, std::string> ReadDriverSettings(
    const std::string& library);

}  // namespace wgsync

#endif  // WGSYNC_DEVICES_IDENTITY_DRIVER_SETTINGS_H_
