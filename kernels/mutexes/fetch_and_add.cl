// A ticket lock: take a number, wait until it is served; the owner serves the
// next one. First come, first served.
//
// Source: Stuart and Owens 2011, fetch-and-add mutex; Mellor-Crummey and Scott
// 1991, ticket lock.
// Memory ordering: the wait acquires and the owner's store releases, as far as
// poll, fence and signal do; taking a number orders nothing.
// Progress: a number is taken by groups that have
// started, and served in that order: occupancy-bound execution. Taken by every
// work-item: also while others of its group wait.
// Roles: groups or items.

// Litmus: 4 groups at most; one round, and another one of two groups.
//   words next, serving
//   data x
//   groups $N
//     again: t = add(next, 1)
//     poll while serving != t
//     poll fence(global)
//     v = read x
//     write x := id+1
//     if read x != id+1 goto wrong
//     signal fence(global)
//     signal serving := t+1
//   $2  r = r+1
//   $2  if r < 2 goto again
// Litmus of fetch_and_add_per_item: 3 groups at most, in memory as
// mutexes/fetch_and_add; a group's two work-items run in step, as a device may
// do: neither gives the lock back before both have it; a model of groups
// promises nothing about them.
//   words next, serving
//   groups $N
//     t = add(next, 1)
//     u = add(next, 1)
//     while serving != t
//     while serving != u
//     serving := t+1
//     serving := u+1

#define WG_NEXT_TICKET 0u
#define WG_NOW_SERVING WG_LINE

static inline void wg_lock(wg_ctx* c, uint round) {
  const uint ticket = wg_take(c, WG_NEXT_TICKET);
  c->carry = ticket;
  WG_WAIT_STAYS(c, wg_own_role(c), round, WG_NOW_SERVING, WG_EQUALS, ticket)
  wg_fence_after_wait(c, WG_NOW_SERVING);
}

static inline void wg_unlock(wg_ctx* c, uint round) {
  wg_fence_before_signal();
  wg_signal_store(c, WG_NOW_SERVING, c->carry + 1u);
}
