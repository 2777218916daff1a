// The kernel of a contest for a lock: the groups take it again and again until
// they have had it `rounds` times together, each as often as it can. So the
// payload under the lock ends the run, and who was served how often shows
// whether the lock is fair. Only the representatives take part, or every
// work-item (WG_BY_ITEM), with no work-group barrier in between.
//
// Memory ordering: the primitive's.
// Progress: the primitive's. None takes the lock more than `rounds` + 1 times,
// whatever it reads.

static inline void wg_contend(wg_ctx* c) {
  uint took = 0u, over = 0u;
  for (uint r = 0u; r <= c->rounds && !over; ++r) {
    wg_lock(c, r);
    over = wg_inside_contest(c);
    wg_unlock(c, r);
    took += 1u - over;
  }
  atomic_add((volatile __global uint*)(c->report + WG_LINE * (1u + c->g) +
                                       WG_REPORT_TOOK),
             took);
}

__kernel void wgsync_case(WG_ARGUMENTS) {
  WG_ENTER(c)
  wg_started(&c);
#ifdef WG_BY_ITEM
  wg_contend(&c);
#else
  if (c.lid == 0u) wg_contend(&c);
#endif
  barrier(CLK_GLOBAL_MEM_FENCE);
  wg_say_at_end(&c);
  WG_END(c, 0u)
}
