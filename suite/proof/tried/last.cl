// A reduction whose last group adds up what all have left. Mistakes: -DEARLY
// takes the last but one for the last, -DFIRST the first, -DLATE_STORE counts
// before it stores.
// wgsync: items 64
// wgsync: n = groups * items
// wgsync: in uint[n] = i + 1
// wgsync: parts uint[groups] = 0
// wgsync: arrived uint[1] = 0 words
// wgsync: total uint[1] = 0xffffffff result
// wgsync: right total[0] == sum(in, 0, n)
#if defined(FIRST)
#define LAST 0
#elif defined(EARLY)
#define LAST (get_num_groups(0) < 2 ? 0 : get_num_groups(0) - 2)
#else
#define LAST (get_num_groups(0) - 1)
#endif
kernel void reduce(global const uint* in, global volatile uint* parts,
                   global volatile uint* arrived, global uint* total) {
  local uint tile[64];
  const uint me = get_local_id(0), group = get_group_id(0);
  tile[me] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (me != 0) return;
  uint part = 0;
  for (uint k = 0; k < 64; ++k) part += tile[k];
#ifdef LATE_STORE
  const uint place = atomic_inc(arrived);
  for (uint k = 0; k < 2000 && parts[group] == 0; ++k) {
  }
  atomic_xchg(&parts[group], part);
#else
  atomic_xchg(&parts[group], part);
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel,
                         memory_scope_device);
  const uint place = atomic_inc(arrived);
#endif
  if (place != LAST) return;
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel,
                         memory_scope_device);
  uint sum = 0;
  for (uint k = 0; k < get_num_groups(0); ++k) sum += atomic_add(&parts[k], 0);
  *total = sum;
}
