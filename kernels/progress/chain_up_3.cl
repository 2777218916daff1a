// Role 1 waits for role 0, and role 2 for role 1: a look-back by group id.
//
// Source: Merrill and Garland, "Single-pass Parallel Prefix Scan with Decoupled
// Look-back" (2016), reduced to its waits.
// Memory ordering: none is needed: lib/progress.cl.
// Progress: each group waits for the next lower number.

static inline void wg_play(wg_ctx* c, uint role) {
  if (role == 0u) {
    WG_LATE(c);
    wg_put(c, WG_X, 1u);
  }
  if (role == 1u) {
    WG_AWAIT(c, WG_X, 1u)
    wg_put(c, WG_Y, 1u);
  }
  if (role == 2u) WG_AWAIT(c, WG_Y, 1u)
}
