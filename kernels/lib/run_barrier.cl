// The kernels of a barrier's case. A workload is a row of steps with one
// barrier between two of them; it defines wg_steps() and wg_step().
//
// WG_KERNELS, from the catalog: so many kernels follow each other, each with
// its share of the steps and all with the same synchronization words, as of a
// barrier that outlives a kernel. Between two of them lies the kernel's end and
// no barrier, and their rounds are counted on. WG_TWO_PLACES: the first barrier
// is alone, before the loop of all others. WG_STEP_FIRST: WG_TURN in entry.cl.
//
// Memory ordering: the primitive's.
// Progress: the primitive's. wgsync_step runs one step of kernel_boundary and
// waits for nothing.

__kernel void wgsync_case(WG_ARGUMENTS) {
  WG_ENTER(c)
  wg_started(&c);
#ifdef WG_KERNELS
  const uint first = wg_steps(rounds) * step / WG_KERNELS;
  const uint steps = wg_steps(rounds) * (step + 1u) / WG_KERNELS;
  const uint before = step + 1u;
  __global uint* carried = scratch + WG_LINE * c.n + c.g * c.size + c.lid;
  c.carry = *carried;
#else
  const uint first = 0u;
  const uint steps = wg_steps(rounds);
  const uint before = 1u;
#endif
  // No barrier stands in a branch here: PoCL 3.1 then lets every work-item run
  // what only the first one should.
#ifndef WG_STEP_FIRST
  wg_step(&c, first);
#endif
  uint s = first + 1u;
#ifdef WG_TWO_PLACES
  WG_TURN(&c, s, s - before)
  ++s;
#endif
  for (; s < steps; ++s) {
    WG_TURN(&c, s, s - before)
  }
#ifdef WG_STEP_FIRST
  wg_step(&c, steps - 1u);
#endif
  WG_SHAPE_END(c)
  WG_COUNT_END(c)
  wg_say_at_end(&c);
#ifdef WG_KERNELS
  *carried = c.carry;
  if (step + 1u == WG_KERNELS) {
    if (WG_HAS_MADE(&c, wg_steps(rounds) - WG_KERNELS)) wg_ended(&c);
  }
#else
  if (WG_HAS_MADE(&c, steps - 1u)) wg_ended(&c);
#endif
  WG_AT_LAST(c)
}

#ifdef WG_HOST_BOUNDARY
__kernel void wgsync_step(WG_ARGUMENTS) {
  WG_BEGIN(c)
  WG_SHAPE(c)
  WG_AT_FIRST(c)
  __global uint* carried = scratch + WG_LINE * c.n + c.g * c.size + c.lid;
  wg_started(&c);
  c.carry = *carried;
  wg_step(&c, step);
  *carried = c.carry;
  WG_SHAPE_END(c)
  WG_COUNT_END(c)
  if (step + 1u == wg_steps(rounds)) wg_ended(&c);
  WG_AT_LAST(c)
}
#endif
