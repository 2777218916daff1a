// Role 1 waits for role 0 to begin; then both exchange one word as in `duel`.
//
// Source: Sorensen et al., "Specifying and Testing GPU Workgroup Progress
// Models" (OOPSLA 2021).
// Memory ordering: none is needed: lib/progress.cl.
// Progress: with a wait for a lower number.

static inline void wg_play(wg_ctx* c, uint role) {
  if (role == 0u) {
    WG_LATE(c);
    wg_put(c, WG_Y, 1u);
    WG_AWAIT_EXCHANGE(c, WG_X, 0u, 0u)
  }
  if (role == 1u) {
    WG_AWAIT(c, WG_Y, 1u)
    WG_AWAIT_EXCHANGE(c, WG_X, 1u, 1u)
  }
}
