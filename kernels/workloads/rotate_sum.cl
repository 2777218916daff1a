// a[i] = a[i] + a[i + 1] + a[i + 2], two barriers a round: what is read and
// what is stored are a barrier apart. All elements begin equal and must end
// equal. An error spreads to all, so that it is found but not classified.
//
// Source: seed texts on global synchronization in OpenCL: the timing method.
// Memory ordering: the barrier's alone.
// Progress: none needed.

static inline uint wg_steps(uint rounds) { return 2u * rounds; }

static inline void wg_step(wg_ctx* c, uint step) {
  const uint items = c->n * c->size;
  const uint i = c->g * c->size + c->lid;
  if ((step & 1u) == 0u) {
    c->carry = wg_payload_load(c, i) + wg_payload_load(c, (i + 1u) % items) +
               wg_payload_load(c, (i + 2u) % items);
    wg_has_read(c, 2u);  // the neighbours'
  } else {
    wg_late(c, step / 2u);
    wg_payload_store(c, i, c->carry);
  }
}
