// Teams: the grid as many grids of WG_TEAM groups each, which share nothing but
// the device; and the work-items' additional accesses that make a late store or
// an old cache line show.
//
// Part of the program only where the case asks for teams. Every pointer of the
// context is moved to what the group's team has of each buffer, so that all
// code after it finds a grid of WG_TEAM groups. Neighbouring group numbers are
// spread over the teams: group g has seat (g * multiplier + offset) mod n, and
// WG_TEAM seats in a row are a team. Remainders of n by WG_TEAM do not occur.
//
// The scratch begins with the host's numbers, in the order below; the hot lines
// and the teams' parts follow. The host's twin is FillTeams() in
// suite/core/launch/layout.cc.
//
// Source: measured on NVIDIA H100 and H200. One barrier over the whole
// residency shows nothing of a missing order there; pairs of groups, many at a
// time, show it in every launch of 2 ms.
// Memory ordering: relaxed or volatile stores to words that are never read,
// loads of words that are never written.
// Progress: nothing here waits.

#ifdef WG_TEAM
#define WG_TEAM_MULTIPLIER 0
#define WG_TEAM_OFFSET 1
#define WG_TEAM_STRIDES 2     // of words, payload, board, report, scratch
#define WG_TEAM_HOT_STORES 7  // ahead of the payload, by each work-item
#define WG_TEAM_HOT_MASK 8    // of groups, another choice each round
#define WG_TEAM_HOT_WORDS 9   // a mask: how many words they go to
#define WG_TEAM_LATE 10       // the most multiplications of a warp that is late
#define WG_TEAM_WARM 11       // how often lines are read while the group waits
#define WG_TEAM_PAUSE 12      // the most multiplications ahead of the reads
#define WG_TEAM_HOT_AT WG_LINE
#define WG_TEAM_HEAD (WG_LINE + WG_LINE * WG_LINE)

// Work-items that are late together.
#define WG_WARP 32u

// Directly after WG_BEGIN and the dimensions. A discovery is of the whole grid.
// No branch: see lib/shape.cl.
#define WG_TEAM_PART(c, pointer, k) \
  c.pointer += c.team[WG_TEAM_STRIDES + k] * (wg_team_here * wg_team_number);
#define WG_SHAPE_TEAM(c)                                                      \
  c.team = c.scratch;                                                         \
  const uint wg_team_here = mode == WG_MODE_CASE ? 1u : 0u;                   \
  c.seat = (c.g * c.team[WG_TEAM_MULTIPLIER] + c.team[WG_TEAM_OFFSET]) % c.n; \
  const uint wg_team_number = c.seat / WG_TEAM;                               \
  c.g = wg_team_here ? c.seat % WG_TEAM : c.g;                                \
  c.n = wg_team_here ? WG_TEAM : c.n;                                         \
  c.owed_role = c.g;                                                          \
  c.warm_words = 0u;                                                          \
  WG_TEAM_PART(c, words, 0)                                                   \
  WG_TEAM_PART(c, payload, 1)                                                 \
  WG_TEAM_PART(c, board, 2)                                                   \
  WG_TEAM_PART(c, report, 3)                                                  \
  WG_TEAM_PART(c, scratch, 4)                                                 \
  c.scratch += WG_TEAM_HEAD * wg_team_here;

static inline uint wg_mix(uint a, uint b);  // lib/workload.cl

// Less than `most` multiplications that no compiler can leave out.
static inline void wg_spend(wg_ctx *c, uint seed, uint most) {
  const uint turns = mul_hi(wg_mix(seed, c->seat), most);
  uint x = seed | 1u;
  for (uint i = 0u; i < turns; ++i) x = x * x + 1013904223u;
  if (x == 0x5A5A5A5Au) atomic_or((volatile __global uint *)c->scratch, 0u);
}

// Ahead of the payload's stores of a round: a warp comes late, and stores to
// one line that all want delay the stores after them.
static inline void wg_before_stores(wg_ctx *c, uint round) {
  const uint warp = wg_mix(c->seat * 64u + c->lid / WG_WARP, round);
  wg_spend(c, warp, c->team[WG_TEAM_LATE]);
  const uint chosen = wg_mix(c->seat, round) & c->team[WG_TEAM_HOT_MASK];
  const uint stores = chosen == 0u ? c->team[WG_TEAM_HOT_STORES] : 0u;
  for (uint i = 0u; i < stores; ++i) {
    const uint word = wg_mix(c->seat * 1024u + c->lid, round * 64u + i) &
                      c->team[WG_TEAM_HOT_WORDS];
    __global uint *hot = c->team + WG_TEAM_HOT_AT + word;
#ifdef WG_C11
    atomic_store_explicit((volatile __global atomic_uint *)hot, round,
                          memory_order_relaxed, memory_scope_device);
#else
    *(volatile __global uint *)hot = round;
#endif
  }
}

// Ahead of the payload's loads of a round.
static inline void wg_before_reads(wg_ctx *c, uint round) {
  wg_spend(c, wg_mix(round, c->lid / WG_WARP), c->team[WG_TEAM_PAUSE]);
}

// After its next wait the work-item reads `words` words of the payload, from
// `first` on, `step` apart. The word after each is never written.
static inline void wg_will_read(wg_ctx *c, uint first, uint step, uint words) {
  c->warm_at = first + 1u;
  c->warm_step = step;
  c->warm_words = words;
}

// While the group's first work-item waits: the other warps read the words after
// those of wg_will_read(), so that their lines are in a cache already.
static inline void wg_warm_lines(wg_ctx *c) {
  const uint passes =
      c->lid < WG_WARP || c->warm_words == 0u ? 0u : c->team[WG_TEAM_WARM];
  uint any = 0u;
  for (uint p = 0u; p < passes; ++p) {
    for (uint w = 0u; w < c->warm_words; ++w) {
      any |= c->payload[c->warm_at + w * c->warm_step];
      mem_fence(CLK_LOCAL_MEM_FENCE);
    }
  }
  // Never so: the pattern is not 0. It keeps the loads.
  if (passes != 0u && any == 0u) {
    atomic_or((volatile __global uint *)c->scratch, 0u);
  }
}
#else
#define wg_before_stores(c, round)
#define wg_before_reads(c, round)
#define wg_will_read(c, first, step, words)
#define wg_warm_lines(c)
#endif
