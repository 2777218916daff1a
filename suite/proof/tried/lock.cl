// A ticket lock around a counter. Mistakes: -DNO_LOCK takes no lock,
// -DNO_UNLOCK keeps it, -DTWO_TURNS serves two at once.
// wgsync: items 16
// wgsync: rounds = 20
// wgsync: ticket uint[1] = 0 words
// wgsync: turn uint[1] = 0 words
// wgsync: count uint[1] = 0 result
// wgsync: right count[0] == groups * rounds
#ifndef TWO_TURNS
#define TWO_TURNS 0
#endif
kernel void count_up(global volatile uint* ticket, global volatile uint* turn,
                     global volatile uint* count, uint rounds) {
  if (get_local_id(0) != 0) return;
  for (uint r = 0; r < rounds; ++r) {
#ifndef NO_LOCK
    const uint mine = atomic_inc(ticket);
    while (atomic_add(turn, 0) + TWO_TURNS < mine) {
    }
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel,
                           memory_scope_device);
#endif
    const uint before = *count;
    for (uint k = 0; k < 20 && *count == before; ++k) {
    }
    *count = before + 1;
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel,
                           memory_scope_device);
#ifndef NO_UNLOCK
    atomic_inc(turn);
#endif
  }
}
