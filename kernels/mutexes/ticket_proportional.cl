// A ticket lock, with a delay made of memory accesses between two polls: as
// many as there are others still to be served before.
//
// Source: Mellor-Crummey and Scott 1991, ticket lock with proportional
// back-off.
// Memory ordering: as in fetch_and_add; the delay reads the group's own line.
// Progress: a number is taken by groups that have started, and served in
// that order: occupancy-bound execution.

// Litmus: 4 groups at most, as mutexes/fetch_and_add; delays are left out.

#define WG_NEXT_TICKET 0u
#define WG_NOW_SERVING WG_LINE

static inline uint wg_poll_then_delay(wg_ctx* c, uint ticket) {
  const uint serving = wg_poll(c, WG_NOW_SERVING);
  // Each group has one ticket at a time.
  wg_back_off(c, min(ticket - serving, c->n));
  return serving;
}

static inline void wg_lock(wg_ctx* c, uint round) {
  const uint ticket = wg_take(c, WG_NEXT_TICKET);
  c->carry = ticket;
  WG_WAIT_PASSES(c, c->g, round, WG_NOW_SERVING, WG_EQUALS, ticket,
                 wg_poll_then_delay(c, ticket))
  wg_fence_after_wait(c, WG_NOW_SERVING);
}

static inline void wg_unlock(wg_ctx* c, uint round) {
  wg_fence_before_signal();
  wg_signal_store(c, WG_NOW_SERVING, c->carry + 1u);
}
