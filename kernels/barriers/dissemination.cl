// In step k a group signals the one 2^k further on and waits for the one 2^k
// before it, so that after log2 n steps it has heard of all. Two sets of flags
// take turns by the parity of the round, and the sense of a flag changes with
// every second round, so none is cleared.
//
// Source: Hensgen, Finkel and Manber 1988; with parity and sense after
// Mellor-Crummey and Scott 1991.
// Memory ordering: each signal releases and each wait acquires, as far as
// signal, fence and poll do; who signals in a step has acquired what it was
// told in those before. The work-group barriers join the group to its
// representative.
// Progress: every group must be resident.

// Litmus: 3 groups at most; three rounds: a flag's sense comes back.
//   # FLAG[TO] is what the kernel's group TO waits for in that step.
//   words even[$N], even_far[$N], odd[$N], odd_far[$N]
//   group
//     even[1] := 1
//     while even[0] == 0
//   $3  even_far[2] := 1
//   $3  while even_far[0] == 0
//     odd[1] := 1
//     while odd[0] == 0
//   $3  odd_far[2] := 1
//   $3  while odd_far[0] == 0
//     even[1] := 0
//     while even[0] == 1
//   $3  even_far[2] := 0
//   $3  while even_far[0] == 1
//   $2group
//   $2  even[0] := 1
//   $2  while even[1] == 0
//   $2  odd[0] := 1
//   $2  while odd[1] == 0
//   $2  even[0] := 0
//   $2  while even[1] == 1
//   $3group
//   $3  even[2] := 1
//   $3  while even[1] == 0
//   $3  even_far[0] := 1
//   $3  while even_far[1] == 0
//   $3  odd[2] := 1
//   $3  while odd[1] == 0
//   $3  odd_far[0] := 1
//   $3  while odd_far[1] == 0
//   $3  even[2] := 0
//   $3  while even[1] == 1
//   $3  even_far[0] := 0
//   $3  while even_far[1] == 1
//   $3group
//   $3  even[0] := 1
//   $3  while even[2] == 0
//   $3  even_far[1] := 1
//   $3  while even_far[2] == 0
//   $3  odd[0] := 1
//   $3  while odd[2] == 0
//   $3  odd_far[1] := 1
//   $3  while odd_far[2] == 0
//   $3  even[0] := 0
//   $3  while even[2] == 1
//   $3  even_far[1] := 0
//   $3  while even_far[2] == 1

// Lines of a group's flags, one for each parity.
static inline uint wg_flags_of(uint group, uint parity) {
  return (2u * group + parity) * WG_LINE;
}

static inline void wg_barrier(wg_ctx* c, uint round) {
  if (wg_enter_barrier(c)) {
    const uint parity = round & 1u;
    const uint sense = c->base + (((round >> 1) + 1u) & 1u);
    uint k = 0u;
    wg_arrive_before(c, c->g);
    do {
      const uint to = (c->g + (1u << k)) % c->n;
      const uint mine = wg_flags_of(c->g, parity) + k;
      wg_look_back(c);
      wg_fence_before_signal();
      wg_signal_store(c, wg_flags_of(to, parity) + k, sense);
      if (k == 0u) wg_arrive_after(c, c->g);
      WG_WAIT_STAYS(c, c->g, round, mine, WG_EQUALS, sense)
      wg_between(c, c->g);
      wg_fence_after_wait(c, mine);
      ++k;
    } while ((1u << k) < c->n);
    wg_left(c, c->g);
  }
  wg_leave_barrier(c, c->g, round);
}
