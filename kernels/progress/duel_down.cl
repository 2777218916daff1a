// Roles 1 and 2 exchange one word as in `duel`; role 0 waits for role 1.
//
// Source: Sorensen et al., "Specifying and Testing GPU Workgroup Progress
// Models" (OOPSLA 2021).
// Memory ordering: none is needed: lib/progress.cl.
// Progress: with a wait for higher numbers.

static inline void wg_play(wg_ctx* c, uint role) {
  if (role == 0u) WG_AWAIT(c, WG_X, 1u)
  if (role == 1u) {
    WG_LATE(c);
    WG_AWAIT_EXCHANGE(c, WG_Y, 0u, 0u)
    wg_put(c, WG_X, 1u);
  }
  if (role == 2u) WG_AWAIT_EXCHANGE(c, WG_Y, 1u, 1u)
}
