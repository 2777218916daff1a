// A queue lock without nodes: each group has one word, which it passes the lock
// by. It exchanges its name into the tail, which gives its predecessor, waits
// until that one's word is passed, and takes the word back, which tells the
// predecessor that it may use it again. To release, it takes its name out of
// the tail; if another group has come meanwhile, it passes its word and waits
// until it is taken back.
//
// Source: Dice and Kogan 2021, "Hemlock: Compact and Scalable Mutual
// Exclusion". Theirs passes the lock's address, since a thread may hold several
// locks; here is one lock, and a word is 0 if it is passed.
// Memory ordering: the exchange at the tail releases the own word and acquires
// what the last holder released there; the wait for the predecessor's word
// acquires; passing the own word and the compare-and-swap that empties the
// queue release. As far as poll, fence and signal do. Taking a word back
// carries no payload.
// Progress: the queue has only groups that have started, and passes the
// lock in their order: occupancy-bound execution. The release waits as well,
// for a group that is next in the queue.

// Litmus: 3 groups at most; one round, and another one of two groups.
//   words tail, word[$MORE]  # by a group's name, its id + 1; 1: not passed
//   data x
//   groups $N
//     signal word[id+1] := 1
//     again: signal fence(global)
//     both p = exchange(tail, id+1)
//     poll fence(global)
//     poll while word[p] == 1
//     poll fence(global)
//     signal fence(global)
//     if p == 0 goto entered
//     signal word[p] := 1
//     entered: v = read x
//     write x := id+1
//     if read x != id+1 goto wrong
//     signal fence(global)
//     signal if cas(tail, id+1, 0) succeeds goto left
//     signal fence(global)
//     signal word[id+1] := 0
//     poll while word[id+1] == 0
//     poll fence(global)
//     left: r = r+1
//   $2  if r < 2 goto again

// The name of a group is its number + 1. The word of name 0, which is no
// group's, is always passed: the first in an empty queue waits for it.
#define WG_HEMLOCK_TAIL 0u
#define WG_HEMLOCK_WORD(name) (WG_LINE * (1u + (name)))

static inline void wg_lock(wg_ctx* c, uint round) {
  const uint me = c->g + 1u;
  // Every later round begins with the word taken back.
  if (round == 0u) wg_signal_store(c, WG_HEMLOCK_WORD(me), 1u);
  wg_fence_before_signal();
  const uint before = wg_signal_exchange(c, WG_HEMLOCK_TAIL, me);
  wg_fence_after_wait(c, WG_HEMLOCK_TAIL);
  const uint word = WG_HEMLOCK_WORD(before);
  WG_WAIT_STAYS(c, c->g, round, word, WG_EQUALS, 0u)
  wg_look_back(c);  // before the word changes
  wg_fence_after_wait(c, word);
  wg_fence_before_signal();
  if (before != 0u) wg_signal_store(c, word, 1u);
}

static inline void wg_unlock(wg_ctx* c, uint round) {
  const uint me = c->g + 1u, word = WG_HEMLOCK_WORD(me);
  wg_fence_before_signal();
  if (wg_signal_swap(c, WG_HEMLOCK_TAIL, me, 0u) == me) return;
  wg_fence_before_signal();
  wg_signal_store(c, word, 0u);
  WG_WAIT_STAYS(c, c->g, round, word, WG_EQUALS, 1u)
  wg_look_back(c);  // the next release changes the word
  wg_fence_after_wait(c, word);
}
