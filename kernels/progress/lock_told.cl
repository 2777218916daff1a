// Role 0 sets a word under a lock. Role 1 takes the lock again and again
// until the word is set.
//
// Source: polling under a lock; Sorensen et al., "Specifying and Testing GPU
// Workgroup Progress Models" (OOPSLA 2021).
// Memory ordering: none is needed: lib/progress.cl.
// Progress: among groups that have started: role 0 must get the lock.

// 1 if the word was set.
static inline uint wg_was_told(wg_ctx* c) {
  WG_LOCK(c, WG_X)
  WG_UNLOCK(c, WG_X);
  return wg_get(c, WG_Y);
}

static inline void wg_play(wg_ctx* c, uint role) {
  if (role == 0u) {
    WG_LOCK(c, WG_X)
    WG_LATE(c);
    wg_put(c, WG_Y, 1u);
    WG_UNLOCK(c, WG_X);
  }
  if (role == 1u) WG_RETRY(c, wg_was_told(c))
}
