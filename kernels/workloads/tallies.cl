// Mutual exclusion of whole groups: each work-item of the group that has the
// lock adds 1 to four words of its number, which it has in common with that
// work-item of every other group. Every other word is never written: those are
// read while a group's first work-item waits for the lock, which brings the
// lines of the words next to them into a cache.
//
// As in `counter`, an owner word tells two holders at once from a stale count,
// and turns of groups are counted.
//
// Source: measured: the form under which a lock's missing orders show on
// NVIDIA's GPUs.
// Memory ordering: the lock's alone for the counts. The owner word is atomic,
// and no access follows the last counts but the release.
// Progress: none needed.

#define WG_TALLIES 4u
#define WG_OWNER_AT 0u
#define WG_TALLIES_AT WG_LINE

static inline void wg_inside(wg_ctx* c, uint round) {
  volatile __global uint* owner = c->payload + WG_OWNER_AT;
  volatile __global uint* line = c->report + WG_LINE * (1u + c->g);
  const bool tells = c->lid == round % c->size;
  const uint before = tells ? atomic_xchg(owner, c->g) : c->g;
  uint counts[WG_TALLIES];
  for (uint k = 0u; k < WG_TALLIES; ++k) {
    counts[k] = wg_payload_load(c, WG_TALLIES_AT + 2u * (k * c->size + c->lid));
  }
  wg_has_read(c, WG_TALLIES);
  if (tells) {
    wg_delay(c, (round + c->g) % c->late_every == 0u ? c->delay : 1u);
    if (before != c->g) atomic_inc(line + WG_REPORT_TURNS);
    if (atomic_or(owner, 0u) != c->g) atomic_inc(line + WG_REPORT_OWNER);
#ifdef WG_CAPACITY
    atomic_max(line + WG_REPORT_MOST, WG_PATTERN + c->permits);
#endif
  }
  wg_before_stores(c, round);
  for (uint k = 0u; k < WG_TALLIES; ++k) {
    wg_payload_store(c, WG_TALLIES_AT + 2u * (k * c->size + c->lid),
                     counts[k] + 1u);
  }
  wg_will_read(c, WG_TALLIES_AT + 2u * c->lid, 2u * c->size, WG_TALLIES);
}
