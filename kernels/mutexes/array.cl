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

// Litmus: 3 groups at most; two rounds; a slot for each number, so that none is
// used again.
//   words next, slot[9]
//   groups $N
//     t = add(next, 1)
//     if t == 0 goto first
//     while slot[t] == 0
//     first: slot[t+1] := 1
//     t = add(next, 1)
//     while slot[t] == 0
//     slot[t+1] := 1

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
