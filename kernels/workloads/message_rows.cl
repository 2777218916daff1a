// Each work-item of each group has a row with a word a round, and stores one
// that names round and index in each. A mirrored work-item of another group
// reads those of rounds that it knows to be published. The words of
// neighbouring rounds share a cache line, so that a reader has an old copy of
// the next round's: its own release may have dropped the line, so it reads the
// last round that it has seen once more before it looks at the flag. None is
// stored twice, so that a sound hand-off has no race. Every other word is never
// written (see lib/teams.cl).
//
// Source: the message-passing litmus test, widened.
// Memory ordering: the hand-off's alone.
// Progress: none needed.

static inline uint wg_row_bits(wg_ctx* c) { return wg_bits(c->n * c->size); }

static inline uint wg_row_at(wg_ctx* c, uint index, uint round) {
  return 2u * (index * c->rounds + round);
}

static inline void wg_writes(wg_ctx* c, uint round) {
  const uint index = c->g * c->size + c->lid;
  wg_payload_store(c, wg_row_at(c, index, round),
                   wg_value(round, index, wg_row_bits(c)));
}

static inline uint wg_row_of(wg_ctx* c, uint from) {
  return from * c->size + (c->size - 1u - c->lid);
}

static inline uint wg_read_round(wg_ctx* c, uint from, uint round) {
  return wg_payload_load(c, wg_row_at(c, wg_row_of(c, from), round));
}

static inline void wg_will_read_round(wg_ctx* c, uint from, uint round) {
  wg_will_read(c, wg_row_at(c, wg_row_of(c, from), round), 0u, 1u);
}

// `seen` rounds of the row have been seen.
static inline void wg_read_again(wg_ctx* c, uint from, uint seen) {
  const uint last = seen == 0u ? 1u : wg_read_round(c, from, seen - 1u);
  if (last == 0u) wg_delay(c, 1u);  // never so: no value is 0; keeps the load
}

static inline void wg_check_round(wg_ctx* c, uint found, uint from,
                                  uint round) {
  const uint index = wg_row_of(c, from);
  wg_check(c, found, round, index, wg_row_bits(c), wg_row_at(c, index, round));
}

static inline bool wg_is_round(wg_ctx* c, uint found, uint from, uint round) {
  return found == wg_value(round, wg_row_of(c, from), wg_row_bits(c));
}

// After the rows: a word for each node of a structure through which they are
// found.
static inline uint wg_note_at(wg_ctx* c, uint node) {
  return wg_row_at(c, c->n * c->size, 0u) + node;
}
