// The value of a round is in one object with its flag. It is in the payload
// too, where a reader that has found another one looks once more; the other
// work-items of the writer store their values next to it. The writer comes late
// in every round, so that the readers surely wait.
//
// Source: the message-passing litmus test, in one word.
// Memory ordering: none.
// Progress: none needed.

static inline uint wg_region(wg_ctx* c, uint round) {
  return round * 2u * c->size;
}

static inline uint wg_value_of(wg_ctx* c, uint round) {
  return wg_value(round, 0u, wg_bits(c->size));
}

static inline void wg_comes_late(wg_ctx* c, uint round) {
  wg_delay(c, c->delay);
}

static inline void wg_writes(wg_ctx* c, uint round) {
  wg_payload_store(c, wg_region(c, round) + 2u * c->lid,
                   wg_value(round, c->lid, wg_bits(c->size)));
}

static inline void wg_warms(wg_ctx* c, uint round) {}

// By the work-item that has waited: the first part that is not the value.
static inline void wg_reads(wg_ctx* c, uint round) {
  if (c->lid != 0u) return;
  const uint wanted = wg_value_of(c, round);
  uint found = c->seen.y;
  if (found == wanted) found = c->seen.z;
  if (found == wanted) found = c->seen.w;
  wg_check(c, found, round, 0u, wg_bits(c->size), wg_region(c, round));
}
