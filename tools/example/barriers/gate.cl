// A counter and a gate: each group counts itself in; group 0 waits for the
// count, then opens the gate, for which the others wait. Both words only rise.
// With EXAMPLE_EARLY group 0 opens it one group too early, a fault that wgsync
// must find.
//
// Source: an example of a primitive that is not wgsync's.
// Memory ordering: an arrival releases and group 0's wait acquires; opening the
// gate releases and the wait for it acquires, as far as signal, fence and poll
// do. The work-group barriers join the group to its representative.
// Progress: every group must be resident.

#define EXAMPLE_GATE WG_LINE

static inline void wg_barrier(wg_ctx* c, uint round) {
  if (wg_enter_barrier(c)) {
#if defined(EXAMPLE_EARLY)
    const uint count = (round + 1u) * c->n - 1u;
#else
    const uint count = (round + 1u) * c->n;
#endif
    const uint word = c->g == 0u ? 0u : EXAMPLE_GATE;
    const uint goal = c->base + (c->g == 0u ? count : round + 1u);
    wg_arrive_before(c, c->g);
    wg_fence_before_signal();
    wg_signal_add(c, 0u, 1u);
    wg_arrive_after(c, c->g);
    WG_WAIT_STAYS(c, c->g, round, word, WG_REACHES, goal)
    wg_left(c, c->g);
    wg_fence_after_wait(c, word);
    if (c->g == 0u) {
      wg_fence_before_signal();
      wg_signal_store(c, EXAMPLE_GATE, c->base + round + 1u);
    }
  }
  wg_leave_barrier(c, c->g, round);
}
