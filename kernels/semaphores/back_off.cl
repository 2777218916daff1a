// As the spin semaphore, with a delay made of memory accesses between two tries
// that grows by one access a try up to a limit.
//
// Source: Stuart and Owens 2011, semaphore with back-off.
// Memory ordering: the compare-and-swap that succeeds acquires and the addition
// releases, as far as poll, fence and signal do; the delay reads the group's
// own line.
// Progress: those who hold permits must get to run: occupancy-bound
// execution.

// Litmus of back_off_1: 4 groups at most, as semaphores/spin_1; delays are left
// out.
// Litmus: 3 groups at most, as semaphores/spin; delays are left out; the
// permits of semaphores/spin.

#define WG_BACK_OFF_LIMIT 64u

static inline uint wg_try_then_back_off(wg_ctx* c, uint* tries) {
  const uint left = wg_poll(c, 0u);
  if (left >= c->permits) {
    if (wg_poll_swap(c, 0u, left, left - c->permits) == left) return left;
  }
  *tries = min(*tries + 1u, WG_BACK_OFF_LIMIT);
  wg_back_off(c, *tries);
  return 0u;
}

static inline void wg_lock(wg_ctx* c, uint round) {
  uint tries = 0u;
  WG_WAIT_PASSES(c, c->g, round, 0u, WG_REACHES, c->permits,
                 wg_try_then_back_off(c, &tries))
  wg_fence_after_wait(c, 0u);
}

static inline void wg_unlock(wg_ctx* c, uint round) {
  wg_fence_before_signal();
  wg_signal_add(c, 0u, c->permits);
}
