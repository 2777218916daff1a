// Group 0 stores a payload and raises a flag; every other group waits for the
// flag and reads the payload. The flag is the number of rounds published.
//
// Source: the message-passing litmus test (MP), one writer and n - 1 readers.
// Memory ordering: raising the flag releases and the wait acquires, as far as
// signal, fence and poll do.
// Progress: a group waits for a lower group number.

static inline uint wg_writer(wg_ctx* c) { return 0u; }

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
