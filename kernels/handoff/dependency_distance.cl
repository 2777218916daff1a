// The first groups of the grid wait for one far behind them, the last one,
// which stores a payload and raises a flag; the groups between them wait for
// nobody and go through. Where those that wait are as many as are resident, the
// one that they wait for never starts. The flag is the number of rounds
// published.
//
// Source: seed texts on global synchronization in OpenCL, the kernel whose
// first k * CU groups wait for a group of a far higher number.
// Memory ordering: raising the flag releases and the wait acquires, as far as
// signal, fence and poll do. The host has written, before the launch, how many
// groups wait and for which one; nobody writes these two words after that.
// Progress: every group must be resident. Fewer may do: where a
// place is left, the groups between may take turns on it until the one that is
// awaited comes.

// Litmus: 3 groups at most; one round, and another one of two groups; the
// groups between wait for no group, so that two slots do.
//   words flag
//   data x[2]  # by the round
//   group
//     poll while flag == 0
//     poll fence(global)
//     if read x[0] != 1 goto wrong
//   $2  poll while flag < 2
//   $2  poll fence(global)
//   $2  if read x[1] != 1 goto wrong
//   $3group
//   $3  poll while flag < 0
//   $3  poll fence(global)
//   group
//     write x[0] := 1
//     signal fence(global)
//     signal flag := 1
//   $2  write x[1] := 1
//   $2  signal fence(global)
//   $2  signal flag := 2

// Twins of FillRegions() in suite/core/launch/layout.cc.
#define WG_DISTANCE_WAITERS 32u
#define WG_DISTANCE_WRITER 33u

#define WG_BYSTANDER(c) ((c)->g >= (c)->words[WG_DISTANCE_WAITERS])

static inline uint wg_writer(wg_ctx* c) { return c->words[WG_DISTANCE_WRITER]; }

static inline void wg_publish(wg_ctx* c, uint round) {
  wg_arrive_before(c, c->g);
  wg_fence_before_signal();
  wg_signal_store(c, 0u, c->base + round + 1u);
  wg_arrive_after(c, c->g);
}

static inline void wg_await(wg_ctx* c, uint round) {
  // For a bystander what the word held before the launch is enough: no branch
  // stands around the wait.
  const uint goal = c->base + (WG_BYSTANDER(c) ? 0u : round + 1u);
  wg_board_count(c, c->g, WG_ROLE_ARRIVED);
  WG_WAIT_STAYS(c, c->g, round, 0u, WG_REACHES, goal)
  wg_left(c, c->g);
  wg_fence_after_wait(c, 0u);
}
