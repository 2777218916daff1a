// How a case reads and writes words that other work-groups see. The numbers of
// WG_POLL, WG_SIGNAL, WG_FENCE, WG_PAYLOAD, WG_BOARD and WG_WAITS are those of
// suite/core/catalog/access.h and suite/core/launch/program_spec.h. Other polls
// are in lib/poll_op.cl and lib/wide.cl.
//
// Memory ordering: the fence alone orders payload and word, unless poll or
// signal carry acquire, release or seq_cst.
// Progress: no function here waits.

#define WG_POLL_PLAIN 0
#define WG_POLL_REISSUED 1
#define WG_POLL_VOLATILE 2
#define WG_POLL_RMW 3
#define WG_POLL_RELAXED 4
#define WG_POLL_ACQUIRE 5
#define WG_POLL_SEQ_CST 6

#define WG_SIGNAL_PLAIN 0
#define WG_SIGNAL_VOLATILE 1
#define WG_SIGNAL_RMW 2
#define WG_SIGNAL_RELAXED 3
#define WG_SIGNAL_RELEASE 4
#define WG_SIGNAL_SEQ_CST 5

#define WG_FENCE_NONE 0
#define WG_FENCE_MEM 1
#define WG_FENCE_RW_MEM 2
#define WG_FENCE_DEVICE 3
#define WG_FENCE_READBACK 4
#define WG_FENCE_NATIVE 5

#define WG_PAYLOAD_PLAIN 0
#define WG_PAYLOAD_VOLATILE 1
#define WG_PAYLOAD_ATOMIC 2

#define WG_BOARD_OFF 0
#define WG_BOARD_RELAXED 1
#define WG_BOARD_ORDERED 2

#define WG_WAITS_REMOVED 0
#define WG_WAITS_UNBOUNDED 1
#define WG_WAITS_BOUNDED 2

// Every buffer is filled with this before a launch, never with 0; counts are
// differences from it. Odd, so that no multiple of it by a power of 3 is 0.
#define WG_PATTERN 0xA5A5A5A5u

// A 128-byte cache line, in words.
#define WG_LINE 32u

typedef struct {
  __global uint* words;
  __global uint* payload;
  __global uint* board;
  __global uint* report;
  __global uint* scratch;
  uint rounds;
  uint mask;  // always 0, which the compiler cannot know
  uint delay;
  uint late_every;
  uint budget;  // of a bounded wait, in polls: budget * budget
  uint base;    // what every synchronization word held before the launch
  uint n;       // work-groups
  uint g;       // this group
  uint size;    // work-items of a group
  uint lid;     // this work-item in its group
  uint polls;
  uint gave_up;
  uint owed;  // the seal of a wait of which wg_look_back() has not yet said how
              // it ended; 0: none
  uint owed_role;
  uint owed_round;
  uint owed_word;
  uint owed_kind;
  uint owed_goal;
  uint carry;     // a value that a work-item takes from one step to the next
  uint place;     // of a queue: whose node or slot it has taken over
  uint elements;  // of a reduction; the payload begins with them
  uint reads;     // of the payload, which this work-item has checked
#ifdef WG_WIDE
  uint carried;  // the value next to the word: of the next signal,
  uint4 seen;    // and of the last poll, with the word
#endif
#ifdef WG_CAPACITY
  uint permits;  // of a semaphore: how many the group takes at once
#endif
#ifdef WG_TEAM
  // Of a team, lib/teams.cl: the host's numbers, the group's seat in the grid,
  // and payload words to keep in a cache.
  __global uint* team;
  uint seat;
  uint warm_at;
  uint warm_step;
  uint warm_words;
#endif
  __local uint* shared;  // WG_LOCAL_WORDS words of the group
#ifdef WG_REFRESH
  // How many work-items of the group have come to a wg_close() in all, and how
  // many there are when this one is complete.
  volatile __local uint* closers;
  uint closers_due;
#endif
#ifdef WG_MODEL
  // Of a device model, kernels/models/: what the host chose, and the group's.
  uint model_kind;
  uint model_number;
  uint model_count;
  volatile __local ulong* model_lines;
  volatile __local uint* model_state;
#endif
} wg_ctx;

// --- what a build may weaken -------------------------------------------------

// A build weakens nothing unless its options say so:
//   WG_SCOPE_WORK_GROUP  atomics and fences have the scope of the work-group
//   WG_DROPS_RELEASE  signals and the fence before them order nothing
//   WG_DROPS_ACQUIRE  polls and the fence after them order nothing
// What the suite watches with keeps device scope.
#ifdef WG_SCOPE_WORK_GROUP
#define WG_SCOPE memory_scope_work_group
#define WG_PTX_SCOPE ".cta"
#else
#define WG_SCOPE memory_scope_device
#define WG_PTX_SCOPE ".gpu"
#endif

