// Which groups are on the device, and in which order they come: so many slots
// as the model's number; a group enters at the kernel's first line by a ticket
// and hands its slot on when it ends, and not before: occupancy-bound
// execution without fairness. Its number is the one that its ticket stands for,
// not the device's. One kind lets the highest group in when all others have
// ended.
//
// Memory ordering: tickets and slots are read-modify-writes and order nothing
// else.
// Progress: a group that waits for a slot waits for groups that have one. The
// device must hold as many groups at once as there are slots.

#define WG_SCHEDULER_STARVES 1u  // the kind; 0 does not

#define WG_MODEL_ENTER(c)                      \
  __local uint wg_scheduler_number[1];         \
  wg_scheduler_enter(&c, wg_scheduler_number); \
  barrier(CLK_LOCAL_MEM_FENCE);                \
  c.g = wg_scheduler_number[0];                \
  c.owed_role = c.g;

#define WG_MODEL_LEAVE(c) wg_scheduler_leave(&c);

static inline void wg_scheduler_enter(wg_ctx* c,
                                      volatile __local uint* number) {
  if (c->lid == 0u) {
    __global uint* m = wg_model_words(c);
    const uint slots = m[WG_MODEL_NUMBER];
    const uint ticket =
        atomic_inc((volatile __global uint*)(m + WG_MODEL_TICKETS)) -
        WG_PATTERN;
    const uint place = ticket % c->n;
    const bool last =
        m[WG_MODEL_KIND] == WG_SCHEDULER_STARVES && place == c->n - 1u;
    // Groups that must have ended before this one; kernels of before included.
    const uint before = last ? ticket : ticket - slots + 1u;
    volatile __global uint* ended = m + WG_MODEL_ENDED;
    while ((int)(atomic_or(ended, 0u) - WG_PATTERN - before) < 0) {
    }
    *number = (place * m[WG_MODEL_STEP] + m[WG_MODEL_FIRST]) % c->n;
  }
}

static inline void wg_scheduler_leave(wg_ctx* c) {
  if (c->lid == 0u) {
    atomic_inc((volatile __global uint*)(wg_model_words(c) + WG_MODEL_ENDED));
  }
}

WG_EACH_RMW(WG_PASSED_RMW, WG_PASSED_CAS)
