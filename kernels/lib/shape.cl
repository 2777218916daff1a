// What a case asks of its grid beside a row of groups: dimensions, local-memory
// ballast, registers. Part of the program only where one of them is asked for.
//
// WG_SHAPE(c) stands directly after WG_BEGIN(c), WG_SHAPE_END(c) before the
// group's end word; neither has a branch, a loop or a work-group barrier, which
// PoCL 3.1 would mix up with the runner's.
//
// Memory ordering: volatile accesses to the group's own local memory and to
// words that nobody writes, and an atomic that changes nothing on a line of the
// group's own.
// Progress: nothing here waits.

// Groups and work-items of several dimensions are numbered as OpenCL numbers
// global ids: the first dimension runs fastest.
#ifdef WG_DIMS
#define WG_LINEAR(id, size) \
  ((uint)(id(0) + size(0) * (id(1) + size(1) * id(2))))
#define WG_PRODUCT(size) ((uint)(size(0) * size(1) * size(2)))
#define WG_SHAPE_DIMS(c)                           \
  c.n = WG_PRODUCT(get_num_groups);                \
  c.g = WG_LINEAR(get_group_id, get_num_groups);   \
  c.size = WG_PRODUCT(get_local_size);             \
  c.lid = WG_LINEAR(get_local_id, get_local_size); \
  c.owed_role = c.g;
#else
#define WG_SHAPE_DIMS(c)
#endif

// Local memory that the group has from its first line to its last. Work-items
// touch places of it that no compiler can foresee.
#ifdef WG_BALLAST
#define WG_BALLAST_WORDS (WG_BALLAST / 4u)
#define WG_SHAPE_BALLAST(c)                                       \
  __local uint wg_ballast[WG_BALLAST_WORDS];                      \
  volatile __local uint* const wg_ballast_at =                    \
      wg_ballast + (c.lid * WG_LINE + c.mask) % WG_BALLAST_WORDS; \
  *wg_ballast_at = c.n;
#define WG_SHAPE_BALLAST_END(c) (void)*wg_ballast_at;
#else
#define WG_SHAPE_BALLAST(c)
#define WG_SHAPE_BALLAST_END(c)
#endif

// Six times 16 words that a work-item reads at the beginning, past the
// compiler's knowledge, and needs at the end in an order that begins with a
// value of that moment: none can be let go, put together or read again.
#ifdef WG_HOLDS_REGISTERS
// The second half of the group's line, which no delay writes.
static inline volatile __global uint16* wg_held(wg_ctx* c) {
  return (volatile __global uint16*)(c->scratch + WG_LINE * c->g +
                                     WG_LINE / 2u);
}

#define WG_FOLD(mix, word) mix = (mix ^ (word)) * 0x9E3779B1u;
#define WG_FOLD4(mix, v) \
  WG_FOLD(mix, v.s0) WG_FOLD(mix, v.s1) WG_FOLD(mix, v.s2) WG_FOLD(mix, v.s3)
static inline uint wg_fold16(uint mix, uint16 v) {
  WG_FOLD4(mix, v.lo.lo)
  WG_FOLD4(mix, v.lo.hi)
  WG_FOLD4(mix, v.hi.lo)
  WG_FOLD4(mix, v.hi.hi)
  return mix;
}

#define WG_SHAPE_REGISTERS(c)           \
  const uint16 wg_held0 = *wg_held(&c); \
  const uint16 wg_held1 = *wg_held(&c); \
  const uint16 wg_held2 = *wg_held(&c); \
  const uint16 wg_held3 = *wg_held(&c); \
  const uint16 wg_held4 = *wg_held(&c); \
  const uint16 wg_held5 = *wg_held(&c);
#define WG_SHAPE_REGISTERS_END(c)                               \
  uint wg_mixed = (*wg_held(&c)).s0;                            \
  wg_mixed = wg_fold16(wg_mixed, wg_held0);                     \
  wg_mixed = wg_fold16(wg_mixed, wg_held1);                     \
  wg_mixed = wg_fold16(wg_mixed, wg_held2);                     \
  wg_mixed = wg_fold16(wg_mixed, wg_held3);                     \
  wg_mixed = wg_fold16(wg_mixed, wg_held4);                     \
  wg_mixed = wg_fold16(wg_mixed, wg_held5);                     \
  atomic_or((volatile __global uint*)c.scratch + WG_LINE * c.g, \
            wg_mixed & c.mask);
#else
#define WG_SHAPE_REGISTERS(c)
#define WG_SHAPE_REGISTERS_END(c)
#endif

#ifndef WG_TEAM
#define WG_SHAPE_TEAM(c)
#endif

#undef WG_SHAPE
#undef WG_SHAPE_END
#define WG_SHAPE(c)   \
  WG_SHAPE_DIMS(c)    \
  WG_SHAPE_TEAM(c)    \
  WG_SHAPE_BALLAST(c) \
  WG_SHAPE_REGISTERS(c)
#define WG_SHAPE_END(c)   \
  WG_SHAPE_BALLAST_END(c) \
  WG_SHAPE_REGISTERS_END(c)
