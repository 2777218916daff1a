// One group, the writer, stores a payload and raises a flag; every other group
// waits for the flag and reads the payload. The flag is the number of rounds
// published. The writer is group 0, or the middle one, or the last one, by the
// regime in which it is run.
//
// Source: the message-passing litmus test (MP), one writer and n - 1 readers.
// Memory ordering: raising the flag releases and the wait acquires, as far as
// signal, fence and poll do.
// Progress: where group 0 writes, a group waits for a lower
// group number; else the groups below the writer wait for a higher one, and
// every group must be resident.

// Litmus: 4 groups at most; one round, and another one of two groups.
//   words flag
//   data x[2]  # by the round
//   group
//     write x[0] := 1
//     signal fence(global)
//     signal flag := 1
//   $2  write x[1] := 1
//   $2  signal fence(global)
//   $2  signal flag := 2
//   groups $LAST
//     poll while flag == 0
//     poll fence(global)
//     if read x[0] != 1 goto wrong
//   $2  poll while flag < 2
//   $2  poll fence(global)
//   $2  if read x[1] != 1 goto wrong
// Litmus of message_passing_middle: 3 groups at most, in memory as
// handoff/message_passing; one round; fewer slots do, as the last groups wait
// for a lower one.
//   words flag
//   group
//     while flag == 0
//   group
//     flag := 1
//   $3group
//   $3  while flag == 0
// Litmus of message_passing_last: 4 groups at most, in memory as
// handoff/message_passing; one round.
//   words flag
//   groups $LAST
//     while flag == 0
//   group
//     flag := 1

static inline uint wg_writer(wg_ctx* c) {
#if defined(WG_WRITER_MIDDLE)
  return c->n / 2u;
#elif defined(WG_WRITER_LAST)
  return c->n - 1u;
#else
  return 0u;
#endif
}

static inline void wg_publish(wg_ctx* c, uint round) {
  wg_arrive_before(c, c->g);
  wg_fence_before_signal();
  wg_signal_store(c, 0u, c->base + round + 1u);
  wg_arrive_after(c, c->g);
}

static inline void wg_await(wg_ctx* c, uint round) {
  const uint goal = c->base + round + 1u;
  wg_board_count(c, c->g, WG_ROLE_ARRIVED);
  WG_WAIT_STAYS(c, c->g, round, 0u, WG_REACHES, goal)
  wg_left(c, c->g);
  wg_fence_after_wait(c, 0u);
}
