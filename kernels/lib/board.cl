// The board: arrivals, departures and the ends of waits, by waiting role.
//
// In words: n start words, n end words, then from wg_roles_at(n) one record of
// WG_ROLE words for each role. The host's twin is suite/core/launch/layout.h.
// Counts begin at WG_PATTERN.
//
// Memory ordering: `off` writes the start and end words and how a wait ended,
// nothing else. `relaxed` adds relaxed atomics on lines of their own, none
// between the payload's last store and the signal and none inside a wait.
// `ordered` puts device fences around each count and counts the arrival before
// the signal: a departure that finds an arrival missing is early.
// Progress: no function here waits.

#define WG_ROLE 32u
#define WG_ROLE_ARRIVED 0
#define WG_ROLE_LEFT 1    // directly after the wait
#define WG_ROLE_CLOSED 2  // after the closing work-group barrier
#define WG_ROLE_WORD 3    // what it waits for: the word's index,
#define WG_ROLE_KIND 4    // the comparison,
#define WG_ROLE_GOAL 5    // and the goal
#define WG_ROLE_SEEN 6    // the word after the last wait
#define WG_ROLE_HOW 7     // how the last wait ended
#define WG_ROLE_BAD 8     // waits that did not end met
#define WG_ROLE_BAD_HOW 9
#define WG_ROLE_BAD_ROUND 10
#define WG_ROLE_BAD_SEEN 11
#define WG_ROLE_BAD_GOAL 12
#define WG_ROLE_EARLY 13  // departures that found an arrival missing
#define WG_ROLE_EARLY_GROUP 14
#define WG_ROLE_EARLY_ROUND 15
#define WG_ROLE_WAITED 16  // waits whose word did not hold the goal at first

#define WG_MET 1u
#define WG_UNMET 2u
#define WG_GAVE_UP 3u

// Comparisons of a wait. Goals and counters are compared by difference, so
// that a counter may wrap.
#define WG_REACHES 0
#define WG_EQUALS 1
#define WG_HIGH_BIT 2   // bit 31 is the goal's
#define WG_HIGH_HALF 3  // the upper 16 bits are the goal's
#define WG_MULTIPLE 4   // of the goal; such a value does not stay
#define WG_BETWEEN 5    // no wait: see wg_between()
#define WG_MASK(kind)                    \
  ((kind) == WG_EQUALS     ? 0xFFFFFFFFu \
   : (kind) == WG_HIGH_BIT ? 0x80000000u \
                           : 0xFFFF0000u)
#define WG_HOLDS(kind, seen, goal)                 \
  ((kind) == WG_REACHES                            \
       ? ((int)((uint)(seen) - (uint)(goal)) >= 0) \
       : (((uint)(seen) ^ (uint)(goal)) & WG_MASK(kind)) == 0u)
// For a wait alone, whose kind a compiler knows: nothing else divides.
#define WG_AWAITED(kind, seen, goal)                         \
  ((kind) == WG_MULTIPLE ? (uint)(seen) % (uint)(goal) == 0u \
                         : WG_HOLDS(kind, seen, goal))

static inline uint wg_roles_at(uint n) {
  return (2u * n + WG_LINE - 1u) & ~(WG_LINE - 1u);
}

static inline __global uint* wg_role(wg_ctx* c, uint role) {
  return c->board + wg_roles_at(c->n) + role * WG_ROLE;
}

// The role of a work-item that waits: its group's, or its own one where every
// work-item waits (WG_BY_ITEM). Barriers: the roles of WG_ARRIVING arrive.
#ifdef WG_BY_ITEM
#define WG_ARRIVING(c) ((c)->n * (c)->size)
#define WG_GROUP_OF(c, role) ((role) / (c)->size)
static inline uint wg_own_role(wg_ctx* c) { return c->g * c->size + c->lid; }
#else
#define WG_ARRIVING(c) ((c)->n)
#define WG_GROUP_OF(c, role) (role)
static inline uint wg_own_role(wg_ctx* c) { return c->g; }
#endif

static inline void wg_board_fence(void) {
#if WG_BOARD == WG_BOARD_ORDERED
  wg_device_fence();
#endif
}

static inline void wg_board_count(wg_ctx* c, uint role, uint field) {
#if WG_BOARD != WG_BOARD_OFF
  wg_board_fence();
  atomic_inc((volatile __global uint*)(wg_role(c, role) + field));
  wg_board_fence();
#endif
}

