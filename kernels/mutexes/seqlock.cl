// One writer, which never waits: it makes a sequence number odd, writes, and
// makes it even. Readers take nothing: they read the number until it is even,
// read the payload, and begin again if the number is not the same as before.
//
// Source: Linux, seqlock; Boehm 2012 for its fences.
// Memory ordering: two fences on each side: the odd number is seen before the
// payload, the payload before the even number. Readers read what is being
// written, so that the payload must be atomic. The second look at the number
// must not come before the payload's reads, which no acquiring poll gives: only
// the device fence.
// Progress: the writer must get to run while its number is odd, and
// readers begin again as long as it writes, which it does so many times:
// occupancy-bound execution.

// Litmus: 4 groups at most; one write, and another one for one reader; the
// writer's own read cannot wait.
//   words seq
//   data x, y
//   group
//     signal seq := 1
//     signal fence(global)
//     write x := 2
//     write y := 2
//     signal fence(global)
//     signal seq := 2
//   $2  signal seq := 3
//   $2  signal fence(global)
//   $2  write x := 4
//   $2  write y := 4
//   $2  signal fence(global)
//   $2  signal seq := 4
//   groups $LAST
//     again: poll s = seq
//     if s % 2 == 1 goto again
//     poll fence(global)
//     v = read x
//     w = read y
//     poll fence(global)
//     poll if seq != s goto again
//     if v != s goto wrong
//     if w != s goto wrong

#define WG_SEQUENCE 0u

static inline void wg_copy(wg_ctx* c, uint* copy);  // the workload's

static inline void wg_write_begin(wg_ctx* c, uint version) {
  wg_signal_store(c, WG_SEQUENCE, c->base + 2u * version - 1u);
  wg_fence_before_signal();
}

static inline void wg_write_end(wg_ctx* c, uint version) {
  wg_fence_before_signal();
  wg_signal_store(c, WG_SEQUENCE, c->base + 2u * version);
}

// One try: the payload, and which version it is. 0 where it is of one version.
static inline uint wg_try_read(wg_ctx* c, uint* copy, uint* version) {
  const uint before = wg_poll(c, WG_SEQUENCE);
  wg_fence_after_wait(c, WG_SEQUENCE);
  wg_copy(c, copy);
  wg_fence_after_wait(c, WG_SEQUENCE);
  const uint after = wg_poll(c, WG_SEQUENCE);
  *version = (before - c->base) / 2u;
  return before == after ? before - c->base & 1u : 1u;
}

// Returns the version.
static inline uint wg_read(wg_ctx* c, uint round, uint* copy) {
  uint version = 0u;
  WG_WAIT_PASSES(c, c->g, round, WG_SEQUENCE, WG_EQUALS, 0u,
                 wg_try_read(c, copy, &version))
  return version;
}
