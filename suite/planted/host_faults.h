// Drivers that do not keep what the host was promised: each fault with the host
// check that it breaks and the verdict that must come of it, written down
// before it was run.

#ifndef WGSYNC_SUITE_PLANTED_HOST_FAULTS_H_
#define WGSYNC_SUITE_PLANTED_HOST_FAULTS_H_

#include "absl/types/span.h"

namespace wgsync {

struct HostFault {
  const char* id;    // of the host check
  const char* spec;  // for ParseFaults(), devices/faults/fault_spec.h
  const char* want;  // VerdictText()
  const char* why;   // the rule that the verdict follows from
};

absl::Span<const HostFault> HostFaults();

// The host checks of the catalog for which no fault is planted yet. A new check
// needs a row in HostFaults(), not here.
absl::Span<const char* const> HostChecksWithoutFault();

}  // namespace wgsync

#endif  // WGSYNC_SUITE_PLANTED_HOST_FAULTS_H_
