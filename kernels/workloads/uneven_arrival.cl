// As exchange, but the late group comes later by fifty times: some thousand
// rounds, while all others come at once and wait.
//
// Source: measured need: who polls for long is put to sleep, throttled or
// vectorized away.
// Memory ordering: the barrier's alone.
// Progress: none needed.

// Of the usual delay; late_factor of the catalog.
#define WG_LATER 50u

static inline uint wg_steps(uint rounds) { return rounds + 1u; }

static inline void wg_step(wg_ctx* c, uint step) {
  const uint items = c->n * c->size;
  const uint bits = wg_bits(items);
  if (step > 0u) {
    const uint round = step - 1u;
    const uint far = (c->g + 1u + round % max(c->n - 1u, 1u)) % c->n;
    const uint index = far * c->size + (c->size - 1u - c->lid);
    const uint at = (round & 1u) * items + index;
    wg_check(c, wg_payload_load(c, at), round, index, bits, at);
  }
  if (c->lid == 0u) {
    if (wg_is_late(c, step)) {
      for (uint i = 0u; i < WG_LATER; ++i) wg_delay(c, c->delay);
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (step < c->rounds) {
    const uint index = c->g * c->size + c->lid;
    wg_payload_store(c, (step & 1u) * items + index,
                     wg_value(step, index, bits));
  }
}
