// A lock-free hand-off in a ring: each group waits for its own flag to reach
// the round's number, and sets the next group's when it is done.
//
// Source: lock-free flags as used in persistent kernels; the ring of Stuart and
// Owens 2011's sleeping mutex without its queue.
// Memory ordering: the wait acquires and the store to the next flag releases,
// as far as poll, fence and signal do.
// Progress: co_resident: every group must be resident: the ring goes through
// all of them.

static inline void wg_lock(wg_ctx* c, uint round) {
  // Group 0 begins: its flag for round 0 counts as set.
  const uint goal = c->g == 0u ? round : round + 1u;
  WG_WAIT_STAYS(c, c->g, round, c->g, WG_REACHES, goal)
  wg_fence_after_wait(c, c->g);
}

static inline void wg_unlock(wg_ctx* c, uint round) {
  wg_fence_before_signal();
  wg_signal_store(c, c->g + 1u == c->n ? 0u : c->g + 1u, round + 1u);
}
