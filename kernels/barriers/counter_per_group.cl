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

// Litmus: 4 groups at most; a goal that rises stays reached: one round, and
// another one of two groups.
//   words count
//   data x[$N]
//   groups $N
//     write x[id] := 1
//     signal fence(global)
//     signal add(count, 1)
//     poll while count < $N
//     poll fence(global)
//     if read x[$EACH] != 1 goto wrong
//   $2  signal fence(global)
//   $2  signal add(count, 1)
//   $2  poll while count < $TWICE
//   $2  poll fence(global)
//   $2  write x[id] := 2
// Litmus of counter_per_group_discovered: 3 groups at most; two rounds; the
// first group closes the poll at any moment, where the kernel waits some time.
//   words joined, found, arrived[2]  # 10 more in `joined` if it is closed
//   data x[$N]
//   groups $N
//     seat = add(joined, 1)
//     if seat > 10 goto end
//     if seat == 0 goto close
//     while found == 0
//     k = found
//     goto joined_it
//     close: k = add(joined, 10)
//     found := k
//     joined_it: write x[seat] := 1
//     signal fence(global)
//     signal add(arrived[0], 1)
//     poll while arrived[0] != k
//     poll fence(global)
//     if read x[0] != 1 goto wrong
//     if read x[k-1] != 1 goto wrong
//     signal fence(global)
//     signal add(arrived[1], 1)
//     poll while arrived[1] != k
//     poll fence(global)
//     write x[seat] := 2

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
