// A persistent kernel: groups take work from a queue. Mistakes: -DNO_ATOMIC
// takes it with a plain load and store, -DSKIP counts the first one twice,
// -DBEYOND takes one task too many.
// wgsync: items 16
// wgsync: tasks = 500
// wgsync: next uint[1] = 0 words
// wgsync: done uint[tasks] = 0 result
// wgsync: right done[i] == 1
#ifndef BEYOND
#define BEYOND 0
#endif
kernel void take(global volatile uint* next, global uint* done, uint tasks) {
  if (get_local_id(0) != 0) return;
  for (;;) {
#ifdef NO_ATOMIC
    const uint task = *next;
    for (uint k = 0; k < 20 && *next == task; ++k) {
    }
    *next = task + 1;
#else
    const uint task = atomic_inc(next);
#endif
    if (task >= tasks + BEYOND) return;
    atomic_inc(&done[task]);
#ifdef SKIP
    if (task == 0) atomic_inc(&done[task]);
#endif
  }
}
