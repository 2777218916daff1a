// Where a driver promises that the groups of a grid run at the same time
// (Dispatch::kConcurrent).

#include <cstdint>

#include "absl/strings/string_view.h"
#include "suite/core/catalog/access.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/plan/case.h"
#include "suite/core/plan/tiers.h"

namespace wgsync {
namespace {

KernelCase Promised(KernelCase c, Groups groups = Groups::kPromised) {
  c.grid.dispatch = Dispatch::kConcurrent;
  c.grid.groups = groups;
  return c;
}

}  // namespace

void AddDeviceBarrier(const Primitive& p, CaseList* list) {
  constexpr Access kNoWord = {Poll::kPlain, Signal::kPlain, Fence::kNone,
                              Payload::kPlain};
  for (absl::string_view workload : p.workloads) {
    list->Add(Promised(MakeCase(p.name, kNoWord, workload, Groups::kRes)),
              "the driver's own barrier, with every workload");
  }
  const KernelCase c = Promised(Sound(p, kNoWord));
  for (uint32_t groups : {2u, 3u, 8u}) {
    list->Add(Numbered(c, groups), "the driver's own barrier, on small grids");
  }
  list->Add(Promised(c, Groups::kPromisedHalf),
            "the driver's own barrier, on half of the promised groups");
  KernelCase largest = c;
  largest.grid.group_size = GroupSize::kMax;
  list->Add(largest, "the driver's own barrier, in the largest work-groups");
}

void AddConcurrent(CaseList* list) {
  for (const Primitive& p : Primitives()) {
    if (!p.representative) continue;
    list->Add(Promised(Sound(p, kFenced)),
              "all groups that the driver promises to run at the same time");
    list->Add(Promised(Sound(p, kOrdered)), "... with acquire and release");
    list->Add(Promised(Sound(p, kFenced), Groups::kPromisedHalf),
              "... half of them");
    if (p.family == Family::kBarrier) {
      list->Add(Numbered(Promised(Sound(p, kFenced)), 3),
                "... and a grid that every device holds which has four cores");
    }
  }
}

}  // namespace wgsync
