// A barrier in two halves: a group arrives, does work that needs nobody, and
// only then waits. The counter and its goal are those of counter_per_group.
//
// Source: split barriers (fuzzy barriers, Gupta 1989); arrive and wait of
// std::barrier.
// Memory ordering: as in counter_per_group. What a group does between its two
// halves touches a line of its own alone: a compiler must neither take payload
// stores of before down into it, nor loads of after up.
// Progress: every group must be resident.

// Litmus: 4 groups at most, as barriers/counter_per_group; the work between the
// two halves is left out.

static inline void wg_barrier(wg_ctx* c, uint round) {
  if (wg_enter_barrier(c)) {
    wg_arrive_before(c, c->g);
    wg_fence_before_signal();
    wg_signal_add(c, 0u, 1u);
    wg_between(c, c->g);
    wg_arrive_after(c, c->g);
  }
  // The work is a group's and not its first work-item's, so a work-group
  // barrier comes before it, as the branch above needs one for PoCL 3.1.
  barrier(CLK_LOCAL_MEM_FENCE);
  wg_delay(c, 1u + (wg_mix(round, c->g) & 3u));
  if (c->lid == 0u) {
    const uint goal = c->base + (round + 1u) * c->n;
    WG_WAIT_STAYS(c, c->g, round, 0u, WG_REACHES, goal)
    wg_left(c, c->g);
    wg_fence_after_wait(c, 0u);
  }
  wg_leave_barrier(c, c->g, round);
}
