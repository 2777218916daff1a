// Each group has a word. It says there that it is choosing, reads all the
// others', chooses a number above them, and waits until none of them is
// choosing or has a smaller one; it gives its number back to release. Numbers
// carry the group's, so that no two are equal; choosing is a number below all,
// and none is one above all.
//
// Source: Lamport 1974, bakery; `choosing` and the number are one word here.
// Memory ordering: loads and stores alone. Every store must be seen before the
// loads that follow it, so all need one order: seq_cst polls and signals, or a
// fence of order seq_cst between them. Acquire and release are not enough.
// Progress: a group that has not started has no number, and nobody waits
// for it: occupancy-bound execution. A group reads all the others' words each
// time.

// Litmus: 2 groups at most; one round of two groups: the language has no
// comparison by size, so that each number is a branch.
//   words number[2]  # 0: none; 9: choosing
//   group
//     number[0] := 9
//     k = number[1]
//     if k == 1 goto two
//     number[0] := 1
//     one: k = number[1]
//     if k == 9 goto one
//     goto in
//     two: number[0] := 2
//     again: k = number[1]
//     if k == 9 goto again
//     if k == 1 goto again
//     in: number[0] := 0
//   group
//     number[1] := 9
//     k = number[0]
//     if k == 1 goto two
//     number[1] := 1
//     one: k = number[0]
//     if k == 9 goto one
//     if k == 1 goto one
//     goto in
//     two: number[1] := 2
//     again: k = number[0]
//     if k == 9 goto again
//     if k == 1 goto again
//     if k == 2 goto again
//     in: number[1] := 0

// Numbers grow while somebody has one: groups * groups * rounds must stay below
// 2^31.
#define WG_BAKERY_CHOOSING 0u

static inline void wg_lock(wg_ctx* c, uint round) {
  const uint none = c->base;
  wg_signal_store(c, c->g, WG_BAKERY_CHOOSING);
  wg_fence_seq_cst(c);
  uint most = 0u;
  for (uint other = 0u; other < c->n; ++other) {
    const uint number = wg_poll(c, other);
    most = max(most, number == none ? 0u : number / c->n);
  }
  const uint mine = (most + 1u) * c->n + c->g;
  wg_signal_store(c, c->g, mine);
  wg_fence_seq_cst(c);
  for (uint other = 0u; other < c->n; ++other) {
    // It may be choosing again when it is looked at next.
    WG_WAIT_PASSES(c, c->g, round, other, WG_REACHES, mine, wg_poll(c, other))
    wg_fence_after_wait(c, other);
  }
}

static inline void wg_unlock(wg_ctx* c, uint round) {
  wg_fence_before_signal();
  wg_signal_store(c, c->g, c->base);
}
