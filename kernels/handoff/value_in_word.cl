// One group, the writer, stores a flag and a value in one step, as parts of one
// object; every other group waits for the flag and takes the value that it
// found with it. Each round has a separate object: a 64-bit word, or a
// vector of two or four words (WG_WIDE), whose further words are all the value.
//
// Source: the packed status word of Merrill and Garland 2016, and of OneSweep
// (Adinets and Merrill 2022), with one writer.
// Memory ordering: none is needed, since flag and value are one access. OpenCL
// has no atomic vectors, and does not say that a vector is accessed in one
// piece.
// Progress: a group waits for a lower group number.

// Litmus: 4 groups at most; one round, and another one of two groups.
//   words both[2]  # by the round
//   group
//     signal both[0] := 1
//   $2  signal both[1] := 1
//   groups $LAST
//     poll while both[0] == 0
//   $2  poll while both[1] == 0

static inline uint wg_writer(wg_ctx* c) { return 0u; }

// The workload's.
static inline uint wg_value_of(wg_ctx* c, uint round);

#define WG_OBJECT(round) (WG_WIDE_WORDS * (round))

static inline void wg_publish(wg_ctx* c, uint round) {
  wg_arrive_before(c, c->g);
  c->carried = wg_value_of(c, round);
  wg_signal_store(c, WG_OBJECT(round), c->base + 1u);
  wg_arrive_after(c, c->g);
}

static inline void wg_await(wg_ctx* c, uint round) {
  wg_board_count(c, c->g, WG_ROLE_ARRIVED);
#if WG_WAITS == WG_WAITS_REMOVED
  (void)wg_poll(c, WG_OBJECT(round));
#endif
  WG_WAIT_STAYS(c, c->g, round, WG_OBJECT(round), WG_REACHES, c->base + 1u)
  wg_left(c, c->g);
}
