// Each of two groups adds one to a counter by a load and a compare-and-swap,
// and tries again if another group came between.
//
// Source: folklore; the control of the family, which no scheduler can stop.
// Memory ordering: none is needed: lib/progress.cl.
// Progress: a try that fails means that another one succeeded.

// Adds one; 1 if no other group came between load and swap.
static inline uint wg_add_one(wg_ctx* c) {
  const uint seen = wg_get(c, WG_X);
  WG_LATE(c);
  return wg_swap(c, WG_X, seen, seen + 1u) == seen ? 1u : 0u;
}

static inline void wg_play(wg_ctx* c, uint role) {
  if (role <= 1u) WG_RETRY(c, wg_add_one(c))
}
