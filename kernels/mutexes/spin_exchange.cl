// Exchanges 1 into the lock's word until 0 comes back; stores 0 to release it.
//
// Source: Stuart and Owens 2011, spin lock.
// Memory ordering: the exchange that succeeds acquires and the store releases,
// as far as poll, fence and signal do.
// Progress: the holder must get to run: occupancy-bound
// execution. Taken by every work-item: also while others of its group wait.
// Roles: groups or items.

// Litmus: 4 groups at most; one round, and another one of two groups.
//   words lock
//   data x
//   groups $N
//     again: poll while exchange(lock, 1) == 1
//     poll fence(global)
//     v = read x
//     write x := id+1
//     if read x != id+1 goto wrong
//     signal fence(global)
//     signal lock := 0
//   $2  r = r+1
//   $2  if r < 2 goto again
// Litmus of spin_exchange_per_item: 3 groups at most, in memory as
// mutexes/spin_exchange; a group's two work-items run in step, as a device may
// do: neither gives the lock back before both have it; a model of groups
// promises nothing about them.
//   words x
//   groups $N
//     while exchange(x, 1) == 1
//     while exchange(x, 1) == 1
//     x := 0
//     x := 0

static inline void wg_lock(wg_ctx* c, uint round) {
  WG_WAIT_PASSES(c, wg_own_role(c), round, 0u, WG_EQUALS, 0u,
                 wg_poll_exchange(c, 0u, 1u))
  wg_fence_after_wait(c, 0u);
}

static inline void wg_unlock(wg_ctx* c, uint round) {
  wg_fence_before_signal();
  wg_signal_store(c, 0u, 0u);
}
