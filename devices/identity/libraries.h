// The shared libraries of a driver, as this process has them mapped.

#ifndef WGSYNC_DEVICES_IDENTITY_LIBRARIES_H_
#define WGSYNC_DEVICES_IDENTITY_LIBRARIES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "devices/driver/opencl.h"

namespace wgsync {

struct DriverLibrary {
  std::string path;    // with " (deleted)" where the file was replaced since
  std::string sha256;  // "" where the file cannot be read
  uint64_t bytes = 0;
};

// The files that this process has mapped executable, sorted by path and each
// read once, but for: this program and what it is linked to other than the
// OpenCL loader, the C and C++ runtimes, what belongs to other platforms'
// drivers as far as the libraries' own lists of what they need tell, and the
// kernels that a driver compiled into its cache.
std::vector<DriverLibrary> DriverLibraries(const cl::Device& device);

// Whether a library of this file name is a part of the C or C++ runtime.
bool IsRuntimeLibrary(absl::string_view file_name);

}  // namespace wgsync

#endif  // WGSYNC_DEVICES_IDENTITY_LIBRARIES_H_
