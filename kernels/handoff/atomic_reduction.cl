// Every work-item folds its elements into one word, by an atomic each. Without
// waits the atomic is a load and a store: that is the control.
//
// Source: seed texts on synchronization between work-groups: the first way.
// Memory ordering: the word's own; no payload hangs on it.
// Progress: no group waits. A compare-and-swap is tried again only where
// another one has succeeded.

// Litmus: 4 groups at most; one element, and another one of two groups; no
// group stores the payload.
//   words total
//   data x
//   groups $N
//     next: t = read x
//     poll k = total
//     again: signal h = cas(total, k, k+1)
//     if h == k goto added
//     k = h
//     goto again
//     added: r = r+1
//   $2  if r < 2 goto next

// The workload's.
static inline uint wg_fold(uint a, uint b);
static inline void wg_fold_into(wg_ctx* c, uint word, uint value);

static inline void wg_reduce(wg_ctx* c, uint round) {
  for (uint i = c->g * c->size + c->lid; i < c->elements; i += c->n * c->size) {
    const uint value = wg_payload_load(c, i);
    wg_has_read(c, 1u);
#if WG_WAITS == WG_WAITS_REMOVED
    volatile __global uint* word = c->words;
    *word = wg_fold(*word, value);
#else
    wg_fold_into(c, 0u, value);
#endif
  }
}
