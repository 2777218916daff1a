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

// Litmus: 2 groups at most; two rounds of the first group, and one of the
// other.
//   words number[2]  # 0: none; -200: choosing; -100 more than the kernel's
//   data x
//   group
//     again: signal number[0] := -200
//     both fence(global)
//     poll own = number[0]
//     poll k = number[1]
//     t = -98
//     if k == 0 goto chosen
//     if k == -200 goto chosen
//     t = k+1
//     chosen: signal number[0] := t
//     both fence(global)
//     poll while number[0] < t
//     poll fence(global)
//     poll while number[1] < t
//     poll fence(global)
//     v = read x
//     write x := id+1
//     if read x != id+1 goto wrong
//     signal fence(global)
//     signal number[0] := 0
//     r = r+1
//     if r < 2 goto again
//   group
//     signal number[1] := -200
//     both fence(global)
//     poll k = number[0]
//     poll own = number[1]
//     t = -97
//     if k == 0 goto chosen
//     if k == -200 goto chosen
//     t = k+3
//     chosen: signal number[1] := t
//     both fence(global)
//     poll while number[0] < t
//     poll fence(global)
//     poll while number[1] < t
//     poll fence(global)
//     v = read x
//     write x := id+1
//     if read x != id+1 goto wrong
//     signal fence(global)
//     signal number[1] := 0

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
