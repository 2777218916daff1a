// The steps of the shapes of kernels/progress/: each is one atomic access to
// one word of the group's copy of the shape, or a loop of such accesses.
//
// A shape is a small program for several roles. A launch has many independent
// copies of it; a work-group plays one role of one copy, and its first
// work-item takes the steps. Every word begins at 0 and has a cache line.
//
// Source: the litmus tests of Sorensen et al., "Specifying and Testing GPU
// Workgroup Progress Models" (OOPSLA 2021), whose one instruction is an
// exchange or a load with a branch on the old value.
// Memory ordering: read-modify-writes throughout, as poll and signal say; no
// step relies on an order between two words.
// Progress: the shape's.

// What the late role does where its delay decides: accesses to its own line, in
// every second launch. A delay ends by itself, so it changes no guarantee.
#define WG_LATE(c) wg_delay(c, (c)->delay)

// Of a role's record on the board, after the fields of lib/board.cl: how many
// steps it has taken. The host's twin is in suite/core/launch/decode.cc.
#define WG_ROLE_STEPS 17

#define WG_X 0u
#define WG_Y 1u

// A step is counted in the role's line of the board: a group that has started,
// and whose count stays the same while others poll, is not run.
#if WG_BOARD == WG_BOARD_OFF
#define wg_step(c)
#else
static inline void wg_step(wg_ctx* c) {
  *(volatile __global uint*)(wg_role(c, c->g) + WG_ROLE_STEPS) =
      WG_PATTERN + ++c->polls;
}
#endif

static inline uint wg_copy_word(wg_ctx* c, uint word) {
  return c->place + word * WG_LINE;
}
static inline uint wg_get(wg_ctx* c, uint word) {
  wg_step(c);
  return wg_poll(c, wg_copy_word(c, word));
}
static inline void wg_put(wg_ctx* c, uint word, uint value) {
  wg_step(c);
  wg_signal_store(c, wg_copy_word(c, word), value);
}
// These return the old value.
static inline uint wg_exchange(wg_ctx* c, uint word, uint value) {
  wg_step(c);
  return wg_poll_exchange(c, wg_copy_word(c, word), value);
}
static inline uint wg_count_up(wg_ctx* c, uint word) {
  wg_step(c);
  return wg_take_all(c, wg_copy_word(c, word), 1u);
}
static inline uint wg_swap(wg_ctx* c, uint word, uint expected, uint value) {
  wg_step(c);
  return wg_poll_swap(c, wg_copy_word(c, word), expected, value);
}

// A wait is left when `poll`, which gives the old value of the word, gives the
// goal. The board counts an arrival before it and a departure after it, so that
// a group that is in no wait and does not go on is found. Without its waits a
// group makes each poll once, and the board keeps whether it was met.
#if WG_WAITS == WG_WAITS_REMOVED
#define WG_AWAIT_BY(c, word, goal, poll)                    \
  {                                                         \
    const uint seen_ = (poll);                              \
    if (seen_ != (goal)) {                                  \
      wg_board_ended(c, (c)->g, 0u, seen_, goal, WG_UNMET); \
    }                                                       \
  }
#define WG_RETRY(c, attempt)                         \
  if ((attempt) == 0u) {                             \
    wg_board_ended(c, (c)->g, 0u, 0u, 1u, WG_UNMET); \
  }
#else
#define WG_AWAIT_BY(c, word, goal, poll)                                  \
  {                                                                       \
    wg_board_count(c, (c)->g, WG_ROLE_ARRIVED);                           \
    WG_WAIT_PASSES(c, (c)->g, 0u, wg_copy_word(c, word), WG_EQUALS, goal, \
                   poll)                                                  \
    wg_left(c, (c)->g);                                                   \
  }
// Steps that are taken again until they succeed. `attempt` is a function of the
// shape, which gives 1 for success.
#define WG_RETRY(c, attempt)                                \
  {                                                         \
    uint made_ = 0u;                                        \
    WG_UNTIL(c, (made_ = (attempt)) != 0u)                  \
    if (wg_last_poll(c, (c)->g, made_) == 0u) {             \
      wg_board_ended(c, (c)->g, 0u, 0u, 1u,                 \
                     (c)->gave_up ? WG_GAVE_UP : WG_UNMET); \
    }                                                       \
  }
#endif

// while (word != goal) {}
#define WG_AWAIT(c, word, goal) WG_AWAIT_BY(c, word, goal, wg_get(c, word))
// while (exchange(word, value) != goal) {}
#define WG_AWAIT_EXCHANGE(c, word, value, goal) \
  WG_AWAIT_BY(c, word, goal, wg_exchange(c, word, value))
#define WG_LOCK(c, word) WG_AWAIT_EXCHANGE(c, word, 1u, 0u)
#define WG_UNLOCK(c, word) wg_put(c, word, 0u)
