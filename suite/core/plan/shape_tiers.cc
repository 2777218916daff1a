// The shapes of forward progress: on grids of ten times the residency, in each
// mapping.

#include "absl/strings/string_view.h"
#include "suite/core/catalog/access.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/plan/case.h"
#include "suite/core/plan/tiers.h"
#include "suite/core/progress/mapping.h"

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

// The shapes that separate a model from its neighbour, in a mapping in which
// they do, as data: controls of their texts.
struct InterpretedRow {
  absl::string_view shape;
  Mapping map;
};
constexpr InterpretedRow kInterpreted[] = {
    {"progress.handoff_up", Mapping::kChunked},
    {"progress.holder_high", Mapping::kRoundRobin},
    {"progress.up_then_lock", Mapping::kShuffled},
    {"progress.late_middle", Mapping::kShuffled},
    {"progress.handoff_down", Mapping::kChunked},
    {"progress.duel", Mapping::kRoundRobin},
};

KernelCase Interpreted(const Primitive& p, Mapping map) {
  KernelCase c = Copies(p, kAtomics, map);
  c.grid.form = Form::kInterpreted;
  return c;
}

}  // namespace

void AddShape(const Primitive& p, CaseList* list) {
  for (Mapping map :
       {Mapping::kRoundRobin, Mapping::kChunked, Mapping::kShuffled}) {
    list->Add(Copies(p, kAtomics, map), "a shape of forward progress");
  }
  // Models that name ids speak of linear ids, and a device may start the groups
  // of such a grid in tiles.
  KernelCase plane = Copies(p, kAtomics, Mapping::kShuffled);
  plane.grid.dims = 2;
  list->Add(plane, "... in a grid of two dimensions");
  if (p.need == ProgressNeed::kObe || p.need == ProgressNeed::kHsaObe) {
    KernelCase c = Copies(p, kAtomics, Mapping::kRoundRobin);
    c.grid.load = GridLoad::kBusy;
    list->Add(c, "... next to groups that are busy");
  }
  for (const InterpretedRow& row : kInterpreted) {
    if (row.shape == p.name) {
      list->Add(Interpreted(p, row.map), "... as data of an interpreter");
    }
  }
}

void AddWholeShape(const Primitive& p, CaseList* list) {
  list->Add(Copies(p, kAtomics, Mapping::kPlain), "... one copy alone");
  list->Add(Interpreted(p, Mapping::kShuffled),
            "... as data of an interpreter");
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
