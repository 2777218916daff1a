// In each round any one group makes a word for each of its work-items, which
// names round and index. Every other word of the round's
// region is never written (see lib/teams.cl).
//
// Source: the message-passing litmus test, with a writer that is not known
// before.
// Memory ordering: the hand-off's alone.
// Progress: none needed.

static inline uint wg_made_at(wg_ctx* c, uint round, uint index) {
  return 2u * (round * c->size + index);
}

static inline void wg_writes(wg_ctx* c, uint round) {
  wg_payload_store(c, wg_made_at(c, round, c->lid),
                   wg_value(round, c->lid, wg_bits(c->size)));
}

static inline uint wg_read_made(wg_ctx* c, uint round) {
  return wg_payload_load(c, wg_made_at(c, round, c->size - 1u - c->lid));
}

static inline void wg_will_read_made(wg_ctx* c, uint round) {
  wg_will_read(c, wg_made_at(c, round, c->size - 1u - c->lid), 0u, 1u);
}

static inline void wg_check_made(wg_ctx* c, uint found, uint round) {
  const uint index = c->size - 1u - c->lid;
  wg_check(c, found, round, index, wg_bits(c->size),
           wg_made_at(c, round, index));
}
