// Every group makes its first access to a synchronization word, the highest
// group first; from then on only the group with the lowest number of those that
// have not ended is run. The device must hold all groups of the grid at once.
//
// Memory ordering: that of the device.
// Progress: a group waits for the first accesses of all higher groups, and
// after that for the ends of all lower ones.

// The first access of a group is its first work-item's: the others have none to
// make. So leaving needs no condition on the work-item, which PoCL 7.1 drops at
// the end of a kernel.
#define WG_MODEL_ENTER(c) \
  wg_model_begin(&c);     \
  if (c.lid != 0u) c.model_count = 1u;
#define WG_MODEL_LEAVE(c) \
  if (mode == WG_MODE_CASE) wg_lowest_leave(&c);

// Groups that have made their first access.
static inline volatile __global uint* wg_lowest_begun(wg_ctx* c) {
  return (volatile __global uint*)(wg_model_words(c) + WG_MODEL_TICKETS);
}
static inline void wg_lowest_await_higher(wg_ctx* c) {
  while (atomic_or(wg_lowest_begun(c), 0u) - WG_PATTERN != c->n - 1u - c->g) {
  }
}
// One that made no access.
static inline void wg_lowest_leave(wg_ctx* c) {
  if (c->model_count != 0u) return;
  wg_lowest_await_higher(c);
  atomic_inc(wg_lowest_begun(c));
}

// Before and after an access. The end words are those of lib/board.cl.
static inline void wg_lowest_await(wg_ctx* c) {
  if (c->model_count++ == 0u) {
    wg_lowest_await_higher(c);
    return;
  }
  for (uint g = 0u; g < c->g; ++g) {
    volatile __global uint* ended = c->board + c->n + g;
    while (atomic_or(ended, 0u) == WG_PATTERN) {
    }
  }
}
static inline void wg_lowest_made(wg_ctx* c) {
  if (c->model_count == 1u) atomic_inc(wg_lowest_begun(c));
}

static inline uint wg_lowest_poll(wg_ctx* c, uint word) {
  wg_lowest_await(c);
  const uint seen = wg_poll(c, word);
  wg_lowest_made(c);
  return seen;
}
#define wg_poll wg_lowest_poll

static inline void wg_lowest_store(wg_ctx* c, uint word, uint value) {
  wg_lowest_await(c);
  wg_signal_store(c, word, value);
  wg_lowest_made(c);
}
#define wg_signal_store wg_lowest_store

#define WG_LOWEST_RMW(name, op, order)                             \
  static inline uint wg_##name(wg_ctx* c, uint word, uint value) { \
    wg_lowest_await(c);                                            \
    const uint old = wg_device_##name(c, word, value);             \
    wg_lowest_made(c);                                             \
    return old;                                                    \
  }
#define WG_LOWEST_CAS(name, order)                                  \
  static inline uint wg_##name(wg_ctx* c, uint word, uint expected, \
                               uint value) {                        \
    wg_lowest_await(c);                                             \
    const uint old = wg_device_##name(c, word, expected, value);    \
    wg_lowest_made(c);                                              \
    return old;                                                     \
  }
WG_EACH_RMW(WG_LOWEST_RMW, WG_LOWEST_CAS)
