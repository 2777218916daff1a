// Role 0 waits for role 1 if role 2, which has a higher number, has run.
// Role 0 is late, so that it looks after that.
//
// Source: Sorensen et al., "Specifying and Testing GPU Workgroup Progress
// Models" (OOPSLA 2021).
// Memory ordering: none is needed: lib/progress.cl.
// Progress: role 1 need not have started, and a higher number has: no
// more than LOBE promises that it will.

static inline void wg_play(wg_ctx* c, uint role) {
  if (role == 0u) {
    WG_LATE(c);
    if (wg_get(c, WG_X) == 0u) return;
    WG_AWAIT(c, WG_Y, 1u)
  }
  if (role == 1u) wg_put(c, WG_Y, 1u);
  if (role == 2u) wg_put(c, WG_X, 1u);
}
