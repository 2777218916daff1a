// A cache between group and memory that nothing keeps coherent, as the L1 of
// AMD's GCN: a plain or volatile load is answered by the group's own copy. A
// store writes through and leaves a copy. Two kinds: any atomic of the group
// drops all its copies, or the copy of its own word alone.
//
// Memory ordering: an acquiring fence of device scope and an acquiring load
// drop all copies. Atomics go to memory. The legacy mem_fence is of work-group
// scope and drops nothing. A kernel begins without copies.
// Progress: nothing here waits.

#define WG_CACHE_DROPS_ALL 0u  // by any atomic; else that one word's copy

// Directly mapped, a word a line; the synchronization words have lines of
// their own.
#define WG_CACHE_LINES 2048u
#define WG_CACHE_WORD_LINES 64u
// Of the group: the copies' epoch, and whether it has any.
#define WG_CACHE_EPOCH 0
#define WG_CACHE_FILLED 1

#define WG_MODEL_ENTER(c)                                             \
  __local ulong wg_cache_lines[WG_CACHE_LINES + WG_CACHE_WORD_LINES]; \
  __local uint wg_cache_state[2];                                     \
  wg_cache_begin(&c, wg_cache_lines, wg_cache_state);                 \
  barrier(CLK_LOCAL_MEM_FENCE);

static inline void wg_cache_begin(wg_ctx* c, volatile __local ulong* lines,
                                  volatile __local uint* state) {
  wg_model_begin(c);
  c->model_lines = lines;
  c->model_state = state;
  for (uint i = c->lid; i < WG_CACHE_LINES + WG_CACHE_WORD_LINES;
       i += c->size) {
    lines[i] = 0ul;
  }
  if (c->lid == 0u) {
    state[WG_CACHE_EPOCH] = 0u;
    state[WG_CACHE_FILLED] = 0u;
  }
}

// A line: the value, and above it what says whose copy it is, of which epoch,
// never 0.
static inline uint wg_cache_key(uint tag, uint epoch) {
  return (tag << 16) | 0x8000u | (epoch & 0x7FFFu);
}

static inline void wg_cache_fill(wg_ctx* c, uint line, uint key, uint value) {
  c->model_lines[line] = ((ulong)key << 32) | value;
}

static inline uint wg_cache_read(wg_ctx* c, volatile __global uint* memory,
                                 uint line, uint tag) {
  // In this order: a neighbour that drops the copies meanwhile must drop this
  // one too.
  const uint key = wg_cache_key(tag, c->model_state[WG_CACHE_EPOCH]);
  const ulong copy = c->model_lines[line];
  if ((uint)(copy >> 32) == key) return (uint)copy;
  c->model_state[WG_CACHE_FILLED] = 1u;
  const uint value = *memory;
  wg_cache_fill(c, line, key, value);
  return value;
}

static inline void wg_cache_wrote(wg_ctx* c, uint line, uint tag, uint value) {
  const uint key = wg_cache_key(tag, c->model_state[WG_CACHE_EPOCH]);
  c->model_state[WG_CACHE_FILLED] = 1u;
  wg_cache_fill(c, line, key, value);
}

static inline uint wg_cache_word_line(uint word) {
  return WG_CACHE_LINES + word % WG_CACHE_WORD_LINES;
}

static inline uint wg_cache_read_word(wg_ctx* c, uint word) {
  return wg_cache_read(c, c->words + word, wg_cache_word_line(word),
                       word / WG_CACHE_WORD_LINES);
}

static inline void wg_cache_drop(wg_ctx* c) {
  if (c->model_state[WG_CACHE_FILLED] == 0u) return;
  c->model_state[WG_CACHE_FILLED] = 0u;
  atomic_inc(c->model_state + WG_CACHE_EPOCH);
}

// After an atomic on the word that this line is for.
static inline void wg_cache_atomic(wg_ctx* c, uint line) {
  if (c->model_kind == WG_CACHE_DROPS_ALL) {
    wg_cache_drop(c);
  } else {
    c->model_lines[line] = 0ul;
  }
}

#define WG_MODEL_LOOK(c, word) wg_cache_look(c, word)

static inline uint wg_cache_look(wg_ctx* c, uint word) {
#if WG_POLL >= WG_POLL_RELAXED
  return atomic_load_explicit((volatile __global atomic_uint*)(c->words + word),
                              memory_order_relaxed, memory_scope_device);
#else
  return wg_cache_read_word(c, word);
#endif
}

