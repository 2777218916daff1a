// Group 0 stores a payload and then its progress, again in each turn of a loop,
// until every other group has answered; the others wait for the middle of the
// round's progress, answer, and read the payload. A compiler that moves a plain
// store out of the loop leaves both waiting for ever.
//
// Source: user code that reports progress to a consumer.
// Memory ordering: each store of the progress releases and the readers' wait
// acquires, as far as signal, fence and poll do. Answers order nothing: each
// round has a payload of its own.
// Progress: every group must be resident: the writer waits for all
// readers.

// Litmus: 4 groups at most; one round of two turns, and another one of two
// groups; later turns store what the second one does; two slots do, as those
// that have answered end.
//   words progress, answers
//   data x[2]  # by the round
//   group
//     write x[0] := 1
//     signal fence(global)
//     signal progress := 1
//     signal progress := 2
//     poll while answers < $LAST
//   $2  write x[1] := 1
//   $2  signal fence(global)
//   $2  signal progress := 3
//   $2  signal progress := 4
//   $2  poll while answers < 2
//   groups $LAST
//     poll while progress == 0
//     poll fence(global)
//     if read x[0] != 1 goto wrong
//     signal add(answers, 1)
//   $2  poll while progress < 3
//   $2  poll fence(global)
//   $2  if read x[1] != 1 goto wrong
//   $2  signal add(answers, 1)

#define WG_ANSWERS WG_LINE
// What the progress of one round counts to.
#define WG_TURNS 8u

static inline uint wg_writer(wg_ctx* c) { return 0u; }

// One turn of the writer's loop.
static inline uint wg_show_and_look(wg_ctx* c, uint round, uint* turn) {
  *turn = min(*turn + 1u, WG_TURNS);
  wg_signal_store(c, 0u, c->base + round * WG_TURNS + *turn);
  return wg_poll(c, WG_ANSWERS);
}

static inline void wg_publish(wg_ctx* c, uint round) {
  const uint answers = c->base + (round + 1u) * (c->n - 1u);
  uint turn = 1u;
  wg_arrive_before(c, c->g);
  wg_fence_before_signal();
  // One before the loop, so that no count stands between payload and signal.
  wg_signal_store(c, 0u, c->base + round * WG_TURNS + turn);
  wg_arrive_after(c, c->g);
  WG_WAIT_PASSES(c, c->g, round, WG_ANSWERS, WG_REACHES, answers,
                 wg_show_and_look(c, round, &turn))
  wg_left(c, c->g);
}

static inline void wg_await(wg_ctx* c, uint round) {
  const uint goal = c->base + round * WG_TURNS + WG_TURNS / 2u;
  wg_board_count(c, c->g, WG_ROLE_ARRIVED);
  WG_WAIT_STAYS(c, c->g, round, 0u, WG_REACHES, goal)
  wg_left(c, c->g);
  wg_fence_after_wait(c, 0u);
  wg_signal_add(c, WG_ANSWERS, 1u);
}
