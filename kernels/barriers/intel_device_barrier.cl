// The driver's own barrier of all work-items of a grid, which is valid in a
// concurrent dispatch alone. Each work-item calls it, as work_group_barrier().
//
// WG_DECLARED: with declarations of one's own, for a compiler that links the
// function and does not declare it. WG_SCOPED: the form that names its scope.
//
// Source: cl_intel_concurrent_dispatch 0.9.0, "Device Barrier Functions".
// Memory ordering: that of work_group_barrier() with the same flags, at device
// scope, for all work-items of the grid.
// Progress: every group must be resident, which a concurrent dispatch promises.
// The function is the driver's: no wait of it can be bounded or looked at.

// Litmus: 4 groups at most, as barriers/counter_per_group; one round, of the
// function.

#ifdef WG_DECLARED
#ifdef WG_SCOPED
void __attribute__((overloadable))
intel_device_barrier(cl_mem_fence_flags flags, memory_scope scope);
#else
void __attribute__((overloadable))
intel_device_barrier(cl_mem_fence_flags flags);
#endif
#endif

static inline void wg_barrier(wg_ctx* c, uint round) {
#if WG_WAITS == WG_WAITS_REMOVED
  barrier(CLK_GLOBAL_MEM_FENCE);
#elif defined(WG_SCOPED)
  intel_device_barrier(CLK_GLOBAL_MEM_FENCE, memory_scope_device);
#else
  intel_device_barrier(CLK_GLOBAL_MEM_FENCE);
#endif
}
