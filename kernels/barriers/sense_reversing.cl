// A count and a sense: the last group to arrive sets the count back and flips
// the sense, and the others wait for the flip.
//
// Source: the classical centralised barrier; Mellor-Crummey and Scott 1991.
// Memory ordering: an arrival releases, and the last one acquires as well, as
// far as signal, fence and poll do: the flip hands on what all have released.
// The wait acquires. The work-group barriers join the group to its
// representative.
// Progress: every group must be resident.

// Litmus: 3 groups at most; three rounds: the sense comes back.
//   words count, sense
//   data x[$N]
//   groups $N
//     write x[id] := 1
//     signal fence(global)
//     both t = add(count, 1)
//     if t != $LAST goto first
//     poll fence(global)
//     signal fence(global)
//     signal count := 0
//     signal fence(global)
//     signal sense := 1
//     first: poll while sense == 0
//     poll fence(global)
//     if read x[$EACH] != 1 goto wrong
//     signal fence(global)
//     both t = add(count, 1)
//     if t != $LAST goto second
//     poll fence(global)
//     signal fence(global)
//     signal count := 0
//     signal fence(global)
//     signal sense := 0
//     second: poll while sense == 1
//     poll fence(global)
//     write x[id] := 2
//     signal fence(global)
//     both t = add(count, 1)
//     if t != $LAST goto third
//     poll fence(global)
//     signal fence(global)
//     signal count := 0
//     signal fence(global)
//     signal sense := 1
//     third: poll while sense == 0
//     poll fence(global)
//     if read x[0] != 2 goto wrong

#define WG_SENSE WG_LINE

static inline void wg_barrier(wg_ctx* c, uint round) {
  if (wg_enter_barrier(c)) {
    const uint sense = c->base + ((round + 1u) & 1u);
    wg_arrive_before(c, c->g);
    wg_fence_before_signal();
    const uint before = wg_signal_fetch_add(c, 0u, 1u);
    wg_between(c, c->g);
    wg_arrive_after(c, c->g);
    if (before - c->base == c->n - 1u) {
      wg_fence_after_wait(c, 0u);
      wg_fence_before_signal();
      wg_signal_store(c, 0u, c->base);
      wg_fence_before_signal();
      wg_signal_store(c, WG_SENSE, sense);
    }
    // The last one too, which finds what it has stored: an else here crashes
    // PoCL 3.1's compiler where the poll is plain.
    WG_WAIT_STAYS(c, c->g, round, WG_SENSE, WG_EQUALS, sense)
    wg_left(c, c->g);
    wg_fence_after_wait(c, WG_SENSE);
  }
  wg_leave_barrier(c, c->g, round);
}
