// One counter; a group's representative adds 1 and waits until the counter
// reaches (r + 1) * n. The goal rises, nothing is reset.
//
// Source: seed texts on global synchronization in OpenCL, method 2, with a
// rising goal; Xiao and Feng 2010, "GPU simple synchronization".
// Memory ordering: the arrival releases and the wait acquires, as far as
// signal, fence and poll do; the work-group barriers join the group to its
// representative.
// Progress: every group must be resident. Among discovered
// groups (lib/run_discovered.cl) all of them are: occupancy-bound execution.

// Litmus: 4 groups at most, as grid_barrier; one round: a goal that rises stays
// reached.
// Litmus of counter_per_group_discovered: 3 groups at most; two rounds; the
// first group closes the poll at any moment, where the kernel waits some time.
//   words joined, found, arrived[2]  # 10 more in `joined` if it is closed
//   groups $N
//     seat = add(joined, 1)
//     if seat == 11 goto end
//     if seat == 12 goto end
//     if seat == 13 goto end
//     if seat == 0 goto close
//     wait: k = found
//     if k == 0 goto wait
//     goto joined_it
//     close: k = add(joined, 10)
//     found := k
//     joined_it: add(arrived[0], 1)
//     while arrived[0] != k
//     add(arrived[1], 1)
//     while arrived[1] != k

static inline void wg_barrier(wg_ctx* c, uint round) {
  if (wg_enter_barrier(c)) {
    const uint goal = c->base + (round + 1u) * c->n;
    wg_arrive_before(c, c->g);
    wg_fence_before_signal();
    wg_signal_add(c, 0u, 1u);
    wg_arrive_after(c, c->g);
    WG_WAIT_STAYS(c, c->g, round, 0u, WG_REACHES, goal)
    wg_left(c, c->g);
    wg_fence_after_wait(c, 0u);
  }
  wg_leave_barrier(c, c->g, round);
}
