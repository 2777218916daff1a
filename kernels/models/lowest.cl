// Every group makes its first access to a synchronization word; from then on
// only the group with the lowest number of those that have not ended is run.
// The device must hold all groups of the grid at once.
//
// Memory ordering: none of its own.
// Progress: a group that is not run waits for the ends of all lower groups.

#define WG_MODEL_ENTER(c) wg_model_begin(&c);

// The end words of lib/board.cl.
static inline void wg_lowest_await(wg_ctx* c) {
  if (c->model_count++ == 0u) return;
  for (uint g = 0u; g < c->g; ++g) {
    volatile __global uint* ended = c->board + c->n + g;
    while (atomic_or(ended, 0u) == WG_PATTERN) {
    }
  }
}

static inline uint wg_lowest_poll(wg_ctx* c, uint word) {
  wg_lowest_await(c);
  return wg_poll(c, word);
}
#define wg_poll wg_lowest_poll

static inline void wg_lowest_store(wg_ctx* c, uint word, uint value) {
  wg_lowest_await(c);
  wg_signal_store(c, word, value);
}
#define wg_signal_store wg_lowest_store

#define WG_LOWEST_RMW(name, op, order)                             \
  static inline uint wg_##name(wg_ctx* c, uint word, uint value) { \
    wg_lowest_await(c);                                            \
    return wg_device_##name(c, word, value);                       \
  }
#define WG_LOWEST_CAS(name, order)                                  \
  static inline uint wg_##name(wg_ctx* c, uint word, uint expected, \
                               uint value) {                        \
    wg_lowest_await(c);                                             \
    return wg_device_##name(c, word, expected, value);              \
  }
WG_EACH_RMW(WG_LOWEST_RMW, WG_LOWEST_CAS)
