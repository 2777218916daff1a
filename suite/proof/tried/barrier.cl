// A grid barrier by a counter. Mistakes: -DNO_ATOMIC polls with a plain load,
// -DONE_TOO_MANY awaits one group more, -DNO_WAIT does not wait.
// wgsync: items 32
// wgsync: count uint[1] = 0 words
// wgsync: seen uint[groups] = 0
// wgsync: out uint[groups] = 0xffffffff result
// wgsync: right out[i] == groups * (groups + 1) / 2
#ifndef ONE_TOO_MANY
#define ONE_TOO_MANY 0
#endif
kernel void meet(global uint* count, global uint* seen, global uint* out) {
  if (get_local_id(0) != 0) return;
  const uint groups = get_num_groups(0), me = get_group_id(0);
  atomic_xchg(&seen[me], me + 1);
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel,
                         memory_scope_device);
  atomic_inc(count);
#ifndef NO_WAIT
#ifdef NO_ATOMIC
  while (*count < groups) {
  }
#else
  while (atomic_add(count, 0) < groups + ONE_TOO_MANY) {
  }
#endif
#endif
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel,
                         memory_scope_device);
  uint sum = 0;
  for (uint k = 0; k < groups; ++k) sum += atomic_add(&seen[k], 0);
  out[me] = sum;
}
