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
//   data x[$N]
//   group
//     write x[0] := 1
//     signal fence(global)
//     signal even[1] := 1
//     poll while even[0] == 0
//     poll fence(global)
//   $3  signal fence(global)
//   $3  signal even_far[2] := 1
//   $3  poll while even_far[0] == 0
//   $3  poll fence(global)
//     if read x[$EACH] != 1 goto wrong
//     signal fence(global)
//     signal odd[1] := 1
//     poll while odd[0] == 0
//     poll fence(global)
//   $3  signal fence(global)
//   $3  signal odd_far[2] := 1
//   $3  poll while odd_far[0] == 0
//   $3  poll fence(global)
//     write x[0] := 2
//     signal fence(global)
//     signal even[1] := 0
//     poll while even[0] == 1
//     poll fence(global)
//   $3  signal fence(global)
//   $3  signal even_far[2] := 0
//   $3  poll while even_far[0] == 1
//   $3  poll fence(global)
//     if read x[$EACH] != 2 goto wrong
//   $2group
//   $2  write x[1] := 1
//   $2  signal fence(global)
//   $2  signal even[0] := 1
//   $2  poll while even[1] == 0
//   $2  poll fence(global)
//   $2  if read x[$EACH] != 1 goto wrong
//   $2  signal fence(global)
//   $2  signal odd[0] := 1
//   $2  poll while odd[1] == 0
//   $2  poll fence(global)
//   $2  write x[1] := 2
//   $2  signal fence(global)
//   $2  signal even[0] := 0
//   $2  poll while even[1] == 1
//   $2  poll fence(global)
//   $2  if read x[$EACH] != 2 goto wrong
//   $3group
//   $3  write x[1] := 1
//   $3  signal fence(global)
//   $3  signal even[2] := 1
//   $3  poll while even[1] == 0
//   $3  poll fence(global)
//   $3  signal fence(global)
//   $3  signal even_far[0] := 1
//   $3  poll while even_far[1] == 0
//   $3  poll fence(global)
//   $3  if read x[$EACH] != 1 goto wrong
//   $3  signal fence(global)
//   $3  signal odd[2] := 1
//   $3  poll while odd[1] == 0
//   $3  poll fence(global)
//   $3  signal fence(global)
//   $3  signal odd_far[0] := 1
//   $3  poll while odd_far[1] == 0
//   $3  poll fence(global)
//   $3  write x[1] := 2
//   $3  signal fence(global)
//   $3  signal even[2] := 0
//   $3  poll while even[1] == 1
//   $3  poll fence(global)
//   $3  signal fence(global)
//   $3  signal even_far[0] := 0
//   $3  poll while even_far[1] == 1
//   $3  poll fence(global)
//   $3  if read x[$EACH] != 2 goto wrong
//   $3group
//   $3  write x[2] := 1
//   $3  signal fence(global)
//   $3  signal even[0] := 1
//   $3  poll while even[2] == 0
//   $3  poll fence(global)
//   $3  signal fence(global)
//   $3  signal even_far[1] := 1
//   $3  poll while even_far[2] == 0
//   $3  poll fence(global)
//   $3  if read x[$EACH] != 1 goto wrong
//   $3  signal fence(global)
//   $3  signal odd[0] := 1
//   $3  poll while odd[2] == 0
//   $3  poll fence(global)
//   $3  signal fence(global)
//   $3  signal odd_far[1] := 1
//   $3  poll while odd_far[2] == 0
//   $3  poll fence(global)
//   $3  write x[2] := 2
//   $3  signal fence(global)
//   $3  signal even[0] := 0
//   $3  poll while even[2] == 1
//   $3  poll fence(global)
//   $3  signal fence(global)
//   $3  signal even_far[1] := 0
//   $3  poll while even_far[2] == 1
//   $3  poll fence(global)
//   $3  if read x[$EACH] != 2 goto wrong

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
