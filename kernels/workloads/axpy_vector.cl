// y = a * x + y on vectors of four words, by vector loads and stores: y is the
// work-item's own of the round before, x a far group's, another one each round.
// All four words name round and index, and adding a * x makes the next round of
// y. Two halves of the payload take turns.
//
// Source: seed texts on optimization in OpenCL: vector types.
// Memory ordering: the barrier's alone.
// Progress: none needed.

static inline uint wg_steps(uint rounds) { return rounds + 1u; }

// What a right read of this vector is, each word checked.
static inline uint4 wg_check4(wg_ctx* c, uint round, uint vector, uint half_at,
                              uint bits) {
  const uint index = 4u * vector;
  const uint at = half_at + index;
  const uint4 found = wg_payload_load4(c, at);
  wg_check(c, found.x, round, index, bits, at);
  wg_check(c, found.y, round, index + 1u, bits, at + 1u);
  wg_check(c, found.z, round, index + 2u, bits, at + 2u);
  wg_check(c, found.w, round, index + 3u, bits, at + 3u);
  return wg_value(round, index, bits) + (uint4)(0u, 1u, 2u, 3u);
}

static inline void wg_step(wg_ctx* c, uint step) {
  const uint items = c->n * c->size;
  const uint bits = wg_bits(4u * items);
  const uint own = c->g * c->size + c->lid;
  // Of a wrong read the error is recorded and not passed on.
  uint4 y = wg_value(0u, 4u * own, bits) + (uint4)(0u, 1u, 2u, 3u);
  if (step > 0u) {
    const uint round = step - 1u;
    const uint half_at = (round & 1u) * 4u * items;
    const uint far = (c->g + 1u + round % max(c->n - 1u, 1u)) % c->n;
    const uint vector = far * c->size + c->lid;
    // What makes a round's value of the one before it, by differences, so that
    // the round's number may wrap: 1 in each word.
    const uint4 before =
        wg_value(round - 1u, 4u * vector, bits) + (uint4)(0u, 1u, 2u, 3u);
    const uint4 x =
        (wg_check4(c, round, vector, half_at, bits) - before) >> bits;
    const uint a = 1u << bits;
    y = a * x + wg_check4(c, round, own, half_at, bits);
  }
  wg_late(c, step);
  if (step < c->rounds) {
    wg_payload_store4(c, (step & 1u) * 4u * items + 4u * own, y);
  }
}