static inline uint wg_cache_poll(wg_ctx* c, uint word) {
#if WG_POLL == WG_POLL_PLAIN
  return wg_cache_read_word(c, word);
#elif WG_POLL == WG_POLL_REISSUED
  return wg_cache_read_word(c, word + (c->polls++ & c->mask));
#elif WG_POLL == WG_POLL_VOLATILE
  return wg_cache_read_word(c, word);
#else
  const uint seen = wg_poll(c, word);
  wg_cache_atomic(c, wg_cache_word_line(word));
#ifdef WG_ACQUIRES
  wg_cache_drop(c);
#endif
  return seen;
#endif
}
#define wg_poll wg_cache_poll

// After a read-modify-write that orders as its name says.
static inline void wg_cache_after_take(wg_ctx* c, uint word) {
  wg_cache_atomic(c, wg_cache_word_line(word));
}
static inline void wg_cache_after_poll(wg_ctx* c, uint word) {
  wg_cache_atomic(c, wg_cache_word_line(word));
#ifdef WG_ACQUIRES
  wg_cache_drop(c);
#endif
}
static inline void wg_cache_after_both(wg_ctx* c, uint word) {
  wg_cache_after_poll(c, word);
#if WG_FENCE == WG_FENCE_NATIVE
  wg_cache_drop(c);
#endif
}
#define wg_cache_after_arrive wg_cache_after_take
#define wg_cache_after_signal wg_cache_after_take

#define WG_CACHE_RMW(name, op, order)                              \
  static inline uint wg_##name(wg_ctx* c, uint word, uint value) { \
    const uint held = wg_device_##name(c, word, value);            \
    wg_cache_after_##order(c, word);                               \
    return held;                                                   \
  }
#define WG_CACHE_CAS(name, order)                                   \
  static inline uint wg_##name(wg_ctx* c, uint word, uint expected, \
                               uint value) {                        \
    const uint held = wg_device_##name(c, word, expected, value);   \
    wg_cache_after_##order(c, word);                                \
    return held;                                                    \
  }
WG_EACH_RMW(WG_CACHE_RMW, WG_CACHE_CAS)

static inline void wg_cache_signal(wg_ctx* c, uint word, uint value) {
  wg_signal_store(c, word, value);
#if WG_SIGNAL <= WG_SIGNAL_VOLATILE
  wg_cache_wrote(c, wg_cache_word_line(word), word / WG_CACHE_WORD_LINES,
                 value);
#else
  wg_cache_atomic(c, wg_cache_word_line(word));
#endif
}
#define wg_signal_store wg_cache_signal

static inline void wg_cache_before_signal(wg_ctx* c) {
  wg_fence_before_signal();
#if WG_FENCE_BEFORE == WG_FENCE_DEVICE
  wg_cache_drop(c);
#endif
}
// Its callers have the context by this name.
#define wg_fence_before_signal() wg_cache_before_signal(c)

static inline void wg_cache_after_wait(wg_ctx* c, uint word) {
  wg_fence_after_wait(c, word);
#if WG_FENCE_AFTER == WG_FENCE_DEVICE
  wg_cache_drop(c);
#elif WG_FENCE_AFTER == WG_FENCE_NATIVE
  wg_cache_drop(c);
#endif
}
#define wg_fence_after_wait wg_cache_after_wait

static inline void wg_cache_seq_cst(wg_ctx* c) {
  wg_fence_seq_cst(c);
#if WG_FENCE == WG_FENCE_DEVICE
  wg_cache_drop(c);
#elif WG_FENCE == WG_FENCE_NATIVE
  wg_cache_drop(c);
#endif
}
#define wg_fence_seq_cst wg_cache_seq_cst

// Of OpenCL 1.2 there are only fences of work-group scope.
static inline void wg_cache_device_fence(wg_ctx* c) {
  wg_device_fence();
#ifdef WG_C11
  wg_cache_drop(c);
#endif
}
#define WG_MODEL_DEVICE_FENCE(c) wg_cache_device_fence(c)

static inline uint wg_cache_payload_load(wg_ctx* c, uint i) {
#if WG_PAYLOAD == WG_PAYLOAD_ATOMIC
  const uint value = wg_payload_load(c, i);
  wg_cache_atomic(c, i % WG_CACHE_LINES);
  return value;
#else
  return wg_cache_read(c, c->payload + i, i % WG_CACHE_LINES,
                       i / WG_CACHE_LINES);
#endif
}
#define wg_payload_load wg_cache_payload_load

static inline void wg_cache_payload_store(wg_ctx* c, uint i, uint value) {
  wg_payload_store(c, i, value);
#if WG_PAYLOAD == WG_PAYLOAD_ATOMIC
  wg_cache_atomic(c, i % WG_CACHE_LINES);
#else
  wg_cache_wrote(c, i % WG_CACHE_LINES, i / WG_CACHE_LINES, value);
#endif
}
#define wg_payload_store wg_cache_payload_store
