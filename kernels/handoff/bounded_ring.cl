// A ring of few cells with a head, a tail and a number in each cell that says
// whose turn it is. A group puts a part in, or gives up if the ring is full or
// another group was faster; and takes one out, or gives up if it is empty. In
// each round half of the groups do the one, and half the other.
//
// Without waits, which is the control, a group takes a part out without a look
// at whose turn the cell is: of a cell that is empty, or not yet filled.
//
// Source: Vyukov, "Bounded MPMC queue"; try_push and try_pop alone.
// Memory ordering: the number that a cell gets releases what the cell holds,
// and then that it was read; a look at the number acquires, as far as signal,
// fence and poll do. Head and tail order nothing.
// Progress: no group waits, and no step is tried again.

// Litmus: 3 groups at most; one cell that is used twice. Odd groups take.
//   words head, tail, turn
//   data x[$N], cell
//   groups $N
//     k = id % 2
//     if k == 1 goto take
//     poll t = tail
//     poll s = turn
//     poll fence(global)
//     u = t
//     if t == 0 goto lap
//     u = 2
//     lap: if s != u goto end
//     signal if cas(tail, t, t+1) fails goto end
//     write x[id] := 1
//     write cell := id+1
//     signal fence(global)
//     signal turn := u+1
//     goto end
//     take: poll t = head
//     poll s = turn
//     poll fence(global)
//     u = 1
//     if t == 0 goto full
//     u = 3
//     full: if s != u goto end
//     signal if cas(head, t, t+1) fails goto end
//     k = read cell
//     if k == 0 goto wrong
//     k = k-1
//     if read x[k] != 1 goto wrong
//     signal fence(global)
//     signal turn := u+1

#define WG_CELLS 4u
#define WG_HEAD 0u
#define WG_TAIL WG_LINE
#define WG_TURN_OF(cell) (WG_LINE * (2u + (cell)))

// The workload's.
static inline void wg_writes(wg_ctx* c, uint round);
static inline uint wg_read_round(wg_ctx* c, uint from, uint round);
static inline void wg_will_read_round(wg_ctx* c, uint from, uint round);
static inline void wg_check_round(wg_ctx* c, uint found, uint from, uint round);
static inline uint wg_note_at(wg_ctx* c, uint node);

// The place that `end`, head or tail, has, if the cell there has the turn
// `full` of its lap and the group is the one that takes the place. Otherwise
// false.
static inline bool wg_try_place(wg_ctx* c, uint end, uint full, uint* place) {
  const uint at = wg_poll(c, end);
  *place = at - c->base;
  const uint word = WG_TURN_OF(*place % WG_CELLS);
  const uint turn = wg_poll(c, word);
  wg_fence_after_wait(c, word);
  const bool looks = full == 0u || WG_WAITS != WG_WAITS_REMOVED;
  const bool is_due = turn - c->base == *place / WG_CELLS * 2u + full;
  if (looks && !is_due) return false;
  return wg_signal_swap(c, end, at, at + 1u) == at;
}

static inline void wg_next_turn(wg_ctx* c, uint place, uint full) {
  wg_fence_before_signal();
  wg_signal_store(c, WG_TURN_OF(place % WG_CELLS),
                  c->base + place / WG_CELLS * 2u + full + 1u);
}

static inline bool wg_puts(wg_ctx* c, uint round) {
  return (c->g + round) % 2u == 0u;
}

static inline void wg_publish(wg_ctx* c, uint round) {
  uint place = 0u;
  bool has_place = false;
  if (c->lid == 0u && wg_puts(c, round)) {
    has_place = wg_try_place(c, WG_TAIL, 0u, &place);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  wg_writes(c, round);
  wg_open();
  if (c->lid == 0u && has_place) {
    wg_payload_store(c, wg_note_at(c, place % WG_CELLS),
                     round * c->n + c->g + 1u);
    wg_next_turn(c, place, 0u);
  }
}

static inline bool wg_observe(wg_ctx* c, uint round) {
  wg_will_read_round(c, (c->g + 1u) % c->n, round);
  uint place = 0u;
  if (c->lid == 0u) {
    uint node = 0u;
    if (!wg_puts(c, round) && wg_try_place(c, WG_HEAD, 1u, &place)) {
      node = wg_payload_load(c, wg_note_at(c, place % WG_CELLS));
    }
    *c->shared = node;
  }
  wg_warm_lines(c);
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  // A number that a broken device makes up must not lead out of the payload.
  const uint node = min(*c->shared, c->rounds * c->n);
  const uint from = (max(node, 1u) - 1u) % c->n;
  const uint made = (max(node, 1u) - 1u) / c->n;
  if (node != 0u) wg_check_round(c, wg_read_round(c, from, made), from, made);
  barrier(CLK_GLOBAL_MEM_FENCE);  // all have read
  if (c->lid == 0u && node != 0u) wg_next_turn(c, place, 1u);
  return node != 0u && from != c->g;
}
