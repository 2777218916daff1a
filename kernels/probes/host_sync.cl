// What the checks of host synchronization run: a command that takes its time
// and then stores, and one that reads what it stored.
//
// Memory ordering: plain stores and loads; between the two kernels there is
// nothing but what the host has asked for. A third one watches by atomics.
// Progress: every kernel is bounded and waits for nobody.

// 128 looks at a word that is 0, so that a driver that cuts loops short after
// 65,536 turns still takes milliseconds.
#define WG_LOOK(word) (*(volatile __global uint*)(word))
#define WG_LOOK4(word) \
  (WG_LOOK(word) + WG_LOOK(word) + WG_LOOK(word) + WG_LOOK(word))
#define WG_LOOK16(word) \
  (WG_LOOK4(word) + WG_LOOK4(word) + WG_LOOK4(word) + WG_LOOK4(word))
#define WG_LOOK64(word) \
  (WG_LOOK16(word) + WG_LOOK16(word) + WG_LOOK16(word) + WG_LOOK16(word))

// After `turns` turns stores `value` into each of `count` words. `zero` holds
// 0, which no compiler knows: the stores cannot come before the looks.
__kernel void wgsync_store_late(__global uint* words, __global uint* zero,
                                uint value, uint turns, uint count) {
  if (get_global_id(0) != 0) return;
  uint sum = 0u;
  for (uint t = 0u; t < turns; ++t) sum += WG_LOOK64(zero) + WG_LOOK64(zero);
  for (uint i = 0u; i < count; ++i) words[i] = value + sum;
}

// to[i] = from[i].
__kernel void wgsync_copy(__global uint* to, __global const uint* from) {
  to[get_global_id(0)] = from[get_global_id(0)];
}

// Looks at words[0] until it is `value`, 16 times a turn: to[0] is how often it
// looked, to[1] what it saw last.
__kernel void wgsync_watch(__global uint* words, __global uint* to, uint value,
                           uint turns) {
  if (get_global_id(0) != 0) return;
  volatile __global uint* word = words;
  uint looks = 1u;
  uint seen = atomic_or(word, 0u);
  for (uint t = 0u; t < turns && seen != value; ++t) {
    for (uint i = 0u; i < 16u && seen != value; ++i) {
      seen = atomic_or(word, 0u);
      ++looks;
    }
  }
  to[0] = looks;
  to[1] = seen;
}
