// Each group publishes its round in a word on a cache line of its own; after
// the barrier every group checks every group's. Two sets of words take turns.
//
// Source: the direct test of a barrier's definition.
// Memory ordering: the barrier's alone.
// Progress: none needed.

static inline uint wg_steps(uint rounds) { return rounds + 1u; }

static inline void wg_step(wg_ctx* c, uint step) {
  const uint bits = wg_bits(c->n);
  if (step > 0u) {
    const uint round = step - 1u;
    for (uint i = c->lid; i < c->n; i += c->size) {
      const uint at = ((round & 1u) * c->n + i) * WG_LINE;
      wg_check(c, wg_payload_load(c, at), round, i, bits, at);
    }
  }
  wg_uneven(c, step);
  if (step < c->rounds && c->lid == 0u) {
    wg_payload_store(c, ((step & 1u) * c->n + c->g) * WG_LINE,
                     wg_value(step, c->g, bits));
  }
}
