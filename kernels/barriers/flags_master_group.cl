// Each group sets its flag; the work-items of group 0 each watch some flags,
// meet at a work-group barrier and clear them; every group waits for its own
// flag to be cleared.
//
// Source: seed texts on global synchronization in OpenCL, method 3; after Xiao
// and Feng 2010, "GPU lock-free synchronization", with one array for two. Two
// changes: watchers take the flags in strides, so that a group may be smaller
// than the grid, and none clears a flag beyond the last group. The remedy
// printed for GPUs whose L1 caches are not coherent (polls by atomic or)
// inverts its test there; poll and signal `rmw` here are the mended one.
// Memory ordering: setting and clearing release, both waits acquire, as far as
// signal, fence and poll do. All groups meet the same work-group barriers,
// since one inside a branch on the group crashes a driver.
// Progress: every group must be resident.
// Roles: groups and watchers: n representatives, then one watcher for each
// flag.

// Litmus: 3 groups at most; two rounds; the watchers of group 0 look in turn.
//   words flag[$N]
//   data x[$N]
//   group
//     write x[0] := 1
//     signal fence(global)
//     signal flag[0] := 1
//     poll while flag[$EACH] == 0
//     poll fence(global)
//     signal fence(global)
//     signal flag[$EACH] := 0
//     poll while flag[0] == 1
//     poll fence(global)
//     if read x[$EACH] != 1 goto wrong
//     signal fence(global)
//     signal flag[0] := 1
//     poll while flag[$EACH] == 0
//     poll fence(global)
//     signal fence(global)
//     signal flag[$EACH] := 0
//     poll while flag[0] == 1
//     poll fence(global)
//     write x[0] := 2
//   groups $LAST
//     write x[id] := 1
//     signal fence(global)
//     signal flag[id] := 1
//     poll while flag[id] == 1
//     poll fence(global)
//     if read x[$EACH] != 1 goto wrong
//     signal fence(global)
//     signal flag[id] := 1
//     poll while flag[id] == 1
//     poll fence(global)
//     write x[id] := 2

// WG_ONE_EACH is the seed's form, with no loop: each watcher has one flag, and
// there must be a work-item for each group of the grid.
#ifdef WG_ONE_EACH
#define WG_NEXT(c, i) (c)->n
#else
#define WG_NEXT(c, i) (i) + (c)->size
#endif

static inline void wg_barrier(wg_ctx* c, uint round) {
  if (wg_enter_barrier(c)) {
    wg_arrive_before(c, c->g);
    wg_fence_before_signal();
    wg_signal_store(c, c->g, 1u);
    wg_arrive_after(c, c->g);
  }
  const uint watched = c->g == 0u ? c->n : 0u;
  for (uint i = c->lid; i < watched; i = WG_NEXT(c, i)) {
    wg_board_count(c, c->n + i, WG_ROLE_ARRIVED);
    WG_WAIT_STAYS(c, c->n + i, round, i, WG_EQUALS, 1u)
    wg_look_back(c);
    wg_left(c, c->n + i);
    wg_fence_after_wait(c, i);
  }
  wg_close(c);
  for (uint i = c->lid; i < watched; i = WG_NEXT(c, i)) {
    wg_fence_before_signal();
    wg_signal_store(c, i, 0u);
    wg_closed(c, c->n + i);
  }
  if (c->lid == 0u) {
    WG_WAIT_STAYS(c, c->g, round, c->g, WG_EQUALS, 0u)
    wg_left(c, c->g);
    wg_fence_after_wait(c, c->g);
  }
  wg_leave_barrier(c, c->g, round);
}
