// Each work-item has a vector of four words, which it stores whole once a
// round: each word names round and index. A work-item of the next group reads
// it.
//
// Source: the coherence litmus tests, with vectors in place of words.
// Memory ordering: none.
// Progress: none needed.

static inline uint wg_vector_bits(wg_ctx* c) {
  return wg_bits(4u * c->n * c->size);
}

static inline void wg_writes(wg_ctx* c, uint round) {
  const uint index = 4u * (c->g * c->size + c->lid);
  const uint bits = wg_vector_bits(c);
  wg_payload_store4(
      c, index,
      (uint4)(wg_value(round, index, bits), wg_value(round, index + 1u, bits),
              wg_value(round, index + 2u, bits),
              wg_value(round, index + 3u, bits)));
}

static inline uint wg_vector_at(wg_ctx* c) {
  return 4u * ((c->g + 1u) % c->n * c->size + (c->size - 1u - c->lid));
}

static inline uint4 wg_read_vector(wg_ctx* c) {
  return wg_payload_load4(c, wg_vector_at(c));
}

// Checks that a word is of the store that the first word, `first`, is of. One
// of another store is torn and not old: so it goes by the first word's index.
// Words from before the first store tell nothing.
static inline void wg_check_part(wg_ctx* c, uint found, uint stored, uint first,
                                 uint part) {
  const uint bits = wg_vector_bits(c);
  const bool told = stored != 0u && found != WG_PATTERN;
  const uint wanted = wg_value(stored - 1u, first + part, bits);
  wg_check_is(c, told ? found : wanted, wanted, stored - 1u, first, bits,
              first + part);
}

// The store that the first word is of; 0: none yet.
static inline uint wg_check_vector(wg_ctx* c, uint4 v) {
  const uint at = wg_vector_at(c);
  const uint bits = wg_vector_bits(c);
  const uint stored = v.x == WG_PATTERN ? 0u : (v.x >> bits) - 2u;
  wg_check_part(c, v.y, stored, at, 1u);
  wg_check_part(c, v.z, stored, at, 2u);
  wg_check_part(c, v.w, stored, at, 3u);
  return stored;
}
