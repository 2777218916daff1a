// The shapes of forward progress: on grids of ten times the residency, in each
// mapping.

#include "absl/strings/string_view.h"
#include "suite/core/catalog/access.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/plan/case.h"
#include "suite/core/plan/tiers.h"
#include "suite/core/progress/program.h"

namespace wgsync {
namespace {

using progress::Mapping;

// The family's accesses: OpenCL 1.2's atomics, which every device has, and
// C11's.
constexpr Access kAtomics = {Poll::kRmw, Signal::kRmw, Fence::kNone,
                             Payload::kPlain};
constexpr Access kRelaxedAtomics = {Poll::kRelaxed, Signal::kRelaxed,
                                    Fence::kNone, Payload::kPlain};

KernelCase Copies(const Primitive& p, const Access& access, Mapping map) {
  KernelCase c = Sound(p, access);
  c.grid.groups = Groups::kResX10;
  c.grid.map = map;
  return c;
}

}  // namespace

void AddShape(const Primitive& p, CaseList* list) {
  for (Mapping map :
       {Mapping::kRoundRobin, Mapping::kChunked, Mapping::kShuffled}) {
    list->Add(Copies(p, kAtomics, map), "a shape of forward progress");
  }
  if (p.need == ProgressNeed::kObe || p.need == ProgressNeed::kHsaObe) {
    KernelCase c = Copies(p, kAtomics, Mapping::kRoundRobin);
    c.grid.load = GridLoad::kBusy;
    list->Add(c, "... next to groups that are busy");
  }
}

void AddWholeShape(const Primitive& p, CaseList* list) {
  AddShape(p, list);
  list->Add(Copies(p, kAtomics, Mapping::kPlain), "... one copy alone");
  for (Mapping map :
       {Mapping::kRoundRobin, Mapping::kChunked, Mapping::kShuffled}) {
    list->Add(Copies(p, kRelaxedAtomics, map), "... by relaxed atomics");
    KernelCase c = Copies(p, kAtomics, map);
    c.grid.load = GridLoad::kBusy;
    list->Add(c, "... next to groups that are busy");
    c = Copies(p, kAtomics, map);
    c.grid.group_size_number = 256;
    list->Add(c, "... in larger work-groups");
    c = Copies(p, kAtomics, map);
    c.grid.groups = Groups::kResX2;
    list->Add(c, "... on twice the residency");
  }
}

}  // namespace wgsync
