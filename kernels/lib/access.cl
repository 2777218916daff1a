// How a case reads and writes words that other work-groups see.
//
// The only place that knows about access. WG_POLL, WG_SIGNAL, WG_FENCE,
// WG_PAYLOAD, WG_BOARD and WG_WAITS come as build options; their numbers are
// those of suite/core/plan/case.h and suite/core/launch/launch_spec.h.
//
// Memory ordering: what each word stands for is said beside it; ordering
// between payload and word is the fence's alone, unless poll or signal carry
// acquire, release or seq_cst.
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
  uint owed;  // a wait of which wg_look_back() has not yet said how it ended
  uint owed_role;
  uint owed_round;
  uint owed_word;
  uint owed_kind;
  uint owed_goal;
  uint carry;     // a value that a work-item takes from one step to the next
  uint place;     // of a queue: whose node or slot it has taken over
  uint elements;  // of a reduction; the payload begins with them
#ifdef WG_CAPACITY
  uint permits;  // of a semaphore: how many the group takes at once
#endif
  // WG_LOCAL_WORDS words of the group, where there are any.
  __local uint* shared;
#ifdef WG_MODEL
  // Of a device model, kernels/models/: what the host chose, and the group's.
  uint model_kind;
  uint model_number;
  uint model_count;
  volatile __local ulong* model_lines;
  volatile __local uint* model_state;
#endif
} wg_ctx;

// --- the word that groups wait for -----------------------------------------

#if WG_POLL >= WG_POLL_RELAXED
#if WG_POLL == WG_POLL_RELAXED
#define WG_POLL_ORDER memory_order_relaxed
#elif WG_POLL == WG_POLL_ACQUIRE
#define WG_POLL_ORDER memory_order_acquire
#else
#define WG_POLL_ORDER memory_order_seq_cst
#endif
#endif

#if WG_SIGNAL >= WG_SIGNAL_RELAXED
#if WG_SIGNAL == WG_SIGNAL_RELAXED
#define WG_SIGNAL_ORDER memory_order_relaxed
#elif WG_SIGNAL == WG_SIGNAL_RELEASE
#define WG_SIGNAL_ORDER memory_order_release
#else
#define WG_SIGNAL_ORDER memory_order_seq_cst
#endif
#endif

// Of a step that looks and signals at once: what poll and signal together say.
#if WG_POLL == WG_POLL_SEQ_CST && WG_SIGNAL == WG_SIGNAL_SEQ_CST
#define WG_BOTH_ORDER memory_order_seq_cst
#elif WG_POLL >= WG_POLL_ACQUIRE && WG_SIGNAL >= WG_SIGNAL_RELEASE
#define WG_BOTH_ORDER memory_order_acq_rel
#elif WG_POLL >= WG_POLL_ACQUIRE
#define WG_BOTH_ORDER memory_order_acquire
#elif WG_SIGNAL >= WG_SIGNAL_RELEASE
#define WG_BOTH_ORDER memory_order_release
#elif WG_POLL >= WG_POLL_RELAXED
#define WG_BOTH_ORDER memory_order_relaxed
#elif WG_SIGNAL >= WG_SIGNAL_RELAXED
#define WG_BOTH_ORDER memory_order_relaxed
#endif

static inline uint wg_poll(wg_ctx* c, uint word) {
#if WG_POLL == WG_POLL_PLAIN
  return c->words[word];
#elif WG_POLL == WG_POLL_REISSUED
  return c->words[word + (c->polls++ & c->mask)];
#elif WG_POLL == WG_POLL_VOLATILE
  return *(volatile __global uint*)(c->words + word);
#elif WG_POLL == WG_POLL_RMW
  return atomic_or((volatile __global uint*)(c->words + word), 0u);
#elif WG_FENCE == WG_FENCE_NATIVE && WG_POLL == WG_POLL_ACQUIRE
  uint seen;
  asm volatile("ld.acquire.gpu.global.u32 %0, [%1];"
               : "=r"(seen)
               : "l"(c->words + word)
               : "memory");
  return seen;
#else
  return atomic_load_explicit((volatile __global atomic_uint*)(c->words + word),
                              WG_POLL_ORDER, memory_scope_device);
#endif
}

// A poll that takes what it finds: the form of a lock by exchange.
static inline uint wg_poll_exchange(wg_ctx* c, uint word, uint value) {
#if WG_POLL >= WG_POLL_RELAXED
  return atomic_exchange_explicit(
      (volatile __global atomic_uint*)(c->words + word), value, WG_POLL_ORDER,
      memory_scope_device);
#else
  return atomic_xchg((volatile __global uint*)(c->words + word), value);
#endif
}

