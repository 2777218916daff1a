// A device's statements about itself, as far as the plan depends on them.

#ifndef WGSYNC_SUITE_CORE_PLAN_CLAIMS_H_
#define WGSYNC_SUITE_CORE_PLAN_CLAIMS_H_

#include <cstdint>
#include <string>
#include <vector>

namespace wgsync {

class FieldVisitor;

struct Claims {
  // OpenCL C versions listed, as major * 100 + minor * 10 (120, 200, 300), at
  // most the highest one below 400; 0 where none of that kind is listed.
  uint32_t highest_c11 = 0;  // the highest listed of 2.0 and later; 0: none
  // Of atomics on memory, and of atomic_work_item_fence(), which has a query of
  // its own. devices/README.md has the queries.
  bool order_acq_rel = false;
  bool order_seq_cst = false;
  bool scope_device = false;
  bool fence_acq_rel = false;
  bool fence_seq_cst = false;
  bool fence_scope_device = false;
  bool is_gpu = false;
  bool is_nvidia = false;  // takes inline PTX
  uint32_t max_group_size = 0;
  uint32_t sub_group_size = 0;      // 0: not known
  uint32_t local_memory_bytes = 0;  // that one group may have; 0: not known
  uint32_t version = 0;             // of OpenCL, as 120; 0: not known
  bool queue_out_of_order = false;
  bool queue_profiling = false;
  bool concurrent_dispatch = false;  // cl_intel_concurrent_dispatch
  bool spirv = false;                // CL_DEVICE_IL_VERSION lists it
  // The names of QueueRows() that are claimed by other queries.
  std::vector<std::string> queues = {};
  bool wide_atomics = false;  // both extensions of 64-bit atomics
  // The names of MemoryKinds() that are claimed.
  std::vector<std::string> memories = {};

  // Each order and device scope, of atomics and of fences.
  void ClaimEveryOrder();

  // All of it, as a worker tells it; a claim that is missing is not made.
  void Fields(FieldVisitor& v);
};

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_PLAN_CLAIMS_H_
