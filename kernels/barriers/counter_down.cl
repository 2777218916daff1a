// A counter begins at n; a group's representative takes 1 away and waits until
// nothing is left. Two counters take turns: once all have arrived in a round,
// and so have left the round before, the first group adds n to that one's
// counter again. It adds, and does not store: faster groups may have begun to
// count it down, and until the last of them has, it does not pass 0.
//
// Source: seed texts on global synchronization in OpenCL, the centralised
// barrier, with a way to use it again. It counts from `base` to base - n.
// Memory ordering: the arrival releases and the wait acquires, as far as
// signal, fence and poll do; the work-group barriers join the group to its
// representative.
// Progress: every group must be resident.

// Litmus: 4 groups at most; three rounds: each counter is used again.
//   words even, odd  # counted up to N, where the kernel counts down to 0
//   data x[$N]
//   group
//     write x[0] := 1
//     signal fence(global)
//     signal add(even, 1)
//     poll while even != $N
//     poll fence(global)
//     if read x[$EACH] != 1 goto wrong
//     signal fence(global)
//     signal add(odd, 1)
//     poll while odd != $N
//     poll fence(global)
//     signal fence(global)
//     signal add(even, -$N)
//     write x[0] := 2
//     signal fence(global)
//     signal add(even, 1)
//     poll while even != $N
//     poll fence(global)
//     signal fence(global)
//     signal add(odd, -$N)
//     if read x[$LAST] != 2 goto wrong
//   groups $LAST
//     write x[id] := 1
//     signal fence(global)
//     signal add(even, 1)
//     poll while even != $N
//     poll fence(global)
//     if read x[$EACH] != 1 goto wrong
//     signal fence(global)
//     signal add(odd, 1)
//     poll while odd != $N
//     poll fence(global)
//     write x[id] := 2
//     signal fence(global)
//     signal add(even, 1)
//     poll while even != $N
//     poll fence(global)
//     if read x[0] != 2 goto wrong

static inline void wg_barrier(wg_ctx* c, uint round) {
  if (wg_enter_barrier(c)) {
    const uint word = (round & 1u) * WG_LINE;
    wg_arrive_before(c, c->g);
    wg_fence_before_signal();
    wg_signal_sub(c, word, 1u);
    wg_arrive_after(c, c->g);
    WG_WAIT_STAYS(c, c->g, round, word, WG_EQUALS, c->base - c->n)
    wg_left(c, c->g);
    wg_fence_after_wait(c, word);
    if (c->g == 0u && round != 0u) {
      wg_fence_before_signal();
      wg_signal_add(c, WG_LINE - word, c->n);
    }
  }
  wg_leave_barrier(c, c->g, round);
}
