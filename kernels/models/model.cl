// What every device model begins with. A model's file stands after
// lib/access.cl, takes the place of some of its functions, and defines the
// hooks that it needs:
//   WG_MODEL_ENTER(c)   first in every kernel, met by all work-items
//   WG_MODEL_LEAVE(c)   last in every kernel; no work-group barrier in it
//   WG_MODEL_LOSE(c)    for work-items that leave the kernel before its end
//   WG_MODEL_LOOK(c, word)        a look before or after a wait
//   WG_MODEL_UNTIL(c, condition)  the loop of a wait
//   WG_MODEL_DEVICE_FENCE(c)      the fences that refresh caches
// It also defines the read-modify-writes of WG_EACH_RMW, by a function wg_NAME
// around each wg_device_NAME: its own, or WG_PASSED_RMW and WG_PASSED_CAS.
// What the suite watches with (board, report, delays, second looks) is not
// modelled.
//
// Memory ordering: none of its own.
// Progress: nothing here waits.

// Behind what the launch itself has in the scratch, in words: the kind and the
// number that the host chose, then lines for a model's own. The host's twin is
// FillModel() in suite/core/launch/layout.cc.
#define WG_MODEL_KIND 0u
#define WG_MODEL_NUMBER 1u
#define WG_MODEL_STEP 2u
#define WG_MODEL_FIRST 3u
#define WG_MODEL_TICKETS WG_LINE
#define WG_MODEL_ENDED (2u * WG_LINE)
#define WG_MODEL_WORDS (4u * WG_LINE)

static inline __global uint* wg_model_words(wg_ctx* c) {
  return c->scratch + WG_LINE * max(c->n, 2u) + c->n * c->size;
}

static inline void wg_model_begin(wg_ctx* c) {
  c->model_kind = wg_model_words(c)[WG_MODEL_KIND];
  c->model_number = wg_model_words(c)[WG_MODEL_NUMBER];
  c->model_count = 0u;
}

// A vector is four accesses of the model's.
#define wg_payload_load4(c, i)                                   \
  (uint4)(wg_payload_load(c, (i)), wg_payload_load(c, (i) + 1u), \
          wg_payload_load(c, (i) + 2u), wg_payload_load(c, (i) + 3u))
#define wg_payload_store4(c, i, value)      \
  {                                         \
    const uint i_ = (i);                    \
    const uint4 value_ = (value);           \
    wg_payload_store(c, i_, value_.x);      \
    wg_payload_store(c, i_ + 1u, value_.y); \
    wg_payload_store(c, i_ + 2u, value_.z); \
    wg_payload_store(c, i_ + 3u, value_.w); \
  }

// The device's own read-modify-writes.
#define WG_PASSED_RMW(name, op, order)                             \
  static inline uint wg_##name(wg_ctx* c, uint word, uint value) { \
    return wg_device_##name(c, word, value);                       \
  }
#define WG_PASSED_CAS(name, order)                                  \
  static inline uint wg_##name(wg_ctx* c, uint word, uint expected, \
                               uint value) {                        \
    return wg_device_##name(c, word, expected, value);              \
  }
