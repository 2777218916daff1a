// Drivers that promise what cl_intel_concurrent_dispatch has, and keep it or
// not: each with a case and the verdict that must come of it, written down
// before it was run.

#ifndef WGSYNC_SUITE_PROOF_PLANTED_DISPATCH_FAULTS_H_
#define WGSYNC_SUITE_PROOF_PLANTED_DISPATCH_FAULTS_H_

#include "absl/types/span.h"

namespace wgsync {

// The processor below runs so many groups at the same time.
inline constexpr char kDispatchThreads[] = "2";

struct DispatchFault {
  const char* id;
  // Of kFaultConcurrentVariable: devices/faults/concurrent.h.
  const char* driver;
  // VerdictText(), or several in the form "a | b".
  const char* want;
  // A part of the evidence or of the reason, in the same form.
  const char* says;
  const char* why;  // the rule that the verdict follows from
  // CI runs it: fault_dispatch_test. The rest is nightly.
  bool quick = false;
};

// For each case a driver that is right, and at least one that is not. Each
// verdict but pass and unsupported is a violation.
absl::Span<const DispatchFault> DispatchFaults();

}  // namespace wgsync

#endif  // WGSYNC_SUITE_PROOF_PLANTED_DISPATCH_FAULTS_H_
