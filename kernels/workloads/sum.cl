// The sum of all elements, which are 1, 2, 3 and so on.
//
// Source: seed texts on synchronization between work-groups.
// Memory ordering: the reduction's alone.
// Progress: none needed.

static inline uint wg_fold(uint a, uint b) { return a + b; }

static inline void wg_fold_into(wg_ctx* c, uint word, uint value) {
  wg_signal_add(c, word, value);
}
