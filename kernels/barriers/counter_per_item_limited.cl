// One counter; every work-item adds 1 and waits until all have, or until it has
// looked often enough: then it goes on without them, and tells so twice in a
// second word, at once and at its end. A compiler may run the work-items of a
// group in lock-step through one loop with two conditions where it would not
// through a wait without a limit, and by what else is done when the limit is
// reached: lock-step lets the group get on.
//
// Source: user code, a spin with a limit on its turns.
// Memory ordering: counter_per_item's.
// Progress: each work-item ends by itself. That all waits are
// met needs work-items of a group that go on while others of it wait.
// Roles: items.

// Litmus: 3 groups at most, as barriers/counter_per_item; the limit of the
// polls is left out: with it each work-item ends; the need is that of a wait
// that is met.

// A number that the compiler sees, as in its users' code.
#define WG_LIMIT 1000000u

static inline void wg_limited_wait(wg_ctx* c, uint goal) {
  uint i = 0u;
  // The counter does not wrap in one round, and the plain comparison is what
  // people write.
  for (; i < WG_LIMIT && wg_poll(c, 0u) < goal; ++i) {
  }
  c->gave_up = i == WG_LIMIT;
  if (c->gave_up) atomic_inc((volatile __global uint*)(c->words + WG_LINE));
}

static inline void wg_limited_end(wg_ctx* c) {
  if (c->gave_up) atomic_inc((volatile __global uint*)(c->words + WG_LINE));
}
