// A lock-free hand-off in a ring: each group waits for its own flag to reach
// the round's number, and sets the next group's when it is done.
//
// Source: lock-free flags as used in persistent kernels; the ring of Stuart and
// Owens 2011's sleeping mutex without its queue.
// Memory ordering: the wait acquires and the store to the next flag releases,
// as far as poll, fence and signal do.
// Progress: every group must be resident: the ring goes through
// all of them.

// Litmus: 3 groups at most; two rounds: with one alone it is look-back by id.
//   words flag[$N]
//   data x
//   group
//     poll while flag[0] != 0
//     poll fence(global)
//     v = read x
//     write x := id+1
//     if read x != id+1 goto wrong
//     signal fence(global)
//     signal flag[1] := 1
//     poll while flag[0] != 1
//     poll fence(global)
//     v = read x
//     write x := id+1
//     if read x != id+1 goto wrong
//     signal fence(global)
//     signal flag[1] := 2
//   $2group
//   $2  poll while flag[1] == 0
//   $2  poll fence(global)
//   $2  v = read x
//   $2  write x := id+1
//   $2  if read x != id+1 goto wrong
//   $2  signal fence(global)
//   $2  signal flag[0] := 1
//   $2  poll while flag[1] != 2
//   $2  poll fence(global)
//   $2  v = read x
//   $2  write x := id+1
//   $2  if read x != id+1 goto wrong
//   $2  signal fence(global)
//   $2  signal flag[0] := 2
//   $3group
//   $3  poll while flag[1] == 0
//   $3  poll fence(global)
//   $3  v = read x
//   $3  write x := id+1
//   $3  if read x != id+1 goto wrong
//   $3  signal fence(global)
//   $3  signal flag[2] := 1
//   $3  poll while flag[1] != 2
//   $3  poll fence(global)
//   $3  v = read x
//   $3  write x := id+1
//   $3  if read x != id+1 goto wrong
//   $3  signal fence(global)
//   $3  signal flag[2] := 2
//   $3group
//   $3  poll while flag[2] == 0
//   $3  poll fence(global)
//   $3  v = read x
//   $3  write x := id+1
//   $3  if read x != id+1 goto wrong
//   $3  signal fence(global)
//   $3  signal flag[0] := 1
//   $3  poll while flag[2] != 2
//   $3  poll fence(global)
//   $3  v = read x
//   $3  write x := id+1
//   $3  if read x != id+1 goto wrong
//   $3  signal fence(global)
//   $3  signal flag[0] := 2

static inline void wg_lock(wg_ctx* c, uint round) {
  // Group 0 begins: its flag for round 0 counts as set.
  const uint goal = c->g == 0u ? round : round + 1u;
  WG_WAIT_STAYS(c, c->g, round, c->g, WG_REACHES, goal)
  wg_fence_after_wait(c, c->g);
}

static inline void wg_unlock(wg_ctx* c, uint round) {
  wg_fence_before_signal();
  wg_signal_store(c, c->g + 1u == c->n ? 0u : c->g + 1u, round + 1u);
}
