// Each work-item stores eight words that name round and index, neighbouring
// work-items next to each other; after the barrier it reads the eight of a
// mirrored work-item of another group. Every other word of the payload is never
// written: in a grid of teams those are read while the group waits, which
// brings the lines of the words next to them into a cache. Two halves of the
// payload take turns.
//
// No group comes late by itself; lib/teams.cl delays warps.
//
// Source: measured: the form under which most missing orders show on NVIDIA's
// GPUs.
// Memory ordering: the barrier's alone.
// Progress: none needed.

#define WG_LANES 8u

static inline uint wg_steps(uint rounds) { return rounds + 1u; }

static inline void wg_step(wg_ctx* c, uint step) {
  const uint items = c->n * c->size;
  const uint half_words = WG_LANES * items;
  const uint bits = wg_bits(half_words);
  // A grid of one group reads its own.
  const uint others = max(c->n - 1u, 1u);
  if (step > 0u) {
    const uint round = step - 1u;
    const uint far = (c->g + 1u + round % others) % c->n;
    wg_before_reads(c, round);
    for (uint k = 0u; k < WG_LANES; ++k) {
      const uint index = k * items + far * c->size + (c->size - 1u - c->lid);
      const uint at = 2u * ((round & 1u) * half_words + index);
      wg_check(c, wg_payload_load(c, at), round, index, bits, at);
    }
  }
  if (step < c->rounds) {
    wg_before_stores(c, step);
    for (uint k = 0u; k < WG_LANES; ++k) {
      const uint index = k * items + c->g * c->size + c->lid;
      wg_payload_store(c, 2u * ((step & 1u) * half_words + index),
                       wg_value(step, index, bits));
    }
  }
  wg_will_read(c,
               2u * ((step & 1u) * half_words +
                     (c->g + 1u + step % others) % c->n * c->size +
                     (c->size - 1u - c->lid)),
               2u * items, WG_LANES);
}
