// Each group sums its part of the elements and stores one partial sum; the host
// adds them when the kernel has ended. Without waits group 0 adds them in the
// host's place, before its own part: that is the control.
//
// Source: seed texts on synchronization between work-groups: the second way.
// Memory ordering: the end of the kernel's alone.
// Progress: none: no group waits.

static inline void wg_reduce(wg_ctx* c, uint round) {
  const uint region = c->elements + round * (c->n + 1u);
#if WG_WAITS == WG_WAITS_REMOVED
  uint all = 0u;
  if (c->g == 0u && c->lid == 0u) {
    for (uint g = 1u; g < c->n; ++g) all += wg_payload_load(c, region + g);
  }
#endif
  wg_uneven(c, round);  // group 0 may be the late one
  uint sum = 0u;
  for (uint i = c->g * c->size + c->lid; i < c->elements; i += c->n * c->size) {
    sum += wg_payload_load(c, i);
    wg_has_read(c, 1u);
  }
  const uint total = wg_group_sum(c, sum);
  if (c->lid == 0u) {
    wg_payload_store(c, region + c->g, total);
#if WG_WAITS == WG_WAITS_REMOVED
    if (c->g == 0u) wg_payload_store(c, region + c->n, all + total);
#endif
  }
}
