// A count under a lock that ends the run when it has come to `rounds`: one load
// and one store, the least that a lock can be taken for. Each group keeps its
// own count beside it, and the two must agree: a lost update is a turn that one
// group has counted and the lock's count has not.
//
// Source: the classical test of a lock; Mellor-Crummey and Scott 1991 measure
// locks by a critical section as short as this.
// Memory ordering: the lock's alone.
// Progress: none needed.

// 1 where the run is over.
static inline uint wg_inside_contest(wg_ctx* c) {
  const uint count = wg_payload_load(c, 0u);
  if (count - WG_PATTERN >= c->rounds) return 1u;
  wg_payload_store(c, 0u, count + 1u);
  return 0u;
}
