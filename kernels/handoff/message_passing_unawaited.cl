// Each group stores a payload and raises its flag, and then looks once at the
// flag of the next group: if it sees a new number of rounds there, it must see
// the payload of the last of them too. It waits for nothing.
//
// Without waits, which is the control, it reads the payload that comes next
// before it looks at the flag, and checks what it has read if the flag is
// raised by then. That is wrong if the other group has published meanwhile, so
// it shows that the two run at the same time.
//
// Source: the message-passing litmus test (MP) in its original form, in which
// no thread waits.
// Memory ordering: raising the flag releases and the look at it acquires, as
// far as signal, fence and poll do; work-group barriers join the group to both.
// Progress: no group waits.

// Litmus: 4 groups at most; one look, and another one of two groups.
//   words flag[$N]
//   data x[$N], y[$N]  # of the first and the second round
//   groups $N
//     from = id+1
//     from = from % $N
//     write x[id] := 1
//     signal fence(global)
//     signal flag[id] := 1
//     poll k = flag[from]
//     poll fence(global)
//     if k == 0 goto next
//     if read x[from] != 1 goto wrong
//     next: k = 0
//   $2  write y[id] := 1
//   $2  signal fence(global)
//   $2  signal flag[id] := 2
//   $2  poll k = flag[from]
//   $2  poll fence(global)
//   $2  if k < 2 goto end
//   $2  if read y[from] != 1 goto wrong

// The workload's.
static inline void wg_writes(wg_ctx* c, uint round);
static inline uint wg_read_round(wg_ctx* c, uint from, uint round);
static inline void wg_read_again(wg_ctx* c, uint from, uint seen);
static inline void wg_check_round(wg_ctx* c, uint found, uint from, uint round);

static inline void wg_publish(wg_ctx* c, uint round) {
  wg_writes(c, round);
  wg_open();
  if (c->lid == 0u) {
    wg_fence_before_signal();
    wg_signal_store(c, c->g * WG_LINE, c->base + round + 1u);
  }
  wg_read_again(c, (c->g + 1u) % c->n, c->carry);
}

static inline bool wg_observe(wg_ctx* c, uint round) {
  (void)round;
  const uint from = (c->g + 1u) % c->n;
  const uint before = c->carry;  // rounds of that group that have been seen
#if WG_WAITS == WG_WAITS_REMOVED
  const uint found = wg_read_round(c, from, min(before, c->rounds - 1u));
  barrier(CLK_GLOBAL_MEM_FENCE);
#endif
  if (c->lid == 0u) {
    *c->shared = wg_poll(c, from * WG_LINE) - c->base;
    wg_fence_after_wait(c, from * WG_LINE);
  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  // A number that a broken device makes up must not lead out of the payload.
  const uint seen = min(*c->shared, c->rounds);
  if (seen <= before) return false;
#if WG_WAITS == WG_WAITS_REMOVED
  wg_check_round(c, found, from, before);
#else
  wg_check_round(c, wg_read_round(c, from, seen - 1u), from, seen - 1u);
#endif
  c->carry = seen;
  return true;
}
