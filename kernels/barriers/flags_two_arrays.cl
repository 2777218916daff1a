// Each group raises its flag in a first array; the work-items of group 0 each
// watch some of them, meet at a work-group barrier, and raise the flags of a
// second array; every group waits for its own one there. The flags hold the
// number of the round, so none is cleared.
//
// Source: Xiao and Feng 2010, "GPU lock-free synchronization". Watchers take
// the flags in strides, so that a group may be smaller than the grid.
// Memory ordering: as in flags_master_group.
// Progress: every group must be resident.
// Roles: groups and watchers: n representatives, then one watcher for each
// flag.

// Litmus: 3 groups at most; one round, and another one of two groups: flags
// rise; the watchers of group 0 look in turn.
//   words in[$N], out[$N]
//   data x[$N]
//   group
//     write x[0] := 1
//     signal fence(global)
//     signal in[0] := 1
//     poll while in[$EACH] == 0
//     poll fence(global)
//     signal fence(global)
//     signal out[$EACH] := 1
//     poll while out[0] == 0
//     poll fence(global)
//     if read x[$EACH] != 1 goto wrong
//   $2  signal fence(global)
//   $2  signal in[0] := 2
//   $2  poll while in[$EACH] < 2
//   $2  poll fence(global)
//   $2  signal fence(global)
//   $2  signal out[$EACH] := 2
//   $2  poll while out[0] < 2
//   $2  poll fence(global)
//   $2  write x[0] := 2
//   groups $LAST
//     write x[id] := 1
//     signal fence(global)
//     signal in[id] := 1
//     poll while out[id] == 0
//     poll fence(global)
//     if read x[$EACH] != 1 goto wrong
//   $2  signal fence(global)
//   $2  signal in[1] := 2
//   $2  poll while out[1] < 2
//   $2  poll fence(global)
//   $2  write x[1] := 2

static inline void wg_barrier(wg_ctx* c, uint round) {
  const uint goal = c->base + round + 1u;
  if (wg_enter_barrier(c)) {
    wg_arrive_before(c, c->g);
    wg_fence_before_signal();
    wg_signal_store(c, c->g, goal);
    wg_arrive_after(c, c->g);
  }
  const uint watched = c->g == 0u ? c->n : 0u;
  for (uint i = c->lid; i < watched; i += c->size) {
    wg_board_count(c, c->n + i, WG_ROLE_ARRIVED);
    WG_WAIT_STAYS(c, c->n + i, round, i, WG_REACHES, goal)
    wg_look_back(c);
    wg_left(c, c->n + i);
    wg_fence_after_wait(c, i);
  }
  wg_close(c);
  for (uint i = c->lid; i < watched; i += c->size) {
    wg_fence_before_signal();
    wg_signal_store(c, c->n + i, goal);
    wg_closed(c, c->n + i);
  }
  if (c->lid == 0u) {
    WG_WAIT_STAYS(c, c->g, round, c->n + c->g, WG_REACHES, goal)
    wg_left(c, c->g);
    wg_fence_after_wait(c, c->n + c->g);
  }
  wg_leave_barrier(c, c->g, round);
}
