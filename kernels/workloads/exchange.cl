// Each work-item stores a value that names round and index; after the barrier
// it reads another group's: group n - 1 - g in even rounds, a permuted one in
// odd rounds, work-items transposed. Two halves of the payload take turns, so
// that one barrier a round is enough.
//
// Source: seed texts on global synchronization in OpenCL (the reader looks at
// the mirrored item after uneven atomic delays), with values that name
// themselves.
// Memory ordering: the barrier's alone.
// Progress: none needed.

static inline uint wg_steps(uint rounds) { return rounds + 1u; }

static inline uint wg_source_group(wg_ctx* c, uint round) {
  if ((round & 1u) == 0u) return c->n - 1u - c->g;
  const uint hop = 1u + (round / 2u) % max(c->n - 1u, 1u);
  return (c->g + hop) % c->n;
}

static inline void wg_step(wg_ctx* c, uint step) {
  const uint items = c->n * c->size;
  const uint bits = wg_bits(items);
  if (step > 0u) {
    const uint round = step - 1u;
    const uint index =
        wg_source_group(c, round) * c->size + (c->size - 1u - c->lid);
    const uint at = (round & 1u) * items + index;
    wg_check(c, wg_payload_load(c, at), round, index, bits, at);
  }
  wg_uneven(c, step);
  if (step < c->rounds) {
    const uint index = c->g * c->size + c->lid;
    wg_payload_store(c, (step & 1u) * items + index,
                     wg_value(step, index, bits));
  }
}
