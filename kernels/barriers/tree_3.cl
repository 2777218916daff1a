// Three levels of counters: a group adds 1 to its cluster's; the first group of
// the cluster waits until all of it have, and adds 1 to the counter of its
// cluster of clusters; the first one of those waits likewise and adds 1 to the
// root; every group waits for the root.
//
// Source: Xiao and Feng 2010, "GPU tree-based synchronization"; the goals rise,
// nothing is reset. The fan-in is a power of two near the cube root of n, and
// at least 2, so that even small grids have every hop.
// Memory ordering: each arrival releases and each wait acquires, as far as
// signal, fence and poll do; who goes on to the next level has acquired what it
// releases there. The work-group barriers join the group to its representative.
// Progress: every group must be resident.

// Litmus: 3 groups at most; goals rise: one round, and another one of two
// groups.
//   words low[2], middle, root
//   data x[$N]
//   group
//     write x[0] := 1
//     signal fence(global)
//     signal add(low[0], 1)
//     poll while low[0] < 2
//     poll fence(global)
//     signal fence(global)
//     signal add(middle, 1)
//     poll while middle < $LAST
//     poll fence(global)
//     signal fence(global)
//     signal add(root, 1)
//     poll while root < 1
//     poll fence(global)
//     if read x[$EACH] != 1 goto wrong
//   $2  signal fence(global)
//   $2  signal add(low[0], 1)
//   $2  poll while low[0] < 4
//   $2  poll fence(global)
//   $2  signal fence(global)
//   $2  signal add(middle, 1)
//   $2  poll while middle < 2
//   $2  poll fence(global)
//   $2  signal fence(global)
//   $2  signal add(root, 1)
//   $2  poll while root < 2
//   $2  poll fence(global)
//   $2  write x[0] := 2
//   group
//     write x[1] := 1
//     signal fence(global)
//     signal add(low[0], 1)
//     poll while root < 1
//     poll fence(global)
//     if read x[$EACH] != 1 goto wrong
//   $2  signal fence(global)
//   $2  signal add(low[0], 1)
//   $2  poll while root < 2
//   $2  poll fence(global)
//   $2  write x[1] := 2
//   $3group
//   $3  write x[2] := 1
//   $3  signal fence(global)
//   $3  signal add(low[1], 1)
//   $3  poll while low[1] < 1
//   $3  poll fence(global)
//   $3  signal fence(global)
//   $3  signal add(middle, 1)
//   $3  poll while root < 1
//   $3  poll fence(global)
//   $3  if read x[$EACH] != 1 goto wrong

// The head of a cluster: waits for `members` arrivals at `word`, and arrives in
// their name at `next`.
static inline void wg_hand_up(wg_ctx* c, uint round, uint word, uint members,
                              uint next) {
  WG_WAIT_STAYS(c, c->g, round, word, WG_REACHES,
                c->base + (round + 1u) * members)
  wg_between(c, c->g);
  wg_look_back(c);
  wg_fence_after_wait(c, word);
  wg_fence_before_signal();
  wg_signal_add(c, next, 1u);
}

static inline void wg_barrier(wg_ctx* c, uint round) {
  if (wg_enter_barrier(c)) {
    const uint fan = 1u << ((33u - clz(c->n)) / 3u);
    const uint low = c->g / fan, lows = (c->n + fan - 1u) / fan;
    const uint mid = low / fan, mids = (lows + fan - 1u) / fan;
    const uint low_word = (1u + low) * WG_LINE;
    const uint mid_word = (1u + lows + mid) * WG_LINE;
    wg_arrive_before(c, c->g);
    wg_fence_before_signal();
    wg_signal_add(c, low_word, 1u);
    wg_between(c, c->g);
    wg_arrive_after(c, c->g);
    if (c->g % fan == 0u) {
      wg_hand_up(c, round, low_word, min(fan, c->n - low * fan), mid_word);
    }
    if (c->g % (fan * fan) == 0u) {
      wg_hand_up(c, round, mid_word, min(fan, lows - mid * fan), 0u);
    }
    WG_WAIT_STAYS(c, c->g, round, 0u, WG_REACHES, c->base + (round + 1u) * mids)
    wg_left(c, c->g);
    wg_fence_after_wait(c, 0u);
  }
  wg_leave_barrier(c, c->g, round);
}
