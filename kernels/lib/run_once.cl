// The kernel of a barrier that is met once, around a wait with a limit of its
// own. As little as can be stands beside it, and no residency is discovered
// here: what a compiler makes of such a wait hangs on what is around it.
//
// A primitive defines wg_limited_wait(), which leaves in c->gave_up whether it
// gave up, and wg_limited_end(); the workload wg_met().
//
// Memory ordering: the primitive's.
// Progress: every work-item ends by itself.

static inline void wg_meet_once(wg_ctx* c) {
  const uint role = wg_own_role(c);
  const uint goal = c->base + (uint)get_global_size(0);
  wg_fence_before_signal();
  wg_signal_add(c, 0u, 1u);
#if WG_WAITS != WG_WAITS_REMOVED
  wg_limited_wait(c, goal);
  wg_owe(c, role, 0u, 0u, WG_REACHES, goal);
  WG_LOOK_AT_ONCE(c);
#endif
  wg_fence_after_wait(c, 0u);
  wg_look_back(c);
  wg_met(c, goal);
  wg_limited_end(c);
}

__kernel void wgsync_case(WG_ARGUMENTS) {
  WG_BEGIN(c)
  WG_SHAPE(c)
  WG_AT_FIRST(c)
  wg_started(&c);
  wg_meet_once(&c);
  WG_END(c, 0u)
}
