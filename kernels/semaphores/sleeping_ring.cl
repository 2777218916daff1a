// A ring of slots, each on a line of its own. The tail gives a number; its slot
// says whether it may enter. Who leaves takes a number of its own, and lets in
// the one that stands as many behind as there are places. As many places as
// the permits allow are open from the beginning.
//
// Source: HeteroSync (Sinclair et al. 2017) and Stuart and Owens 2011, sleeping
// semaphore.
// Memory ordering: the wait acquires and the addition to a slot releases, as
// far as poll, fence and signal do; taking a number orders nothing.
// Progress: numbers are taken by groups that have started, and let in in
// that order: occupancy-bound execution.

// Litmus of sleeping_ring_1: 4 groups at most; one round, and another one of
// two groups.
//   words tail, head, slot[$N]
//   data x
//   groups $N
//     again: t = add(tail, 1)
//     s = t % $N
//     g = 0
//     if t == 0 goto in
//     g = 1
//   $2  if t < 3 goto in
//   $2  g = 2
//     in: poll while slot[s] < g
//     poll fence(global)
//     v = read x
//     write x := id+1
//     if read x != id+1 goto wrong
//     h = add(head, 1)
//     h = h+1
//     h = h % $N
//     signal fence(global)
//     signal add(slot[h], 1)
//   $2  r = r+1
//   $2  if r < 2 goto again
// Litmus: 3 groups at most; one round, and another one of two groups; the
// permits of semaphores/spin.
//   words tail, head, slot[$N]
//   data x
//   groups $N
//     again: t = add(tail, 1)
//     s = t % $N
//     g = 0
//     if t < $LAST goto in
//     g = 1
//   $2  if t < 3 goto in
//   $2  g = 2
//     in: poll while slot[s] < g
//     poll fence(global)
//   $2  v = read x
//   $2  write x := id+1
//   $2  if read x != id+1 goto wrong
//     h = add(head, 1)
//     h = h+$LAST
//     h = h % $N
//     signal fence(global)
//     signal add(slot[h], 1)
//   $2  r = r+1
//   $2  if r < 2 goto again

#define WG_RING_TAIL 0u
#define WG_RING_HEAD WG_LINE

// As many slots as groups: each group has one number at a time.
static inline uint wg_ring_slot(wg_ctx* c, uint number) {
  return WG_LINE * (2u + number % c->n);
}

static inline uint wg_ring_places(wg_ctx* c) {
  return WG_CAPACITY / c->permits;
}

// How often the slot has let somebody in when the number's turn has come: two
// who leave may come to one slot in either order, so that each adds 1.
static inline uint wg_ring_goal(wg_ctx* c, uint number) {
  const uint open = number % c->n < wg_ring_places(c) ? 0u : 1u;
  return number / c->n + open;
}

static inline void wg_lock(wg_ctx* c, uint round) {
  const uint number = wg_take(c, WG_RING_TAIL);
  const uint slot = wg_ring_slot(c, number);
  WG_WAIT_STAYS(c, c->g, round, slot, WG_REACHES, wg_ring_goal(c, number))
  wg_fence_after_wait(c, slot);
}

static inline void wg_unlock(wg_ctx* c, uint round) {
  const uint number = wg_take(c, WG_RING_HEAD) + wg_ring_places(c);
  wg_fence_before_signal();
  wg_signal_add(c, wg_ring_slot(c, number), 1u);
}