#ifdef WG_DROPS_RELEASE
#define WG_FENCE_BEFORE WG_FENCE_NONE
#define WG_PTX_RELEASE ".relaxed"
#else
#define WG_FENCE_BEFORE WG_FENCE
#define WG_PTX_RELEASE ".release"
#if WG_SIGNAL >= WG_SIGNAL_RELEASE
#define WG_RELEASES
#endif
#endif

#ifdef WG_DROPS_ACQUIRE
#define WG_FENCE_AFTER WG_FENCE_NONE
#define WG_PTX_ACQUIRE ".relaxed"
#else
#define WG_FENCE_AFTER WG_FENCE
#define WG_PTX_ACQUIRE ".acquire"
#if WG_POLL >= WG_POLL_ACQUIRE
#define WG_ACQUIRES
#endif
#endif

#if defined(WG_DROPS_RELEASE) && defined(WG_DROPS_ACQUIRE)
#define WG_PTX_BOTH ".relaxed"
#elif defined(WG_DROPS_RELEASE)
#define WG_PTX_BOTH ".acquire"
#elif defined(WG_DROPS_ACQUIRE)
#define WG_PTX_BOTH ".release"
#else
#define WG_PTX_BOTH ".acq_rel"
#endif

// --- the word that groups wait for -----------------------------------------

// The word as OpenCL 1.2's atomics take it, and as C11's.
#define WG_WORD(c, word) (volatile __global uint*)((c)->words + (word))
#define WG_ATOMIC_WORD(c, word) \
  (volatile __global atomic_uint*)((c)->words + (word))

#if WG_POLL == WG_POLL_SEQ_CST && defined(WG_ACQUIRES)
#define WG_POLL_ORDER memory_order_seq_cst
#elif defined(WG_ACQUIRES)
#define WG_POLL_ORDER memory_order_acquire
#else
#define WG_POLL_ORDER memory_order_relaxed
#endif

#if WG_SIGNAL == WG_SIGNAL_SEQ_CST && defined(WG_RELEASES)
#define WG_SIGNAL_ORDER memory_order_seq_cst
#elif defined(WG_RELEASES)
#define WG_SIGNAL_ORDER memory_order_release
#else
#define WG_SIGNAL_ORDER memory_order_relaxed
#endif

// Of a step that looks and signals at once: what poll and signal together say.
#if WG_POLL == WG_POLL_SEQ_CST && WG_SIGNAL == WG_SIGNAL_SEQ_CST && \
    defined(WG_ACQUIRES) && defined(WG_RELEASES)
#define WG_BOTH_ORDER memory_order_seq_cst
#elif defined(WG_ACQUIRES) && defined(WG_RELEASES)
#define WG_BOTH_ORDER memory_order_acq_rel
#elif defined(WG_ACQUIRES)
#define WG_BOTH_ORDER memory_order_acquire
#elif defined(WG_RELEASES)
#define WG_BOTH_ORDER memory_order_release
#else
#define WG_BOTH_ORDER memory_order_relaxed
#endif

#ifndef WG_WIDE
#ifndef WG_POLL_OP
static inline uint wg_poll(wg_ctx* c, uint word) {
#if WG_POLL == WG_POLL_PLAIN
  return c->words[word];
#elif WG_POLL == WG_POLL_REISSUED
  return c->words[word + (c->polls++ & c->mask)];
#elif WG_POLL == WG_POLL_VOLATILE
  return *WG_WORD(c, word);
#elif WG_POLL == WG_POLL_RMW
  return atomic_or(WG_WORD(c, word), 0u);
#elif WG_FENCE == WG_FENCE_NATIVE && WG_POLL == WG_POLL_ACQUIRE
  uint seen;
  asm volatile("ld" WG_PTX_ACQUIRE WG_PTX_SCOPE ".global.u32 %0, [%1];"
               : "=r"(seen)
               : "l"(c->words + word)
               : "memory");
  return seen;
#else
  return atomic_load_explicit(WG_ATOMIC_WORD(c, word), WG_POLL_ORDER, WG_SCOPE);
#endif
}
#endif

