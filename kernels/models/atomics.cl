// Read-modify-writes of the synchronization words that are none. Two kinds:
// of those of a work-item that would change a word, every so-maniest is lost;
// or each is a load and a store, which waits a while for another one's store.
// The payload and what the suite watches with are as they were.
//
// Memory ordering: as without the model.
// Progress: nothing here waits.

#define WG_ATOMICS_LOSE 0u  // the kind; else they are not atomic
#define WG_ATOMICS_LOOKS 4000u

#define WG_MODEL_ENTER(c) wg_model_begin(&c);

// A load and a store.
static inline uint wg_atomics_load(wg_ctx* c, uint word) {
  return *(volatile __global uint*)(c->words + word);
}
// The store waits until somebody else has stored, so that one of the two is
// lost; for longer than the latest group is late, and not for ever.
static inline void wg_atomics_store(wg_ctx* c, uint word, uint seen,
                                    uint value) {
  volatile __global uint* at = c->words + word;
  const uint looks = 2u * c->delay + WG_ATOMICS_LOOKS;
  for (uint i = 0u; i < looks; ++i) {
    if (atomic_or(at, 0u) != seen) break;
  }
  *at = value;
}

// Whether the read-modify-write that comes next is lost, if it changes a word.
static inline bool wg_atomics_loses(wg_ctx* c) {
  return c->model_kind == WG_ATOMICS_LOSE &&
         c->model_count + 1u == c->model_number;
}
static inline bool wg_atomics_splits(wg_ctx* c) {
  return c->model_kind != WG_ATOMICS_LOSE;
}

static inline uint wg_atomics_poll(wg_ctx* c, uint word) {
#if WG_POLL == WG_POLL_RMW
  if (wg_atomics_splits(c)) {
    const uint seen = wg_atomics_load(c, word);
    wg_atomics_store(c, word, seen, seen);
    return seen;
  }
#endif
  return wg_poll(c, word);
}
#define wg_poll wg_atomics_poll

static inline uint wg_atomics_exchange(wg_ctx* c, uint word, uint value) {
  uint seen = wg_atomics_load(c, word);
  if (wg_atomics_splits(c)) {
    wg_atomics_store(c, word, seen, value);
  } else if (wg_atomics_loses(c) && seen != value) {
    c->model_count = 0u;
  } else {
    seen = wg_poll_exchange(c, word, value);
    if (seen != value) c->model_count += 1u;
  }
  return seen;
}
#define wg_poll_exchange wg_atomics_exchange

static inline uint wg_atomics_take(wg_ctx* c, uint word) {
  uint seen = wg_atomics_load(c, word);
  if (wg_atomics_splits(c)) {
    wg_atomics_store(c, word, seen, seen + 1u);
  } else if (wg_atomics_loses(c)) {
    c->model_count = 0u;
  } else {
    seen = wg_take(c, word);
    c->model_count += 1u;
  }
  return seen;
}
#define wg_take wg_atomics_take

static inline void wg_atomics_signal(wg_ctx* c, uint word, uint value) {
#if WG_SIGNAL == WG_SIGNAL_RMW
  if (wg_atomics_splits(c)) {
    wg_atomics_store(c, word, wg_atomics_load(c, word), value);
    return;
  }
  if (wg_atomics_load(c, word) != value) {
    if (wg_atomics_loses(c)) {
      c->model_count = 0u;
      return;
    }
    c->model_count += 1u;
  }
#endif
  wg_signal_store(c, word, value);
}
#define wg_signal_store wg_atomics_signal

static inline void wg_atomics_add(wg_ctx* c, uint word, uint value) {
  if (wg_atomics_splits(c)) {
    const uint seen = wg_atomics_load(c, word);
    wg_atomics_store(c, word, seen, seen + value);
  } else if (wg_atomics_loses(c)) {
    c->model_count = 0u;
  } else {
    wg_signal_add(c, word, value);
    c->model_count += 1u;
  }
}
#define wg_signal_add wg_atomics_add

static inline uint wg_atomics_cas(wg_ctx* c, uint word, uint seen, uint value) {
  uint held = wg_atomics_load(c, word);
  if (wg_atomics_splits(c)) {
    if (held == seen) wg_atomics_store(c, word, seen, value);
  } else if (wg_atomics_loses(c) && held == seen) {
    c->model_count = 0u;
  } else {
    held = wg_signal_cas(c, word, seen, value);
    if (held == seen) c->model_count += 1u;
  }
  return held;
}
#define wg_signal_cas wg_atomics_cas
