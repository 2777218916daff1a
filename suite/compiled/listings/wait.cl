// The program of the listings here: a group signals a payload, the others poll.
// POLL is volatile or nothing, FENCE a device fence or nothing, ITEM
// get_local_id(0) or 0. amdgcn: clang 21; intel: ocloc 26.27 with IGC 2.40; ptx
// (H200): NVIDIA 580.159.04. Without the parts that are not code.
static inline uint wg_poll(__global uint* w) { return *(POLL __global uint*)w; }
static inline void wg_signal_store(__global uint* w) {
  atomic_xchg((volatile __global uint*)w, 1u);
}
static inline uint wg_payload_load(__global uint* p) { return *p; }
static inline void wg_payload_store(__global uint* p, uint value) {
  *p = value;
}
__kernel void wgsync_case(__global uint* w, __global uint* p) {
  if (get_group_id(0) == 0) {
    wg_payload_store(p + ITEM, 7u);
    FENCE;
    wg_signal_store(w + 32);
  } else {
    while (wg_poll(w + 32) == 0u) {
    }
    FENCE;
    p[64u + get_local_id(0)] = wg_payload_load(p + ITEM);
  }
}
