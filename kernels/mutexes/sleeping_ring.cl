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

// Litmus: 3 groups at most; two rounds; a flag for each number, so that none is
// used again.
//   words next, flag[9]
//   groups $N
//     t = add(next, 1)
//     if t == 0 goto first
//     while flag[t] == 0
//     flag[t] := 0
//     first: flag[t+1] := 1
//     t = add(next, 1)
//     while flag[t] == 0
//     flag[t] := 0
//     flag[t+1] := 1

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