// Stores `value` if the word holds `expected`; returns what it held. Always one
// atomic step, which acquires as the poll does: the form of a lock by
// compare-and-swap. Where the word held something else nothing is stored.
static inline uint wg_poll_swap(wg_ctx* c, uint word, uint expected,
                                uint value) {
#if WG_FENCE == WG_FENCE_NATIVE
  uint seen;
  asm volatile("atom.acquire.gpu.global.cas.b32 %0, [%1], %2, %3;"
               : "=r"(seen)
               : "l"(c->words + word), "r"(expected), "r"(value)
               : "memory");
  return seen;
#elif WG_POLL >= WG_POLL_RELAXED
  atomic_compare_exchange_strong_explicit(
      (volatile __global atomic_uint*)(c->words + word), &expected, value,
      WG_POLL_ORDER, WG_POLL_ORDER, memory_scope_device);
  return expected;
#else
  return atomic_cmpxchg((volatile __global uint*)(c->words + word), expected,
                        value);
#endif
}

// Takes a number; orders nothing.
static inline uint wg_take(wg_ctx* c, uint word) {
#ifdef WG_C11
  return atomic_fetch_add_explicit(
      (volatile __global atomic_uint*)(c->words + word), 1u,
      memory_order_relaxed, memory_scope_device);
#else
  return atomic_add((volatile __global uint*)(c->words + word), 1u);
#endif
}

static inline void wg_signal_store(wg_ctx* c, uint word, uint value) {
#if WG_FENCE == WG_FENCE_NATIVE
  asm volatile("st.release.gpu.global.u32 [%0], %1;"
               :
               : "l"(c->words + word), "r"(value)
               : "memory");
#elif WG_SIGNAL == WG_SIGNAL_PLAIN
  c->words[word] = value;
#elif WG_SIGNAL == WG_SIGNAL_VOLATILE
  *(volatile __global uint*)(c->words + word) = value;
#elif WG_SIGNAL == WG_SIGNAL_RMW
  atomic_xchg((volatile __global uint*)(c->words + word), value);
#else
  atomic_store_explicit((volatile __global atomic_uint*)(c->words + word),
                        value, WG_SIGNAL_ORDER, memory_scope_device);
#endif
}

// An arrival at a counter: always one atomic step.
static inline void wg_signal_add(wg_ctx* c, uint word, uint value) {
#if WG_FENCE == WG_FENCE_NATIVE
  asm volatile("red.release.gpu.global.add.u32 [%0], %1;"
               :
               : "l"(c->words + word), "r"(value)
               : "memory");
#elif WG_SIGNAL >= WG_SIGNAL_RELAXED
  atomic_fetch_add_explicit((volatile __global atomic_uint*)(c->words + word),
                            value, WG_SIGNAL_ORDER, memory_scope_device);
#else
  atomic_add((volatile __global uint*)(c->words + word), value);
#endif
}

// The same downwards: what users' code has as atomic_sub or atomic_dec.
static inline void wg_signal_sub(wg_ctx* c, uint word, uint value) {
#if WG_FENCE == WG_FENCE_NATIVE
  asm volatile("red.release.gpu.global.add.u32 [%0], %1;"
               :
               : "l"(c->words + word), "r"(0u - value)
               : "memory");
#elif WG_SIGNAL >= WG_SIGNAL_RELAXED
  atomic_fetch_sub_explicit((volatile __global atomic_uint*)(c->words + word),
                            value, WG_SIGNAL_ORDER, memory_scope_device);
#else
  atomic_sub((volatile __global uint*)(c->words + word), value);
#endif
}

// wg_signal_add() that comes back with what the counter held, and orders no
// more than that does: for who waits for its return.
static inline uint wg_signal_add_returned(wg_ctx* c, uint word, uint value) {
#if WG_FENCE == WG_FENCE_NATIVE
  uint held;
  asm volatile("atom.release.gpu.global.add.u32 %0, [%1], %2;"
               : "=r"(held)
               : "l"(c->words + word), "r"(value)
               : "memory");
  return held;
#elif WG_SIGNAL >= WG_SIGNAL_RELAXED
  return atomic_fetch_add_explicit(
      (volatile __global atomic_uint*)(c->words + word), value, WG_SIGNAL_ORDER,
      memory_scope_device);
#else
  return atomic_add((volatile __global uint*)(c->words + word), value);
#endif
}

