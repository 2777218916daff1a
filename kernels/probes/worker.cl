// What a worker runs for itself: the snapshot channel's self-test, calibration
// and the canary.
//
// Memory ordering: read-modify-writes and volatile reads of single words.
// Progress: every kernel is bounded and waits for no group.

#define WG_LINE 32u

// Sixteen looks at a word, so that a driver that cuts loops short after 65,536
// iterations still looks a million times.
#define WG_LOOK(word) (*(volatile __global uint*)(word))
#define WG_LOOK4(word) \
  (WG_LOOK(word) | WG_LOOK(word) | WG_LOOK(word) | WG_LOOK(word))
#define WG_LOOK16(word) \
  (WG_LOOK4(word) | WG_LOOK4(word) | WG_LOOK4(word) | WG_LOOK4(word))

// Stores word 0, then spins until word WG_LINE is `opened`, for at most
// 16 * budget * budget looks; then stores word 2 * WG_LINE. A host that sees
// word 0 and not yet word 2 * WG_LINE sees memory live.
__kernel void wgsync_selftest(__global uint* words, uint opened, uint budget) {
  if (get_global_id(0) != 0) return;
  atomic_xchg((volatile __global uint*)words, 1u);
  uint open = 0u;
  for (uint o = 0u; o < budget && !open; ++o) {
    for (uint i = 0u; i < budget && !open; ++i) {
      open = WG_LOOK16(words + WG_LINE) == opened;
    }
  }
  atomic_xchg((volatile __global uint*)(words + 2u * WG_LINE), 1u);
}

// budget * budget accesses of one kind: 0 volatile loads, 1 atomic or, 2 atomic
// add (a delay's step). Word WG_LINE counts those made, word 2 * WG_LINE keeps
// the loads.
__kernel void wgsync_accesses(__global uint* words, uint kind, uint budget) {
  if (get_global_id(0) != 0) return;
  volatile __global uint* word = words;
  uint sum = 0u, made = 0u;
  for (uint o = 0u; o < budget; ++o) {
    for (uint i = 0u; i < budget; ++i) {
      if (kind == 0u) {
        sum += *word;
      } else if (kind == 1u) {
        sum += atomic_or(word, 0u);
      } else {
        sum += atomic_add(word, 1u);
      }
      ++made;
    }
  }
  words[WG_LINE] = made;
  words[2u * WG_LINE] = sum;
}

// The canary: every work-item adds its number, so that the host knows the sum.
__kernel void wgsync_canary(__global uint* words, uint kind, uint budget) {
  atomic_add((volatile __global uint*)words, (uint)get_global_id(0) + 1u);
}

// First contact: spins until the process is killed. Bounded all the same.
__kernel void wgsync_spin(__global uint* words, uint opened, uint budget) {
  atomic_xchg((volatile __global uint*)words, 1u);
  uint open = 0u;
  for (uint o = 0u; o < budget && !open; ++o) {
    for (uint i = 0u; i < budget && !open; ++i) {
      open = WG_LOOK16(words + WG_LINE) == opened;
    }
  }
}

// Never launched: a number that the host chooses anew makes the program one
// that no compiler cache has.
#ifndef WG_FRESH
#define WG_FRESH 0u
#endif
__kernel void wgsync_fresh(__global uint* words) { words[0] = WG_FRESH; }
