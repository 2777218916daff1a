// Role 0 sets a word; role 1 waits for it.
//
// Source: Sorensen et al., "Specifying and Testing GPU Workgroup Progress
// Models" (OOPSLA 2021).
// Memory ordering: none is needed: lib/progress.cl.
// Progress: role 1 waits for a lower number.

static inline void wg_play(wg_ctx* c, uint role) {
  if (role == 0u) {
    WG_LATE(c);
    wg_put(c, WG_X, 1u);
  }
  if (role == 1u) WG_AWAIT(c, WG_X, 1u)
}
