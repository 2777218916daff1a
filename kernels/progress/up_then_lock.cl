// Group 1 waits for group 0, and both take a lock: a scan by group id that also
// takes a lock.
//
// Source: Sorensen et al., "Specifying and Testing GPU Workgroup Progress
// Models" (OOPSLA 2021).
// Memory ordering: none is needed: lib/progress.cl.
// Progress: hsa_obe: waits for a lower number, and for a holder that has
// started.

static inline void wg_play(wg_ctx* c, uint role) {
  if (role > 1u) return;
  if (role == 0u) {
    WG_LATE(c);
    wg_put(c, WG_X, 1u);
  }
  if (role == 1u) WG_AWAIT(c, WG_X, 1u)
  WG_LOCK(c, WG_Y)
  WG_UNLOCK(c, WG_Y);
}
