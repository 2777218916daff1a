// A queue lock in an array: take a number, wait for that number's slot to be
// passed the lock, pass it to the next slot. Each slot is on a line of its own,
// and a slot counts how often it has been passed the lock, so that none needs
// to be cleared.
//
// Source: Anderson 1990, array-based queue lock.
// Memory ordering: the wait acquires and the store to the next slot releases,
// as far as poll, fence and signal do; taking a number orders nothing. A slot's
// counts are stored by other groups each time: that they come in order, too, is
// theirs.
// Progress: numbers are taken by groups that have started, and served in
// that order: occupancy-bound execution.

// Litmus: 3 groups at most; two rounds, and three of two groups. A slot holds
// the number that it lets in, where the kernel's counts how often.
//   words next, slot[$N]
//   data x
//   groups $N
//     again: t = add(next, 1)
//     s = t % $N
//     poll while slot[s] < t
//     poll fence(global)
//     v = read x
//     write x := id+1
//     if read x != id+1 goto wrong
//     t = t+1
//     s = t % $N
//     signal fence(global)
//     signal slot[s] := t
//     r = r+1
//   $2  if r < 3 goto again
//   $3  if r < 2 goto again

#define WG_NEXT_SLOT 0u

// The slot of a number: there are as many as groups, and each group has one
// number at a time.
static inline uint wg_array_slot(wg_ctx* c, uint number) {
  return WG_LINE * (1u + number % c->n);
}

// What the slot counts when the number's turn has come. The first slot counts
// as passed the lock when nobody has had it.
static inline uint wg_array_goal(wg_ctx* c, uint number) {
  return number / c->n + (number % c->n == 0u ? 0u : 1u);
}

static inline void wg_lock(wg_ctx* c, uint round) {
  const uint number = wg_take(c, WG_NEXT_SLOT);
  c->carry = number;
  const uint slot = wg_array_slot(c, number);
  WG_WAIT_STAYS(c, c->g, round, slot, WG_REACHES, wg_array_goal(c, number))
  wg_fence_after_wait(c, slot);
}

static inline void wg_unlock(wg_ctx* c, uint round) {
  const uint next = c->carry + 1u;
  wg_fence_before_signal();
  wg_signal_store(c, wg_array_slot(c, next), wg_array_goal(c, next));
}
