// The kernel of a mutex's case, or a semaphore's: every group's representative
// takes the lock once a round; the group is joined to it by work-group
// barriers. Or every work-item takes it, by itself (WG_BY_ITEM).
//
// Memory ordering: the primitive's.
// Progress: the primitive's.

#ifdef WG_CAPACITY
// The permits that each group takes: 1 where there are more groups than
// permits; else as many that not all groups can have them at once, a divisor of
// the capacity. The host's twin is PermitsOf() in
// suite/core/launch/launch_spec.cc.
static inline uint wg_permits(uint n) {
  uint permits = 1u;
  while (permits < WG_CAPACITY &&
         (WG_CAPACITY % permits != 0u || permits * n <= WG_CAPACITY)) {
    permits += 1u;
  }
  return permits;
}
#endif

#ifdef WG_ORDERS_STORES
// The faults of a lock of loads and stores alone show where several groups come
// to it while it is free, and only as long as their stores to it are not seen
// yet. So groups come at different moments, another one each round; and each
// stores to lines that all groups want directly before, since a processor keeps
// the lock's stores back until these are done, and its loads need not wait.
//
// After all else in the scratch: the host's numbers, then a line for each of
// those stores. The host's twin is FillMeeting() in
// suite/core/launch/layout.cc.
#define WG_MEET_APART 0u  // a mask: the most accesses of a group's delay
#define WG_MEET_AHEAD 1u  // stores ahead of the lock

static inline __global uint* wg_meet_words(wg_ctx* c) {
#ifdef WG_MODEL
  return wg_model_words(c) + WG_MODEL_WORDS;
#else
  return c->scratch + WG_LINE * max(c->n, 2u);
#endif
}

static inline void wg_meet(wg_ctx* c, uint round) {
  __global uint* meet = wg_meet_words(c);
  const uint ahead = meet[WG_MEET_AHEAD];
  wg_delay(c, wg_mix(round, c->g) & meet[WG_MEET_APART]);
  // Up to as many groups as a line has words no two store to the same word.
  // Stores in any language: an exchange would wait for those before it.
  for (uint i = 1u; i <= ahead; ++i) {
    __global uint* at = meet + WG_LINE * i + c->g % WG_LINE;
#ifdef WG_C11
    atomic_store_explicit((volatile __global atomic_uint*)at, round,
                          memory_order_relaxed, memory_scope_device);
#else
    *(volatile __global uint*)at = round;
#endif
  }
}
#endif

__kernel void wgsync_case(WG_ARGUMENTS) {
  WG_ENTER(c)
#ifdef WG_CAPACITY
  c.permits = wg_permits(c.n);
#endif
  wg_started(&c);
  for (uint r = 0u; r < rounds; ++r) {
    barrier(CLK_GLOBAL_MEM_FENCE);
#ifdef WG_BY_ITEM
    wg_board_count(&c, wg_own_role(&c), WG_ROLE_ARRIVED);
    wg_lock(&c, r);
    wg_left(&c, wg_own_role(&c));
    wg_inside(&c, r);
    // Before the release, which changes the word of a ticket lock.
    wg_look_back(&c);
    wg_unlock(&c, r);
#else
    if (c.lid == 0u) {
#ifdef WG_ORDERS_STORES
      wg_meet(&c, r);
#endif
      // Asking for the lock is the arrival; it stands before any payload.
      wg_board_count(&c, c.g, WG_ROLE_ARRIVED);
      wg_lock(&c, r);
      wg_left(&c, c.g);
    }
    wg_close(&c);
    wg_look_back(&c);
    wg_inside(&c, r);
    wg_open();
    if (c.lid == 0u) wg_unlock(&c, r);
#endif
    wg_group_closed(&c, wg_own_role(&c));
    wg_round_made(&c);
  }
  WG_END(c, rounds)
}
