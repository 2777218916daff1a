#include "suite/core/record/run_settings.h"

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "suite/core/base/field_visitor.h"

namespace wgsync {
namespace {

constexpr absl::string_view kIsolations[] = {"worker", "case"};

void VisitIsolation(FieldVisitor& v, bool* isolate_case) {
  size_t of = *isolate_case ? 1 : 0;
  if (v.Present("isolate", true)) v.Choice("isolate", kIsolations, &of);
  *isolate_case = of == 1;
}

void VisitBind(FieldVisitor& v, BindMask* bind) {
  std::vector<std::string> words = BindWords(*bind);
  v.Added("bind", &words);
  const absl::StatusOr<BindMask> mask = ParseBind(words);
  if (mask.ok()) {
    *bind = *mask;
  } else {
    v.Fail("bind", absl::StrCat("is unknown: ", mask.status().message()));
  }
}

}  // namespace

void RunSettings::Fields(FieldVisitor& v) {
  v.Added("tier", &tier);
  v.RareList("skips", &skips);
  VisitModel(v, &model);
  v.Rare("rounds", &rounds, 1u);
  v.Added("repeat", &repeat);
  v.Added("repeat_stochastic", &repeat_stochastic);
  v.Added("safe", &safe);
  v.Added("without_waits", &without_waits);
  VisitIsolation(v, &isolate_case);
  VisitBind(v, &bind);
  if (repeat == 0) v.Fail("repeat", "is 0: every case runs at least once");
  if (rounds == 0) v.Fail("rounds", "is 0: every launch has rounds");
}

}  // namespace wgsync
