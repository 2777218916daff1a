// A stencil whose steps a grid barrier parts. Mistakes: -DNO_BARRIER,
// -DONE_BUFFER writes where the neighbours still read, -DNO_RESET counts to the
// same number in each step.
// wgsync: kernel stencil
// wgsync: items 32
// wgsync: steps = 8
// wgsync: n = groups * items
// wgsync: count uint[1] = 0 words
// wgsync: a uint[n] = i % 5
// wgsync: b uint[n] = i % 5
// wgsync: right same as reference serial
#ifdef NO_RESET
#define DUE groups
#else
#define DUE (groups * (step + 1))
#endif
uint around(global volatile const uint* x, uint at, uint n) {
  return x[(at + n - 1) % n] + x[at] * 2 + x[(at + 1) % n];
}
kernel void stencil(global volatile uint* count, global volatile uint* a,
                    global volatile uint* b, uint n, uint steps) {
  const uint at = get_global_id(0), groups = get_num_groups(0);
  for (uint step = 0; step < steps; ++step) {
#ifdef ONE_BUFFER
    a[at] = around(a, at, n);
#else
    if (step % 2 == 0) {
      b[at] = around(a, at, n);
    } else {
      a[at] = around(b, at, n);
    }
#endif
#ifndef NO_BARRIER
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel,
                           memory_scope_device);
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (get_local_id(0) == 0) {
      atomic_inc(count);
      while (atomic_add(count, 0) < DUE) {
      }
    }
    barrier(CLK_GLOBAL_MEM_FENCE);
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel,
                           memory_scope_device);
#endif
  }
}
kernel void serial(global volatile uint* a, global volatile uint* b, uint n,
                   uint steps) {
  for (uint step = 0; step < steps; ++step) {
    for (uint at = 0; at < n; ++at) {
      if (step % 2 == 0) {
        b[at] = around(a, at, n);
      } else {
        a[at] = around(b, at, n);
      }
    }
  }
}
