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
#ifdef WG_MEETS_AT_FREE_LOCK
      wg_delay(&c, wg_mix(r, c.g) & 127u);
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
