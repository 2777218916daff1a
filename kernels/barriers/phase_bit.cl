// One counter whose top bit is the phase: group 0 adds 2^31 - (n - 1), all
// others 1, so that the bit flips with the last arrival, whoever that is, and
// all bits below it are 0 again. Nothing is reset, and it may wrap.
//
// Source: how the grid-wide barrier of NVIDIA's cooperative groups works.
// Memory ordering: the arrival releases and the wait acquires, as far as
// signal, fence and poll do; the work-group barriers join the group to its
// representative.
// Progress: every group must be resident.

// Litmus: 4 groups at most, as barriers/counter_per_group; the bit changes with
// the last arrival and stays so for a round.

static inline void wg_barrier(wg_ctx* c, uint round) {
  if (wg_enter_barrier(c)) {
    const uint goal = c->base + (round + 1u) * 0x80000000u;
    wg_arrive_before(c, c->g);
    wg_fence_before_signal();
    wg_signal_add(c, 0u, c->g == 0u ? 0x80000000u - (c->n - 1u) : 1u);
    wg_arrive_after(c, c->g);
    WG_WAIT_STAYS(c, c->g, round, 0u, WG_HIGH_BIT, goal)
    wg_left(c, c->g);
    wg_fence_after_wait(c, 0u);
  }
  wg_leave_barrier(c, c->g, round);
}
