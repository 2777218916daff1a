// The rules that put cases into a tier. Private to this folder: see plan.h.

#ifndef WGSYNC_SUITE_PLAN_TIERS_H_
#define WGSYNC_SUITE_PLAN_TIERS_H_

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "suite/plan/case.h"
#include "suite/plan/plan.h"

namespace wgsync {

// Collects cases; the first rule that names a case is the one that is kept.
class CaseList {
 public:
  // Leaves out what the primitive does not allow, so that a rule may be
  // written as a full product.
  void Add(const Case& c, absl::string_view why);

  std::vector<PlannedCase> Take() && { return std::move(cases_); }

 private:
  std::vector<PlannedCase> cases_;
  std::set<std::string> ids_;
};

// The four words of access.
struct Access {
  Poll poll;
  Signal signal;
  Fence fence;
  Payload payload;
};

// A case of 64 work-items a group. The names must be the catalog's.
Case MakeCase(absl::string_view primitive, const Access& access,
              absl::string_view workload, Groups groups);

void AddSmoke(CaseList* list);
void AddDefault(CaseList* list);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_PLAN_TIERS_H_
