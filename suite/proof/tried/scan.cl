// A single-pass scan with decoupled look-back. Mistakes: -DNO_RELEASE stores
// the flag before the sum, -DNO_WAIT does not wait, -DWRONG_START begins the
// look-back one group too early.
// wgsync: items 64
// wgsync: n = groups * items
// wgsync: in uint[n] = i % 7 + 1
// wgsync: sums uint[groups] = 0
// wgsync: flags uint[groups] = 0 words
// wgsync: tickets uint[1] = 0 words
// wgsync: out uint[n] = 0xffffffff result
// wgsync: right out[i] == sum(in, 0, i + 1)
#ifndef NO_WAIT
#define NO_WAIT 0
#endif
kernel void scan(global const uint* in, global volatile uint* sums,
                 global volatile uint* flags, global volatile uint* tickets,
                 global uint* out) {
  local uint tile[64], ticket, before;
  const uint me = get_local_id(0);
  if (me == 0) ticket = atomic_inc(tickets);
  barrier(CLK_LOCAL_MEM_FENCE);
  const uint at = ticket * 64 + me;
  tile[me] = in[at];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (me == 0) {
    uint own = 0;
    for (uint k = 0; k < 64; ++k) own += tile[k];
    uint sum = 0;
    if (ticket > 0) {
#ifdef WRONG_START
      const uint from = ticket - 1 == 0 ? 0 : ticket - 2;
#else
      const uint from = ticket - 1;
#endif
      while (!NO_WAIT && atomic_add(&flags[from], 0) == 0) {
      }
      atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel,
                             memory_scope_device);
      sum = atomic_add(&sums[from], 0);
    }
#ifdef NO_RELEASE
    atomic_xchg(&flags[ticket], 1);
    for (uint k = 0; k < 2000 && sums[ticket] == 0; ++k) {
    }
    atomic_xchg(&sums[ticket], sum + own);
#else
    atomic_xchg(&sums[ticket], sum + own);
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel,
                           memory_scope_device);
    atomic_xchg(&flags[ticket], 1);
#endif
    before = sum;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  uint value = before;
  for (uint k = 0; k <= me; ++k) value += tile[k];
  out[at] = value;
}
