// Each work-item stores vectors of four words into one place, and another
// group's reads them meanwhile: are all words of what it finds of one store? It
// waits for nothing.
//
// Without waits, which is the control, the second half of the words that are
// checked is of a second read, so that it may be of another store.
//
// Source: user code: a flag and its value in one uint4, as CUB's look-back has
// them in one 128-bit word.
// Memory ordering: none is relied on: OpenCL has no atomic vector. With the
// atomic payload a vector is four accesses, which another one may come between.
// Progress: no group waits.

// Litmus: 4 groups at most; vectors of two words, one store.
//   data x[$N], y[$N]
//   groups $N
//     from = id+1
//     from = from % $N
//     write x[id] := 1
//     write y[id] := 1
//     t = read x[from]
//     u = read y[from]
//     if t != u goto wrong

// The workload's.
static inline void wg_writes(wg_ctx* c, uint round);
static inline uint4 wg_read_vector(wg_ctx* c);
static inline uint wg_check_vector(wg_ctx* c, uint4 v);

static inline void wg_publish(wg_ctx* c, uint round) { wg_writes(c, round); }

static inline bool wg_observe(wg_ctx* c, uint round) {
  uint4 seen = wg_read_vector(c);
#if WG_WAITS == WG_WAITS_REMOVED
  wg_delay(c, 4u);
  seen.zw = wg_read_vector(c).zw;
#endif
  const uint before = c->carry;
  c->carry = wg_check_vector(c, seen);
  return c->carry != before && round != 0u;
}
