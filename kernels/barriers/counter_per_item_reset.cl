// One counter; every work-item adds 1 and waits until it equals the global
// size; then the first of them takes that away.
//
// Source: seed texts on global synchronization in OpenCL, method 1, as it
// stands there. A work-item that polls too slowly misses the value: a race of
// the algorithm, and kept for that.
// Memory ordering: as in counter_per_item.
// Progress: that of counter_per_item; even then a missed value
// hangs it.
// Roles: items.

// Litmus: 3 groups at most, as barriers/counter_per_item, in memory as
// barriers/counter_per_group_reset; the reset adds ways to hang.

static inline void wg_barrier(wg_ctx* c, uint round) {
  const uint role = wg_own_role(c);
  const uint all = c->n * c->size;
  wg_arrive_before(c, role);
  wg_fence_before_signal();
  wg_signal_add(c, 0u, 1u);
  wg_arrive_after(c, role);
  WG_WAIT_PASSES(c, role, round, 0u, WG_EQUALS, c->base + all, wg_poll(c, 0u))
  wg_left(c, role);
  wg_fence_after_wait(c, 0u);
  if (role == 0u) {
    wg_fence_before_signal();
    wg_signal_sub(c, 0u, all);
  }
  wg_close(c);
  wg_group_closed(c, role);
  wg_check_departure(c, role, round);
}