static inline void wg_signal_store(wg_ctx* c, uint word, uint value) {
#if WG_FENCE == WG_FENCE_NATIVE
  asm volatile("st" WG_PTX_RELEASE WG_PTX_SCOPE ".global.u32 [%0], %1;"
               :
               : "l"(c->words + word), "r"(value)
               : "memory");
#elif WG_SIGNAL == WG_SIGNAL_PLAIN
  c->words[word] = value;
#elif WG_SIGNAL == WG_SIGNAL_VOLATILE
  *WG_WORD(c, word) = value;
#elif WG_SIGNAL == WG_SIGNAL_RMW
  atomic_xchg(WG_WORD(c, word), value);
#else
  atomic_store_explicit(WG_ATOMIC_WORD(c, word), value, WG_SIGNAL_ORDER,
                        WG_SCOPE);
#endif
}
#endif

// --- read-modify-writes of the word ------------------------------------------

// The operations in their spellings: OpenCL 1.2's, C11's and PTX's.
#define WG_OLD_add atomic_add
#define WG_OLD_sub atomic_sub
#define WG_OLD_exchange atomic_xchg
#define WG_C11_add atomic_fetch_add_explicit
#define WG_C11_sub atomic_fetch_sub_explicit
#define WG_C11_exchange atomic_exchange_explicit
#define WG_PTX_add "add.u32"
#define WG_PTX_sub "add.u32"
#define WG_PTX_exchange "exch.b32"
#define WG_PTX_OPERAND_add(value) value
#define WG_PTX_OPERAND_sub(value) 0u - value
#define WG_PTX_OPERAND_exchange(value) value

// What such a function does: `order` is C11's, or PTX's.
#define WG_OLD_RMW(op) return WG_OLD_##op(WG_WORD(c, word), value);
#define WG_C11_RMW(op, order) \
  return WG_C11_##op(WG_ATOMIC_WORD(c, word), value, order, WG_SCOPE);
