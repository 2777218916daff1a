// For two: raise the own flag, give the other one the turn, and wait while its
// flag is up and it is its turn; take the flag down to release. For more groups
// a tournament: a tree of such locks, in which a group climbs from its leaf to
// the root, and releases from the root down.
//
// Source: Peterson 1981; the tournament is Peterson and Fischer 1977's.
// Memory ordering: loads and stores alone. Every store must be seen before the
// loads that follow it, so all need one order: seq_cst polls and signals, or a
// fence of order seq_cst between them. Acquire and release are not enough.
// Progress: a raised flag is that of a group that has started:
// occupancy-bound execution.

// Litmus: 3 groups at most; one round, and of two groups another one of the
// first; three groups have a tree of three locks.
//   words leaf[2], leaf_turn, root[2], root_turn, lone[2], lone_turn
//   data x
//   group
//     again: signal leaf[0] := 1
//     both fence(global)
//     signal leaf_turn := 1
//     both fence(global)
//     look: poll if leaf[1] == 0 goto passed
//     poll if leaf_turn == 1 goto look
//     passed: poll fence(global)
//   $3  signal root[0] := 1
//   $3  both fence(global)
//   $3  signal root_turn := 1
//   $3  both fence(global)
//   $3  up: poll if root[1] == 0 goto in
//   $3  poll if root_turn == 1 goto up
//   $3  in: poll fence(global)
//     v = read x
//     write x := id+1
//     if read x != id+1 goto wrong
//   $3  signal fence(global)
//   $3  signal root[0] := 0
//     signal fence(global)
//     signal leaf[0] := 0
//   $2  r = r+1
//   $2  if r < 2 goto again
//   group
//     signal leaf[1] := 1
//     both fence(global)
//     signal leaf_turn := 0
//     both fence(global)
//     look: poll if leaf[0] == 0 goto passed
//     poll if leaf_turn == 0 goto look
//     passed: poll fence(global)
//   $3  signal root[0] := 1
//   $3  both fence(global)
//   $3  signal root_turn := 1
//   $3  both fence(global)
//   $3  up: poll if root[1] == 0 goto in
//   $3  poll if root_turn == 1 goto up
//   $3  in: poll fence(global)
//     v = read x
//     write x := id+1
//     if read x != id+1 goto wrong
//   $3  signal fence(global)
//   $3  signal root[0] := 0
//     signal fence(global)
//     signal leaf[1] := 0
//   $3group
//   $3  signal lone[0] := 1
//   $3  both fence(global)
//   $3  signal lone_turn := 1
//   $3  both fence(global)
//   $3  poll if lone[1] == 0 goto alone
//   $3  goto wrong
//   $3  alone: poll fence(global)
//   $3  signal root[1] := 1
//   $3  both fence(global)
//   $3  signal root_turn := 0
//   $3  both fence(global)
//   $3  up: poll if root[0] == 0 goto in
//   $3  poll if root_turn == 0 goto up
//   $3  in: poll fence(global)
//   $3  v = read x
//   $3  write x := id+1
//   $3  if read x != id+1 goto wrong
//   $3  signal fence(global)
//   $3  signal root[1] := 0
//   $3  signal fence(global)
//   $3  signal lone[0] := 0

// Of a lock: two flags and the turn.
#define WG_PETERSON_TURN 2u

// The lock that `group` is at on a level, 0 at the leaves; and its side there.
static inline uint wg_peterson_lock(wg_ctx* c, uint level) {
  return WG_LINE * (((1u << wg_bits(c->n)) + c->g) >> (level + 1u));
}
static inline uint wg_peterson_side(wg_ctx* c, uint level) {
  return (c->g >> level) & 1u;
}

// 0 where the group need not wait for the one on the other side.
static inline uint wg_peterson_look(wg_ctx* c, uint lock, uint other) {
  const uint up = wg_poll(c, lock + other);
  if (up == 0u) return 0u;
  return wg_poll(c, lock + WG_PETERSON_TURN) == other ? 1u : 0u;
}

static inline void wg_lock(wg_ctx* c, uint round) {
  for (uint level = 0u; level < wg_bits(c->n); ++level) {
    const uint lock = wg_peterson_lock(c, level);
    const uint side = wg_peterson_side(c, level), other = 1u - side;
    wg_signal_store(c, lock + side, 1u);
    wg_fence_seq_cst(c);
    wg_signal_store(c, lock + WG_PETERSON_TURN, other);
    wg_fence_seq_cst(c);
    WG_WAIT_PASSES(c, c->g, round, lock + other, WG_EQUALS, 0u,
                   wg_peterson_look(c, lock, other))
    wg_fence_after_wait(c, lock + other);
  }
}

static inline void wg_unlock(wg_ctx* c, uint round) {
  for (uint level = wg_bits(c->n); level > 0u; --level) {
    wg_fence_before_signal();
    wg_signal_store(
        c, wg_peterson_lock(c, level - 1u) + wg_peterson_side(c, level - 1u),
        0u);
  }
}
