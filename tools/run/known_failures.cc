#include "tools/run/known_failures.h"

#include "suite/core/record/run_facts.h"

namespace wgsync {

DeviceOverview FailuresOf(const Run& run, const BindMask& bind,
                          absl::Span<const DeviceExpectations> files) {
  DeviceOverview of;
  of.run = &run;
  of.has_file = !FilesFor(RunDeviceName(run), files).empty();
  for (const CaseResult& r : run.results) {
    if (!Fails(r.binds, bind)) continue;
    const bool known = !WhyKnown(run, r, files).empty();
    (known ? of.known : of.fresh).push_back(&r);
  }
  return of;
}

}  // namespace wgsync
