// A probe: a C program that a library takes in, and that says at its start
// whether the device at hand may synchronize the work-groups of a kernel.

#ifndef WGSYNC_REPORTS_EXPORT_PROBE_H_
#define WGSYNC_REPORTS_EXPORT_PROBE_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace wgsync {

// What can be asked for: the names that `wgsync can` has for these.
std::vector<std::string> ProbeNames();

// The header that the probe and its caller include.
std::string ProbeHeader();

// The probe for one of the names, which includes the header by this file name:
// C99 that calls OpenCL 1.2 alone. Its waits on the device are bounded. The
// algorithm of the residency: Sorensen et al. 2016, "Portable inter-workgroup
// barrier synchronisation for GPUs".
std::string ProbeProgram(absl::string_view name, absl::string_view header);

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_EXPORT_PROBE_H_
