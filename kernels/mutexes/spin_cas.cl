// Swaps its own name into the lock's word where that is 0, until it was; stores
// 0 to release it. The name says who took it, and in which round.
//
// Source: classical, lock by compare-and-swap.
// Memory ordering: the compare-and-swap that succeeds acquires and the store
// releases, as far as poll, fence and signal do.
// Progress: the holder must get to run: occupancy-bound
// execution. Taken by every work-item: also while others of its group wait.
// Roles: groups or items.

// Litmus: 4 groups at most; one round, and another one of two groups.
//   words lock
//   data x
//   groups $N
//     again: poll while cas(lock, 0, id+1) fails
//     poll fence(global)
//     v = read x
//     write x := id+1
//     if read x != id+1 goto wrong
//     signal fence(global)
//     signal lock := 0
//   $2  r = r+1
//   $2  if r < 2 goto again
// Litmus of spin_cas_per_item: 3 groups at most, as
// mutexes/spin_exchange_per_item; a group's two work-items run in step, as a
// device may do: neither gives the lock back before both have it; a model of
// groups promises nothing about them.

static inline void wg_lock(wg_ctx* c, uint round) {
  // The host reads this name in suite/core/verdict/ladder.cc.
  const uint name = 1u + wg_own_role(c) + WG_ARRIVING(c) * round;
  WG_WAIT_PASSES(c, wg_own_role(c), round, 0u, WG_EQUALS, 0u,
                 wg_poll_swap(c, 0u, 0u, name))
  wg_fence_after_wait(c, 0u);
}

static inline void wg_unlock(wg_ctx* c, uint round) {
  wg_fence_before_signal();
  wg_signal_store(c, 0u, 0u);
}
