// What the workloads share: values that name their round and index, the check
// of a read, and the groups that come late.
//
// Memory ordering: a wrong read is read again by an atomic on the spot; nothing
// here orders anything when reads are right. The delays touch the group's own
// line alone.
// Progress: no function here waits.

// A read-modify-write of a word of the suite's own that several groups change,
// with the operations of access.cl: relaxed, at device scope. An OpenCL 1.2
// atomic has work-group scope, so that those of two groups are a data race
// where the language has a memory model.
#define WG_OLD_or atomic_or
#define WG_C11_or atomic_fetch_or_explicit
#ifdef WG_C11
#define WG_RELAXED(op, at, value)                          \
  WG_C11_##op((volatile __global atomic_uint*)(at), value, \
              memory_order_relaxed, memory_scope_device)
#else
#define WG_RELAXED(op, at, value) \
  WG_OLD_##op((volatile __global uint*)(at), value)
#endif

// The report: word 0 counts records; each group has a line of counts from
// WG_LINE on; records of WG_RECORD words follow. Counts begin at WG_PATTERN.
// The host's twin is suite/core/launch/layout.h.
#define WG_REPORT_WRONG 0
#define WG_REPORT_TORN 1
#define WG_REPORT_NEW 2    // the second look found the wanted value
#define WG_REPORT_OWNER 3  // the owner changed, or too many permits were out
// A lock taken after another group had it; or, where no group waits, a round
// in which the group saw something new.
#define WG_REPORT_TURNS 4
#define WG_REPORT_MOST 5   // permits of a semaphore that were out at once
#define WG_REPORT_WAITS 6  // of a reduction: waits that it came to
#define WG_REPORT_ENDED 7  // work-items that came to the end of a kernel
#define WG_REPORT_READS 8  // reads of the payload that they have checked
#define WG_REPORT_TOOK 16  // of a contest: turns that counted
#define WG_RECORD 8u
#define WG_RECORDS 64u

// A work-item counts its reads in a private variable and stores the number at
// its end, so that no loop has an additional access to memory. A timed launch
// does neither.
#ifdef WG_TIMED
#define wg_has_read(c, count)
#define wg_item_ended(c)
#else
static inline void wg_has_read(wg_ctx* c, uint count) { c->reads += count; }
static inline void wg_item_ended(wg_ctx* c) {
  volatile __global uint* line = c->report + WG_LINE * (1u + c->g);
  atomic_add(line + WG_REPORT_READS, c->reads);
  atomic_inc(line + WG_REPORT_ENDED);
}
#endif

// A value names its index in the low `bits` bits and its round above them.
static inline uint wg_value(uint round, uint index, uint bits) {
  return ((round + 3u) << bits) | index;
}

static inline uint wg_bits(uint count) { return 32u - clz(count - 1u | 1u); }

// True if `found` is what an earlier round than `round`, or nobody, has stored
// at `index`.
static inline bool wg_is_earlier(uint found, uint round, uint index,
                                 uint bits) {
  if (found == WG_PATTERN) return true;
  const uint below = (1u << bits) - 1u;
  if ((found & below) != (index & below)) return false;
  const uint age = (((round + 3u) << bits) - (found & ~below)) >> bits;
  return age != 0u && age <= round;
}

// Keeps a wrong read: `again` is what an atomic found there on the spot, and
// `is_new` says that this is what should have been found, or later.
static inline void wg_keep_wrong(wg_ctx* c, uint found, uint wanted, uint again,
                                 bool is_new, uint round, uint index, uint bits,
                                 uint at) {
  volatile __global uint* line = c->report + WG_LINE * (1u + c->g);
  atomic_inc(line + WG_REPORT_WRONG);
  if (!wg_is_earlier(found, round, index, bits))
    atomic_inc(line + WG_REPORT_TORN);
  if (is_new) atomic_inc(line + WG_REPORT_NEW);
  const uint k = atomic_inc((volatile __global uint*)c->report) - WG_PATTERN;
  if (k < WG_RECORDS) {
    __global uint* r = c->report + WG_LINE * (1u + c->n) + k * WG_RECORD;
    r[0] = c->g;
    r[1] = c->lid;
    r[2] = round;
    r[3] = at;
    r[4] = found;
    r[5] = wanted;
    r[6] = again;
    r[7] = bits;
  }
}

// Checks one read of round `round` at payload word `at` against a value that
// does not name them.
static inline void wg_check_is(wg_ctx* c, uint found, uint wanted, uint round,
                               uint index, uint bits, uint at) {
  wg_has_read(c, 1u);
  if (found == wanted) return;
  const uint again = wg_payload_again(c, at);
  wg_keep_wrong(c, found, wanted, again, again == wanted, round, index, bits,
                at);
}

// Checks one read of round `round` at payload word `at`.
static inline void wg_check(wg_ctx* c, uint found, uint round, uint index,
                            uint bits, uint at) {
  wg_check_is(c, found, wg_value(round, index, bits), round, index, bits, at);
}

// Memory accesses on the group's own line.
static inline void wg_delay(wg_ctx* c, uint count) {
  volatile __global uint* mine = c->scratch + WG_LINE * c->g;
  for (uint i = 0u; i < count; ++i) atomic_add(mine, 1u);
}

// A delay of so many accesses between two tries of a wait. They are loads: a
// device fence of the group that holds the lock would wait for stores of those
// that back off beside it (an H200: five times as long a turn).
static inline void wg_back_off(wg_ctx* c, uint accesses) {
  // The half of the group's line that no delay writes.
  volatile __global uint* mine = c->scratch + WG_LINE * c->g + WG_LINE / 2u;
  for (uint i = 0u; i < accesses; ++i) (void)*mine;
}

// Bits that no period of rounds or groups repeats: a primitive that fails in
// every eighth round only must meet each order of arrivals there. 0 for 0.
static inline uint wg_mix(uint a, uint b) {
  uint x = a * 0x9E3779B1u ^ b * 0x85EBCA77u;
  x = (x ^ (x >> 15)) * 0x2C1B3C6Du;
  return x ^ (x >> 13);
}

// One round of each late_every has a late group, the first round among them.
static inline bool wg_is_late(wg_ctx* c, uint round) {
  const uint turn = round / c->late_every;
  return c->g == turn % c->n &&
         round % c->late_every == wg_mix(turn, 0u) % c->late_every;
}

// The groups come to the round's stores at different times, one of them late.
static inline void wg_uneven(wg_ctx* c, uint round) {
  if (c->lid == 0u) {
    wg_delay(c, wg_is_late(c, round) ? c->delay : wg_mix(round, c->g) & 7u);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
}

// Only the late group, in its round, is held back, each work-item by its part.
// No work-group barrier: one between a round's reads and its stores hid every
// late store of an H200 (0 for 5,000 stale reads in 676 million).
static inline void wg_late(wg_ctx* c, uint round) {
  if (wg_is_late(c, round)) wg_delay(c, c->delay / c->size + 1u);
}

// The sum of what the work-items of a group bring, for the first of them. By
// all, in the first word of the local memory; two work-group barriers.
static inline uint wg_group_sum(wg_ctx* c, uint value) {
  if (c->lid == 0u) *c->shared = 0u;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add((volatile __local uint*)c->shared, value);
  barrier(CLK_LOCAL_MEM_FENCE);
  return *c->shared;
}
