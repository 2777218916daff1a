// Waits, in their two forms by one macro, and without them.
//
// WG_WAIT_STAYS is a wait for a condition that stays true once it is. The word
// is read once more, volatile, by wg_look_back(), and the wait is left met or
// unmet. That look stands after the closing work-group barrier, or before the
// waiter itself changes the word: at once it would hold back the reads of the
// payload by a trip to memory, and hide stores that come late. WG_WAIT_PASSES
// is a wait for a value that may be gone again, or that the poll itself took:
// the poll's last value tells.
//
// Memory ordering: none of its own; see wg_fence_after_wait in access.cl.
// Progress: unbounded, as people write it; bounded, it gives up after
// budget * budget polls (loops below 65,536 each, since llvmpipe cuts longer
// ones), and the work-item waits no more after that.

// WG_REFRESH is a difference: while the representative waits, the last
// work-item of its group fences, which makes a cache between group and memory
// drop old lines, and leaves the wait's own code as it is. It fences until all
// work-items of the group have come to wg_close(): if it stopped earlier, a
// representative that waits for long would read its old line again. It needs a
// last work-item that does not wait itself and that runs next to the
// representative, so one of another sub-group.

// WG_TIMED is a launch whose time counts: a look at the word after each wait
// would cost a barrier a trip to memory more. Only that a wait gave up is said,
// at the end; that they were met is the payload's to show.

// The work-group barriers around a wait are the primitive's own but in hazards:
// WG_UNOPENED leaves out the one before the arrival, and WG_GROUP_FENCE may be
// the local fence, which joins no work-item's payload to its representative.
// WG_CLOSING_FENCE is that of the one after the wait alone.
#ifndef WG_GROUP_FENCE
#define WG_GROUP_FENCE CLK_GLOBAL_MEM_FENCE
#endif
#ifndef WG_CLOSING_FENCE
#define WG_CLOSING_FENCE WG_GROUP_FENCE
#endif

// The work-group barrier that comes before an arrival, met by all work-items.
static inline void wg_open(void) {
#ifndef WG_UNOPENED
  barrier(WG_GROUP_FENCE);
#endif
}

// The work-group barrier that closes a wait, met by all work-items.
static inline void wg_close(wg_ctx* c) {
  wg_warm_lines(c);
#ifdef WG_REFRESH
  c->closers_due += c->size;
  atomic_inc(c->closers);
  if (c->lid == c->size - 1u) {
    while (atomic_or(c->closers, 0u) < c->closers_due) {
#ifdef WG_MODEL_DEVICE_FENCE
      WG_MODEL_DEVICE_FENCE(c);
#else
      wg_device_fence();
#endif
    }
  }
#endif
  barrier(WG_CLOSING_FENCE);
}

// Never 0. Compilers keep each private word over a work-group barrier by
// itself, and PoCL 5.0 has read another word back than the wait was for.
static inline uint wg_seal(uint round, uint word, uint kind, uint goal) {
  return (round * 0x9E3779B1u ^ word * 0x85EBCA77u ^ goal * 0x2C1B3C6Du ^
          kind * 0xC2B2AE3Du) |
         1u;
}

static inline void wg_owe(wg_ctx* c, uint role, uint round, uint word,
                          uint kind, uint goal) {
  c->owed = wg_seal(round, word, kind, goal);
  c->owed_role = role;
  c->owed_round = round;
  c->owed_word = word;
  c->owed_kind = kind;
  c->owed_goal = goal;
}

// A look at a word beside the waits'. Beside others' atomics, in a program that
// has them, not a data race.
static inline uint wg_look(wg_ctx* c, uint word) {
#ifdef WG_MODEL_LOOK
  return WG_MODEL_LOOK(c, word);
#elif WG_POLL >= WG_POLL_RELAXED
  return atomic_load_explicit((volatile __global atomic_uint*)(c->words + word),
                              memory_order_relaxed, memory_scope_device);
#else
  return *(volatile __global uint*)(c->words + word);
#endif
}

// What a wait polls: the word, or, where the primitive has WG_COUNTERS of them,
// what one counter would hold that had taken all their arrivals. Each of them
// only rises, so the sum is never more than what had arrived when its last one
// was read.
#ifdef WG_COUNTERS
#define WG_SUM(c, word, load)                  \
  uint sum_ = 0u;                              \
  for (uint k_ = 0u; k_ < WG_COUNTERS; ++k_) { \
    sum_ += load(c, (word) + k_ * WG_STRIDE);  \
  }                                            \
  return sum_ - (WG_COUNTERS - 1u) * (c)->base;
static inline uint wg_poll_all(wg_ctx* c, uint word) {
  WG_SUM(c, word, wg_poll)
}
static inline uint wg_look_all(wg_ctx* c, uint word) {
  WG_SUM(c, word, wg_look)
}
// Between a wait on the sum of several words and the payload's first load: one
// fence, but of the native ones, which are each for a word.
static inline void wg_fence_after_sum(wg_ctx* c, uint word) {
#if WG_FENCE == WG_FENCE_NATIVE
  for (uint k = 0u; k < WG_COUNTERS; ++k) {
    wg_fence_after_wait(c, word + k * WG_STRIDE);
  }
#else
  wg_fence_after_wait(c, word);
#endif
}
#else
#define wg_poll_all wg_poll
#define wg_look_all wg_look
#endif

// What a role is about to wait for.
static inline void wg_before_wait(wg_ctx* c, uint role, uint word, uint kind,
                                  uint goal) {
#if WG_BOARD != WG_BOARD_OFF
  volatile __global uint* r = wg_role(c, role);
  r[WG_ROLE_WORD] = word;
  r[WG_ROLE_KIND] = kind;
  r[WG_ROLE_GOAL] = goal;
#endif
}

