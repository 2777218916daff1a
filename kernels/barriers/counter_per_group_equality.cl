// One counter; a group's representative adds 1 and waits until the counter is
// equal to (r + 1) * n. The goal rises, nothing is reset. A group that has left
// arrives at the next barrier and so raises the counter beyond the goal: a
// group that polls only then waits for ever.
//
// Source: user code on global synchronization in OpenCL: the loop of a counter
// with reset, `while (count != goal)`, with a rising goal.
// Memory ordering: as in counter_per_group: the arrival releases and the wait
// acquires, as far as signal, fence and poll do.
// Progress: the goal does not stay, so every group must poll while
// it is there.

// Litmus: 3 groups at most; two rounds.
//   words count
//   data x[$N]
//   groups $N
//     write x[id] := 1
//     signal fence(global)
//     signal add(count, 1)
//     poll while count != $N
//     poll fence(global)
//     if read x[$EACH] != 1 goto wrong
//     signal fence(global)
//     signal add(count, 1)
//     poll while count != $TWICE
//     poll fence(global)
//     write x[id] := 2

static inline void wg_barrier(wg_ctx* c, uint round) {
  if (wg_enter_barrier(c)) {
    const uint goal = c->base + (round + 1u) * c->n;
    wg_arrive_before(c, c->g);
    wg_fence_before_signal();
    wg_signal_add(c, 0u, 1u);
    wg_arrive_after(c, c->g);
    WG_WAIT_PASSES(c, c->g, round, 0u, WG_EQUALS, goal, wg_poll(c, 0u))
    wg_left(c, c->g);
    wg_fence_after_wait(c, 0u);
  }
  wg_leave_barrier(c, c->g, round);
}
