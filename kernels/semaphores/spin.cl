// A word counts the permits that are left. Read it until there are as many as
// the group takes, then swap in the rest, from the beginning if somebody was
// faster; add them again to release.
//
// Source: Stuart and Owens 2011, spin semaphore.
// Memory ordering: the compare-and-swap that succeeds acquires and the addition
// releases, as far as poll, fence and signal do.
// Progress: those who hold permits must get to run: occupancy-bound
// execution.

// Litmus of spin_1: 4 groups at most; one round, and another one of two groups.
//   words used
//   data x
//   groups $N
//     again: poll if used == 1 goto again
//     poll if cas(used, 0, 1) fails goto again
//     poll fence(global)
//     v = read x
//     write x := id+1
//     if read x != id+1 goto wrong
//     signal fence(global)
//     signal add(used, -1)
//   $2  r = r+1
//   $2  if r < 2 goto again
// Litmus: 3 groups at most; a group takes as many permits as leave all but one
// of the groups in: of 2, 10 and 120 permits alike. One round: there is another
// one in spin_1.
//   words used
//   data x
//   groups $N
//     again: poll k = used
//     if k == $LAST goto again
//     poll if cas(used, k, k+1) fails goto again
//     poll fence(global)
//   $2  v = read x
//   $2  write x := id+1
//   $2  if read x != id+1 goto wrong
//     signal fence(global)
//     signal add(used, -1)

static inline uint wg_try_permits(wg_ctx* c) {
  const uint left = wg_poll(c, 0u);
  if (left < c->permits) return left;
  return wg_poll_swap(c, 0u, left, left - c->permits) == left ? left : 0u;
}

static inline void wg_lock(wg_ctx* c, uint round) {
  WG_WAIT_PASSES(c, c->g, round, 0u, WG_REACHES, c->permits, wg_try_permits(c))
  wg_fence_after_wait(c, 0u);
}

static inline void wg_unlock(wg_ctx* c, uint round) {
  wg_fence_before_signal();
  wg_signal_add(c, 0u, c->permits);
}
