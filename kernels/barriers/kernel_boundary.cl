// The end of a kernel: the host enqueues each step of the workload as a kernel
// of its own on an in-order queue. The standard advice, the control of every
// other barrier, and the price to beat.
//
// Source: the specification's execution model.
// Memory ordering: a kernel's end makes its stores visible to the next one.
// Progress: no group waits.

// Litmus: 4 groups at most; one kernel; the host waits for it, and no group
// does.
//   words made[$N]
//   groups $N
//     made[id] := 1

#define WG_HOST_BOUNDARY

// Inside one kernel there is no boundary: this is the control without waits.
static inline void wg_barrier(wg_ctx* c, uint round) {
  barrier(CLK_GLOBAL_MEM_FENCE);
}
