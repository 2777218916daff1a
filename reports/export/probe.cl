// What a probe launches: one kernel, whose mode says what it does. Each loop
// that waits is bounded. wg_words is cleared before each launch.

#if !WG_FENCES && ((defined(__opencl_c_atomic_order_acq_rel) && \
                    defined(__opencl_c_atomic_scope_device)) || \
                   __OPENCL_C_VERSION__ == 200)
#define WG_FORM 1u
#define WG_AT(i) ((volatile __global atomic_uint*)(w + (i)))
#define WG_FENCE()
#define WG_ADD(i, v)                                           \
  atomic_fetch_add_explicit(WG_AT(i), v, memory_order_acq_rel, \
                            memory_scope_device)
#define WG_SWAP(i, v)                                         \
  atomic_exchange_explicit(WG_AT(i), v, memory_order_acquire, \
                           memory_scope_device)
#define WG_SIGNAL(i, v) \
  atomic_store_explicit(WG_AT(i), v, memory_order_release, memory_scope_device)
#define WG_POLL(i) \
  atomic_load_explicit(WG_AT(i), memory_order_acquire, memory_scope_device)
#else
#define WG_FORM 2u
#define WG_FENCE()                                                   \
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel, \
                         memory_scope_device)
#define WG_ADD(i, v) atomic_add(w + (i), v)
#define WG_SWAP(i, v) atomic_xchg(w + (i), v)
#define WG_SIGNAL(i, v) atomic_xchg(w + (i), v)
#define WG_POLL(i) atomic_or(w + (i), 0u)
#endif

enum {
  WG_ARRIVED = 0,
  WG_CLOSED = 32,
  WG_SHARED = 64,
  WG_WRONG = 96,
  WG_GAVE_UP = 128,
  WG_INFO = 160,
  WG_FLAGS = 192
};
#define WG_SHUT 0x80000000u

// True once the word has come to `target`; false if this wait or another one
// has given up.
bool wg_wait(volatile __global uint* w, uint word, uint target, uint budget) {
  for (uint k = 0u; k < budget; ++k) {
    if ((int)(WG_POLL(word) - target) >= 0) {
      WG_FENCE();
      return true;
    }
    if (k % 1024u == 1023u && WG_POLL(WG_GAVE_UP) != 0u) return false;
  }
  WG_ADD(WG_GAVE_UP, 1u);
  return false;
}

// How many groups are resident at the same time: those that came before the
// first one saw no more of them come, and shut the door.
void wg_discover(volatile __global uint* w, uint budget) {
  const uint ticket = WG_ADD(WG_ARRIVED, 1u);
  if (ticket == 0u) {
    uint seen = 1u, quiet = 0u;
    for (uint k = 0u; k < budget && quiet < budget / 32u; ++k) {
      const uint now = WG_POLL(WG_ARRIVED);
      quiet = now == seen ? quiet + 1u : 0u;
      seen = now;
    }
    WG_SIGNAL(WG_CLOSED, WG_ADD(WG_ARRIVED, WG_SHUT));
  } else if (ticket < WG_SHUT) {
    wg_wait(w, WG_CLOSED, 1u, budget);
  }
}

// Whether a loop of `turns` turns makes them all.
void wg_loop(volatile __global uint* w, volatile __local uint* local_word,
             uint turns) {
  uint made = 0u;
  *local_word = turns;
  while (made < *local_word) ++made;
  w[WG_INFO] = WG_FORM;
  w[WG_INFO + 1] = made;
}

// A moment, in which another group may come between.
void wg_pause(volatile __local uint* local_word, uint turns) {
  for (uint k = 0u; k < turns; ++k) *local_word = k;
}

// The groups meet twice a round, and between that read what another one stored:
// always the same one, whose old values a cache may keep.
void wg_barrier(volatile __global uint* w, __global uint* data,
                __local uint* go, uint waits, uint rounds, uint budget) {
  const uint n = get_num_groups(0), g = get_group_id(0), l = get_local_id(0),
             size = get_local_size(0);
  for (uint r = 0u; r < rounds; ++r) {
    data[g * size + l] = r * n + g + 1u;
    for (uint meet = 0u; meet < 2u; ++meet) {
      barrier(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE);
      if (l == 0u) {
        WG_FENCE();
        WG_ADD(WG_SHARED, 1u);
        *go = waits == 0u ||
                      wg_wait(w, WG_SHARED, (2u * r + meet + 1u) * n, budget)
                  ? 1u
                  : 0u;
      }
      barrier(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE);
      if (*go == 0u) return;
      const uint from = (g + 1u) % n;
      const uint found = meet == 0u ? data[from * size + (size - 1u - l)] : 0u;
      if (meet == 0u && found != r * n + from + 1u) WG_ADD(WG_WRONG, 1u);
    }
  }
}

// A plain counter that a lock guards.
void wg_lock(volatile __global uint* w, __global uint* data,
             volatile __local uint* local_word, uint waits, uint rounds,
             uint budget) {
  if (get_local_id(0) != 0u) return;
  for (uint r = 0u; r < rounds; ++r) {
    bool got = waits == 0u;
    for (uint k = 0u; !got && k < budget; ++k) {
      got = WG_SWAP(WG_SHARED, 1u) == 0u;
      if (!got && k % 1024u == 1023u && WG_POLL(WG_GAVE_UP) != 0u) return;
      if (!got) wg_pause(local_word, min(k, 63u) * 32u);
    }
    if (!got) {
      WG_ADD(WG_GAVE_UP, 1u);
      return;
    }
    WG_FENCE();
    const uint before = data[0];
    wg_pause(local_word, 8u);
    data[0] = before + 1u;
    WG_FENCE();
    if (waits != 0u) WG_SIGNAL(WG_SHARED, 0u);
  }
}

// Decoupled look-back in the order of tickets: flag 1 is "my sum is there", 2
// "the sum up to me".
void wg_look_back(volatile __global uint* w, __global uint* data,
                  volatile __local uint* local_word, uint waits, uint late,
                  uint budget) {
  if (get_local_id(0) != 0u) return;
  const uint n = get_num_groups(0), t = WG_ADD(WG_SHARED, 1u);
  wg_pause(local_word, t % 4u * late);
  data[t] = t + 1u;
  WG_FENCE();
  WG_SIGNAL(WG_FLAGS + t, 1u);
  uint sum = t + 1u;
  for (uint j = t; j-- > 0u;) {
    if (waits != 0u && !wg_wait(w, WG_FLAGS + j, 1u, budget)) return;
    const uint flag = WG_POLL(WG_FLAGS + j);
    WG_FENCE();
    sum += flag == 2u ? data[n + j] : data[j];
    if (flag == 2u) break;
  }
  data[n + t] = sum;
  WG_FENCE();
  WG_SIGNAL(WG_FLAGS + t, 2u);
  if (sum != (t + 1u) * (t + 2u) / 2u) WG_ADD(WG_WRONG, 1u);
}

__kernel void wgsync_probe(volatile __global uint* w, __global uint* data,
                           uint mode, uint waits, uint rounds, uint budget) {
  __local uint local_word;
  if (mode == 0u && get_local_id(0) == 0u) wg_loop(w, &local_word, rounds);
  if (mode == 1u && get_local_id(0) == 0u) wg_discover(w, budget);
  if (mode == 2u) wg_barrier(w, data, &local_word, waits, rounds, budget);
  if (mode == 3u) wg_lock(w, data, &local_word, waits, rounds, budget);
  if (mode == 4u) wg_look_back(w, data, &local_word, waits, rounds, budget);
}
