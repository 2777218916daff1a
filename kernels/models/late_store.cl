// Stores that come late: a plain or volatile store stays with its group, which
// sees it at once, until a releasing fence of device scope, a release operation
// or the kernel's end; then it goes to memory. One whose line another store
// wants goes too.
//
// Memory ordering: atomics go to memory, after what their own group has stored
// in their word. The legacy mem_fence is of work-group scope and releases
// nothing.
// Progress: nothing here waits.

// Directly mapped, a word a line; the synchronization words have lines of
// their own. A line: the value, and above it whose it is; 0 is empty.
#define WG_STORE_LINES 2048u
#define WG_STORE_WORD_LINES 64u
#define WG_STORE_ALL (WG_STORE_LINES + WG_STORE_WORD_LINES)

#define WG_MODEL_ENTER(c)                             \
  __local ulong wg_store_lines[WG_STORE_ALL];         \
  __local uint wg_store_state[1];                     \
  wg_store_begin(&c, wg_store_lines, wg_store_state); \
  barrier(CLK_LOCAL_MEM_FENCE);

// By every work-item: one may end while another one still stores.
#define WG_MODEL_LEAVE(c) wg_store_release(&c);

static inline void wg_store_begin(wg_ctx* c, volatile __local ulong* lines,
                                  volatile __local uint* state) {
  wg_model_begin(c);
  c->model_lines = lines;
  c->model_state = state;
  for (uint i = c->lid; i < WG_STORE_ALL; i += c->size) lines[i] = 0ul;
  if (c->lid == 0u) state[0] = 0u;
}

static inline volatile __global uint* wg_store_at(wg_ctx* c, uint line,
                                                  uint tag) {
  return line < WG_STORE_LINES
             ? c->payload + tag * WG_STORE_LINES + line
             : c->words + tag * WG_STORE_WORD_LINES + line - WG_STORE_LINES;
}

// Writes one line back.
static inline void wg_store_write_back(wg_ctx* c, uint line) {
  const ulong held = c->model_lines[line];
  if (held == 0ul) return;
  *wg_store_at(c, line, (uint)(held >> 32) - 1u) = (uint)held;
  c->model_lines[line] = 0ul;
}

static inline void wg_store_release(wg_ctx* c) {
  // Whether the group has stored anything since.
  if (c->model_state[0] == 0u) return;
  c->model_state[0] = 0u;
  for (uint i = 0u; i < WG_STORE_ALL; ++i) wg_store_write_back(c, i);
}

static inline void wg_store_keep(wg_ctx* c, uint line, uint tag, uint value) {
  const ulong held = c->model_lines[line];
  if (held != 0ul) {
    if ((uint)(held >> 32) != tag + 1u) wg_store_write_back(c, line);
  }
  c->model_lines[line] = ((ulong)(tag + 1u) << 32) | value;
  c->model_state[0] = 1u;
}

// What the group sees where memory holds `value`. The load has been made by
// then, so that a compiler may do with it what it does without the model.
static inline uint wg_store_see(wg_ctx* c, uint line, uint tag, uint value) {
  const ulong held = c->model_lines[line];
  return (uint)(held >> 32) == tag + 1u ? (uint)held : value;
}

static inline uint wg_store_word_line(uint word) {
  return WG_STORE_LINES + word % WG_STORE_WORD_LINES;
}

static inline uint wg_store_see_word(wg_ctx* c, uint word, uint value) {
  return wg_store_see(c, wg_store_word_line(word), word / WG_STORE_WORD_LINES,
                      value);
}

#define WG_MODEL_LOOK(c, word) wg_store_look(c, word)

static inline uint wg_store_look(wg_ctx* c, uint word) {
#if WG_POLL >= WG_POLL_RELAXED
  wg_store_write_back(c, wg_store_word_line(word));
  return atomic_load_explicit((volatile __global atomic_uint*)(c->words + word),
                              memory_order_relaxed, memory_scope_device);
#else
  return wg_store_see_word(c, word,
                           *(volatile __global uint*)(c->words + word));
#endif
}

