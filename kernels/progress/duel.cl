// Two groups exchange one word: role 0 for 0 until it finds 0, role 1 for 1
// until it finds 1. In turns they never end.
//
// Source: Sorensen et al., "Specifying and Testing GPU Workgroup Progress
// Models" (OOPSLA 2021).
// Memory ordering: none is needed: lib/progress.cl.
// Progress: ends only if a group takes two steps in a row.

static inline void wg_play(wg_ctx* c, uint role) {
  if (role == 0u) {
    WG_LATE(c);
    WG_AWAIT_EXCHANGE(c, WG_X, 0u, 0u)
  }
  if (role == 1u) WG_AWAIT_EXCHANGE(c, WG_X, 1u, 1u)
}
