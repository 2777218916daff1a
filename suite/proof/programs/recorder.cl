// Records the accesses of the synchronization words and of the payload, in the
// place of a device model (kernels/models/model.cl): the test composes it.
//
// One event: the group, the operation, the word, and what it held. The log is
// at WG_LOG in the scratch: whose turn it is, the number of events, which
// groups have ended, and the events from WG_LOG_EVENTS on. Groups take turns,
// one access each, so that the log is the order of all accesses, and the same
// in each run.
//
// Memory ordering: the turns order all accesses.
// Progress: every group must be resident.

#define WG_LOG_COUNT 1u
#define WG_LOG_ENDED 2u
#define WG_LOG_EVENTS 32u
#define WG_LOG_MOST 4000u

// In the order of kOperations of kernel_trace_testing.cc.
#define WG_LOG_poll 0u
#define WG_LOG_signal_store 1u
#define WG_LOG_poll_exchange 2u
#define WG_LOG_poll_swap 3u
#define WG_LOG_take_all 4u
#define WG_LOG_signal_add 5u
#define WG_LOG_signal_sub 6u
#define WG_LOG_signal_add_returned 7u
#define WG_LOG_signal_fetch_add 8u
#define WG_LOG_signal_exchange 9u
#define WG_LOG_signal_swap 10u
#define WG_LOG_fence_before 11u
#define WG_LOG_fence_after 12u
#define WG_LOG_fence_both 13u
#define WG_LOG_load 14u
#define WG_LOG_store 15u

#define WG_MODEL_ENTER(c) wg_model_begin(&c);

// The group has ended: others have its turns.
#define WG_MODEL_LEAVE(c) wg_log_leave(&c);

static inline volatile __global uint* wg_log(wg_ctx* c) {
  return c->scratch + WG_LOG;
}
// A group whose turn it is not sleeps: spinning groups would keep the cores of
// a busy machine from the one that has the turn.
#define WG_FUTEX_WAIT 0u
#define WG_FUTEX_WAKE 1u
static inline void wg_futex(volatile __global uint* word, uint what,
                            uint value) {
#ifdef __x86_64__
  ulong result = 202ul;
  __asm__ volatile("xor %%r10d, %%r10d; syscall"
                   : "+a"(result)
                   : "D"((ulong)word), "S"((ulong)what), "d"((ulong)value)
                   : "rcx", "r10", "r11", "memory");
#endif
}
static inline void wg_log_begin(wg_ctx* c) {
  uint turn;
  while ((turn = atomic_or(wg_log(c), 0u)) != c->g) {
    wg_futex(wg_log(c), WG_FUTEX_WAIT, turn);
  }
}
static inline void wg_log_pass(wg_ctx* c) {
  uint next = c->g;
  for (uint i = 0u; i < c->n; ++i) {
    next = (next + 1u) % c->n;
    if (wg_log(c)[WG_LOG_ENDED + next] == 0u) break;
  }
  atomic_xchg(wg_log(c), next);
  wg_futex(wg_log(c), WG_FUTEX_WAKE, c->n);
}
static inline void wg_log_leave(wg_ctx* c) {
  wg_log_begin(c);
  wg_log(c)[WG_LOG_ENDED + c->g] = 1u;
  wg_log_pass(c);
}
static inline void wg_log_end(wg_ctx* c, uint operation, uint word, uint held) {
  const uint next = wg_log(c)[WG_LOG_COUNT];
  if (next < WG_LOG_MOST) {
    volatile __global uint* at = wg_log(c) + WG_LOG_EVENTS + 4u * next;
    at[0] = c->g;
    at[1] = operation;
    at[2] = word;
    at[3] = held;
    wg_log(c)[WG_LOG_COUNT] = next + 1u;
  }
  wg_log_pass(c);
}

static inline uint wg_log_poll(wg_ctx* c, uint word) {
  wg_log_begin(c);
  const uint held = wg_poll(c, word);
  wg_log_end(c, WG_LOG_poll, word, held);
  return held;
}
#define wg_poll wg_log_poll

static inline void wg_log_signal_store(wg_ctx* c, uint word, uint value) {
  wg_log_begin(c);
  const uint held = c->words[word];
  wg_signal_store(c, word, value);
  wg_log_end(c, WG_LOG_signal_store, word, held);
}
#define wg_signal_store wg_log_signal_store

#define WG_LOGGED_RMW(name, op, order)                             \
  static inline uint wg_##name(wg_ctx* c, uint word, uint value) { \
    wg_log_begin(c);                                               \
    const uint held = c->words[word];                              \
    wg_device_##name(c, word, value);                              \
    wg_log_end(c, WG_LOG_##name, word, held);                      \
    return held;                                                   \
  }
#define WG_LOGGED_CAS(name, order)                                  \
  static inline uint wg_##name(wg_ctx* c, uint word, uint expected, \
                               uint value) {                        \
    wg_log_begin(c);                                                \
    const uint held = c->words[word];                               \
    wg_device_##name(c, word, expected, value);                     \
    wg_log_end(c, WG_LOG_##name, word, held);                       \
    return held;                                                    \
  }
WG_EACH_RMW(WG_LOGGED_RMW, WG_LOGGED_CAS)

static inline void wg_log_fence(wg_ctx* c, uint operation) {
  wg_log_begin(c);
  wg_log_end(c, operation, 0u, 0u);
}
// Its callers have the context by this name.
#define wg_fence_before_signal() wg_log_fence(c, WG_LOG_fence_before)
#define wg_fence_after_wait(c, word) wg_log_fence(c, WG_LOG_fence_after)
#define wg_fence_seq_cst(c) wg_log_fence(c, WG_LOG_fence_both)

static inline uint wg_log_payload_load(wg_ctx* c, uint i) {
  wg_log_begin(c);
  const uint held = wg_payload_load(c, i);
  wg_log_end(c, WG_LOG_load, i, held);
  return held;
}
#define wg_payload_load wg_log_payload_load

static inline void wg_log_payload_store(wg_ctx* c, uint i, uint value) {
  wg_log_begin(c);
  wg_payload_store(c, i, value);
  wg_log_end(c, WG_LOG_store, i, 0u);
}
#define wg_payload_store wg_log_payload_store
