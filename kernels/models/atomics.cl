// Read-modify-writes of the synchronization words that are none. Two kinds:
// of those of a work-item that would change a word, every so-maniest is lost;
// or each is a load and a store, which waits a while for another one's store.
// The payload and what the suite watches with are as they were. Where N is so
// large that no work-item gets there, groups begin to count at different
// numbers, and of all of them about one in N is lost.
//
// Memory ordering: as without the model.
// Progress: nothing here waits.

#define WG_ATOMICS_LOSE 0u  // the kind; else they are not atomic
#define WG_ATOMICS_LOOKS 4000u

#define WG_ATOMICS_RARE 1000u

#define WG_MODEL_ENTER(c) \
  wg_model_begin(&c);     \
  wg_atomics_begin(&c);

static inline void wg_atomics_begin(wg_ctx* c) {
  c->model_count =
      c->model_kind == WG_ATOMICS_LOSE && c->model_number > WG_ATOMICS_RARE
          ? (c->g * 0x9E3779B1u) % c->model_number
          : 0u;
}

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

// What an operation stores, and whether that changes a word that holds `seen`.
#define WG_ATOMICS_NEW_add(seen, value) seen + value
#define WG_ATOMICS_NEW_sub(seen, value) seen - value
#define WG_ATOMICS_NEW_exchange(seen, value) value
#define WG_ATOMICS_CHANGES_add(seen, value) true
#define WG_ATOMICS_CHANGES_sub(seen, value) true
#define WG_ATOMICS_CHANGES_exchange(seen, value) seen != value

#define WG_ATOMICS_RMW(name, op, order)                                       \
  static inline uint wg_##name(wg_ctx* c, uint word, uint value) {            \
    uint seen = wg_atomics_load(c, word);                                     \
    if (wg_atomics_splits(c)) {                                               \
      wg_atomics_store(c, word, seen, WG_ATOMICS_NEW_##op(seen, value));      \
    } else if (wg_atomics_loses(c) && WG_ATOMICS_CHANGES_##op(seen, value)) { \
      c->model_count = 0u;                                                    \
    } else {                                                                  \
      seen = wg_device_##name(c, word, value);                                \
      if (WG_ATOMICS_CHANGES_##op(seen, value)) c->model_count += 1u;         \
    }                                                                         \
    return seen;                                                              \
  }
// Compare-and-swap, of either kind: it changes the word where it holds
// `expected`.
#define WG_ATOMICS_CAS(name, order)                                 \
  static inline uint wg_##name(wg_ctx* c, uint word, uint expected, \
                               uint value) {                        \
    uint seen = wg_atomics_load(c, word);                           \
    if (wg_atomics_splits(c)) {                                     \
      if (seen == expected) wg_atomics_store(c, word, seen, value); \
    } else if (wg_atomics_loses(c) && seen == expected) {           \
      c->model_count = 0u;                                          \
    } else {                                                        \
      seen = wg_device_##name(c, word, expected, value);            \
      if (seen == expected) c->model_count += 1u;                   \
    }                                                               \
    return seen;                                                    \
  }
WG_EACH_RMW(WG_ATOMICS_RMW, WG_ATOMICS_CAS)

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
