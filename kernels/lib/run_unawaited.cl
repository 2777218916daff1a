// The kernel of a case in which no group waits: in each round every group
// stores, publishes and then looks at what another group has stored by then. A
// primitive defines wg_publish() and wg_observe(), which all work-items call;
// the latter is true if it has seen something new. A workload defines
// wg_writes(), which wg_publish() calls, and what wg_observe() checks.
//
// A group that runs after another one sees all of it at its first look. So each
// counts the later rounds in which its first work-item saw something new: none
// where the groups ran one after the other.
//
// Memory ordering: the primitive's.
// Progress: the primitive's.

__kernel void wgsync_case(WG_ARGUMENTS) {
  WG_ENTER(c)
  wg_started(&c);
  uint turns = 0u;
  for (uint r = 0u; r < rounds; ++r) {
    wg_late(&c, r);
    wg_before_stores(&c, r);
    wg_publish(&c, r);
    wg_before_reads(&c, r);
    turns += wg_observe(&c, r) && r > 0u ? 1u : 0u;
    barrier(CLK_LOCAL_MEM_FENCE);
    wg_round_made(&c);
  }
  // In no branch, which PoCL 3.1 lets every work-item run.
  atomic_add((volatile __global uint*)(c.report + WG_LINE * (1u + c.g) +
                                       WG_REPORT_TURNS),
             c.lid == 0u ? turns : 0u);
  WG_END(c, rounds)
}
