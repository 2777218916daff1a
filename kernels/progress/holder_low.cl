// Role 0 sets a word and takes it back; role 1 waits until the word is 0.
//
// Source: Sorensen et al., "Specifying and Testing GPU Workgroup Progress
// Models" (OOPSLA 2021), as a critical section of the lower group.
// Memory ordering: none is needed: lib/progress.cl.
// Progress: none if role 1 comes first; if it comes between, role 0 must
// go on: it has the lower number and has started.

static inline void wg_play(wg_ctx* c, uint role) {
  if (role == 0u) {
    wg_put(c, WG_X, 1u);
    WG_LATE(c);
    wg_put(c, WG_X, 0u);
  }
  if (role == 1u) WG_AWAIT(c, WG_X, 0u)
}
