// After its wait each work-item looks whether all have arrived, and doubles a
// word of its own if so.
//
// Source: the shortest use of a barrier: to know that all are there.
// Memory ordering: none; the look is the counter's own.
// Progress: none needed.

static inline void wg_met(wg_ctx* c, uint goal) {
  const uint i = c->g * c->size + c->lid;
  if (WG_HOLDS(WG_REACHES, wg_look(c, 0u), goal)) {
    wg_payload_store(c, i, 2u * wg_payload_load(c, i));
    wg_has_read(c, 1u);
  }
}
