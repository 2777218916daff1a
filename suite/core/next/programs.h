// The programs that a case will need, so that they can be built before it runs.

#ifndef WGSYNC_SUITE_CORE_NEXT_PROGRAMS_H_
#define WGSYNC_SUITE_CORE_NEXT_PROGRAMS_H_

#include <vector>

#include "suite/core/launch/device_model.h"
#include "suite/core/launch/program_spec.h"
#include "suite/core/plan/case.h"
#include "suite/core/record/device_profile.h"

namespace wgsync {

// All of these are empty where the device lacks something for the case, and for
// a host check.

// With the board, if there is one, without, and the control's; in this order.
std::vector<ProgramSpec> ProgramsOf(const Case& c, WaitMode mode,
                                    const DeviceProfile& profile,
                                    const DeviceModel& model);
// Those that it will need in some events: of its weakened twins, and of the
// differences that explain a wrong payload or a poll that hangs.
std::vector<ProgramSpec> LaterProgramsOf(const Case& c, WaitMode mode,
                                         const DeviceProfile& profile,
                                         const DeviceModel& model);
// Of all of these the ones that a pass needs on a CPU.
std::vector<ProgramSpec> NeededProgramsOf(const Case& c, WaitMode mode,
                                          const DeviceProfile& profile,
                                          const DeviceModel& model);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_NEXT_PROGRAMS_H_