// The arrival counts before the signal where the board proves an order, and
// after it where it must not come between payload and signal.
static inline void wg_arrive_before(wg_ctx* c, uint role) {
#if WG_BOARD == WG_BOARD_ORDERED
  wg_board_count(c, role, WG_ROLE_ARRIVED);
#endif
}
static inline void wg_arrive_after(wg_ctx* c, uint role) {
#if WG_BOARD == WG_BOARD_RELAXED
  wg_board_count(c, role, WG_ROLE_ARRIVED);
#endif
}
static inline void wg_left(wg_ctx* c, uint role) {
  wg_board_count(c, role, WG_ROLE_LEFT);
}
static inline void wg_closed(wg_ctx* c, uint role) {
  wg_board_count(c, role, WG_ROLE_CLOSED);
}
// Behind an arrival or a wait of a role that has something left to do before
// its next wait of the same round: signals in its own name, or for others. It
// waits for nothing then, whatever its last wait was.
static inline void wg_between(wg_ctx* c, uint role) {
#if WG_BOARD != WG_BOARD_OFF
  *(volatile __global uint*)(wg_role(c, role) + WG_ROLE_KIND) = WG_BETWEEN;
#endif
}
// By all work-items, after the closing work-group barrier. Where the board is
// on, another one follows: PoCL 3.1 otherwise lets every work-item run a branch
// of the first one's that is followed by the head of a loop.
static inline void wg_group_closed(wg_ctx* c, uint role) {
#if WG_BOARD != WG_BOARD_OFF
#ifdef WG_BY_ITEM
  wg_closed(c, role);
#else
  if (c->lid == 0u) wg_closed(c, role);
#endif
  barrier(CLK_LOCAL_MEM_FENCE);
#endif
}

// How a wait ended. Plain stores into the waiter's own line.
static inline void wg_board_ended(wg_ctx* c, uint role, uint round, uint seen,
                                  uint goal, uint how) {
  __global uint* r = wg_role(c, role);
  r[WG_ROLE_SEEN] = seen;
  r[WG_ROLE_HOW] = how;
  if (how != WG_MET) {
    if (r[WG_ROLE_BAD] == WG_PATTERN) {
      r[WG_ROLE_BAD_HOW] = how;
      r[WG_ROLE_BAD_ROUND] = round;
      r[WG_ROLE_BAD_SEEN] = seen;
      r[WG_ROLE_BAD_GOAL] = goal;
    }
    r[WG_ROLE_BAD] += 1u;
  }
}

static inline void wg_started(wg_ctx* c) {
  if (c->lid == 0u) {
    atomic_xchg((volatile __global uint*)(c->board + c->g), WG_PATTERN + 1u);
  }
}

static inline void wg_ended(wg_ctx* c) {
  if (c->lid == 0u) {
    atomic_xchg((volatile __global uint*)(c->board + c->n + c->g),
                WG_PATTERN + 1u);
  }
}

// A driver that cuts loops short cuts the one over the rounds too, once a wait
// has used up the turns of all loops, and its compiler takes for granted what a
// loop's condition says of the loop's end. So there what a loop has done goes
// by way of memory: rounds are counted in a word of the group's line that no
// delay writes, and a group that has not made them all tells no end.
#ifdef WG_CUTS_LOOPS
#ifndef WG_TIMED
#define WG_COUNTS_ROUNDS
#endif
#endif
#ifdef WG_COUNTS_ROUNDS
static inline volatile __global uint* wg_made(wg_ctx* c) {
  return c->scratch + WG_LINE * c->g + WG_LINE / 4u;
}
static inline void wg_round_made(wg_ctx* c) {
  if (c->lid == 0u) *wg_made(c) += 1u;
  barrier(CLK_LOCAL_MEM_FENCE);
}
#define WG_HAS_MADE(c, all) (*wg_made(c) - WG_PATTERN == (all))
static inline uint wg_last_poll(wg_ctx* c, uint role, uint last) {
  volatile __global uint* seen = wg_role(c, role) + WG_ROLE_SEEN;
  *seen = last;
  return *seen;
}
#else
#define wg_round_made(c)
#define WG_HAS_MADE(c, all) 1
#define wg_last_poll(c, role, last) (last)
#endif

// Ordered board, after the closing work-group barrier of `round`: everybody
// must have arrived in it.
static inline void wg_check_departure(wg_ctx* c, uint role, uint round) {
#if WG_BOARD == WG_BOARD_ORDERED
  for (uint i = c->lid; i < WG_ARRIVING(c); i += c->size) {
    const uint arrived = atomic_or(
        (volatile __global uint*)(wg_role(c, i) + WG_ROLE_ARRIVED), 0u);
    if ((int)(arrived - WG_PATTERN - (round + 1u)) < 0) {
      __global uint* r = wg_role(c, role);
      if (atomic_inc((volatile __global uint*)(r + WG_ROLE_EARLY)) ==
          WG_PATTERN) {
        r[WG_ROLE_EARLY_GROUP] = WG_GROUP_OF(c, i);
        r[WG_ROLE_EARLY_ROUND] = round;
      }
    }
  }
#endif
}
