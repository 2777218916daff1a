// The host checks of the default tier: all of them.

#include "suite/core/catalog/catalog.h"
#include "suite/core/plan/case.h"
#include "suite/core/plan/tiers.h"

namespace wgsync {

void AddHostDefault(CaseList* list) {
  for (const HostCheck& check : HostChecks()) {
    for (const HostCase& c : HostCasesOf(check)) list->Add(c, check.says);
  }
}

}  // namespace wgsync
