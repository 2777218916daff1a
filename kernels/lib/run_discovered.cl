// The kernel of a barrier among those groups that are on the device at once,
// whatever the grid: groups register while a poll is open, and the first one
// closes it when no other has come for a while, or when all have. Those that
// have registered meet at the primitive's barriers, numbered in the order in
// which they came; a group that comes later ends at once. So what the workload
// computes and what the host checks is a grid of so many groups.
//
// Source: Sorensen et al. 2016, "Portable inter-workgroup barrier
// synchronisation for GPUs". Registering and closing are one read-modify-write
// on the same word, so they need no lock.
// Memory ordering: the discovery orders nothing; the primitive does.
// Progress: a group waits for the first one, which has started, and then for
// those that have registered and cannot have ended.

// Word 0 is the primitive's. The others: how many have registered, the top bit
// set when closed; and how many had at the close, 0 before. The host reads the
// last one: suite/core/launch/decode.cc.
#define WG_JOINED WG_LINE
#define WG_FOUND (2u * WG_LINE)

// WG_QUIET, from the catalog: the poll is open for so many turns of 16 looks
// without a newcomer as the late group's delay has accesses, times WG_QUIET.

// By the group's first work-item: the number of groups that take part, 0 if
// this one comes too late, and its number among them.
static inline void wg_join(wg_ctx* c) {
  volatile __global uint* joined = c->words + WG_JOINED;
  volatile __global uint* found = c->words + WG_FOUND;
  const uint seat = WG_RELAXED(add, joined, 1u);
  const bool late = (seat & WG_CLOSED_POLL) != 0u;
  uint count = 0u, last = 0u, quiet = 0u;
  while (!late && count == 0u) {
    const uint now = WG_LOOK16(joined);
    quiet = now == last ? quiet + 1u : 0u;
    last = now;
    if (seat == 0u && (now >= c->n || quiet >= WG_QUIET * c->delay)) {
      WG_RELAXED(exchange, found, WG_RELAXED(or, joined, WG_CLOSED_POLL));
    }
    count = WG_RELAXED(or, found, 0u);
  }
  c->shared[0] = count;
  c->shared[1] = seat;
}

__kernel void wgsync_case(WG_ARGUMENTS) {
  WG_ENTER(c)
  if (c.lid == 0u) wg_join(&c);
  barrier(CLK_LOCAL_MEM_FENCE);
  // No branch: a group that is late makes no step, and what it counts goes into
  // words of the scratch that are never read.
  const bool found = c.shared[0] != 0u;
  const uint all = c.n;
  c.n = found ? c.shared[0] : 1u;
  c.g = found ? c.shared[1] : 0u;
  c.owed_role = c.g;
  c.board = found ? board : scratch;
  c.report = found ? report : scratch;
  wg_started(&c);
  const uint steps = found ? wg_steps(rounds) : 0u;
#ifndef WG_STEP_FIRST
  for (uint s = 0u; s < min(steps, 1u); ++s) wg_step(&c, s);
#endif
  for (uint s = 1u; s < steps; ++s) {
    WG_TURN(&c, s, s - 1u)
  }
#ifdef WG_STEP_FIRST
  for (uint s = max(steps, 1u) - 1u; s < steps; ++s) wg_step(&c, s);
#endif
  WG_SHAPE_END(c)
  WG_COUNT_END(c)
  wg_say_at_end(&c);
  if (WG_HAS_MADE(&c, steps - 1u)) wg_ended(&c);
  c.n = all;  // for a device model
  WG_AT_LAST(c)
}
