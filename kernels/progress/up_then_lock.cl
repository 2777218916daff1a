// Role 0 sets a word and then takes a lock; role 1 waits for the word and takes
// the lock: a look-back by group id whose flag is set before a lock is taken.
//
// Source: Sorensen et al., "Specifying and Testing GPU Workgroup Progress
// Models" (OOPSLA 2021).
// Memory ordering: none is needed: lib/progress.cl.
// Progress: waits for a lower number, and for a holder that has
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
