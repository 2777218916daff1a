// Each work-item stores four words, each in another cache line and each naming
// round and index; after the barrier it reads four words of a far group.
// Neighbouring work-items' words lie n words apart, so that a store is as many
// transactions as work-items and is long on its way. Finds stale reads of one
// in a million. Two halves of the payload take turns.
//
// Source: measured need: the rotate-sum passes where one read in a million is
// stale.
// Memory ordering: the barrier's alone.
// Progress: none needed.

#define WG_PLANES 4u

static inline uint wg_steps(uint rounds) { return rounds + 1u; }

static inline void wg_step(wg_ctx* c, uint step) {
  const uint items = c->n * c->size;
  const uint half_at = WG_PLANES * items;
  const uint bits = wg_bits(half_at);
  if (step > 0u) {
    const uint round = step - 1u;
    const uint far = (c->g + c->n / 2u + round % 3u) % c->n;
    wg_before_reads(c, round);
    for (uint k = 0u; k < WG_PLANES; ++k) {
      const uint index = (k * c->size + (c->size - 1u - c->lid)) * c->n + far;
      const uint at = (round & 1u) * half_at + index;
      wg_check(c, wg_payload_load(c, at), round, index, bits, at);
    }
  }
  wg_late(c, step);
  if (step < c->rounds) {
    wg_before_stores(c, step);
    for (uint k = 0u; k < WG_PLANES; ++k) {
      const uint index = (k * c->size + c->lid) * c->n + c->g;
      wg_payload_store(c, (step & 1u) * half_at + index,
                       wg_value(step, index, bits));
    }
  }
}
