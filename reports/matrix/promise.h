// The groups that a driver promises to run at the same time
// (cl_intel_concurrent_dispatch), next to what a run has seen of them. Pure.

#ifndef WGSYNC_REPORTS_MATRIX_PROMISE_H_
#define WGSYNC_REPORTS_MATRIX_PROMISE_H_

#include <cstdint>
#include <string>

#include "suite/core/record/run_log.h"

namespace wgsync {

// Whether a case is of a concurrent dispatch on the usual queue, by its id.
bool IsConcurrent(const std::string& id);

// One kind of barrier in concurrent dispatches.
struct BarrierSeen {
  uint64_t most = 0;  // the groups of the largest grid on which it was right
  // The smallest grid that fails as a violation, if one does.
  const CaseResult* fails = nullptr;
};

// Of barriers on groups of one size, the first of the run.
struct Promise {
  uint32_t group_size = 0;
  uint32_t promised = 0;   // the fewest of a kernel; 0: nothing is known
  uint32_t residency = 0;  // measured; 0: not known
  BarrierSeen counter;     // of the suite's barriers
  BarrierSeen device;      // the driver's own

  const CaseResult* fails() const {
    return counter.fails != nullptr ? counter.fails : device.fails;
  }
  bool broken() const { return fails() != nullptr; }
  // All groups that are promised have met.
  bool kept() const {
    return promised != 0 && !broken() && counter.most >= promised;
  }
};
// `run` must outlive it.
Promise PromiseOf(const Run& run);

// "barrier: promised up to 32 groups of 64 by cl_intel_concurrent_dispatch; 2
// resident; counter barrier seen up to 2, hangs at 3: violation; ..."; empty if
// nothing is promised.
std::string PromiseLine(const Promise& p);

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_MATRIX_PROMISE_H_
