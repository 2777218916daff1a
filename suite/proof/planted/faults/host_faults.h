// Drivers that do not keep what the host was promised: each fault with the host
// check that it breaks and the verdict that must come of it, written down
// before it was run.

#ifndef WGSYNC_SUITE_PROOF_PLANTED_HOST_FAULTS_H_
#define WGSYNC_SUITE_PROOF_PLANTED_HOST_FAULTS_H_

#include "absl/types/span.h"

namespace wgsync {

struct HostFault {
  const char* id;    // of the host check
  const char* spec;  // for ParseFaults(), devices/faults/fault_spec.h
  const char* want;  // VerdictText()
  const char* why;   // the rule that the verdict follows from
  // Without the fault, on PoCL, where the rows run. If it is not "pass",
  // the fault must lead to another verdict.
  const char* without = "pass";
  // CI runs it: fault_host_test. The rest is nightly.
  bool quick = false;
};

absl::Span<const HostFault> HostFaults();

}  // namespace wgsync

#endif  // WGSYNC_SUITE_PROOF_PLANTED_HOST_FAULTS_H_
