// Three groups take a ticket each and wait until it is served.
//
// Source: a ticket lock.
// Memory ordering: none is needed: lib/progress.cl.
// Progress: a group waits for those that took a ticket before it, which
// have started.

static inline void wg_play(wg_ctx* c, uint role) {
  if (role > 2u) return;
  const uint ticket = wg_count_up(c, WG_X);
  WG_AWAIT(c, WG_Y, ticket)
  WG_LATE(c);
  wg_put(c, WG_Y, ticket + 1u);
}
