// A task is four words, each naming round and index; who has it checks them and
// counts that it was done. At the end each must have been done once. The
// offering group comes late in every round, so that the others surely wait; and
// they have read the words before, but where that would be a data race in a
// case that the specification guarantees.
//
// Source: the classical test of a queue: nothing lost, nothing twice.
// Memory ordering: the queue's alone. The count is an atomic.
// Progress: none needed.

#define WG_PLANES 4u

// Of a round: the tasks' words, then a count for each task.
static inline uint wg_tasks_at(wg_ctx* c, uint round) {
  return round * (WG_PLANES + 1u) * c->size;
}

static inline void wg_task_late(wg_ctx* c, uint round) {
  wg_delay(c, c->delay);
}

static inline void wg_makes_tasks(wg_ctx* c, uint round) {
  const uint bits = wg_bits(WG_PLANES * c->size);
  wg_before_stores(c, round);
  for (uint k = 0u; k < WG_PLANES; ++k) {
    const uint index = k * c->size + c->lid;
    wg_payload_store(c, wg_tasks_at(c, round) + index,
                     wg_value(round, index, bits));
  }
}

static inline void wg_warms_tasks(wg_ctx* c, uint round) {
#if WG_POLL >= WG_POLL_RELAXED && WG_SIGNAL >= WG_SIGNAL_RELAXED
  // Cold.
#else
  uint any = 0u;
  for (uint k = 0u; k < WG_PLANES; ++k) {
    any |= wg_payload_load(c, wg_tasks_at(c, round) + k * c->size + c->lid);
  }
  // Never so: neither the pattern nor a value is 0. It keeps the loads.
  if (any == 0u) wg_delay(c, 1u);
#endif
}

// `number` counts through all rounds of the same owner: a fast group may find
// a task that is left of an earlier one.
static inline void wg_does_task(wg_ctx* c, uint now, uint number) {
  const uint bits = wg_bits(WG_PLANES * c->size);
  const uint round = number / c->size * c->n + now % c->n;
  const uint task = number % c->size;
  const uint region = wg_tasks_at(c, round);
  for (uint k = 0u; k < WG_PLANES; ++k) {
    const uint index = k * c->size + task;
    wg_check(c, wg_payload_load(c, region + index), round, index, bits,
             region + index);
  }
  atomic_inc((volatile __global uint*)(c->payload + region +
                                       WG_PLANES * c->size + task));
}
