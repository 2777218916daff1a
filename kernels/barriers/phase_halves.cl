// One counter in two halves: the lower counts arrivals, the upper the phases.
// The last group to arrive adds 2^16 - n, which takes the count back to 0 and
// carries into the phase; all wait for the phase to change. At most 65,535
// groups: one more would carry by itself.
//
// Source: how the grid-wide barrier of AMD's ROCm works.
// Memory ordering: an arrival releases, and the last one acquires as well, as
// far as signal, fence and poll do; the wait acquires. The work-group barriers
// join the group to its representative.
// Progress: every group must be resident.

// Litmus: 3 groups at most; two rounds.
//   words count  # 10 * the phase + the groups that have arrived
//   data x[$N]
//   groups $N
//     write x[id] := 1
//     signal fence(global)
//     both t = add(count, 1)
//     if t != $LAST goto first
//     poll fence(global)
//     signal fence(global)
//   $2  signal add(count, 8)
//   $3  signal add(count, 7)
//     first: poll while count < 10
//     poll fence(global)
//     if read x[$EACH] != 1 goto wrong
//     signal fence(global)
//     both t = add(count, 1)
//     if t != 1$LAST goto second
//     poll fence(global)
//     signal fence(global)
//   $2  signal add(count, 8)
//   $3  signal add(count, 7)
//     second: poll while count < 20
//     poll fence(global)
//     write x[id] := 2

static inline void wg_barrier(wg_ctx* c, uint round) {
  if (wg_enter_barrier(c)) {
    const uint goal = c->base + (round + 1u) * 0x10000u;
    wg_arrive_before(c, c->g);
    wg_fence_before_signal();
    const uint before = wg_signal_fetch_add(c, 0u, 1u);
    wg_between(c, c->g);
    wg_arrive_after(c, c->g);
    if ((before & 0xFFFFu) == c->n - 1u) {
      wg_fence_after_wait(c, 0u);
      wg_fence_before_signal();
      wg_signal_add(c, 0u, 0x10000u - c->n);
    }
    WG_WAIT_STAYS(c, c->g, round, 0u, WG_HIGH_HALF, goal)
    wg_left(c, c->g);
    wg_fence_after_wait(c, 0u);
  }
  wg_leave_barrier(c, c->g, round);
}
