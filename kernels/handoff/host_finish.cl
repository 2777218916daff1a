// Each group sums its part of the elements and stores one partial sum; the host
// adds them when the kernel has ended. Without waits group 0 adds them in the
// host's place, before its own part: that is the control.
//
// Source: seed texts on synchronization between work-groups: the second way.
// With WG_IN_STEP a group sums as in Harris 2007, "Optimizing parallel
// reduction in CUDA": its last steps, by 32 work-items, have no work-group
// barrier.
// Memory ordering: the end of the kernel's alone.
// Progress: no group waits.

// Litmus: 4 groups at most, as barriers/kernel_boundary; the host adds when the
// kernel has ended, and no group waits.

#ifdef WG_IN_STEP
// The sum of what the work-items of a group bring, for all of them, in 64 words
// of local memory. Right only where the first 32 work-items go in step: each
// takes what its neighbour has stored in the step before.
static inline uint wg_sum_in_step(wg_ctx* c, uint value) {
  volatile __local uint* sums = c->shared;
  for (uint i = c->lid; i < 64u; i += c->size) sums[i] = 0u;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(sums + c->lid % 64u, value);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (c->lid < 32u) {
    sums[c->lid] += sums[c->lid + 32u];
    sums[c->lid] += sums[c->lid + 16u];
    sums[c->lid] += sums[c->lid + 8u];
    sums[c->lid] += sums[c->lid + 4u];
    sums[c->lid] += sums[c->lid + 2u];
    sums[c->lid] += sums[c->lid + 1u];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  return sums[0];
}
#endif

static inline void wg_reduce(wg_ctx* c, uint round) {
  const uint region = c->elements + round * (c->n + 1u);
#if WG_WAITS == WG_WAITS_REMOVED
  uint all = 0u;
  if (c->g == 0u && c->lid == 0u) {
    for (uint g = 1u; g < c->n; ++g) all += wg_payload_load(c, region + g);
  }
#endif
  wg_uneven(c, round);  // group 0 may be the late one
  uint sum = 0u;
  for (uint i = c->g * c->size + c->lid; i < c->elements; i += c->n * c->size) {
    sum += wg_payload_load(c, i);
    wg_has_read(c, 1u);
  }
#ifdef WG_IN_STEP
  const uint total = wg_sum_in_step(c, sum);
#else
  const uint total = wg_group_sum(c, sum);
#endif
  if (c->lid == 0u) {
    wg_payload_store(c, region + c->g, total);
#if WG_WAITS == WG_WAITS_REMOVED
    if (c->g == 0u) wg_payload_store(c, region + c->n, all + total);
#endif
  }
}
