// What a process has mapped, read from the text of /proc/self/maps.

#ifndef WGSYNC_DEVICES_IDENTITY_MAPPINGS_H_
#define WGSYNC_DEVICES_IDENTITY_MAPPINGS_H_

#include <set>
#include <string>

#include "absl/strings/string_view.h"

namespace wgsync {

// The files that are mapped executable, as the text names them, but for
// devices and memory that only looks like a file.
std::set<std::string> ExecutableFiles(absl::string_view maps);

}  // namespace wgsync

#endif  // WGSYNC_DEVICES_IDENTITY_MAPPINGS_H_
