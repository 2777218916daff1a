// Three groups take a lock by exchange, once each.
//
// Source: a spin lock; Sorensen et al., "Specifying and Testing GPU Workgroup
// Progress Models" (OOPSLA 2021).
// Memory ordering: none is needed: lib/progress.cl.
// Progress: a group waits for the holder, which has started.

static inline void wg_play(wg_ctx* c, uint role) {
  if (role > 2u) return;
  WG_LOCK(c, WG_X)
  WG_LATE(c);
  WG_UNLOCK(c, WG_X);
}
