// Thousands of rounds with as little as can be in them: each group stores one
// word, on a line of its own, and reads another group's, another one each
// round. The words that groups wait for begin where a half or the whole of
// their range ends, so that a count that is kept in 16 bits, or compared with a
// sign, is found out.
//
// Source: measured need: counters that are never reset.
// Memory ordering: the barrier's alone.
// Progress: none needed.

static inline uint wg_steps(uint rounds) { return rounds + 1u; }

static inline void wg_step(wg_ctx* c, uint step) {
  const uint bits = wg_bits(c->n);
  if (step > 0u) {
    if (c->lid == 0u) {
      const uint round = step - 1u;
      const uint far = (c->g + 1u + round % max(c->n - 1u, 1u)) % c->n;
      const uint at = ((round & 1u) * c->n + far) * WG_LINE;
      wg_check(c, wg_payload_load(c, at), round, far, bits, at);
    }
  }
  wg_late(c, step);
  if (step < c->rounds) {
    if (c->lid == 0u) {
      wg_payload_store(c, ((step & 1u) * c->n + c->g) * WG_LINE,
                       wg_value(step, c->g, bits));
    }
  }
}
