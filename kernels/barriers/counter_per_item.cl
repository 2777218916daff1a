// One counter; every work-item adds 1 and waits until the counter reaches
// (r + 1) times the global size. The goal rises, nothing is reset.
//
// Source: seed texts on global synchronization in OpenCL, method 1, with a
// rising goal.
// Memory ordering: each work-item's arrival releases and its wait acquires, as
// far as signal, fence and poll do; no work-group barrier is needed before it.
// Progress: every group must be resident, and the work-items of
// a group must go on while others of the same group wait: it hangs where they
// run one after the other, and where some of them run in lock-step before the
// others.
// Roles: items.

// Litmus: 3 groups at most, in memory as barriers/counter_per_group; a group's
// two work-items run one after the other, as a device may do; a model of groups
// promises nothing about them.
//   words count
//   groups $N  # one work-item, and then the other one of the group
//     add(count, 1)
//     while count != $TWICE
//     add(count, 1)
//     while count != $TWICE

static inline void wg_barrier(wg_ctx* c, uint round) {
  const uint role = wg_own_role(c);
  const uint goal = c->base + (round + 1u) * c->n * c->size;
  wg_arrive_before(c, role);
  wg_fence_before_signal();
  wg_signal_add(c, 0u, 1u);
  wg_arrive_after(c, role);
  WG_WAIT_STAYS(c, role, round, 0u, WG_REACHES, goal)
  wg_left(c, role);
  wg_fence_after_wait(c, 0u);
  wg_leave_barrier(c, role, round);
}
