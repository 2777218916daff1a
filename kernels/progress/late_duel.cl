// As in `late_middle_x`, role 0 exchanges a word for 1 until it finds 0, and
// role 1 for 0 until it finds 1. Role 2 exchanges it for 0 and for 1 until it
// finds 0 or 1 there, and then sets it to 1.
//
// Source: the smallest program that `wgsync progress --synthesize` finds for
// strong LOBE.
// Memory ordering: none is needed: lib/progress.cl.
// Progress: if role 2 has run, role 0 waits for role 1, which need
// not have started; roles 1 and 2 may undo each other's exchanges for ever.

// 1 if the word was 0 at first, or 1 between.
static inline uint wg_exchange_twice(wg_ctx* c) {
  if (wg_exchange(c, WG_X, 0u) == 0u) return 1u;
  return wg_exchange(c, WG_X, 1u);
}

static inline void wg_play(wg_ctx* c, uint role) {
  if (role == 0u) {
    WG_LATE(c);
    WG_AWAIT_EXCHANGE(c, WG_X, 1u, 0u)
  }
  if (role == 1u) WG_AWAIT_EXCHANGE(c, WG_X, 0u, 1u)
  if (role == 2u) {
    WG_RETRY(c, wg_exchange_twice(c))
    wg_put(c, WG_X, 1u);
  }
}
