// Mutual exclusion: a plain increment under the lock, by another work-item each
// round (or by each that has taken the lock, WG_BY_ITEM), and an owner word
// that must stay the holder's own. The owner word is always atomic: owner kept
// and count short means stale payload, owner changed means that two were
// inside. Turns of groups are counted too: where they come one after the other
// nobody has had to wait.
//
// Source: the classical test of a lock.
// Memory ordering: the lock's alone for the count. The owner is looked at
// before the count is stored, so that nothing stands between the payload's
// last store and the release.
// Progress: none needed.

#define WG_COUNT_AT 0u
#define WG_OWNER_AT WG_LINE

static inline void wg_inside(wg_ctx* c, uint round) {
#ifndef WG_BY_ITEM
  if (c->lid != round % c->size) return;
#endif
  const uint me = wg_own_role(c);
  volatile __global uint* owner = c->payload + WG_OWNER_AT;
  const uint before = atomic_xchg(owner, me);
  const uint count = wg_payload_load(c, WG_COUNT_AT);
  wg_has_read(c, 1u);
  const bool late = (round + me) % c->late_every == 0u;
  wg_delay(c, late ? c->delay : 1u);
  volatile __global uint* line = c->report + WG_LINE * (1u + c->g);
  if (WG_GROUP_OF(c, before) != c->g) atomic_inc(line + WG_REPORT_TURNS);
  if (atomic_or(owner, 0u) != me) atomic_inc(line + WG_REPORT_OWNER);
  wg_before_stores(c, round);
  wg_payload_store(c, WG_COUNT_AT, count + 1u);
}
