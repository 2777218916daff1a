// A queue lock in an implicit list: exchange the own node into the tail, which
// gives the predecessor's; wait until that one is given up. To release, give up
// the own node, and take the predecessor's for the next time.
//
// Source: Craig 1993; Magnusson, Landin and Hagersten 1994.
// Memory ordering: the exchange at the tail releases the node and acquires the
// predecessor's, the wait acquires and the store that gives the node up
// releases, as far as poll, fence and signal do.
// Progress: the queue has groups alone that have started, and passes the
// lock in their order: occupancy-bound execution.

// Litmus: 3 groups at most; two rounds: the second one has the predecessor's
// node.
//   words tail, busy[9]  # by a node; 0 is given up at first
//   data x
//   groups $N
//     n = id+1
//     again: signal busy[n] := 1
//     signal fence(global)
//     both p = exchange(tail, n)
//     poll fence(global)
//     poll while busy[p] == 1
//     poll fence(global)
//     v = read x
//     write x := id+1
//     if read x != id+1 goto wrong
//     signal fence(global)
//     signal busy[n] := 0
//     n = p
//     r = r+1
//     if r < 2 goto again

// Node 0 is nobody's at first, and given up; a group begins with its own.
#define WG_CLH_TAIL 0u
#define WG_CLH_NODE(i) (WG_LINE * (1u + (i)))

static inline void wg_lock(wg_ctx* c, uint round) {
  if (round == 0u) c->carry = c->g + 1u;
  wg_signal_store(c, WG_CLH_NODE(c->carry), 1u);
  wg_fence_before_signal();
  c->place = wg_signal_exchange(c, WG_CLH_TAIL, c->carry);
  wg_fence_after_wait(c, WG_CLH_TAIL);
  const uint before = WG_CLH_NODE(c->place);
  WG_WAIT_STAYS(c, c->g, round, before, WG_EQUALS, 0u)
  wg_fence_after_wait(c, before);
}

static inline void wg_unlock(wg_ctx* c, uint round) {
  wg_fence_before_signal();
  wg_signal_store(c, WG_CLH_NODE(c->carry), 0u);
  c->carry = c->place;
}
