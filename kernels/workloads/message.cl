// The writer stores four words a work-item, each naming round and index, into
// every other word of a region of the round's own; the words between them are
// never written (see lib/teams.cl). Every other group has read the region
// before (so that a stale copy of it exists) and reads it again after the
// hand-off; not so where word and payload are all C 2.0 atomics' to order: the
// early read would be a data race in a case that the specification guarantees;
// nor where the readers are to be cold (WG_COLD). The writer comes late in
// every round, so that the readers surely wait.
//
// Source: the message-passing litmus test, widened.
// Memory ordering: the hand-off's alone.
// Progress: none needed.

#define WG_PLANES 4u

static inline uint wg_region(wg_ctx* c, uint round) {
  return round * 2u * WG_PLANES * c->size;
}

static inline void wg_comes_late(wg_ctx* c, uint round) {
  wg_delay(c, c->delay);
}

static inline void wg_writes(wg_ctx* c, uint round) {
  const uint bits = wg_bits(WG_PLANES * c->size);
  wg_before_stores(c, round);
  for (uint k = 0u; k < WG_PLANES; ++k) {
    const uint index = k * c->size + c->lid;
    wg_payload_store(c, wg_region(c, round) + 2u * index,
                     wg_value(round, index, bits));
  }
}

static inline void wg_warms(wg_ctx* c, uint round) {
#ifdef WG_COLD
  // Cold.
#elif WG_POLL >= WG_POLL_RELAXED && WG_SIGNAL >= WG_SIGNAL_RELAXED
  // Cold.
#else
  uint any = 0u;
  for (uint k = 0u; k < WG_PLANES; ++k) {
    any |=
        wg_payload_load(c, wg_region(c, round) + 2u * (k * c->size + c->lid));
  }
  // Never so: neither the pattern nor a value is 0. It keeps the loads.
  if (any == 0u) wg_delay(c, 1u);
#endif
}

static inline void wg_reads(wg_ctx* c, uint round) {
  const uint bits = wg_bits(WG_PLANES * c->size);
  wg_before_reads(c, round);
  for (uint k = 0u; k < WG_PLANES; ++k) {
    const uint index = k * c->size + (c->size - 1u - c->lid);
    const uint at = wg_region(c, round) + 2u * index;
    wg_check(c, wg_payload_load(c, at), round, index, bits, at);
  }
  wg_will_read(c, wg_region(c, round + 1u) + 2u * (c->size - 1u - c->lid),
               2u * c->size, round + 1u < c->rounds ? WG_PLANES : 0u);
}
