// The kernel of a reduction: in each round all elements, with which the payload
// begins, are reduced anew; what a round stores lies in a region of its own
// behind them. A primitive defines wg_reduce(), which all work-items call. The
// workload says what is done with two elements: wg_fold() and wg_fold_into().
//
// Memory ordering: the primitive's.
// Progress: the primitive's.

__kernel void wgsync_case(WG_ARGUMENTS) {
  WG_ENTER(c)
  wg_started(&c);
  for (uint r = 0u; r < rounds; ++r) {
    wg_reduce(&c, r);
    barrier(CLK_LOCAL_MEM_FENCE);
    wg_round_made(&c);
  }
  WG_END(c, rounds)
}
