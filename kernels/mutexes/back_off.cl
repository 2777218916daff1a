// As spin_exchange, with a delay made of memory accesses between two tries that
// grows by one access a try up to a limit.
//
// Source: Stuart and Owens 2011, spin lock with back-off.
// Memory ordering: as in spin_exchange; the delay reads the group's own line.
// Progress: the holder must get to run: occupancy-bound
// execution. Taken by every work-item: also while others of its group wait.
// Roles: groups or items.

// Litmus: 4 groups at most, as mutexes/spin_exchange; delays are left out.
// Litmus of back_off_per_item: 3 groups at most, as
// mutexes/spin_exchange_per_item; a group's two work-items run in step, as a
// device may do: neither gives the lock back before both have it; a model of
// groups promises nothing about them.

#define WG_BACK_OFF_LIMIT 64u

static inline uint wg_try_then_back_off(wg_ctx* c, uint* tries) {
  const uint seen = wg_poll_exchange(c, 0u, 1u);
  if (seen != 0u) {
    *tries = min(*tries + 1u, WG_BACK_OFF_LIMIT);
    wg_back_off(c, *tries);
  }
  return seen;
}

static inline void wg_lock(wg_ctx* c, uint round) {
  uint tries = 0u;
  WG_WAIT_PASSES(c, wg_own_role(c), round, 0u, WG_EQUALS, 0u,
                 wg_try_then_back_off(c, &tries))
  wg_fence_after_wait(c, 0u);
}

static inline void wg_unlock(wg_ctx* c, uint round) {
  wg_fence_before_signal();
  wg_signal_store(c, 0u, 0u);
}
