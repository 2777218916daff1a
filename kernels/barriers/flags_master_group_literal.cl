// The barrier of flags_master_group as it is published: the work-items of group
// 0 watch and clear the flags inside a branch on the group, and the work-group
// barrier between the two is in that branch as well. All work-items of group 0
// take the branch, so OpenCL C allows this.
//
// Source: user code on global synchronization in OpenCL; after Xiao and Feng
// 2010, "GPU lock-free synchronization", with one array for two. Watchers take
// the flags in strides, so that a group may be smaller than the grid. The
// work-group barrier before the arrival is added.
// Memory ordering: setting and clearing release, both waits acquire, as far as
// signal, fence and poll do. In group 0 the work-group barrier of the branch
// joins the watchers to each other before the flags are cleared.
// Progress: co_resident: every group must be resident.
// Roles: groups and watchers: n representatives, then one watcher for each
// flag.

// The flag that is cleared: flag i, as i is below n. PoCL 3.1 lets every
// work-item run the loop that follows the work-group barrier of a branch, also
// where its i is not below n. Then a flag that another group has set again is
// cleared, which shows, and no memory beyond the flags is written.
static inline uint wg_flag_below(wg_ctx* c, uint i) { return i % c->n; }

static inline void wg_barrier(wg_ctx* c, uint round) {
  if (wg_enter_barrier(c)) {
    wg_arrive_before(c, c->g);
    wg_fence_before_signal();
    wg_signal_store(c, c->g, 1u);
    wg_arrive_after(c, c->g);
  }
  if (c->g == 0u) {
    for (uint i = c->lid; i < c->n; i += c->size) {
      wg_board_count(c, c->n + i, WG_ROLE_ARRIVED);
      WG_WAIT_STAYS(c, c->n + i, round, i, WG_EQUALS, 1u)
      wg_look_back(c);
      wg_left(c, c->n + i);
      wg_fence_after_wait(c, i);
    }
    wg_close(c);
    for (uint i = c->lid; i < c->n; i += c->size) {
      wg_fence_before_signal();
      wg_signal_store(c, wg_flag_below(c, i), 0u);
    }
  }
  // For the board alone, and outside of the branch for the same reason.
  const uint watched = c->g == 0u ? c->n : 0u;
  for (uint i = c->lid; i < watched; i += c->size) wg_closed(c, c->n + i);
  if (c->lid == 0u) {
    WG_WAIT_STAYS(c, c->g, round, c->g, WG_EQUALS, 0u)
    wg_left(c, c->g);
    wg_fence_after_wait(c, c->g);
  }
  wg_leave_barrier(c, c->g, round);
}
