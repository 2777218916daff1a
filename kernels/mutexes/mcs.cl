// A queue lock in a list: each group has a node, with a word that it waits on
// and one that names its successor. It exchanges its name into the tail, which
// gives its predecessor, and has that one know its successor. To release, it
// passes the lock to its successor; if there is none, it takes its name out of
// the tail, unless somebody has come meanwhile, whose link it then waits for.
//
// Source: Mellor-Crummey and Scott 1991.
// Memory ordering: the exchange at the tail releases the node and acquires the
// predecessor's; link and pass release, and the waits for them acquire; the
// compare-and-swap that empties the queue releases. As far as poll, fence and
// signal do.
// Progress: the queue has groups alone that have started, and passes the
// lock in their order: occupancy-bound execution.

// Litmus: 3 groups at most; one round, and another one of two groups: a node is
// used again only by its group.
//   words tail, next[$MORE], waits[$MORE]  # by a group's name, its id + 1
//   data x
//   groups $N
//     again: signal next[id+1] := 0
//     signal waits[id+1] := 1
//     signal fence(global)
//     both p = exchange(tail, id+1)
//     poll fence(global)
//     signal fence(global)
//     if p == 0 goto first
//     signal next[p] := id+1
//     goto wait
//     first: signal waits[id+1] := 0
//     wait: poll while waits[id+1] == 1
//     poll fence(global)
//     v = read x
//     write x := id+1
//     if read x != id+1 goto wrong
//     signal fence(global)
//     poll if next[id+1] != 0 goto pass
//     signal if cas(tail, id+1, 0) succeeds goto left
//     pass: poll while next[id+1] == 0
//     poll fence(global)
//     poll n = next[id+1]
//     signal fence(global)
//     signal waits[n] := 0
//     left: r = r+1
//   $2  if r < 2 goto again

// The name of a group is its number + 1; 0 is nobody.
#define WG_MCS_TAIL 0u
#define WG_MCS_NODE(name) (WG_LINE * (name))
#define WG_MCS_WAITS 0u
#define WG_MCS_NEXT 1u

static inline void wg_lock(wg_ctx* c, uint round) {
  const uint me = c->g + 1u, mine = WG_MCS_NODE(me);
  wg_signal_store(c, mine + WG_MCS_NEXT, 0u);
  wg_signal_store(c, mine + WG_MCS_WAITS, 1u);
  wg_fence_before_signal();
  const uint before = wg_signal_exchange(c, WG_MCS_TAIL, me);
  wg_fence_after_wait(c, WG_MCS_TAIL);
  wg_fence_before_signal();
  // The first in an empty queue passes itself the lock: all wait.
  const bool first = before == 0u;
  wg_signal_store(
      c, first ? mine + WG_MCS_WAITS : WG_MCS_NODE(before) + WG_MCS_NEXT,
      first ? 0u : me);
  WG_WAIT_STAYS(c, c->g, round, mine + WG_MCS_WAITS, WG_EQUALS, 0u)
  wg_fence_after_wait(c, mine + WG_MCS_WAITS);
}

static inline void wg_unlock(wg_ctx* c, uint round) {
  const uint me = c->g + 1u, link = WG_MCS_NODE(me) + WG_MCS_NEXT;
  wg_fence_before_signal();
  if (wg_poll(c, link) == 0u) {
    if (wg_signal_swap(c, WG_MCS_TAIL, me, 0u) == me) return;
  }
  WG_WAIT_STAYS(c, c->g, round, link, WG_REACHES, 1u)
  wg_look_back(c);  // the next round clears the link
  wg_fence_after_wait(c, link);
  const uint next = wg_poll(c, link);
  // A wait that was cut short has nobody to pass the lock to.
  if (next != 0u) {
    wg_fence_before_signal();
    wg_signal_store(c, WG_MCS_NODE(next) + WG_MCS_WAITS, 0u);
  }
}
