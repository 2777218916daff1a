// One counter; a group's representative adds 1 and waits until the count is a
// multiple of n. A group that is fast adds its next arrival before a slow one
// has looked, and hides the multiple from it: a race of the algorithm, and kept
// for that.
//
// Source: user code.
// Memory ordering: as in counter_per_group.
// Progress: every group must be resident; even then a missed value
// hangs it.

// Litmus: 3 groups at most; two rounds.
//   words count
//   data x[$N]
//   groups $N
//     write x[id] := 1
//     signal fence(global)
//     signal add(count, 1)
//     poll while count % $N != 0
//     poll fence(global)
//     if read x[$EACH] != 1 goto wrong
//     signal fence(global)
//     signal add(count, 1)
//     poll while count % $N != 0
//     poll fence(global)
//     write x[id] := 2

static inline void wg_barrier(wg_ctx* c, uint round) {
  if (wg_enter_barrier(c)) {
    wg_arrive_before(c, c->g);
    wg_fence_before_signal();
    wg_signal_add(c, 0u, 1u);
    wg_arrive_after(c, c->g);
    WG_WAIT_PASSES(c, c->g, round, 0u, WG_MULTIPLE, c->n, wg_poll(c, 0u))
    wg_left(c, c->g);
    wg_fence_after_wait(c, 0u);
  }
  wg_close(c);
  wg_group_closed(c, c->g);
  wg_check_departure(c, c->g, round);
}
