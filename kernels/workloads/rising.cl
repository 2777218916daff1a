// Each work-item has a word, into which it stores a value a round that names
// round and index. A work-item of another group reads it at any time, and must
// not find an earlier round than it has found before.
//
// Source: the coherence litmus tests, with as many words as work-items.
// Memory ordering: none.
// Progress: none needed.

static inline uint wg_rising_bits(wg_ctx* c) { return wg_bits(c->n * c->size); }

// The word of the next group that this work-item reads.
static inline uint wg_rising_at(wg_ctx* c) {
  return (c->g + 1u) % c->n * c->size + (c->size - 1u - c->lid);
}

static inline void wg_writes(wg_ctx* c, uint round) {
  const uint index = c->g * c->size + c->lid;
  wg_payload_store(c, index, wg_value(round, index, wg_rising_bits(c)));
}

static inline uint wg_read_word(wg_ctx* c) {
  return wg_payload_load(c, wg_rising_at(c));
}

// The rounds that have been stored where a word holds `found`.
static inline uint wg_stored(uint found, uint bits) {
  return found == WG_PATTERN ? 0u : (found >> bits) - 2u;
}

// Checks a read that found `second` after another one of the same word that
// found `first`.
static inline void wg_check_rise(wg_ctx* c, uint first, uint second) {
  const uint bits = wg_rising_bits(c);
  const uint at = wg_rising_at(c);
  const uint due = wg_stored(first, bits);
  const uint stored = wg_stored(second, bits);
  const bool own = second == WG_PATTERN || (second & ((1u << bits) - 1u)) == at;
  wg_has_read(c, 1u);
  if (own && stored >= due && stored <= c->rounds) return;
  const uint again = wg_payload_again(c, at);
  wg_keep_wrong(c, second, first, again, wg_stored(again, bits) >= due,
                due - 1u, at, bits, at);
}
