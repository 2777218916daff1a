// Each work-item stores values that rise into its own word and reads a word of
// the next group twice in each round: the values that it finds there must never
// go down. It waits for nothing, and no second word takes part.
//
// Without waits, which is the control, each two reads are checked in the wrong
// order: that they never rise. That is wrong as soon as a work-item has seen a
// word change, so it shows that the two groups run at the same time.
//
// Source: the coherence litmus test of two reads (CoRR).
// Memory ordering: none: all values of one atomic word have one order, which
// relaxed loads follow.
// Progress: no group waits.

// Litmus: 4 groups at most; one look, and another one of two groups.
//   data x[$N]
//   groups $N
//     from = id+1
//     from = from % $N
//     r = 0
//     u = 0
//     again: write x[id] := r+1
//     v = read x[from]
//     if v < u goto wrong
//     u = read x[from]
//     if u < v goto wrong
//     r = r+1
//   $2  if r < 2 goto again

// The workload's.
static inline void wg_writes(wg_ctx* c, uint round);
static inline uint wg_read_word(wg_ctx* c);
static inline void wg_check_rise(wg_ctx* c, uint first, uint second);

static inline void wg_publish(wg_ctx* c, uint round) { wg_writes(c, round); }

static inline void wg_check_order(wg_ctx* c, uint first, uint second) {
#if WG_WAITS == WG_WAITS_REMOVED
  wg_check_rise(c, second, first);
#else
  wg_check_rise(c, first, second);
#endif
}

static inline bool wg_observe(wg_ctx* c, uint round) {
  const uint first = wg_read_word(c);
  const uint second = wg_read_word(c);
  const uint before = round == 0u ? first : c->carry;
  wg_check_order(c, before, first);
  wg_check_order(c, first, second);
  c->carry = second;
  return second != before;
}
