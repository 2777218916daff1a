// Two groups take two locks in opposite orders: the first by a wait, the second
// by a try; a group whose try fails gives the first one back and begins again.
//
// Source: two locks with give-back, as code that avoids a deadlock does.
// Memory ordering: none is needed: lib/progress.cl.
// Progress: among groups that have started; in turns they never end.

// 1 if both locks were taken, which are free again then.
static inline uint wg_take_both(wg_ctx* c, uint first, uint second) {
  WG_LOCK(c, first)
  WG_LATE(c);
  const uint taken = wg_exchange(c, second, 1u);
  if (taken == 0u) WG_UNLOCK(c, second);
  WG_UNLOCK(c, first);
  return taken == 0u ? 1u : 0u;
}

static inline void wg_play(wg_ctx* c, uint role) {
  if (role == 0u) WG_RETRY(c, wg_take_both(c, WG_X, WG_Y))
  if (role == 1u) WG_RETRY(c, wg_take_both(c, WG_Y, WG_X))
}
