// As spin_exchange, with a delay made of memory accesses between two tries that
// doubles with each try up to a limit.
//
// Source: HeteroSync (Sinclair et al. 2017), spin lock with exponential
// back-off; Anderson 1990.
// Memory ordering: as in spin_exchange; the delay reads the group's own line.
// Progress: the holder must get to run: occupancy-bound execution.

// Litmus: 4 groups at most, as mutexes/spin_exchange; delays are left out.

#define WG_BACK_OFF_LIMIT 256u

static inline uint wg_try_then_double(wg_ctx* c, uint* accesses) {
  const uint seen = wg_poll_exchange(c, 0u, 1u);
  if (seen != 0u) {
    wg_back_off(c, *accesses);
    *accesses = min(*accesses * 2u, WG_BACK_OFF_LIMIT);
  }
  return seen;
}

static inline void wg_lock(wg_ctx* c, uint round) {
  uint accesses = 1u;
  WG_WAIT_PASSES(c, c->g, round, 0u, WG_EQUALS, 0u,
                 wg_try_then_double(c, &accesses))
  wg_fence_after_wait(c, 0u);
}

static inline void wg_unlock(wg_ctx* c, uint round) {
  wg_fence_before_signal();
  wg_signal_store(c, 0u, 0u);
}
