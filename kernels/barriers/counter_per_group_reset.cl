// One counter; a group's representative adds 1 and waits until it equals n;
// then the first work-item takes n away.
//
// Source: seed texts on global synchronization in OpenCL, method 2, as it
// stands there. A group that polls too slowly misses the value: a race of the
// algorithm, and kept for that.
// Memory ordering: as in counter_per_group.
// Progress: every group must be resident; even then a missed value
// hangs it.

// Litmus: 3 groups at most; one round, and another one of two groups: a group
// that polls after the reset waits for ever.
//   words count
//   data x[$N]
//   group
//     write x[0] := 1
//     signal fence(global)
//     signal add(count, 1)
//     poll while count != $N
//     poll fence(global)
//     signal add(count, -$N)
//     if read x[$EACH] != 1 goto wrong
//   $2  signal fence(global)
//   $2  signal add(count, 1)
//   $2  poll while count != $N
//   $2  poll fence(global)
//   $2  signal add(count, -$N)
//   $2  write x[0] := 2
//   groups $LAST
//     write x[id] := 1
//     signal fence(global)
//     signal add(count, 1)
//     poll while count != $N
//     poll fence(global)
//     if read x[$EACH] != 1 goto wrong
//   $2  signal fence(global)
//   $2  signal add(count, 1)
//   $2  poll while count != $N
//   $2  poll fence(global)
//   $2  write x[1] := 2

static inline void wg_barrier(wg_ctx* c, uint round) {
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (c->lid == 0u) {
    wg_arrive_before(c, c->g);
    wg_fence_before_signal();
    wg_signal_add(c, 0u, 1u);
    wg_arrive_after(c, c->g);
    WG_WAIT_PASSES(c, c->g, round, 0u, WG_EQUALS, c->n, wg_poll(c, 0u))
    wg_left(c, c->g);
    wg_fence_after_wait(c, 0u);
  }
  wg_close(c);
  if (c->lid == 0u) {
    if (c->g == 0u) wg_signal_add(c, 0u, 0u - c->n);
  }
  // Without it PoCL 3.1 lets every work-item take n away.
  barrier(CLK_LOCAL_MEM_FENCE);
  wg_group_closed(c, c->g);
  wg_check_departure(c, c->g, round);
}
