// A slower device: each access to the payload costs so many atomic operations
// on the group's own line more. The suite measures its delays by launches
// without waits, so that all of a launch becomes longer.
//
// Memory ordering: as without the model; the atomics order nothing.
// Progress: nothing here waits.

#define WG_MODEL_ENTER(c) wg_model_begin(&c);

static inline void wg_slow_access(wg_ctx* c) {
  volatile __global uint* mine = c->scratch + WG_LINE * c->g;
  for (uint i = 0u; i < c->model_number; ++i) atomic_add(mine, 1u);
}

static inline uint wg_slow_payload_load(wg_ctx* c, uint i) {
  wg_slow_access(c);
  return wg_payload_load(c, i);
}
#define wg_payload_load wg_slow_payload_load

static inline void wg_slow_payload_store(wg_ctx* c, uint i, uint value) {
  wg_slow_access(c);
  wg_payload_store(c, i, value);
}
#define wg_payload_store wg_slow_payload_store

WG_EACH_RMW(WG_PASSED_RMW, WG_PASSED_CAS)