#define WG_PTX_RMW(op, order)                                          \
  uint held;                                                           \
  asm volatile("atom" order WG_PTX_SCOPE ".global." WG_PTX_##op        \
               " %0, [%1], %2;"                                        \
               : "=r"(held)                                            \
               : "l"(c->words + word), "r"(WG_PTX_OPERAND_##op(value)) \
               : "memory");                                            \
  return held;
#define WG_PTX_RED(op, order)                                               \
  asm volatile("red" order WG_PTX_SCOPE ".global." WG_PTX_##op " [%0], %1;" \
               :                                                            \
               : "l"(c->words + word), "r"(WG_PTX_OPERAND_##op(value))      \
               : "memory");                                                 \
  return 0u;
#define WG_OLD_CAS return atomic_cmpxchg(WG_WORD(c, word), expected, value);
#define WG_C11_CAS(order, failed)                                             \
  atomic_compare_exchange_strong_explicit(WG_ATOMIC_WORD(c, word), &expected, \
                                          value, order, failed, WG_SCOPE);    \
  return expected;
#define WG_PTX_CAS(order)                                                    \
  uint seen;                                                                 \
  asm volatile("atom" order WG_PTX_SCOPE ".global.cas.b32 %0, [%1], %2, %3;" \
               : "=r"(seen)                                                  \
               : "l"(c->words + word), "r"(expected), "r"(value)             \
               : "memory");                                                  \
  return seen;

// It by what it orders. `poll` acquires as the poll does, `signal` and `arrive`
// release as the signal does, the latter without a result, `both` do both.
// `take` orders nothing. A swap that stores nothing acquires as a poll, and
// orders nothing as a signal.
#if WG_POLL >= WG_POLL_RELAXED
#define WG_RMW_poll(op) WG_C11_RMW(op, WG_POLL_ORDER)
#else
#define WG_RMW_poll(op) WG_OLD_RMW(op)
#endif
#ifdef WG_C11
#define WG_RMW_take(op) WG_C11_RMW(op, memory_order_relaxed)
#else
#define WG_RMW_take(op) WG_OLD_RMW(op)
#endif
#if WG_FENCE == WG_FENCE_NATIVE
#define WG_RMW_arrive(op) WG_PTX_RED(op, WG_PTX_RELEASE)
#define WG_RMW_signal(op) WG_PTX_RMW(op, WG_PTX_RELEASE)
#define WG_RMW_both(op) WG_PTX_RMW(op, WG_PTX_BOTH)
#define WG_CAS_poll WG_PTX_CAS(WG_PTX_ACQUIRE)
#define WG_CAS_signal WG_PTX_CAS(WG_PTX_RELEASE)
#else
#if WG_SIGNAL >= WG_SIGNAL_RELAXED
#define WG_RMW_arrive(op) WG_C11_RMW(op, WG_SIGNAL_ORDER)
#define WG_RMW_signal(op) WG_C11_RMW(op, WG_SIGNAL_ORDER)
#define WG_RMW_both(op) WG_C11_RMW(op, WG_BOTH_ORDER)
#define WG_CAS_signal WG_C11_CAS(WG_SIGNAL_ORDER, memory_order_relaxed)
#else
#define WG_RMW_arrive(op) WG_OLD_RMW(op)
#define WG_RMW_signal(op) WG_OLD_RMW(op)
#define WG_CAS_signal WG_OLD_CAS
#if WG_POLL >= WG_POLL_RELAXED
#define WG_RMW_both(op) WG_C11_RMW(op, WG_BOTH_ORDER)
#else
#define WG_RMW_both(op) WG_OLD_RMW(op)
#endif
#endif
#if WG_POLL >= WG_POLL_RELAXED
#define WG_CAS_poll WG_C11_CAS(WG_POLL_ORDER, WG_POLL_ORDER)
#else
#define WG_CAS_poll WG_OLD_CAS
#endif
#endif

// All of them: what they do, and what that orders. Each is one atomic step and
// returns what the word held, but for an arrival. CAS stores `value` if the
// word holds `expected`.
//   wg_poll_exchange        a poll that takes what it finds: a lock by exchange
//   wg_poll_swap            a lock by compare-and-swap
//   wg_take_all             takes numbers; no group may rely on it for payload
//   wg_signal_add           an arrival at a counter
//   wg_signal_sub           the same downwards, as atomic_sub or atomic_dec
//   wg_signal_add_returned  an arrival whose return is waited for
//   wg_signal_fetch_add     an arrival that is a look as well: it has what all
//                           have released that arrived before
//   wg_signal_exchange      enters a queue at its tail
//   wg_signal_swap          a signal under a condition
#define WG_EACH_RMW(RMW, CAS)           \
  RMW(poll_exchange, exchange, poll)    \
  CAS(poll_swap, poll)                  \
  RMW(take_all, add, take)              \
  RMW(signal_add, add, arrive)          \
  RMW(signal_sub, sub, arrive)          \
  RMW(signal_add_returned, add, signal) \
  RMW(signal_fetch_add, add, both)      \
  RMW(signal_exchange, exchange, both)  \
  CAS(signal_swap, signal)

// A device model has functions of these names, which call the device's.
#ifdef WG_MODEL
#define WG_NAME(name) wg_device_##name
#else
#define WG_NAME(name) wg_##name
#endif
#define WG_RMW(name, op, order)                                         \
  static inline uint WG_NAME(name)(wg_ctx * c, uint word, uint value) { \
    WG_RMW_##order(op)                                                  \
  }
#define WG_CAS(name, order)                                              \
  static inline uint WG_NAME(name)(wg_ctx * c, uint word, uint expected, \
                                   uint value) {                         \
    WG_CAS_##order                                                       \
  }
WG_EACH_RMW(WG_RMW, WG_CAS)

#define wg_take(c, word) wg_take_all(c, word, 1u)

// --- the fence between payload and word ------------------------------------

// Acquires and releases at device scope, or as near to it as OpenCL 1.2 comes.
static inline void wg_device_fence(void) {
#ifdef WG_C11
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel,
                         memory_scope_device);
#else
  write_mem_fence(CLK_GLOBAL_MEM_FENCE);
  read_mem_fence(CLK_GLOBAL_MEM_FENCE);
#endif
}

// Between the payload's last store and the signal.
static inline void wg_fence_before_signal(void) {
#if WG_FENCE_BEFORE == WG_FENCE_MEM
  mem_fence(CLK_GLOBAL_MEM_FENCE);
#elif WG_FENCE_BEFORE == WG_FENCE_RW_MEM
  write_mem_fence(CLK_GLOBAL_MEM_FENCE);
#elif WG_FENCE_BEFORE == WG_FENCE_DEVICE
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel, WG_SCOPE);
#endif
}

// Between the wait on `word` and the payload's first load.
static inline void wg_fence_after_wait(wg_ctx* c, uint word) {
#if WG_FENCE_AFTER == WG_FENCE_MEM
  mem_fence(CLK_GLOBAL_MEM_FENCE);
#elif WG_FENCE_AFTER == WG_FENCE_RW_MEM
  read_mem_fence(CLK_GLOBAL_MEM_FENCE);
#elif WG_FENCE_AFTER == WG_FENCE_DEVICE
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel, WG_SCOPE);
#elif WG_FENCE_AFTER == WG_FENCE_NATIVE
  uint seen;
  asm volatile("ld" WG_PTX_ACQUIRE WG_PTX_SCOPE ".global.u32 %0, [%1];"
               : "=r"(seen)
               : "l"(c->words + word)
               : "memory");
