// Each group has a queue of tasks, an array with a head and a tail. Its owner
// appends and then raises the tail; whoever wants a task, owner or thief, takes
// the one at the head by a compare-and-swap. A round's owner offers a task for
// each of its work-items; a group that has nothing to do waits until there is
// something to steal.
//
// Source: Cederman and Tsigas 2008, "On dynamic load balancing on graphics
// processors"; Arora, Blumofe and Plaxton 1998, with one end to take from, so
// that no order of a store before a load is needed.
// Memory ordering: raising the tail releases the tasks and the wait for it
// acquires, as far as signal, fence and poll do; nothing hangs on the head but
// who has which task.
// Progress: every group must be resident: a thief waits for the
// round's owner. A compare-and-swap is tried again only where another one has
// succeeded.

// Litmus: 3 groups at most; a round for each owner, with one task; the first of
// two owners offers another one.
//   words tail[$N], head[$N]  # by the owner
//   data task[3]
//   group
//     write task[0] := 1
//     signal fence(global)
//     signal tail[0] := 1
//     poll if head[0] == 1 goto second
//     signal if cas(head[0], 0, 1) fails goto second
//     if read task[0] != 1 goto wrong
//     second: poll while tail[1] == 0
//     poll fence(global)
//     poll if head[1] == 1 goto third
//     signal if cas(head[1], 0, 1) fails goto third
//     if read task[1] != 1 goto wrong
//   $3  third: poll while tail[2] == 0
//   $3  poll fence(global)
//   $3  signal if cas(head[2], 0, 1) fails goto end
//   $2  third: write task[2] := 1
//   $2  signal fence(global)
//   $2  signal tail[0] := 2
//   $2  signal if cas(head[0], 1, 2) fails goto end
//     if read task[2] != 1 goto wrong
//   group
//     poll while tail[0] == 0
//     poll fence(global)
//     poll if head[0] == 1 goto second
//     signal if cas(head[0], 0, 1) fails goto second
//     if read task[0] != 1 goto wrong
//     second: write task[1] := 1
//     signal fence(global)
//     signal tail[1] := 1
//     signal if cas(head[1], 0, 1) fails goto third
//     if read task[1] != 1 goto wrong
//   $3  third: poll while tail[2] == 0
//   $3  poll fence(global)
//   $3  signal if cas(head[2], 0, 1) fails goto end
//   $2  third: poll while tail[0] < 2
//   $2  poll fence(global)
//   $2  signal if cas(head[0], 1, 2) fails goto end
//     if read task[2] != 1 goto wrong
//   $3group
//   $3  poll while tail[0] == 0
//   $3  poll fence(global)
//   $3  signal if cas(head[0], 0, 1) fails goto second
//   $3  if read task[0] != 1 goto wrong
//   $3  second: poll while tail[1] == 0
//   $3  poll fence(global)
//   $3  signal if cas(head[1], 0, 1) fails goto third
//   $3  if read task[1] != 1 goto wrong
//   $3  third: write task[2] := 1
//   $3  signal fence(global)
//   $3  signal tail[2] := 1
//   $3  signal if cas(head[2], 0, 1) fails goto end
//   $3  if read task[2] != 1 goto wrong

#define WG_HEAD(owner) (2u * WG_LINE * (owner))
#define WG_TAIL(owner) (2u * WG_LINE * (owner) + WG_LINE)

static inline uint wg_offered(wg_ctx* c, uint round) {
  return c->base + (round / c->n + 1u) * c->size;
}

static inline void wg_offer(wg_ctx* c, uint round) {
  wg_arrive_before(c, c->g);
  wg_fence_before_signal();
  wg_signal_store(c, WG_TAIL(c->g), wg_offered(c, round));
  wg_arrive_after(c, c->g);
  wg_left(c, c->g);
}

static inline void wg_await_offer(wg_ctx* c, uint round) {
  const uint word = WG_TAIL(round % c->n);
  const uint goal = wg_offered(c, round);
  wg_board_count(c, c->g, WG_ROLE_ARRIVED);
  WG_WAIT_STAYS(c, c->g, round, word, WG_REACHES, goal)
  wg_left(c, c->g);
  wg_fence_after_wait(c, word);
}

// The number of a task among all that the round's owner has ever offered.
static inline uint wg_take_task(wg_ctx* c, uint round) {
  const uint word = WG_HEAD(round % c->n);
  const uint end = wg_offered(c, round);
  uint seen = wg_poll(c, word);
  while (!WG_HOLDS(WG_REACHES, seen, end)) {
    const uint held = wg_signal_swap(c, word, seen, seen + 1u);
    if (held == seen) return seen - c->base;
    seen = held;
  }
  return 0xFFFFFFFFu;
}
