// Several counters, far apart; a group adds 1 to one of them, and polls them
// all until together they hold (r + 1) * n arrivals. What it does before its
// first poll is the build's choice: nothing, a delay, or the arrival's return,
// since a polled word that others still write costs more than either.
//
// Source: measured on an H200, where it is the fastest barrier known: one hop,
// 1 to 4 counters for 132 to 264 groups and 4 to 8 for 1,056, 1 KiB apart.
// Memory ordering: the arrival releases; polls acquire, as far as signal, fence
// and poll do: each counter is polled once more by who has seen the last
// arrival. With the native fence and volatile polls that is one acquiring load
// a counter. The work-group barriers join the group to its representative.
// Progress: every group must be resident.

// Litmus: 4 groups at most; one round, and another one of two groups. Each
// group has a counter, so that a wait for their sum is one for each of them.
//   words count[$N]
//   data x[$N]
//   groups $N
//     write x[id] := 1
//     signal fence(global)
//     signal add(count[id], 1)
//     poll while count[$EACH] == 0
//     poll fence(global)
//     if read x[$EACH] != 1 goto wrong
//   $2  signal fence(global)
//   $2  signal add(count[id], 1)
//   $2  poll while count[$EACH] < 2
//   $2  poll fence(global)
//   $2  write x[id] := 2

// WG_COUNTERS, and WG_STRIDE in words, come from the catalog; so does
// WG_FIRST_POLL.
#define WG_AT_ONCE 0
#define WG_DELAYED 1
#define WG_RETURNED 2

// Nothing but arithmetic, each step of it after the one before: some 400 cycles
// of a GPU. The result is added where it is 0, which no compiler knows.
#define WG_HELD_BACK 32u
static inline uint wg_held_back(wg_ctx* c, uint seed) {
  uint x = seed | 1u;
  for (uint i = 0u; i < WG_HELD_BACK; ++i) x = (x ^ (x >> 7)) * 0x9E3779B1u;
  return x & c->mask;
}

static inline void wg_barrier(wg_ctx* c, uint round) {
  if (wg_enter_barrier(c)) {
    const uint goal = c->base + (round + 1u) * c->n;
    const uint mine = c->g % WG_COUNTERS * WG_STRIDE;
    wg_arrive_before(c, c->g);
    wg_fence_before_signal();
#if WG_FIRST_POLL == WG_RETURNED
    const uint first = wg_signal_add_returned(c, mine, 1u) & c->mask;
#else
    wg_signal_add(c, mine, 1u);
#if WG_FIRST_POLL == WG_DELAYED
    const uint first = wg_held_back(c, round);
#else
    const uint first = 0u;
#endif
#endif
    wg_arrive_after(c, c->g);
    WG_WAIT_STAYS(c, c->g, round, first, WG_REACHES, goal)
    wg_left(c, c->g);
    wg_fence_after_sum(c, 0u);
  }
  wg_leave_barrier(c, c->g, round);
}
