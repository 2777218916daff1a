// Reads the lock's word until it is 0, and only then exchanges 1 into it; from
// the beginning if somebody was faster. Stores 0 to release it.
//
// Source: Rudolph and Segall 1984, test-and-test-and-set.
// Memory ordering: the exchange that succeeds acquires and the store releases,
// as far as poll, fence and signal do; the exchange is an atomic whatever the
// poll is.
// Progress: the holder must get to run: occupancy-bound execution.

// Litmus: 4 groups at most; one round, and another one of two groups.
//   words lock
//   data x
//   groups $N
//     test: poll if lock == 1 goto test
//     poll if exchange(lock, 1) == 1 goto test
//     poll fence(global)
//     v = read x
//     write x := id+1
//     if read x != id+1 goto wrong
//     signal fence(global)
//     signal lock := 0
//   $2  r = r+1
//   $2  if r < 2 goto test

static inline uint wg_test_then_exchange(wg_ctx* c) {
  const uint seen = wg_poll(c, 0u);
  return seen != 0u ? seen : wg_poll_exchange(c, 0u, 1u);
}

static inline void wg_lock(wg_ctx* c, uint round) {
  WG_WAIT_PASSES(c, c->g, round, 0u, WG_EQUALS, 0u, wg_test_then_exchange(c))
  wg_fence_after_wait(c, 0u);
}

static inline void wg_unlock(wg_ctx* c, uint round) {
  wg_fence_before_signal();
  wg_signal_store(c, 0u, 0u);
}
