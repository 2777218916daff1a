// A list that only grows: each group stores a part, links its node to the one
// at the head and makes it the head by a compare-and-swap. Then it reads the
// head, without a wait, and finds the part of the newest node; from its own
// node it follows the link to the next one. A slot of a hash table that is
// filled by a compare-and-swap hands on its entry in the same way.
//
// Without waits, which is the control, it reads the part that comes next of
// another group before it looks at the head.
//
// Source: Treiber 1986, "Systems programming: coping with parallelism".
// Memory ordering: the swap that pushes releases, and the look at the head
// acquires, as far as signal, fence and poll do. A push is a read-modify-write:
// what an earlier push has released is handed on with it.
// Progress: no group waits. A compare-and-swap is tried again only where
// another one has succeeded.

// Litmus: 3 groups at most; one push: nodes are never used again.
//   words head
//   data x[$N], link[$N]
//   groups $N
//     write x[id] := 1
//     poll h = head
//     again: write link[id] := h
//     signal fence(global)
//     signal t = cas(head, h, id+1)
//     if t == h goto pushed
//     h = t
//     goto again
//     pushed: poll h = head
//     poll fence(global)
//     h = h-1
//     if h != id goto other
//     h = read link[id]
//     if h == 0 goto end
//     h = h-1
//     other: if read x[h] != 1 goto wrong

// The workload's.
static inline void wg_writes(wg_ctx* c, uint round);
static inline uint wg_read_round(wg_ctx* c, uint from, uint round);
static inline void wg_will_read_round(wg_ctx* c, uint from, uint round);
static inline void wg_check_round(wg_ctx* c, uint found, uint from, uint round);
static inline uint wg_note_at(wg_ctx* c, uint node);

static inline void wg_publish(wg_ctx* c, uint round) {
  wg_writes(c, round);
  wg_open();
  if (c->lid == 0u) {
    const uint node = round * c->n + c->g;
    uint head = wg_poll(c, 0u);
    uint found = head;
    do {
      head = found;
      wg_payload_store(c, wg_note_at(c, node), head - c->base);
      wg_fence_before_signal();
      found = wg_signal_swap(c, 0u, head, c->base + 1u + node);
    } while (found != head);
  }
}

static inline bool wg_observe(wg_ctx* c, uint round) {
  const uint own = round * c->n + c->g + 1u;
#if WG_WAITS == WG_WAITS_REMOVED
  const uint next = (c->g + 1u) % c->n;
  const uint before = min(c->carry, c->rounds - 1u);
  const uint found = wg_read_round(c, next, before);
  barrier(CLK_GLOBAL_MEM_FENCE);
#endif
  wg_will_read_round(c, (c->g + 1u) % c->n, round);
  if (c->lid == 0u) {
    uint node = wg_poll(c, 0u) - c->base;
    wg_fence_after_wait(c, 0u);
    if (node == own) node = wg_payload_load(c, wg_note_at(c, own - 1u));
    *c->shared = node;
  }
  wg_warm_lines(c);
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  // A number that a broken device makes up must not lead out of the payload.
  const uint node = min(*c->shared, c->rounds * c->n);
  if (node == 0u) return false;
  const uint from = (node - 1u) % c->n;
  const uint made = (node - 1u) / c->n;
#if WG_WAITS == WG_WAITS_REMOVED
  if (from != next || made < before) return false;
  wg_check_round(c, found, next, before);
  c->carry = made + 1u;
#else
  wg_check_round(c, wg_read_round(c, from, made), from, made);
#endif
  return from != c->g;
}
