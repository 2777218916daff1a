// A scan with decoupled look-back whose places are the groups' numbers.
//
// Source: Merrill and Garland 2016, "Single-pass parallel prefix scan with
// decoupled look-back"; StreamScan's adjacent synchronization before it.
// Memory ordering: run_lookback.cl's.
// Progress: hsa: a group waits for groups of lower numbers.

static inline uint wg_place(wg_ctx* c, uint round) {
  return round * c->n + c->g;
}
