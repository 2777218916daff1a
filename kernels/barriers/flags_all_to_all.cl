// Each group raises its flag; the work-items of every group each watch some of
// all the flags, and meet at a work-group barrier. One store and one trip of
// polls; the flags are packed, so that a cache line brings many. They hold the
// number of the round, so none is cleared.
//
// Source: an all-to-all exchange of flags, as in the dissemination barrier with
// a fan-out of n. Work-items take the flags in strides, so that a group may be
// smaller than the grid.
// Memory ordering: raising a flag releases and each wait acquires, as far as
// signal, fence and poll do; the work-group barriers join the group to its
// representative and to its watchers.
// Progress: every group must be resident.
// Roles: groups and item watchers: n representatives, which only arrive, then
// every work-item of every group as a watcher; those that have no flag to watch
// never come.

// Litmus: 3 groups at most; one round, and another one of two groups: flags
// rise.
//   words flag[$N]
//   data x[$N]
//   groups $N
//     write x[id] := 1
//     signal fence(global)
//     signal flag[id] := 1
//     poll while flag[$EACH] == 0
//     poll fence(global)
//     if read x[$EACH] != 1 goto wrong
//   $2  signal fence(global)
//   $2  signal flag[id] := 2
//   $2  poll while flag[$EACH] < 2
//   $2  poll fence(global)
//   $2  write x[id] := 2

static inline void wg_barrier(wg_ctx* c, uint round) {
  const uint goal = c->base + round + 1u;
  const uint watcher = c->n + c->g * c->size + c->lid;
  if (wg_enter_barrier(c)) {
    wg_arrive_before(c, c->g);
    wg_fence_before_signal();
    wg_signal_store(c, c->g, goal);
    wg_arrive_after(c, c->g);
  }
  if (c->lid < c->n) wg_board_count(c, watcher, WG_ROLE_ARRIVED);
  for (uint i = c->lid; i < c->n; i += c->size) {
    wg_look_back(c);
    WG_WAIT_STAYS(c, watcher, round, i, WG_REACHES, goal)
    wg_between(c, watcher);
    wg_fence_after_wait(c, i);
  }
  if (c->lid < c->n) wg_left(c, watcher);
  wg_close(c);
  wg_look_back(c);
  if (c->lid < c->n) wg_closed(c, watcher);
  if (c->lid == 0u) wg_left(c, c->g);
  wg_group_closed(c, c->g);
  wg_check_departure(c, c->g, round);
}
