// Polls and signals of an object that is wider than the word, which is its
// first part. The rest of the object is the value that it hands on. WG_WIDE is
// 64, a ulong, or the number of words of a vector, whose further words are all
// that value.
//
// Source: the packed status word of Merrill and Garland 2016, "Single-pass
// parallel prefix scan with decoupled look-back".
// Memory ordering: what the accesses carry, as in access.cl; nothing else is
// needed, since a poll finds all of the object. OpenCL has no atomic vector.
// Progress: no function here waits.

#if WG_WIDE == 64
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
#define WG_WIDE_TYPE ulong
#define WG_WIDE_WORDS 2u
#define WG_WIDE_OF(value, rest) ((ulong)(value) | (ulong)(rest) << 32)
#define WG_WIDE_PARTS(seen)                                         \
  (uint4)((uint)(seen), (uint)((seen) >> 32), (uint)((seen) >> 32), \
          (uint)((seen) >> 32))
#elif WG_WIDE == 2
#define WG_WIDE_TYPE uint2
#define WG_WIDE_WORDS 2u
#define WG_WIDE_OF(value, rest) (uint2)(value, rest)
#define WG_WIDE_PARTS(seen) (uint4)((seen).x, (seen).y, (seen).y, (seen).y)
#else
#define WG_WIDE_TYPE uint4
#define WG_WIDE_WORDS 4u
#define WG_WIDE_OF(value, rest) (uint4)(value, rest, rest, rest)
#define WG_WIDE_PARTS(seen) (seen)
#endif
#define WG_WIDE_AT(c, word) \
  (volatile __global WG_WIDE_TYPE*)((c)->words + (word))

static inline uint wg_poll(wg_ctx* c, uint word) {
#if WG_POLL == WG_POLL_PLAIN
  const WG_WIDE_TYPE seen = *(__global WG_WIDE_TYPE*)(c->words + word);
#elif WG_POLL == WG_POLL_REISSUED
  const WG_WIDE_TYPE seen =
      *(__global WG_WIDE_TYPE*)(c->words + word +
                                WG_WIDE_WORDS * (c->polls++ & c->mask));
#elif WG_POLL == WG_POLL_VOLATILE
  const WG_WIDE_TYPE seen = *WG_WIDE_AT(c, word);
#elif WG_POLL == WG_POLL_RMW
  const ulong seen = atom_add(WG_WIDE_AT(c, word), 0ul);
#else
  const ulong seen =
      atomic_load_explicit((volatile __global atomic_ulong*)(c->words + word),
                           WG_POLL_ORDER, WG_SCOPE);
#endif
  c->seen = WG_WIDE_PARTS(seen);
  return c->seen.x;
}

static inline void wg_signal_store(wg_ctx* c, uint word, uint value) {
  const WG_WIDE_TYPE all = WG_WIDE_OF(value, c->carried);
#if WG_SIGNAL == WG_SIGNAL_PLAIN
  *(__global WG_WIDE_TYPE*)(c->words + word) = all;
#elif WG_SIGNAL == WG_SIGNAL_VOLATILE
  *WG_WIDE_AT(c, word) = all;
#elif WG_SIGNAL == WG_SIGNAL_RMW
  atom_xchg(WG_WIDE_AT(c, word), all);
#else
  atomic_store_explicit((volatile __global atomic_ulong*)(c->words + word), all,
                        WG_SIGNAL_ORDER, WG_SCOPE);
#endif
}
