// A poll by another operation than its own: a read-modify-write that changes
// nothing. Compilers turn such a one into a load, and not all of them keep it
// one that sees other groups' stores.
//
// Source: reports of users, whose kernels poll by add 0, max 0 or a swap of 0
// for 0.
// Memory ordering: the poll's, as in access.cl.
// Progress: no function here waits.

// OpenCL 1.2's, and C11's. In capitals, since some drivers have max and min as
// macros.
#define WG_KEEP_OLD_OR(at) atomic_or(at, 0u)
#define WG_KEEP_OLD_ADD(at) atomic_add(at, 0u)
#define WG_KEEP_OLD_SUB(at) atomic_sub(at, 0u)
#define WG_KEEP_OLD_XOR(at) atomic_xor(at, 0u)
#define WG_KEEP_OLD_AND(at) atomic_and(at, 0xFFFFFFFFu)
#define WG_KEEP_OLD_MAX(at) atomic_max(at, 0u)
#define WG_KEEP_OLD_MIN(at) atomic_min(at, 0xFFFFFFFFu)
#define WG_KEEP_OLD_CAS(at) atomic_cmpxchg(at, 0u, 0u)

#define WG_KEEP_BY(op, at, operand) \
  atomic_fetch_##op##_explicit(at, operand, WG_POLL_ORDER, WG_SCOPE)
#define WG_KEEP_C11_OR(at) WG_KEEP_BY(or, at, 0u)
#define WG_KEEP_C11_ADD(at) WG_KEEP_BY(add, at, 0u)
#define WG_KEEP_C11_SUB(at) WG_KEEP_BY(sub, at, 0u)
#define WG_KEEP_C11_XOR(at) WG_KEEP_BY(xor, at, 0u)
#define WG_KEEP_C11_AND(at) WG_KEEP_BY(and, at, 0xFFFFFFFFu)
#define WG_KEEP_C11_MAX(at) WG_KEEP_BY(max, at, 0u)
#define WG_KEEP_C11_MIN(at) WG_KEEP_BY(min, at, 0xFFFFFFFFu)
#define WG_KEEP_C11_CAS(at) wg_swap_nothing(at)

#if WG_POLL == WG_POLL_RMW
#define WG_KEEP_AS(op, c, word) WG_KEEP_OLD_##op(WG_WORD(c, word))
#else
static inline uint wg_swap_nothing(volatile __global atomic_uint* at) {
  uint expected = 0u;
  atomic_compare_exchange_strong_explicit(at, &expected, 0u, WG_POLL_ORDER,
                                          WG_POLL_ORDER, WG_SCOPE);
  return expected;
}
#define WG_KEEP_AS(op, c, word) WG_KEEP_C11_##op(WG_ATOMIC_WORD(c, word))
#endif
// The option's value, and not its name, is the operation.
#define WG_KEEP(op, c, word) WG_KEEP_AS(op, c, word)

static inline uint wg_poll(wg_ctx* c, uint word) {
  return WG_KEEP(WG_POLL_OP, c, word);
}