// An arrival that is a look as well: what the counter held before it, and all
// that those who arrived before have released. Releases as the signal does and
// acquires as the poll does.
static inline uint wg_signal_fetch_add(wg_ctx* c, uint word, uint value) {
#if WG_FENCE == WG_FENCE_NATIVE
  uint held;
  asm volatile("atom.acq_rel.gpu.global.add.u32 %0, [%1], %2;"
               : "=r"(held)
               : "l"(c->words + word), "r"(value)
               : "memory");
  return held;
#elif defined(WG_BOTH_ORDER)
  return atomic_fetch_add_explicit(
      (volatile __global atomic_uint*)(c->words + word), value, WG_BOTH_ORDER,
      memory_scope_device);
#else
  return atomic_add((volatile __global uint*)(c->words + word), value);
#endif
}

// Signals and looks at once: stores `value` and returns what the word held, in
// one atomic step that releases as the signal does and acquires as the poll
// does. The form in which one enters a queue at its tail.
static inline uint wg_signal_exchange(wg_ctx* c, uint word, uint value) {
#if WG_FENCE == WG_FENCE_NATIVE
  uint seen;
  asm volatile("atom.acq_rel.gpu.global.exch.b32 %0, [%1], %2;"
               : "=r"(seen)
               : "l"(c->words + word), "r"(value)
               : "memory");
  return seen;
#elif defined(WG_BOTH_ORDER)
  return atomic_exchange_explicit(
      (volatile __global atomic_uint*)(c->words + word), value, WG_BOTH_ORDER,
      memory_scope_device);
#else
  return atomic_xchg((volatile __global uint*)(c->words + word), value);
#endif
}

// A signal under a condition: stores `value` if the word holds `expected`, and
// returns what it held. Always one atomic step; where it stores it releases as
// the signal does, where not it orders nothing.
static inline uint wg_signal_swap(wg_ctx* c, uint word, uint expected,
                                  uint value) {
#if WG_FENCE == WG_FENCE_NATIVE
  uint seen;
  asm volatile("atom.release.gpu.global.cas.b32 %0, [%1], %2, %3;"
               : "=r"(seen)
               : "l"(c->words + word), "r"(expected), "r"(value)
               : "memory");
  return seen;
#elif WG_SIGNAL >= WG_SIGNAL_RELAXED
  atomic_compare_exchange_strong_explicit(
      (volatile __global atomic_uint*)(c->words + word), &expected, value,
      WG_SIGNAL_ORDER, memory_order_relaxed, memory_scope_device);
  return expected;
#else
  return atomic_cmpxchg((volatile __global uint*)(c->words + word), expected,
                        value);
#endif
}

// --- the fence between payload and word ------------------------------------

// Acquires and releases at device scope; of OpenCL 1.2 the two that come
// nearest.
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
#if WG_FENCE == WG_FENCE_MEM
  mem_fence(CLK_GLOBAL_MEM_FENCE);
#elif WG_FENCE == WG_FENCE_RW_MEM
  write_mem_fence(CLK_GLOBAL_MEM_FENCE);
#elif WG_FENCE == WG_FENCE_DEVICE
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel,
                         memory_scope_device);
#endif
}

// Between the wait on `word` and the payload's first load.
static inline void wg_fence_after_wait(wg_ctx* c, uint word) {
#if WG_FENCE == WG_FENCE_MEM
  mem_fence(CLK_GLOBAL_MEM_FENCE);
#elif WG_FENCE == WG_FENCE_RW_MEM
  read_mem_fence(CLK_GLOBAL_MEM_FENCE);
#elif WG_FENCE == WG_FENCE_DEVICE
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel,
                         memory_scope_device);
#elif WG_FENCE == WG_FENCE_NATIVE
  uint seen;
  asm volatile("ld.acquire.gpu.global.u32 %0, [%1];"
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
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_seq_cst,
                         memory_scope_device);
#endif
#elif WG_FENCE == WG_FENCE_NATIVE
  asm volatile("fence.sc.gpu;" : : : "memory");
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
                              memory_order_relaxed, memory_scope_device);
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
                        memory_order_relaxed, memory_scope_device);
#else
  atomic_xchg((volatile __global uint*)(c->payload + i), value);
#endif
#if WG_FENCE == WG_FENCE_READBACK
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
#if WG_FENCE == WG_FENCE_READBACK && WG_PAYLOAD != WG_PAYLOAD_ATOMIC
  (void)*(volatile __global uint4*)(c->payload + i);
#endif
}

// What memory holds, past every cache: the second look at a wrong value.
static inline uint wg_payload_again(wg_ctx* c, uint i) {
  return atomic_or((volatile __global uint*)(c->payload + i), 0u);
}
