// Role 1 sets a word and takes it back; role 0 waits until the word is 0.
//
// Source: Sorensen et al., "Specifying and Testing GPU Workgroup Progress
// Models" (OOPSLA 2021), as a critical section of the higher group.
// Memory ordering: none is needed: lib/progress.cl.
// Progress: role 0 waits for role 1 only if that has started.

static inline void wg_play(wg_ctx* c, uint role) {
  if (role == 0u) WG_AWAIT(c, WG_X, 0u)
  if (role == 1u) {
    wg_put(c, WG_X, 1u);
    WG_LATE(c);
    wg_put(c, WG_X, 0u);
  }
}
