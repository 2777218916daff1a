// A compiler that takes volatile polls out of their loops: the first one is
// all that a wait ever sees. The language forbids it.
//
// Memory ordering: as without the model.
// Progress: a wait whose first poll is not met never ends.

#define WG_MODEL_ENTER(c) wg_model_begin(&c);

#if WG_POLL == WG_POLL_VOLATILE
#if WG_WAITS == WG_WAITS_UNBOUNDED
// The model's kind, which is 0 and stays it.
#define WG_MODEL_UNTIL(c, condition)                                       \
  if (!(condition)) {                                                      \
    volatile __global uint* for_ever_ = wg_model_words(c) + WG_MODEL_KIND; \
    while (*for_ever_ == 0u) {                                             \
    }                                                                      \
  }
#elif WG_WAITS == WG_WAITS_BOUNDED
#define WG_MODEL_UNTIL(c, condition)                                   \
  if (!(c)->gave_up) {                                                 \
    if (!(condition)) {                                                \
      volatile __global uint* mine_ = (c)->scratch + WG_LINE * (c)->g; \
      for (uint o_ = 0u; o_ < (c)->budget; ++o_) {                     \
        for (uint i_ = 0u; i_ < (c)->budget; ++i_) (void)*mine_;       \
      }                                                                \
      (c)->gave_up = 1u;                                               \
    }                                                                  \
  }
#endif
#endif

WG_EACH_RMW(WG_PASSED_RMW, WG_PASSED_CAS)
