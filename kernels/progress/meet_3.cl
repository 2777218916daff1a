// Three groups set a flag each and wait for the flags of the others: a barrier,
// met once.
//
// Source: a barrier with a flag for each group.
// Memory ordering: none is needed: lib/progress.cl.
// Progress: every group waits for every other one.

static inline void wg_play(wg_ctx* c, uint role) {
  if (role > 2u) return;
  WG_LATE(c);
  wg_put(c, role, 1u);
  for (uint other = 0u; other <= 2u; ++other) {
    if (other != role) WG_AWAIT(c, other, 1u)
  }
}
