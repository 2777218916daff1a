// The kernel of a seqlock's case: one group's representative writes a version a
// round, and every group's reads one, which may be any; the writer's reads too.
//
// Memory ordering: the primitive's.
// Progress: the primitive's.

__kernel void wgsync_case(WG_ARGUMENTS) {
  WG_ENTER(c)
  wg_started(&c);
  uint copy[WG_SNAPSHOT];
  for (uint r = 0u; r < rounds; ++r) {
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (c.lid == 0u) {
      // Which group writes is hidden from the compiler.
      if (c.g == mask) {
        wg_write_begin(&c, r + 1u);
        wg_writes(&c, r + 1u);
        wg_write_end(&c, r + 1u);
      }
      wg_board_count(&c, c.g, WG_ROLE_ARRIVED);
      const uint version = wg_read(&c, r, copy);
      wg_left(&c, c.g);
      wg_check_copy(&c, copy, r, version);
    }
    wg_close(&c);
    wg_look_back(&c);
    wg_group_closed(&c, wg_own_role(&c));
    wg_round_made(&c);
  }
  WG_END(c, rounds)
}
