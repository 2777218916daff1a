// A sum in levels inside one kernel. The elements are cut into parts of one
// work-group's worth; a group sums a part, stores the partial sum and undoes
// one bolt of the lock of the part of the next level that it belongs to. Parts
// of the next level are one group's worth of partial sums; who has one waits
// until all bolts of its lock are undone, and hands its own sum on likewise.
// Where less than one group's worth of sums remains, the host adds them. Parts
// are dealt out to the groups in turn, so that a grid of any size has the same
// levels: on a grid of as many groups as parts each group has one.
//
// Source: seed texts on synchronization between work-groups: the third way,
// with locks that count those who are through, where the text's are opened by
// the last group's number alone.
// Memory ordering: undoing a bolt releases and the wait acquires, as far as
// signal, fence and poll do; the work-group barriers join the group to its
// representative.
// Progress: every group must be resident: a lock waits for groups
// of higher numbers as well.

// Litmus: 3 groups at most; work-groups of two; one round: each round has other
// locks.
//   words bolts[2], bolts_above  # parts of two sums, so many parts as groups
//   data sum[$N], above[2]
//   group
//     write sum[0] := 1
//     signal fence(global)
//     signal add(bolts[0], 1)
//     poll while bolts[0] != 2
//     poll fence(global)
//     if read sum[0] != 1 goto wrong
//     if read sum[1] != 1 goto wrong
//   $3  write above[0] := 1
//   $3  signal fence(global)
//   $3  signal add(bolts_above, 1)
//   $3  poll while bolts_above != 2
//   $3  poll fence(global)
//   $3  if read above[1] != 1 goto wrong
//   group
//     write sum[1] := 1
//     signal fence(global)
//     signal add(bolts[0], 1)
//   $3  poll while bolts[1] != 1
//   $3  poll fence(global)
//   $3  if read sum[2] != 1 goto wrong
//   $3  write above[1] := 1
//   $3  signal fence(global)
//   $3  signal add(bolts_above, 1)
//   $3group
//   $3  write sum[2] := 1
//   $3  signal fence(global)
//   $3  signal add(bolts[1], 1)

// Partial sums are numbered through all levels of a round; those above the
// first level have a lock each, another one in each round: a group that waits
// for nobody may be rounds ahead of one whose bolt is still awaited.
#define WG_LOCK_WORDS 8u

static inline uint wg_pieces(uint count, uint size) {
  return (count + size - 1u) / size;
}

static inline uint wg_sums_of_a_round(wg_ctx* c) {
  uint count = wg_pieces(c->elements, c->size);
  uint all = count;
  while (count >= c->size) {
    count = wg_pieces(count, c->size);
    all += count;
  }
  return all;
}

// By the representative: its sum goes into payload word `at`, and where there
// is a further level the lock of the part that it belongs to loses a bolt.
static inline void wg_hand_on(wg_ctx* c, uint at, uint sum, bool more,
                              uint lock) {
  wg_payload_store(c, at, sum);
  if (more) {
    wg_fence_before_signal();
    wg_signal_add(c, WG_LOCK_WORDS * lock, 1u);
  }
}

// Reads what is waited for later, so that a stale copy of it exists; not where
// that would be a data race in a case that the specification guarantees.
static inline void wg_warm_sums(wg_ctx* c, uint at) {
#if WG_POLL >= WG_POLL_RELAXED && WG_SIGNAL >= WG_SIGNAL_RELAXED
  // Cold.
#else
  // Never 0: it keeps the load.
  if (wg_payload_load(c, at) == 0u) wg_delay(c, 1u);
#endif
}

// The first level: parts of the elements. `sums` is where the round's lie.
static inline void wg_first_level(wg_ctx* c, uint sums, uint parts,
                                  uint locks) {
  const bool more = parts >= c->size;
  for (uint i = 0u; i < wg_pieces(parts, c->n); ++i) {
    const uint part = i * c->n + c->g;
    const uint element = part * c->size + c->lid;
    const bool mine = part < parts && element < c->elements;
    const uint sum = wg_group_sum(c, mine ? wg_payload_load(c, element) : 0u);
    wg_has_read(c, mine ? 1u : 0u);
    if (c->lid == 0u) {
      if (part < parts) {
        wg_hand_on(c, sums + part, sum, more, locks + part / c->size);
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}

// One part of a further level: the wait for its lock, and the sum.
// `below` sums of the level below lie at `from`.
static inline uint wg_sum_part(wg_ctx* c, uint round, uint part, bool mine,
                               uint lock, uint below, uint from) {
  const uint index = part * c->size + c->lid;
  const bool has = mine && index < below;
  if (has) wg_warm_sums(c, from + index);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (c->lid == 0u) {
    if (mine) {
      const uint bolts = min(c->size, below - part * c->size);
      const uint word = WG_LOCK_WORDS * lock;
      WG_WAIT_STAYS(c, c->g, round, word, WG_REACHES, c->base + bolts)
      wg_fence_after_wait(c, word);
      c->carry += 1u;
    }
  }
  wg_close(c);
  wg_look_back(c);
  if (c->lid == 0u) wg_between(c, c->g);
  return wg_group_sum(c, has ? wg_payload_load(c, from + index) : 0u);
}

static inline void wg_reduce(wg_ctx* c, uint round) {
  const uint all = wg_sums_of_a_round(c);
  const uint sums = c->elements + round * all;
  const uint parts = wg_pieces(c->elements, c->size);
  const uint locks = round * (all - parts);  // the round's first one
  wg_uneven(c, round);
  wg_first_level(c, sums, parts, locks);
  if (c->lid == 0u) wg_board_count(c, c->g, WG_ROLE_ARRIVED);
  barrier(CLK_LOCAL_MEM_FENCE);
  c->carry = 0u;
  uint below = parts;  // sums of the level below, the first of them at `from`
  uint from = sums;
  while (below >= c->size) {
    const uint count = wg_pieces(below, c->size);
    const uint here = from + below;
    const uint lock = locks + here - sums - parts;  // the level's first one
    for (uint i = 0u; i < wg_pieces(count, c->n); ++i) {
      const uint part = i * c->n + c->g;
      const uint sum =
          wg_sum_part(c, round, part, part < count, lock + part, below, from);
      if (c->lid == 0u) {
        if (part < count) {
          wg_hand_on(c, here + part, sum, count >= c->size,
                     lock + count + part / c->size);
        }
      }
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    from = here;
    below = count;
  }
  if (c->lid == 0u) {
    wg_left(c, c->g);
    atomic_add((volatile __global uint*)(c->report + WG_LINE * (1u + c->g) +
                                         WG_REPORT_WAITS),
               c->carry);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  wg_group_closed(c, c->g);
}
