// Groups are dealt to workers: each worker takes the next WG_DEALER_BATCH group
// numbers and runs those groups one after the other to their ends. A group may
// so be queued after a lower one on one worker while a higher one has run on
// another; PoCL's threads do so.
//
// Memory ordering: read-modify-writes on the workers' words alone.
// Progress: a group that waits for a worker waits for groups that have one. The
// device must hold as many groups at once as there are workers.

#define WG_DEALER_BATCH 5u
// Of each worker, from these words of the model on: whether it is busy, and the
// number that it runs next. Counts begin at WG_PATTERN.
#define WG_DEALER_BUSY WG_LINE
#define WG_DEALER_NEXT (2u * WG_LINE)
#define WG_DEALER_BATCHES (3u * WG_LINE)  // that are dealt so far
#define WG_DEALER_MOST WG_LINE

#define WG_MODEL_ENTER(c)                \
  __local uint wg_dealer_number[1];      \
  wg_dealer_enter(&c, wg_dealer_number); \
  barrier(CLK_LOCAL_MEM_FENCE);          \
  c.g = wg_dealer_number[0];             \
  c.owed_role = c.g;

#define WG_MODEL_LEAVE(c) wg_dealer_leave(&c);

// The number that a worker runs next; c->n or more if nothing is left for it.
static inline uint wg_dealer_next(wg_ctx* c, __global uint* m, uint worker) {
  const uint next =
      atomic_or((volatile __global uint*)(m + WG_DEALER_NEXT + worker), 0u) -
      WG_PATTERN;
  if (next % WG_DEALER_BATCH != 0u && next < c->n) return next;
  const uint batch =
      atomic_inc((volatile __global uint*)(m + WG_DEALER_BATCHES)) - WG_PATTERN;
  return batch * WG_DEALER_BATCH;
}

static inline void wg_dealer_enter(wg_ctx* c, volatile __local uint* number) {
  if (c->lid == 0u) {
    __global uint* m = wg_model_words(c);
    const uint workers = min(m[WG_MODEL_NUMBER], WG_DEALER_MOST);
    uint worker = 0u, got = c->n;
    while (got >= c->n) {
      worker = (worker + 1u) % workers;
      volatile __global uint* busy = m + WG_DEALER_BUSY + worker;
      if (atomic_cmpxchg(busy, WG_PATTERN, WG_PATTERN + 1u) == WG_PATTERN) {
        got = wg_dealer_next(
            c, m, worker);  // a worker that has no group left stays busy
      }
    }
    c->model_count = worker;
    *number = got;
  }
}

static inline void wg_dealer_leave(wg_ctx* c) {
  if (c->lid == 0u) {
    __global uint* m = wg_model_words(c);
    volatile __global uint* next = m + WG_DEALER_NEXT + c->model_count;
    volatile __global uint* busy = m + WG_DEALER_BUSY + c->model_count;
    atomic_xchg(next, WG_PATTERN + c->g + 1u);
    atomic_xchg(busy, WG_PATTERN);
  }
}

WG_EACH_RMW(WG_PASSED_RMW, WG_PASSED_CAS)
