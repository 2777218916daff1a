// What the groups of a kernel do, one access after the other, and whether the
// program at its head does the same.

#ifndef WGSYNC_SUITE_PROOF_PROGRAMS_KERNEL_TRACE_TESTING_H_
#define WGSYNC_SUITE_PROOF_PROGRAMS_KERNEL_TRACE_TESTING_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "devices/driver/launch.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/launch/launch_spec.h"
#include "suite/core/litmus/program_text.h"

namespace wgsync {

// recorder.cl has the fields.
struct TraceEvent {
  uint32_t group, operation, word, held;
};

// Runs the primitive with one work-item in each group, by acquire and release
// with the device fence. The groups take turns, one access each.
class TracedKernel {
 public:
  static absl::StatusOr<TracedKernel> Build(const Primitive& p);
  absl::StatusOr<std::vector<TraceEvent>> Run(uint32_t groups, uint32_t rounds);

 private:
  TracedKernel(const LaunchSpec& spec, LaunchQueue queue, cl::Kernel kernel)
      : spec_(spec), queue_(std::move(queue)), kernel_(std::move(kernel)) {}

  LaunchSpec spec_;
  LaunchQueue queue_;
  cl::Kernel kernel_;
};

// The first event that the program of these groups cannot do, with what it does
// instead; "" if it does all that there is, and ends. `order` has the kernel's
// group of each of the program's. Each word of the kernel is one of the
// program's, and gets a new value where that one does. An access to the payload
// is matched by its kind alone, between the same accesses to words; the kernel
// may have more of them. With `each` a fence that the kernel has for each of
// several words is one of the program's.
std::string TraceDifference(const std::vector<TraceEvent>& events,
                            const litmus::Program& program,
                            const std::vector<size_t>& order, bool each);

// The orders that tell poll, signal and both from each other.
extern const litmus::CaseOrders kOrdersApart;

}  // namespace wgsync

#endif  // WGSYNC_SUITE_PROOF_PROGRAMS_KERNEL_TRACE_TESTING_H_
