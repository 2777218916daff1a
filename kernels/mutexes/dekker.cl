// For two: raise the own flag; while the other's is up, too, the one whose turn
// it is not takes its flag down until it is. To release, give the other one the
// turn and take the flag down. For more groups a tournament: a tree of such
// locks, in which a group climbs from its leaf to the root, and releases from
// the root down.
//
// Source: Dekker, in Dijkstra 1965; the tournament is Peterson and Fischer
// 1977's.
// Memory ordering: loads and stores alone. Every store must be seen before the
// loads that follow it, so all need one order: seq_cst polls and signals, or a
// fence of order seq_cst between them. Acquire and release are not enough.
// Progress: a raised flag is that of a group that has started, and so is
// the one that is given the turn: occupancy-bound execution.

// Litmus: 3 groups at most; one round, and of two groups another one of the
// first; three groups have a tree of three locks.
//   words leaf[2], leaf_turn, root[2], root_turn, lone[2], lone_turn
//   data x
//   group
//     again: signal leaf[0] := 1
//     both fence(global)
//     look: poll t = leaf_turn
//     see: poll if leaf[1] == 0 goto passed
//     if t == 0 goto look
//     signal leaf[0] := 0
//     poll while leaf_turn == 1
//     signal leaf[0] := 1
//     both fence(global)
//     t = 0
//     goto see
//     passed: poll fence(global)
//   $3  signal root[0] := 1
//   $3  both fence(global)
//   $3  up: poll t = root_turn
//   $3  seen: poll if root[1] == 0 goto in
//   $3  if t == 0 goto up
//   $3  signal root[0] := 0
//   $3  poll while root_turn == 1
//   $3  signal root[0] := 1
//   $3  both fence(global)
//   $3  t = 0
//   $3  goto seen
//   $3  in: poll fence(global)
//     v = read x
//     write x := id+1
//     if read x != id+1 goto wrong
//   $3  signal fence(global)
//   $3  signal root_turn := 1
//   $3  signal fence(global)
//   $3  signal root[0] := 0
//     signal fence(global)
//     signal leaf_turn := 1
//     signal fence(global)
//     signal leaf[0] := 0
//   $2  r = r+1
//   $2  if r < 2 goto again
//   group
//     signal leaf[1] := 1
//     both fence(global)
//     look: poll t = leaf_turn
//     see: poll if leaf[0] == 0 goto passed
//     if t == 1 goto look
//     signal leaf[1] := 0
//     poll while leaf_turn == 0
//     signal leaf[1] := 1
//     both fence(global)
//     t = 1
//     goto see
//     passed: poll fence(global)
//   $3  signal root[0] := 1
//   $3  both fence(global)
//   $3  up: poll t = root_turn
//   $3  seen: poll if root[1] == 0 goto in
//   $3  if t == 0 goto up
//   $3  signal root[0] := 0
//   $3  poll while root_turn == 1
//   $3  signal root[0] := 1
//   $3  both fence(global)
//   $3  t = 0
//   $3  goto seen
//   $3  in: poll fence(global)
//     v = read x
//     write x := id+1
//     if read x != id+1 goto wrong
//   $3  signal fence(global)
//   $3  signal root_turn := 1
//   $3  signal fence(global)
//   $3  signal root[0] := 0
//     signal fence(global)
//     signal leaf_turn := 0
//     signal fence(global)
//     signal leaf[1] := 0
//   $3group
//   $3  signal lone[0] := 1
//   $3  both fence(global)
//   $3  poll t = lone_turn
//   $3  poll if lone[1] == 0 goto alone
//   $3  goto wrong
//   $3  alone: poll fence(global)
//   $3  signal root[1] := 1
//   $3  both fence(global)
//   $3  up: poll t = root_turn
//   $3  seen: poll if root[0] == 0 goto in
//   $3  if t == 1 goto up
//   $3  signal root[1] := 0
//   $3  poll while root_turn == 0
//   $3  signal root[1] := 1
//   $3  both fence(global)
//   $3  t = 1
//   $3  goto seen
//   $3  in: poll fence(global)
//   $3  v = read x
//   $3  write x := id+1
//   $3  if read x != id+1 goto wrong
//   $3  signal fence(global)
//   $3  signal root_turn := 0
//   $3  signal fence(global)
//   $3  signal root[1] := 0
//   $3  signal fence(global)
//   $3  signal lone_turn := 1
//   $3  signal fence(global)
//   $3  signal lone[0] := 0

// Of a lock: two flags and the turn.
#define WG_DEKKER_TURN 2u

// The lock that the group is at on a level, 0 at the leaves; and its side
// there.
static inline uint wg_dekker_lock(wg_ctx* c, uint level) {
  return WG_LINE * (((1u << wg_bits(c->n)) + c->g) >> (level + 1u));
}
static inline uint wg_dekker_side(wg_ctx* c, uint level) {
  return (c->g >> level) & 1u;
}

static inline void wg_dekker_raise(wg_ctx* c, uint flag) {
  wg_signal_store(c, flag, 1u);
  wg_fence_seq_cst(c);
}

// One look: 0 where the group may pass. `up` says whether its own flag is.
static inline uint wg_dekker_look(wg_ctx* c, uint lock, uint side, uint* up) {
  const uint turn = wg_poll(c, lock + WG_DEKKER_TURN);
  if (*up == 0u) {
    if (turn != side) return 1u;
    wg_dekker_raise(c, lock + side);
    *up = 1u;
  }
  if (wg_poll(c, lock + 1u - side) == 0u) return 0u;
  if (turn != side) {
    wg_signal_store(c, lock + side, 0u);
    *up = 0u;
  }
  return 1u;
}

static inline void wg_lock(wg_ctx* c, uint round) {
  for (uint level = 0u; level < wg_bits(c->n); ++level) {
    const uint lock = wg_dekker_lock(c, level);
    const uint side = wg_dekker_side(c, level);
    uint up = 1u;
    wg_dekker_raise(c, lock + side);
    WG_WAIT_PASSES(c, c->g, round, lock + 1u - side, WG_EQUALS, 0u,
                   wg_dekker_look(c, lock, side, &up))
    wg_fence_after_wait(c, lock + 1u - side);
  }
}

static inline void wg_unlock(wg_ctx* c, uint round) {
  for (uint level = wg_bits(c->n); level > 0u; --level) {
    const uint lock = wg_dekker_lock(c, level - 1u);
    const uint side = wg_dekker_side(c, level - 1u);
    wg_fence_before_signal();
    wg_signal_store(c, lock + WG_DEKKER_TURN, 1u - side);
    wg_fence_before_signal();
    wg_signal_store(c, lock + side, 0u);
  }
}
