// The kernel of a hand-off's case: in each round one group publishes and the
// others await it. A workload defines wg_comes_late() for the writer, and
// wg_writes(), wg_warms() and wg_reads(), in which no work-group barrier
// stands: PoCL 3.1 then lets every work-item run what only the first one
// should. A primitive in which groups wait for nobody says by WG_BYSTANDER()
// which ones; they read nothing.
//
// Memory ordering: the primitive's.
// Progress: the primitive's.

__kernel void wgsync_case(WG_ARGUMENTS) {
  WG_ENTER(c)
  wg_started(&c);
  for (uint r = 0u; r < rounds; ++r) {
    // The mask is 0: this keeps compilers from making one loop for the writer
    // and one for the readers, whose work-group barriers PoCL 3.1 then
    // confuses.
    const bool writer = c.g == wg_writer(&c) + (r & mask);
    if (c.lid == 0u) {
      if (writer) wg_comes_late(&c, r);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (writer) {
      wg_writes(&c, r);
    } else {
      wg_warms(&c, r);
    }
    wg_open();
    // One branch on the work-item around one on the group: of two conditions
    // joined by && PoCL 3.1 loses the writer's.
    if (c.lid == 0u) {
      if (writer) {
        wg_publish(&c, r);
      } else {
        wg_await(&c, r);
      }
    }
    wg_close(&c);
    wg_look_back(&c);
    wg_group_closed(&c, c.g);
#ifdef WG_BYSTANDER
    if (!writer && !WG_BYSTANDER(&c)) wg_reads(&c, r);
#else
    if (!writer) wg_reads(&c, r);
#endif
    wg_round_made(&c);
  }
  WG_END(c, rounds)
}
