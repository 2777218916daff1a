#include "suite/core/plan/claims.h"

#include "suite/core/base/field_visitor.h"

namespace wgsync {

void Claims::ClaimEveryOrder() {
  order_acq_rel = order_seq_cst = scope_device = true;
  fence_acq_rel = fence_seq_cst = fence_scope_device = true;
}

void Claims::Fields(FieldVisitor& v) {
  v.Added("highest_c11", &highest_c11);
  v.Added("order_acq_rel", &order_acq_rel);
  v.Added("order_seq_cst", &order_seq_cst);
  v.Added("scope_device", &scope_device);
  v.Added("fence_acq_rel", &fence_acq_rel);
  v.Added("fence_seq_cst", &fence_seq_cst);
  v.Added("fence_scope_device", &fence_scope_device);
  v.Added("is_gpu", &is_gpu);
  v.Added("is_nvidia", &is_nvidia);
  v.Added("max_group_size", &max_group_size);
  v.Added("sub_group_size", &sub_group_size);
  v.Added("local_memory_bytes", &local_memory_bytes);
  v.Added("version", &version);
  v.Added("queue_out_of_order", &queue_out_of_order);
  v.Added("queue_profiling", &queue_profiling);
  v.Added("concurrent_dispatch", &concurrent_dispatch);
  v.Added("spirv", &spirv);
  v.Added("queues", &queues);
  v.Added("wide_atomics", &wide_atomics);
  v.Added("memories", &memories);
}

}  // namespace wgsync
