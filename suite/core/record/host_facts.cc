#include "suite/core/record/host_facts.h"

#include "suite/core/base/field_visitor.h"

namespace wgsync {

void HostFacts::Fields(FieldVisitor& v) {
  v.Field("tries", &tries);
  v.Field("wrong", &wrong);
  v.Added("fault", &fault);
  v.Added("fault_text", &fault_text);
  v.Field("control_tries", &control_tries);
  v.Field("control_wrong", &control_wrong);
  v.Added("control_text", &control_text);
  v.Added("words", &words);
  v.Added("failed", &failed);
  v.Added("refused", &refused);
  v.Added("short", &resources_short);
  v.Added("set_up", &set_up);
}

void HostReport::Fields(FieldVisitor& v) {
  v.Rare("call", &call, {});
  v.Rare("what", &what, {});
  facts.Fields(v);
}

}  // namespace wgsync