static inline uint wg_store_poll(wg_ctx* c, uint word) {
#if WG_POLL <= WG_POLL_VOLATILE
  return wg_store_see_word(c, word, wg_poll(c, word));
#else
  wg_store_write_back(c, wg_store_word_line(word));
  return wg_poll(c, word);
#endif
}
#define wg_poll wg_store_poll

// Before an atomic that signals.
static inline void wg_store_before_atomic(wg_ctx* c, uint word) {
#if WG_FENCE == WG_FENCE_NATIVE
  wg_store_release(c);
#elif defined(WG_RELEASES)
  wg_store_release(c);
#else
  wg_store_write_back(c, wg_store_word_line(word));
#endif
}

// Before a read-modify-write that orders as its name says.
static inline void wg_store_for_poll(wg_ctx* c, uint word) {
  wg_store_write_back(c, wg_store_word_line(word));
}
#define wg_store_for_take wg_store_for_poll
#define wg_store_for_arrive wg_store_before_atomic
#define wg_store_for_signal wg_store_before_atomic
#define wg_store_for_both wg_store_before_atomic

#define WG_STORE_RMW(name, op, order)                              \
  static inline uint wg_##name(wg_ctx* c, uint word, uint value) { \
    wg_store_for_##order(c, word);                                 \
    return wg_device_##name(c, word, value);                       \
  }
#define WG_STORE_CAS(name, order)                                   \
  static inline uint wg_##name(wg_ctx* c, uint word, uint expected, \
                               uint value) {                        \
    wg_store_for_##order(c, word);                                  \
    return wg_device_##name(c, word, expected, value);              \
  }
WG_EACH_RMW(WG_STORE_RMW, WG_STORE_CAS)

static inline void wg_store_signal(wg_ctx* c, uint word, uint value) {
#if WG_SIGNAL <= WG_SIGNAL_VOLATILE
  wg_store_keep(c, wg_store_word_line(word), word / WG_STORE_WORD_LINES, value);
#else
  wg_store_before_atomic(c, word);
  wg_signal_store(c, word, value);
#endif
}
#define wg_signal_store wg_store_signal

static inline void wg_store_seq_cst(wg_ctx* c) {
#if WG_FENCE == WG_FENCE_DEVICE
  wg_store_release(c);
#elif WG_FENCE == WG_FENCE_NATIVE
  wg_store_release(c);
#endif
  wg_fence_seq_cst(c);
}
#define wg_fence_seq_cst wg_store_seq_cst

static inline void wg_store_before_signal(wg_ctx* c) {
#if WG_FENCE_BEFORE == WG_FENCE_DEVICE
  wg_store_release(c);
#endif
  wg_fence_before_signal();
}
// Its callers have the context by this name.
#define wg_fence_before_signal() wg_store_before_signal(c)

static inline void wg_store_after_wait(wg_ctx* c, uint word) {
#if WG_FENCE_AFTER == WG_FENCE_DEVICE
  wg_store_release(c);
#endif
  wg_fence_after_wait(c, word);
}
#define wg_fence_after_wait wg_store_after_wait

static inline uint wg_store_payload_load(wg_ctx* c, uint i) {
#if WG_PAYLOAD == WG_PAYLOAD_ATOMIC
  return wg_payload_load(c, i);
#else
  return wg_store_see(c, i % WG_STORE_LINES, i / WG_STORE_LINES,
                      wg_payload_load(c, i));
#endif
}
#define wg_payload_load wg_store_payload_load

static inline void wg_store_payload_store(wg_ctx* c, uint i, uint value) {
#if WG_PAYLOAD == WG_PAYLOAD_ATOMIC
  wg_payload_store(c, i, value);
#else
  wg_store_keep(c, i % WG_STORE_LINES, i / WG_STORE_LINES, value);
#endif
}
#define wg_payload_store wg_store_payload_store
