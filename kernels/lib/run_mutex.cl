// The kernel of a mutex's case: every group's representative takes the lock
// once a round; the group is joined to it by work-group barriers. Or every
// work-item takes it, by itself (WG_BY_ITEM).
//
// Memory ordering: the primitive's.
// Progress: the primitive's.

__kernel void wgsync_case(WG_ARGUMENTS) {
  WG_BEGIN(c)
#ifdef WG_SHAPE
  WG_SHAPE(c)
#endif
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
  for (uint r = 0u; r < rounds; ++r) {
    barrier(CLK_GLOBAL_MEM_FENCE);
#ifdef WG_BY_ITEM
    wg_board_count(&c, wg_own_role(&c), WG_ROLE_ARRIVED);
    wg_lock(&c, r);
    wg_left(&c, wg_own_role(&c));
    wg_inside(&c, r);
    wg_unlock(&c, r);
    wg_look_back(&c);
#else
    if (c.lid == 0u) {
      // Asking for the lock is the arrival; it stands before any payload.
      wg_board_count(&c, c.g, WG_ROLE_ARRIVED);
      wg_lock(&c, r);
      wg_left(&c, c.g);
    }
    wg_close(&c);
    wg_look_back(&c);
    wg_inside(&c, r);
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (c.lid == 0u) wg_unlock(&c, r);
#endif
    wg_group_closed(&c, wg_own_role(&c));
  }
#ifdef WG_SHAPE
  WG_SHAPE_END(c)
#endif
  wg_ended(&c);
#ifdef WG_MODEL_LEAVE
  WG_MODEL_LEAVE(c)
#endif
}
