// Role 1 waits for role 0, and then for role 2.
//
// Source: Sorensen et al., "Specifying and Testing GPU Workgroup Progress
// Models" (OOPSLA 2021).
// Memory ordering: none is needed: lib/progress.cl.
// Progress: role 2 has a higher number than any that has started.

static inline void wg_play(wg_ctx* c, uint role) {
  if (role == 0u) wg_put(c, WG_X, 1u);
  if (role == 1u) {
    WG_AWAIT(c, WG_X, 1u)
    WG_AWAIT(c, WG_Y, 1u)
  }
  if (role == 2u) {
    WG_LATE(c);
    wg_put(c, WG_Y, 1u);
  }
}
