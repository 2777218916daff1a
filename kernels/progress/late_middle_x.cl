// Role 2 sets a word to 1. Roles 0 and 1 exchange it for 1 and for 0: role 0
// until it finds 0, role 1 until it finds 1.
//
// Source: Sorensen et al., "Specifying and Testing GPU Workgroup Progress
// Models" (OOPSLA 2021).
// Memory ordering: none is needed: lib/progress.cl.
// Progress: if role 2 has run, role 0 waits for role 1, which need not
// have started.

static inline void wg_play(wg_ctx* c, uint role) {
  if (role == 0u) {
    WG_LATE(c);
    WG_AWAIT_EXCHANGE(c, WG_X, 1u, 0u)
  }
  if (role == 1u) WG_AWAIT_EXCHANGE(c, WG_X, 0u, 1u)
  if (role == 2u) wg_put(c, WG_X, 1u);
}
