// The kernel of a hand-off's case: in each round one group publishes and the
// others await it. A workload defines wg_writes(), wg_warms() and wg_reads().
//
// Memory ordering: the primitive's.
// Progress: the primitive's.

__kernel void wgsync_case(WG_ARGUMENTS) {
  WG_BEGIN(c)
  if (mode == WG_MODE_DISCOVER) {
    wg_discover(&c);
    return;
  }
  wg_started(&c);
  const bool writer = c.g == wg_writer(&c);
  for (uint r = 0u; r < rounds; ++r) {
    if (writer) {
      wg_writes(&c, r);
    } else {
      wg_warms(&c, r);
    }
    barrier(CLK_GLOBAL_MEM_FENCE);
    // Two branches, not an else: PoCL 3.1's compiler dies of the other form
    // where a plain poll has become an endless loop.
    if (c.lid == 0u && writer) wg_publish(&c, r);
    if (c.lid == 0u && !writer) wg_await(&c, r);
    wg_close(&c);
    wg_group_closed(&c, c.g);
    if (!writer) wg_reads(&c, r);
  }
  wg_ended(&c);
}
