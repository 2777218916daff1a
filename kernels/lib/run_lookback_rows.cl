// The kernel of a look-back whose places hand on rows of words, which all
// work-items of a group store and read; run_lookback.cl has the algorithm. A
// row of a place's part and one of its prefix name round and index, so that
// each word that is read can be checked. Each round has a separate region, of
// which every other word is never written (see lib/teams.cl). Places before the
// last one come late in every round, so that those after them surely wait.
//
// Memory ordering: raising a place's flag releases its row of the part, and
// then that of the prefix; each wait, and the look that follows it, acquires;
// as far as signal, fence and poll do. Work-group barriers join the other
// work-items to the first one.
// Progress: a group waits for the places before its own.

#define WG_PLANES 2u
#define WG_FLAG(c, round, place) (WG_LINE + (round) * (c)->n + (place))
#define WG_PART_IS_THERE 1u
#define WG_PREFIX_IS_THERE 2u

// Of a region: the rows of all parts, then those of all prefixes.
static inline uint wg_row_index(wg_ctx* c, uint what, uint place, uint plane) {
  const uint row = (what - WG_PART_IS_THERE) * c->n + place;
  return (row * WG_PLANES + plane) * c->size;
}
static inline uint wg_region_words(wg_ctx* c) {
  return WG_PREFIX_IS_THERE * c->n * WG_PLANES * c->size;
}
static inline uint wg_row_at(wg_ctx* c, uint round, uint index) {
  return 2u * (round * wg_region_words(c) + index);
}

static inline void wg_store_row(wg_ctx* c, uint round, uint what, uint place) {
  const uint bits = wg_bits(wg_region_words(c));
  for (uint k = 0u; k < WG_PLANES; ++k) {
    const uint index = wg_row_index(c, what, place, k) + c->lid;
    wg_payload_store(c, wg_row_at(c, round, index),
                     wg_value(round, index, bits));
  }
}

static inline void wg_check_row(wg_ctx* c, uint round, uint what, uint place) {
  const uint bits = wg_bits(wg_region_words(c));
  for (uint k = 0u; k < WG_PLANES; ++k) {
    const uint index =
        wg_row_index(c, what, place, k) + (c->size - 1u - c->lid);
    const uint at = wg_row_at(c, round, index);
    wg_check(c, wg_payload_load(c, at), round, index, bits, at);
  }
}

// The row that the group will most likely read: the prefix before its place.
static inline void wg_will_read_row(wg_ctx* c, uint round, uint place) {
  const uint before = max(place, 1u) - 1u;
  const uint index = wg_row_index(c, WG_PREFIX_IS_THERE, before, 0u);
  wg_will_read(c, wg_row_at(c, round, index + c->size - 1u - c->lid),
               2u * c->size, place == 0u ? 0u : WG_PLANES);
}

// By work-item 0.
static inline void wg_raise(wg_ctx* c, uint round, uint place, uint what) {
  wg_fence_before_signal();
  wg_signal_store(c, WG_FLAG(c, round, place), c->base + what);
}

// By work-item 0: waits for a row of the place, and says which one is there.
static inline uint wg_await_row(wg_ctx* c, uint round, uint place) {
  const uint word = WG_FLAG(c, round, place);
  WG_WAIT_STAYS(c, c->g, round, word, WG_REACHES, c->base + WG_PART_IS_THERE)
  const uint seen = wg_poll(c, word);
  wg_fence_after_wait(c, word);
  return WG_HOLDS(WG_REACHES, seen, c->base + WG_PREFIX_IS_THERE)
             ? WG_PREFIX_IS_THERE
             : WG_PART_IS_THERE;
}

__kernel void wgsync_case(WG_ARGUMENTS) {
  WG_ENTER(c)
  wg_started(&c);
  for (uint r = 0u; r < rounds; ++r) {
    if (c.lid == 0u) c.shared[0] = wg_place(&c, r);
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint round = c.shared[0] / c.n;
    const uint place = c.shared[0] % c.n;
    if (c.lid == 0u) wg_delay(&c, place + 1u < c.n ? c.delay : 1u);
    barrier(CLK_LOCAL_MEM_FENCE);
    wg_before_stores(&c, r);
    wg_store_row(&c, round, WG_PART_IS_THERE, place);
    // No place is before the first one: its part is its prefix.
    if (place == 0u) wg_store_row(&c, round, WG_PREFIX_IS_THERE, place);
    wg_will_read_row(&c, round, place);
    wg_open();
    if (c.lid == 0u) {
      wg_arrive_before(&c, c.g);
      wg_raise(&c, round, place,
               place == 0u ? WG_PREFIX_IS_THERE : WG_PART_IS_THERE);
      wg_arrive_after(&c, c.g);
    }
    uint p = place;
    while (p > 0u) {
      if (c.lid == 0u) c.shared[1] = wg_await_row(&c, round, p - 1u);
      wg_close(&c);
      barrier(CLK_LOCAL_MEM_FENCE);  // shared[1]: wg_close() has no local fence
      const uint what = c.shared[1];
      wg_look_back(&c);
      wg_before_reads(&c, r);
      wg_check_row(&c, round, what, p - 1u);
      barrier(CLK_LOCAL_MEM_FENCE);  // before shared[1] is another one
      if (c.lid == 0u) wg_between(&c, c.g);
      p = what == WG_PREFIX_IS_THERE ? 0u : p - 1u;
    }
    if (c.lid == 0u) wg_left(&c, c.g);
    barrier(CLK_LOCAL_MEM_FENCE);
    wg_group_closed(&c, c.g);
    if (place > 0u) wg_store_row(&c, round, WG_PREFIX_IS_THERE, place);
    wg_open();
    if (c.lid == 0u) {
      if (place > 0u) wg_raise(&c, round, place, WG_PREFIX_IS_THERE);
    }
    wg_round_made(&c);
  }
  WG_END(c, rounds)
}
