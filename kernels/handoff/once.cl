// Something is made once, by the group that comes first: it claims the word,
// stores what it makes and marks the word as ready. Another group takes it if
// it is ready, and goes on without it if not. No group waits, as it would in
// call_once.
//
// Without waits, which is the control, a group reads the words before it looks
// at the state. That is wrong if it has been made in between.
//
// Source: C++'s double-checked lock, with a way out in place of the lock.
// Memory ordering: marking the word releases and each look acquires, as far as
// signal, fence and poll do; work-group barriers join the group to both. The
// claim orders nothing that is needed.
// Progress: no group waits.

// Litmus: 4 groups at most; one round: each round has another word.
//   words state
//   data x
//   groups $N
//     poll s = cas(state, 0, 1)
//     poll fence(global)
//     if s == 2 goto ready
//     if s == 1 goto look
//     write x := 1
//     signal fence(global)
//     signal state := 2
//     goto end
//     look: poll s = state
//     poll fence(global)
//     if s != 2 goto end
//     ready: if read x != 1 goto wrong

#define WG_CLAIMED 1u
#define WG_READY 2u

// The workload's.
static inline void wg_writes(wg_ctx* c, uint round);
static inline uint wg_read_made(wg_ctx* c, uint round);
static inline void wg_will_read_made(wg_ctx* c, uint round);
static inline void wg_check_made(wg_ctx* c, uint found, uint round);

// Words of different rounds are not on one line, if there are many groups.
static inline uint wg_once_word(wg_ctx* c, uint round) { return round * c->n; }

static inline void wg_publish(wg_ctx* c, uint round) {
  const uint word = wg_once_word(c, round);
#if WG_WAITS == WG_WAITS_REMOVED
  c->carry = wg_read_made(c, round);
#endif
  wg_will_read_made(c, round);
  wg_open();
  if (c->lid == 0u) {
    *c->shared = wg_poll_swap(c, word, c->base, c->base + WG_CLAIMED) - c->base;
    wg_fence_after_wait(c, word);
  }
  wg_warm_lines(c);
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (*c->shared == 0u) wg_writes(c, round);
  wg_open();
  if (c->lid == 0u) {
    if (*c->shared == 0u) {
      wg_fence_before_signal();
      wg_signal_store(c, word, c->base + WG_READY);
    }
  }
}

// Something new is what another group has made by then.
static inline bool wg_observe(wg_ctx* c, uint round) {
  const uint word = wg_once_word(c, round);
  const uint claimed = *c->shared;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (c->lid == 0u) {
    if (claimed == WG_CLAIMED) {
      wg_delay(c, wg_mix(round, c->g) & 63u);  // something else meanwhile
      *c->shared = wg_poll(c, word) - c->base;
      wg_fence_after_wait(c, word);
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (*c->shared != WG_READY) return false;
#if WG_WAITS == WG_WAITS_REMOVED
  wg_check_made(c, c->carry, round);
#else
  wg_check_made(c, wg_read_made(c, round), round);
#endif
  return true;
}
