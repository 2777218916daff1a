// The product of all elements, which are the odd numbers from 3 on: none of
// them can be lost or be there twice without a trace, where a single even one
// would make many products of many of them 0.
//
// Source: seed texts on synchronization between work-groups.
// Memory ordering: the reduction's alone.
// Progress: none needed: a try that fails means that another one has succeeded.

static inline uint wg_fold(uint a, uint b) { return a * b; }

static inline void wg_fold_into(wg_ctx* c, uint word, uint value) {
  uint seen = wg_poll(c, word);
  for (;;) {
    const uint held = wg_signal_swap(c, word, seen, seen * value);
    if (held == seen) break;
    seen = held;
  }
}