#endif
}

// Between two accesses of an algorithm of loads and stores, above all between a
// store and the load of another group's word that follows it, which neither
// release nor acquire keep in order. With the device fence it is one of order
// seq_cst; without it the order is that of seq_cst polls and signals, or none.
static inline void wg_fence_seq_cst(wg_ctx* c) {
#if WG_FENCE == WG_FENCE_MEM
  mem_fence(CLK_GLOBAL_MEM_FENCE);
#elif WG_FENCE == WG_FENCE_RW_MEM
  write_mem_fence(CLK_GLOBAL_MEM_FENCE);
  read_mem_fence(CLK_GLOBAL_MEM_FENCE);
#elif WG_FENCE == WG_FENCE_DEVICE
  // Not in programs of others: a device need not know the order.
#ifdef WG_ORDERS_STORES
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_seq_cst, WG_SCOPE);
#endif
#elif WG_FENCE == WG_FENCE_NATIVE
  asm volatile("fence.sc" WG_PTX_SCOPE ";" : : : "memory");
#endif
  (void)c;  // a device model's needs it
}

// --- the payload -------------------------------------------------------------

// In a program without OpenCL C 2.0 the atomic payload is an exchange and an
// or with 0: still a load and a store apart, so that a broken lock shows.
static inline uint wg_payload_load(wg_ctx* c, uint i) {
#if WG_PAYLOAD == WG_PAYLOAD_PLAIN
  return c->payload[i];
#elif WG_PAYLOAD == WG_PAYLOAD_VOLATILE
  return *(volatile __global uint*)(c->payload + i);
#elif defined(WG_C11)
  return atomic_load_explicit((volatile __global atomic_uint*)(c->payload + i),
                              memory_order_relaxed, WG_SCOPE);
#else
  return atomic_or((volatile __global uint*)(c->payload + i), 0u);
#endif
}

static inline void wg_payload_store(wg_ctx* c, uint i, uint value) {
#if WG_PAYLOAD == WG_PAYLOAD_PLAIN
  c->payload[i] = value;
#elif WG_PAYLOAD == WG_PAYLOAD_VOLATILE
  *(volatile __global uint*)(c->payload + i) = value;
#elif defined(WG_C11)
  atomic_store_explicit((volatile __global atomic_uint*)(c->payload + i), value,
                        memory_order_relaxed, WG_SCOPE);
#else
  atomic_xchg((volatile __global uint*)(c->payload + i), value);
#endif
#if WG_FENCE_BEFORE == WG_FENCE_READBACK
  (void)*(volatile __global uint*)(c->payload + i);
#endif
}

// Four words at once, from `i` on, a multiple of 4. OpenCL has no atomic
// vector: the atomic payload is four accesses.
static inline uint4 wg_payload_load4(wg_ctx* c, uint i) {
#if WG_PAYLOAD == WG_PAYLOAD_PLAIN
  return *(__global uint4*)(c->payload + i);
#elif WG_PAYLOAD == WG_PAYLOAD_VOLATILE
  return *(volatile __global uint4*)(c->payload + i);
#else
  return (uint4)(wg_payload_load(c, i), wg_payload_load(c, i + 1u),
                 wg_payload_load(c, i + 2u), wg_payload_load(c, i + 3u));
#endif
}

static inline void wg_payload_store4(wg_ctx* c, uint i, uint4 value) {
#if WG_PAYLOAD == WG_PAYLOAD_PLAIN
  *(__global uint4*)(c->payload + i) = value;
#elif WG_PAYLOAD == WG_PAYLOAD_VOLATILE
  *(volatile __global uint4*)(c->payload + i) = value;
#else
  wg_payload_store(c, i, value.x);
  wg_payload_store(c, i + 1u, value.y);
  wg_payload_store(c, i + 2u, value.z);
  wg_payload_store(c, i + 3u, value.w);
#endif
#if WG_FENCE_BEFORE == WG_FENCE_READBACK && WG_PAYLOAD != WG_PAYLOAD_ATOMIC
  (void)*(volatile __global uint4*)(c->payload + i);
#endif
}

// What memory holds, past every cache: the second look at a wrong value.
static inline uint wg_payload_again(wg_ctx* c, uint i) {
  return atomic_or((volatile __global uint*)(c->payload + i), 0u);
}
