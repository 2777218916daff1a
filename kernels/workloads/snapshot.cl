// What one group writes and all read while it may be writing: words that name
// version and index, with a delay between them. A reader's copy must be of one
// version, the one that the primitive says. The groups' readers count how often
// they see another version than before: where they do not, they came one after
// the other.
//
// Source: the classical test of a seqlock.
// Memory ordering: the primitive's alone.
// Progress: none needed.

#define WG_SNAPSHOT 16u

static inline void wg_writes(wg_ctx* c, uint version) {
  const uint bits = wg_bits(WG_SNAPSHOT);
  const bool late = (version - 1u) % c->late_every == 0u;
  for (uint i = 0u; i < WG_SNAPSHOT; ++i) {
    if (i == WG_SNAPSHOT / 2u) wg_delay(c, late ? c->delay : 1u);
    wg_payload_store(c, i, wg_value(version - 1u, i, bits));
  }
}

// Slowly, so that a writer may come between two words.
static inline void wg_copy(wg_ctx* c, uint* copy) {
  for (uint i = 0u; i < WG_SNAPSHOT; ++i) {
    if (i == WG_SNAPSHOT / 2u) wg_delay(c, 64u);
    copy[i] = wg_payload_load(c, i);
  }
}

// Nothing has been written before version 1. A reader is as long on its way as
// the writer, so that they meet; what the writer itself reads is no turn.
static inline void wg_check_copy(wg_ctx* c, uint* copy, uint round,
                                 uint version) {
  const uint bits = wg_bits(WG_SNAPSHOT);
  for (uint i = 0u; i < WG_SNAPSHOT && version != 0u; ++i) {
    wg_check(c, copy[i], version - 1u, i, bits, i);
  }
  if (c->g != c->mask) {
    volatile __global uint* line = c->report + WG_LINE * (1u + c->g);
    if (version != c->carry) atomic_inc(line + WG_REPORT_TURNS);
    c->carry = version;
    wg_delay(c, round % c->late_every == 0u ? c->delay : 1u);
  }
}
