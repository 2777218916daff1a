// The kernel of a single-pass scan with decoupled look-back. A group takes a
// place, publishes the sum of its part, and looks back at the places before its
// own: it adds their sums until it finds one whose whole prefix is there, then
// publishes its own prefix. A primitive defines wg_place(), called by
// work-item 0: which part of which round is the group's, as round * n + place.
//
// All elements are 1 but the first, which names the round: so the prefix of
// index i is the value that names round and i, and each read can be checked.
// What a round stores lies in a region of its own: the prefixes of all
// elements, then n sums, then n prefixes of whole parts.
//
// Memory ordering: raising a place's flag releases its sum, and then its
// prefix; each wait, and the look that follows it, acquires; as far as signal,
// fence and poll do.
// Progress: a group waits for the places before its own.

// A flag for each place of each round: groups that are fast may be rounds
// ahead, and a place is another group's in the next round. Where the sum is in
// one object with the flag (WG_WIDE), that is what a reader takes.
#ifdef WG_WIDE
#define WG_FLAG(c, round, place) \
  (WG_LINE + WG_WIDE_WORDS * ((round) * (c)->n + (place)))
#else
#define WG_FLAG(c, round, place) (WG_LINE + (round) * (c)->n + (place))
#endif
#define WG_SUM_IS_THERE 1u
#define WG_PREFIX_IS_THERE 2u

static inline void wg_raise(wg_ctx* c, uint round, uint place, uint at,
                            uint value, uint what) {
  wg_payload_store(c, at, value);
#ifdef WG_WIDE
  c->carried = value;
#else
  wg_fence_before_signal();
#endif
  wg_signal_store(c, WG_FLAG(c, round, place), c->base + what);
}

// The sum of all places before `place`; `sums` is where the round's lie.
static inline uint wg_before(wg_ctx* c, uint round, uint place, uint sums) {
  const uint bits = wg_bits(c->n * c->size);
  uint sum = 0u;
  for (uint p = place; p > 0u; --p) {
    const uint word = WG_FLAG(c, round, p - 1u);
    WG_WAIT_STAYS(c, c->g, round, word, WG_REACHES, c->base + WG_SUM_IS_THERE)
    const uint seen = wg_poll(c, word);
#ifndef WG_WIDE
    wg_fence_after_wait(c, word);
#endif
    const bool whole = WG_HOLDS(WG_REACHES, seen, c->base + WG_PREFIX_IS_THERE);
    const uint at = sums + (whole ? c->n : 0u) + p - 1u;
    const uint last = p * c->size - 1u;  // of that place
    const uint wanted = whole ? wg_value(round, last, bits) : c->size;
#ifdef WG_WIDE
    wg_check_is(c, c->seen.y, wanted, round, last, bits, at);
#else
    wg_check_is(c, wg_payload_load(c, at), wanted, round, last, bits, at);
#endif
    wg_look_back(c);
    wg_between(c, c->g);
    // A wrong one is told once: added up, all later prefixes would be foreign.
    sum += wanted;
    if (whole) break;
  }
  return sum;
}

// Reads what it will look back at, so that a stale copy of it exists; not where
// that would be a data race in a case that the specification guarantees.
static inline void wg_warm_back(wg_ctx* c, uint place, uint sums) {
#if WG_POLL >= WG_POLL_RELAXED && WG_SIGNAL >= WG_SIGNAL_RELAXED
  // Cold.
#else
  if (place > 0u) {
    const uint any = wg_payload_load(c, sums + place - 1u) |
                     wg_payload_load(c, sums + c->n + place - 1u);
    // Never so: it keeps the loads.
    if (any == 0u) wg_delay(c, 1u);
  }
#endif
}

// By work-item 0: the prefix before its group's part goes to the others by
// local memory.
static inline void wg_scan_part(wg_ctx* c, uint round, uint place, uint sums) {
  const uint first = wg_value(round, 0u, wg_bits(c->n * c->size));
  const uint own = place == 0u ? first + c->size - 1u : c->size;
  wg_warm_back(c, place, sums);
  wg_arrive_before(c, c->g);
  // Nobody is before the first: its sum is its prefix.
  wg_raise(c, round, place, sums + (place == 0u ? c->n : 0u) + place, own,
           place == 0u ? WG_PREFIX_IS_THERE : WG_SUM_IS_THERE);
  wg_arrive_after(c, c->g);
  const uint before = wg_before(c, round, place, sums);
  wg_left(c, c->g);
  if (place > 0u) {
    wg_raise(c, round, place, sums + c->n + place, before + own,
             WG_PREFIX_IS_THERE);
  }
  c->shared[1] = place == 0u ? first - 1u : before;
}

__kernel void wgsync_case(WG_ARGUMENTS) {
  WG_ENTER(c)
  wg_started(&c);
  const uint items = c.n * c.size;
  for (uint r = 0u; r < rounds; ++r) {
    if (c.lid == 0u) c.shared[0] = wg_place(&c, r);
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint round = c.shared[0] / c.n;
    const uint place = c.shared[0] % c.n;
    const uint region = round * (items + 2u * c.n);
    wg_uneven(&c, r);
    if (c.lid == 0u) wg_scan_part(&c, round, place, region + items);
    barrier(CLK_LOCAL_MEM_FENCE);  // shared[1]: wg_close() has no local fence
    wg_close(&c);
    wg_group_closed(&c, c.g);
    const uint index = place * c.size + c.lid;
    wg_payload_store(&c, region + index, c.shared[1] + 1u + c.lid);
    barrier(CLK_LOCAL_MEM_FENCE);
    wg_round_made(&c);
  }
  WG_END(c, rounds)
}
