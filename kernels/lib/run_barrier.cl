// The kernels of a barrier's case. A workload is a row of steps with one
// barrier between two of them; it defines wg_steps() and wg_step().
//
// Memory ordering: the primitive's.
// Progress: the primitive's. wgsync_step runs one step of kernel_boundary and
// waits for nothing.

__kernel void wgsync_case(WG_ARGUMENTS) {
  WG_BEGIN(c)
#ifdef WG_MODEL_ENTER
  WG_MODEL_ENTER(c)
#endif
  if (mode == WG_MODE_DISCOVER) {
    wg_discover(&c);
#ifdef WG_MODEL_LEAVE
    WG_MODEL_LEAVE(c)
#endif
    return;
  }
  wg_started(&c);
  const uint steps = wg_steps(rounds);
  // No barrier stands in a branch here: PoCL 3.1 then lets every work-item run
  // what only the first one should.
  wg_step(&c, 0u);
  for (uint s = 1u; s < steps; ++s) {
    wg_barrier(&c, s - 1u);
    wg_step(&c, s);
  }
  wg_say_at_end(&c);
  wg_ended(&c);
#ifdef WG_MODEL_LEAVE
  WG_MODEL_LEAVE(c)
#endif
}

#ifdef WG_HOST_BOUNDARY
__kernel void wgsync_step(WG_ARGUMENTS) {
  WG_BEGIN(c)
#ifdef WG_MODEL_ENTER
  WG_MODEL_ENTER(c)
#endif
  __global uint* carried = scratch + WG_LINE * c.n + c.g * c.size + c.lid;
  wg_started(&c);
  c.carry = *carried;
  wg_step(&c, step);
  *carried = c.carry;
  if (step + 1u == wg_steps(rounds)) wg_ended(&c);
#ifdef WG_MODEL_LEAVE
  WG_MODEL_LEAVE(c)
#endif
}
#endif
