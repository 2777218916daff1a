// Each group stores its part and counts itself; the last one to count has all
// parts and does the rest. No group waits for another one. A count is a step
// that signals and looks at once.
//
// Without waits, which is the control, a group reads the parts before it
// counts, and checks what it has read if it was the last one. That is wrong if
// another group has stored and counted in between, so it shows that the groups
// run at the same time.
//
// Source: CUDA's sample threadFenceReduction; intel/llvm issue 8058.
// Memory ordering: the count releases the group's part and acquires the parts
// of those that counted before, as far as signal, fence and poll do;
// work-group barriers join the group to it.
// Progress: no group waits.

// Litmus: 4 groups at most; one round: each round has another count.
//   words count
//   data x[$N]
//   groups $N
//     write x[id] := 1
//     signal fence(global)
//     both t = add(count, 1)
//     poll fence(global)
//     if t != $LAST goto end
//     if read x[$EACH] != 1 goto wrong

// The workload's.
static inline void wg_writes(wg_ctx* c, uint round);
static inline uint wg_read_round(wg_ctx* c, uint from, uint round);
static inline void wg_will_read_round(wg_ctx* c, uint from, uint round);
static inline bool wg_is_round(wg_ctx* c, uint found, uint from, uint round);
static inline void wg_check_round(wg_ctx* c, uint found, uint from, uint round);

static inline void wg_publish(wg_ctx* c, uint round) { wg_writes(c, round); }

// Something new is another place among the groups than in the round before.
static inline bool wg_observe(wg_ctx* c, uint round) {
  const uint count = round * c->n;
#if WG_WAITS == WG_WAITS_REMOVED
  // A wrong part, or any. The group's own is there.
  barrier(CLK_GLOBAL_MEM_FENCE);
  uint from = c->g;
  uint found = wg_read_round(c, from, round);
  for (uint g = 0u; g < c->n; ++g) {
    const uint part = wg_read_round(c, g, round);
    const bool wrong = !wg_is_round(c, part, g, round);
    from = wrong ? g : from;
    found = wrong ? part : found;
  }
#endif
  wg_will_read_round(c, (c->g + 1u) % c->n, round);
  wg_open();
  if (c->lid == 0u) {
    wg_fence_before_signal();
    *c->shared = wg_signal_fetch_add(c, count, 1u) - c->base;
    wg_fence_after_wait(c, count);
  }
  wg_warm_lines(c);
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  const uint place = *c->shared;
  const bool moved = place != c->carry;
  c->carry = place;
  // The others end here, as they do in users' code: no branch has a barrier.
  const bool last = place == c->n - 1u;
#if WG_WAITS == WG_WAITS_REMOVED
  if (last) wg_check_round(c, found, from, round);
#else
  for (uint g = 0u; last && g < c->n; ++g) {
    wg_check_round(c, wg_read_round(c, g, round), g, round);
  }
#endif
  return moved;
}
