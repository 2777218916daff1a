// Every loop of a wait ends after so many turns, silently, whatever it waits
// for; llvmpipe of Mesa 22.3 does so after 65,536.
//
// Memory ordering: as without the model.
// Progress: no wait is longer than that.

#define WG_MODEL_ENTER(c) wg_model_begin(&c);

#if WG_WAITS == WG_WAITS_REMOVED
#define WG_MODEL_UNTIL(c, condition) \
  {}
#else
#define WG_MODEL_UNTIL(c, condition)                   \
  {                                                    \
    uint met_ = 0u;                                    \
    for (uint i_ = 0u; i_ < (c)->model_number; ++i_) { \
      if (met_) break;                                 \
      met_ = (condition) ? 1u : 0u;                    \
    }                                                  \
  }
#endif

WG_EACH_RMW(WG_PASSED_RMW, WG_PASSED_CAS)