// Whether what a role waits for was there already: a hand-off whose readers all
// come late shows nothing of its waits.
#if WG_BOARD == WG_BOARD_OFF
#define WG_NOTE_WAITED(c, role, waited)
#define WG_COUNT_LOOK(looks)
#else
#define WG_NOTE_WAITED(c, role, waited) \
  wg_role(c, role)[WG_ROLE_WAITED] += (waited) ? 1u : 0u;
#define WG_COUNT_LOOK(looks) ++looks,
#endif

// How the work-item's last wait ended.
static inline void wg_look_back(wg_ctx* c) {
#ifndef WG_TIMED
#if WG_WAITS != WG_WAITS_REMOVED
  if (c->owed) {
    const uint seen = wg_look_all(c, c->owed_word);
    const bool met = WG_HOLDS(c->owed_kind, seen, c->owed_goal);
    // An unmet look at another word than the wait's proves nothing.
    const bool kept = c->owed == wg_seal(c->owed_round, c->owed_word,
                                         c->owed_kind, c->owed_goal);
    if (met || c->gave_up || kept) {
      wg_board_ended(c, c->owed_role, c->owed_round, seen, c->owed_goal,
                     c->gave_up ? WG_GAVE_UP : (met ? WG_MET : WG_UNMET));
    }
    c->owed = 0u;
  }
#endif
#endif
}

// By the runners, before the end word.
static inline void wg_say_at_end(wg_ctx* c) {
#ifdef WG_TIMED
  if (c->gave_up) {
    wg_board_ended(c, c->owed_role, c->owed_round, 0u, c->owed_goal,
                   WG_GAVE_UP);
  }
#endif
}

// A driver that cuts loops short lets a waiter go on unmet, and the word may be
// met by the time of a later look. CPUs do so, whose caches need no such care.
#ifdef WG_CUTS_LOOPS
#define WG_LOOK_AT_ONCE(c) wg_look_back(c)
#else
#define WG_LOOK_AT_ONCE(c)
#endif

#ifdef WG_MODEL_UNTIL
#define WG_UNTIL(c, condition) WG_MODEL_UNTIL(c, condition)
#elif WG_WAITS == WG_WAITS_UNBOUNDED
#define WG_UNTIL(c, condition) \
  while (!(condition)) {       \
  }
#elif WG_WAITS == WG_WAITS_BOUNDED
#define WG_UNTIL(c, condition)                                             \
  {                                                                        \
    uint met_ = 0u;                                                        \
    for (uint o_ = 0u; o_ < (c)->budget && !met_ && !(c)->gave_up; ++o_) { \
      for (uint i_ = 0u; i_ < (c)->budget && !met_; ++i_) {                \
        met_ = (condition) ? 1u : 0u;                                      \
      }                                                                    \
    }                                                                      \
    if (!met_) (c)->gave_up = 1u;                                          \
  }
#else
#define WG_UNTIL(c, condition) \
  {}
#endif

#ifdef WG_TIMED
#define WG_NOTE_END(c) ((c)->gave_up)
#else
#define WG_NOTE_END(c) 1
#endif

#if WG_WAITS == WG_WAITS_REMOVED
#define WG_WAIT_STAYS(c, role, round, word, kind, goal)
#define WG_WAIT_PASSES(c, role, round, word, kind, goal, poll) \
  {                                                            \
    const uint last_ = (poll);                                 \
    (void)last_;                                               \
  }
#else
#define WG_WAIT_STAYS(c, role, round, word, kind, goal)                    \
  {                                                                        \
    wg_before_wait(c, role, word, kind, goal);                             \
    WG_NOTE_WAITED(c, role, !WG_AWAITED(kind, wg_look_all(c, word), goal)) \
    WG_UNTIL(c, WG_HOLDS(kind, wg_poll_all(c, word), goal))                \
    wg_owe(c, role, round, word, kind, goal);                              \
    WG_LOOK_AT_ONCE(c);                                                    \
  }
#define WG_WAIT_PASSES(c, role, round, word, kind, goal, poll)                 \
  {                                                                            \
    uint last_ = WG_PATTERN;                                                   \
    uint looks_ = 0u;                                                          \
    wg_before_wait(c, role, word, kind, goal);                                 \
    WG_UNTIL(c,                                                                \
             (WG_COUNT_LOOK(looks_) WG_AWAITED(kind, (last_ = (poll)), goal))) \
    /* Others may be faster than who found a lock free. */                     \
    WG_NOTE_WAITED(c, role, looks_ > 1u)                                       \
    const uint seen_ = wg_last_poll(c, role, last_);                           \
    if (WG_NOTE_END(c))                                                        \
      wg_board_ended(                                                          \
          c, role, round, seen_, goal,                                         \
          (c)->gave_up ? WG_GAVE_UP                                            \
                       : (WG_AWAITED(kind, seen_, goal) ? WG_MET : WG_UNMET)); \
  }
#endif

// What a barrier does around its arrival and its wait, but for barriers whose
// work-items do more between those steps; they call the parts themselves.
//
// All work-items of the group have come. True in the one that acts for it.
static inline bool wg_enter_barrier(wg_ctx* c) {
  wg_open();
  return c->lid == 0u;
}
// The group may go on: joins its work-items to the one that has waited, and
// keeps the board.
static inline void wg_leave_barrier(wg_ctx* c, uint role, uint round) {
  wg_close(c);
  wg_look_back(c);
  wg_group_closed(c, role);
  wg_check_departure(c, role, round);
}
