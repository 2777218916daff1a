// The kernel of a queue of tasks: in each round one group, another one each
// time, has all the work, and all groups take of it until nothing is left. A
// primitive defines wg_offer(), wg_await_offer() and wg_take_task(), called by
// work-item 0; a workload wg_task_late(), wg_makes_tasks(), wg_warms_tasks()
// and wg_does_task().
//
// Memory ordering: the primitive's.
// Progress: the primitive's.

#define WG_NO_TASK 0xFFFFFFFFu

__kernel void wgsync_case(WG_ARGUMENTS) {
  WG_ENTER(c)
  wg_started(&c);
  for (uint r = 0u; r < rounds; ++r) {
    const bool owner = c.g == r % c.n;
    if (c.lid == 0u) {
      if (owner) wg_task_late(&c, r);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (owner) {
      wg_makes_tasks(&c, r);
    } else {
      wg_warms_tasks(&c, r);
    }
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (c.lid == 0u) {
      if (owner) {
        wg_offer(&c, r);
      } else {
        wg_await_offer(&c, r);
      }
    }
    wg_close(&c);
    wg_look_back(&c);
    wg_group_closed(&c, c.g);
    if (c.lid == 0u) {
      uint task = wg_take_task(&c, r);
      while (task != WG_NO_TASK) {
        wg_does_task(&c, r, task);
        task = wg_take_task(&c, r);
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    wg_round_made(&c);
  }
  WG_END(c, rounds)
}
