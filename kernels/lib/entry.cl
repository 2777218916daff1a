// What every kernel of a case begins with, and the discovery of residency.
//
// Memory ordering: the discovery uses read-modify-writes on one word only.
// Progress: the discovery is bounded; it needs nothing of other groups.

// `step` is wgsync_step's; wgsync_case has the number of elements there.

#define WG_ARGUMENTS                                                         \
  __global uint *words, __global uint *payload, __global uint *board,        \
      __global uint *report, __global uint *scratch, uint mode, uint rounds, \
      uint mask, uint delay, uint late_every, uint budget, uint base,        \
      uint step

#define WG_BEGIN(c)                 \
  wg_ctx c;                         \
  c.words = words;                  \
  c.payload = payload;              \
  c.board = board;                  \
  c.report = report;                \
  c.scratch = scratch;              \
  c.rounds = rounds;                \
  c.mask = mask;                    \
  c.delay = delay;                  \
  c.late_every = late_every;        \
  c.budget = budget;                \
  c.base = base;                    \
  c.n = (uint)get_num_groups(0);    \
  c.g = (uint)get_group_id(0);      \
  c.size = (uint)get_local_size(0); \
  c.lid = (uint)get_local_id(0);    \
  c.polls = 0u;                     \
  c.gave_up = 0u;                   \
  c.owed = 0u;                      \
  c.owed_role = c.g;                \
  c.owed_round = 0u;                \
  c.owed_word = 0u;                 \
  c.owed_kind = 0u;                 \
  c.owed_goal = 0u;                 \
  c.carry = 0u;                     \
  c.place = 0u;                     \
  c.elements = step;                \
  c.reads = 0u;                     \
  WG_SHARE(c)                       \
  WG_COUNT_CLOSERS(c)

// What a primitive or a workload has in local memory (the catalog's
// local_words): only a kernel may declare it.
#ifdef WG_LOCAL_WORDS
#define WG_SHARE(c)                            \
  __local uint wg_local_words[WG_LOCAL_WORDS]; \
  c.shared = wg_local_words;
#else
#define WG_SHARE(c) c.shared = 0;
#endif

// For the work-item that refreshes the caches: see lib/wait.cl.
#ifdef WG_REFRESH
#define WG_COUNT_CLOSERS(c)            \
  __local uint wg_closers[1];          \
  c.closers = wg_closers;              \
  c.closers_due = 0u;                  \
  if (c.lid == 0u) wg_closers[0] = 0u; \
  barrier(CLK_LOCAL_MEM_FENCE);
#else
#define WG_COUNT_CLOSERS(c)
#endif

// A turn of a barrier's loop. WG_STEP_FIRST: a step and the barrier after it,
// as people write it, in place of a barrier and the step after it. A compiler
// may reorder the accesses of one turn and keep two turns apart.
#ifdef WG_STEP_FIRST
#define WG_TURN(c, s, round) \
  wg_step(c, (s)-1u);        \
  wg_barrier(c, round);      \
  wg_round_made(c);
#else
#define WG_TURN(c, s, round) \
  wg_barrier(c, round);      \
  wg_step(c, s);             \
  wg_round_made(c);
#endif

#define WG_MODE_CASE 0u
#define WG_MODE_DISCOVER 1u

// What a device model does first and last in a kernel.
#ifdef WG_MODEL_ENTER
#define WG_AT_FIRST(c) WG_MODEL_ENTER(c)
#else
#define WG_AT_FIRST(c)
#endif
#ifdef WG_MODEL_LEAVE
#define WG_AT_LAST(c) WG_MODEL_LEAVE(c)
#else
#define WG_AT_LAST(c)
#endif

// By every work-item at the end of a runner's kernel, in no branch. A device
// model may let some leave the kernel before it.
#ifdef WG_MODEL_LOSE
#define WG_COUNT_END(c) \
  WG_MODEL_LOSE(c)      \
  wg_item_ended(&c);
#else
#define WG_COUNT_END(c) wg_item_ended(&c);
#endif

// lib/shape.cl has its own.
#define WG_SHAPE(c)
#define WG_SHAPE_END(c)

// The first thing in a runner's kernel, and the last one, which tells the
// group's end if it has made all its rounds.
#define WG_ENTER(c)               \
  WG_BEGIN(c)                     \
  WG_SHAPE(c)                     \
  WG_AT_FIRST(c)                  \
  if (mode == WG_MODE_DISCOVER) { \
    wg_discover(&c);              \
    WG_AT_LAST(c)                 \
    return;                       \
  }
#define WG_END(c, all)                    \
  WG_SHAPE_END(c)                         \
  WG_COUNT_END(c)                         \
  if (WG_HAS_MADE(&c, all)) wg_ended(&c); \
  WG_AT_LAST(c)

// Residency, after Sorensen et al. 2016 (occupancy discovery): groups register
// while the poll is open. Registering and closing are one read-modify-write on
// the same word, so they need no lock: who registered before the close had not
// left, and so all of them were in the kernel at once. The first group closes
// when nobody has come for `delay` turns of 16 looks, or when all n have.
// Word 0 of the scratch: base plus the count, the top bit set when closed; word
// WG_LINE: the same at the close.
#define WG_CLOSED_POLL 0x80000000u

// Sixteen looks for one turn of a loop, of which llvmpipe allows 65,536.
#define WG_LOOK1(word) WG_RELAXED(or, word, 0u)
#define WG_LOOK4(word) \
  (WG_LOOK1(word) | WG_LOOK1(word) | WG_LOOK1(word) | WG_LOOK1(word))
#define WG_LOOK16(word)                                            \
  (WG_LOOK4(word), WG_LOOK4(word), WG_LOOK4(word), WG_LOOK4(word), \
   WG_LOOK1(word))

#ifdef WG_START_ORDER
// In place of the discovery: a ticket for each group, in the order in which
// they start, into word 1 of its line of the scratch. A group keeps its place
// for `delay` looks, so that a short one does not give it to its neighbour.
static inline void wg_discover(wg_ctx *c) {
  if (c->lid != 0u) return;
  volatile __global uint *mine = c->scratch + WG_LINE * c->g;
  mine[1] = WG_RELAXED(add, c->scratch, 1u) - c->base;
  for (uint i = 0u; i < c->delay; ++i) atomic_or(mine + 2, 0u);
}
#else
static inline void wg_discover(wg_ctx *c) {
  if (c->lid != 0u) return;
  volatile __global uint *poll = c->scratch;
  const uint mine = WG_RELAXED(add, poll, 1u);
  if (mine & WG_CLOSED_POLL) return;
  uint last = mine, quiet = 0u, done = 0u;
  for (uint o = 0u; o < c->budget && !done; ++o) {
    for (uint i = 0u; i < c->budget && !done; ++i) {
      const uint now = WG_LOOK16(poll);
      if (now & WG_CLOSED_POLL) return;
      if (mine == c->base) {
        quiet = now == last ? quiet + 1u : 0u;
        last = now;
        done = now - c->base >= c->n || quiet >= c->delay;
      }
    }
  }
  // One that ran out of patience before the first group did closes as well:
  // nobody may leave an open poll.
  const uint at_close = WG_RELAXED(or, poll, WG_CLOSED_POLL);
  if (!(at_close & WG_CLOSED_POLL)) c->scratch[WG_LINE] = at_close;
}
#endif
