// A driver that loses work-items: the first ones of each group leave each
// kernel before its last lines, after the last work-group barrier, and nothing
// tells the host. Rusticl 22.3 on llvmpipe loses the first eight of a lone
// group.
//
// Memory ordering: as without the model.
// Progress: as without the model.

#define WG_MODEL_ENTER(c) wg_model_begin(&c);

#define WG_MODEL_LOSE(c) \
  if (c.lid < c.model_number) return;

WG_EACH_RMW(WG_PASSED_RMW, WG_PASSED_CAS)
