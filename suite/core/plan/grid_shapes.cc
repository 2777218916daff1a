// The shape of a grid as an axis: sizes and dimensions, local-memory ballast,
// registers. None of them may matter to a primitive, and each may change what
// is resident.

#include <cstdint>

#include "absl/strings/string_view.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/plan/case.h"
#include "suite/core/plan/tiers.h"

namespace wgsync {
namespace {

constexpr uint32_t kNoPowerOfTwo = 96;
constexpr uint32_t kSmallKib = 8;

// On the residency, and one group beyond it: a residency that is wrong for this
// shape shows on one of the two.
void AddAroundResidency(KernelCase c, absl::string_view why, CaseList* list) {
  c.grid.groups = Groups::kRes;
  list->Add(c, why);
  c.grid.groups = Groups::kResPlus1;
  list->Add(c, why);
}

KernelCase InDims(KernelCase c, uint32_t dims) {
  c.grid.dims = dims;
  return c;
}

KernelCase WithBallast(KernelCase c, Ballast ballast, uint32_t kib = 0) {
  c.grid.ballast = ballast;
  c.grid.ballast_kib = kib;
  return c;
}

KernelCase WithRegisters(KernelCase c) {
  c.grid.registers = Registers::kHigh;
  return c;
}

KernelCase InGroupsOf(KernelCase c, uint32_t size) {
  c.grid.group_size_number = size;
  return c;
}

void AddGroupSizes(const KernelCase& sound, CaseList* list) {
  AddAroundResidency(InGroupsOf(sound, 1), "groups of one work-item", list);
  AddAroundResidency(InGroupsOf(sound, kNoPowerOfTwo),
                     "groups of no power of two", list);
  KernelCase c = sound;
  c.grid.group_size = GroupSize::kSubGroup;
  AddAroundResidency(c, "groups of one sub-group", list);
}

void AddDims(const KernelCase& sound, CaseList* list) {
  for (uint32_t dims : {2u, 3u}) {
    const KernelCase c = InDims(sound, dims);
    AddAroundResidency(c, "grids of several dimensions", list);
    AddAroundResidency(InGroupsOf(c, kNoPowerOfTwo),
                       "grids of several dimensions, no power of two", list);
    list->Add(Numbered(c, 2), "grids of several dimensions, the smallest");
  }
}

void AddBallast(const KernelCase& sound, CaseList* list) {
  KernelCase largest = sound;
  largest.grid.group_size = GroupSize::kMax;
  for (const KernelCase& c : {sound, largest}) {
    AddAroundResidency(WithBallast(c, Ballast::kNumber, kSmallKib),
                       "local memory that may limit the residency", list);
    AddAroundResidency(WithBallast(c, Ballast::kHalf),
                       "half of the local memory", list);
    AddAroundResidency(WithBallast(c, Ballast::kMax), "all local memory", list);
  }
}

// A lock needs no residency; a barrier's is less where the driver lends the
// thread in clFinish to the groups.
void AddHostWaits(KernelCase sound, CaseList* list) {
  constexpr absl::string_view kWhy = "a host that polls the event";
  sound.grid.host = HostWait::kPoll;
  list->Add(sound, kWhy);
  list->Add(Numbered(sound, 2), kWhy);
  sound.primitive = FindPrimitive("mutex.spin_exchange");
  sound.workload = FindWorkload("counter");
  list->Add(Numbered(sound, 2), kWhy);
}

}  // namespace

void AddShapesAxes(const Primitive& p, CaseList* list) {
  const KernelCase sound = Sound(p, kFenced);
  AddGroupSizes(sound, list);
  AddDims(sound, list);
  AddBallast(sound, list);
  AddAroundResidency(WithRegisters(sound), "registers limit the residency",
                     list);
  AddAroundResidency(WithRegisters(InGroupsOf(sound, 256)),
                     "registers limit the residency, larger groups", list);
  AddAroundResidency(
      WithRegisters(WithBallast(InDims(InGroupsOf(sound, kNoPowerOfTwo), 2),
                                Ballast::kHalf)),
      "dimensions, ballast and registers at once", list);
}

void AddFewShapes(const Primitive& p, CaseList* list) {
  const KernelCase sound = Sound(p, kFenced);
  list->Add(InDims(InGroupsOf(sound, kNoPowerOfTwo), 2),
            "a grid of two dimensions, groups of no power of two");
  list->Add(InDims(sound, 3), "a grid of three dimensions");
  AddAroundResidency(WithBallast(sound, Ballast::kHalf),
                     "local memory that may limit the residency", list);
  AddAroundResidency(WithRegisters(sound), "registers limit the residency",
                     list);
  AddHostWaits(sound, list);
}

}  // namespace wgsync
