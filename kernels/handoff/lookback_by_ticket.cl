// A scan with decoupled look-back whose places are tickets, taken when a group
// begins: so a place before its own is always of a group that has started. A
// group that is fast may take two places of a round.
//
// Source: Merrill and Garland 2016, "Single-pass parallel prefix scan with
// decoupled look-back", which takes its places so.
// Memory ordering: taking a ticket orders nothing; run_lookback.cl's.
// Progress: obe: a group waits for groups that have started: occupancy-bound
// execution.

#define WG_NEXT_PLACE 0u

static inline uint wg_place(wg_ctx* c, uint round) {
  return wg_take(c, WG_NEXT_PLACE) - c->base;
}
