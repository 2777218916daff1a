// The permits that are out, counted by atomics inside: never more than the
// capacity. Where one holder has them all, as at capacity 1, also a plain
// increment, by another work-item each round. In every so-maniest round all
// stay long, so that as many are inside at once as may be. Turns of groups are
// counted as in `counter`.
//
// Source: the classical test of a semaphore.
// Memory ordering: the semaphore's alone for the plain count; the atomics order
// nothing, and are of device scope where the program has them. Permits count as
// given back when an atomic has said so, before the count is stored: nothing
// stands between the payload's last store and the release.
// Progress: none needed.

#define WG_COUNT_AT 0u
#define WG_LAST_AT WG_LINE
#define WG_OUT_AT (2u * WG_LINE)

static inline void wg_inside(wg_ctx* c, uint round) {
  if (c->lid != round % c->size) return;
  volatile __global uint* out = c->payload + WG_OUT_AT;
  volatile __global uint* line = c->report + WG_LINE * (1u + c->g);
  const uint at_first = WG_RELAXED(add, out, c->permits) + c->permits;
  const uint before = WG_RELAXED(exchange, c->payload + WG_LAST_AT, c->g);
  const uint count = wg_payload_load(c, WG_COUNT_AT);
  wg_has_read(c, 1u);
  const bool late = round % c->late_every == 0u;
  wg_delay(c, late ? c->delay : 1u);
  if (before != c->g) atomic_inc(line + WG_REPORT_TURNS);
  const uint at_last = WG_RELAXED(sub, out, c->permits);
  const uint most = max(at_first, at_last);
  atomic_max(line + WG_REPORT_MOST, most);
  if (most - WG_PATTERN > WG_CAPACITY) atomic_inc(line + WG_REPORT_OWNER);
  if (c->permits == WG_CAPACITY) {
    wg_payload_store(c, WG_COUNT_AT, count + 1u);
  }
}
