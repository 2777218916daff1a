// How many work-groups a device should hold at once, from what it says of
// itself and of a kernel. Beside the residency that is measured; nothing rests
// on it. Pure.

#ifndef WGSYNC_SUITE_CORE_LAUNCH_OCCUPANCY_H_
#define WGSYNC_SUITE_CORE_LAUNCH_OCCUPANCY_H_

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"

namespace wgsync {

class FieldVisitor;

// Answers of the device; 0 where it has none.
struct DeviceLimits {
  bool is_gpu = false;
  uint32_t compute_units = 0;
  uint32_t max_group_size = 0;
  uint64_t local_memory_bytes = 0;  // that one group may have
  // cl_nv_device_attribute_query
  uint32_t warp_size = 0;
  uint32_t registers_per_block = 0;
  uint32_t capability = 0;  // compute capability, 90 for 9.0
  void Fields(FieldVisitor& v);
};

// Answers of the device for one kernel.
struct KernelNeeds {
  uint64_t local_bytes = 0;
  uint64_t private_bytes = 0;  // of a work-item
  uint32_t max_group_size = 0;
  uint32_t preferred_multiple = 0;
  uint32_t registers = 0;  // of a work-item; 0: nobody says
  // That the driver promises to run at the same time in a concurrent dispatch
  // (cl_intel_concurrent_dispatch), in groups of the size that was asked for.
  uint32_t concurrent_groups = 0;
  void Fields(FieldVisitor& v);
};

struct Prediction {
  uint64_t groups = 0;  // 0: nothing known
  // "132 compute units x 4: local memory limits (32 groups, 8 by threads, 4 by
  // local memory)"
  std::string why;
};

// By what OpenCL alone says. A CPU runs one group a compute unit. A GPU's unit
// holds at least as much as one group may have, so this is a lower bound there.
Prediction PredictByClaims(const DeviceLimits& device,
                           const KernelNeeds& kernel, uint32_t group_size);

// By the occupancy rule of the GPU's architecture, as its maker has published
// it; nothing where the architecture is not known.
Prediction PredictByArchitecture(const DeviceLimits& device,
                                 const KernelNeeds& kernel,
                                 uint32_t group_size);

// The registers of a work-item in a compiler's log ("Used 34 registers"), the
// most where there are several; 0 where there are none.
uint32_t RegistersOfLog(absl::string_view log);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_LAUNCH_OCCUPANCY_H_
