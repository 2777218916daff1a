// A ring of flags: the tail gives a place, wait for the flag at that place and
// take it down; to release, raise the next place's flag. The very first finds
// its flag counted as raised.
//
// Source: HeteroSync (Sinclair et al. 2017) and Stuart and Owens 2011, sleeping
// mutex.
// Memory ordering: the wait acquires and the raised flag releases, as far as
// poll, fence and signal do. Taking a place does both: a group that takes a
// later place must see each flag down that was taken down before, or it reads
// the old value of a flag that is raised a lap later, and two are inside.
// Progress: places are taken by groups that have started, and served in
// that order: occupancy-bound execution.

// Litmus: 3 groups at most; two rounds: a place is another group's in the
// second one.
//   words next, flag[$N]
//   data x
//   groups $N
//     again: signal fence(global)
//     both t = add(next, 1)
//     poll fence(global)
//     s = t % $N
//     if t == 0 goto first
//     poll while flag[s] == 0
//     goto in
//     first: poll while flag[s] == 1
//     in: poll fence(global)
//     signal flag[s] := 0
//     v = read x
//     write x := id+1
//     if read x != id+1 goto wrong
//     s = s+1
//     s = s % $N
//     signal fence(global)
//     signal flag[s] := 1
//     r = r+1
//     if r < 2 goto again

#define WG_RING_TAIL 0u

// As many places as groups: each group has one at a time.
static inline uint wg_ring_flag(wg_ctx* c, uint place) {
  return WG_LINE + place % c->n;
}

static inline void wg_lock(wg_ctx* c, uint round) {
  wg_fence_before_signal();
  const uint place = wg_signal_fetch_add(c, WG_RING_TAIL, 1u);
  wg_fence_after_wait(c, WG_RING_TAIL);
  c->carry = place;
  const uint flag = wg_ring_flag(c, place);
  WG_WAIT_STAYS(c, c->g, round, flag, WG_EQUALS, place == 0u ? 0u : 1u)
  wg_look_back(c);  // before the flag changes
  wg_fence_after_wait(c, flag);
  wg_signal_store(c, flag, 0u);
}

static inline void wg_unlock(wg_ctx* c, uint round) {
  wg_fence_before_signal();
  wg_signal_store(c, wg_ring_flag(c, c->carry + 1u), 1u);
}
