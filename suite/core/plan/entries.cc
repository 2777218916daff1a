// Other ways into the scheduler: where a driver promises that the groups of a
// grid run at the same time (Dispatch::kConcurrent), where it gets the program
// as SPIR-V, queues and memory other than the usual ones, and polls by other
// operations.

#include <cstdint>

#include "absl/strings/string_view.h"
#include "suite/core/catalog/access.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/plan/case.h"
#include "suite/core/plan/tiers.h"
#include "suite/core/progress/mapping.h"

namespace wgsync {
namespace {

KernelCase AsSpirv(KernelCase c) {
  c.grid.via = Via::kSpirv;
  return c;
}

// The case on each queue but the usual one.
void AddOnQueues(KernelCase c, CaseList* list) {
  for (const QueueRow& row : QueueRows()) {
    c.grid.queue = row.queue;
    if (row.queue != Queue::kInOrder) list->Add(c, row.says);
  }
}

KernelCase Promised(KernelCase c, Groups groups = Groups::kPromised) {
  c.grid.dispatch = Dispatch::kConcurrent;
  c.grid.groups = groups;
  return c;
}

}  // namespace

void AddDeviceBarrier(const Primitive& p, CaseList* list) {
  for (absl::string_view workload : p.workloads) {
    list->Add(Promised(MakeCase(p.name, kNoWord, workload)),
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

// Each program is compiled when wgsync is built: few.
void AddSpirv(CaseList* list) {
  for (const Primitive& p : Primitives()) {
    if (!p.representative) continue;
    list->Add(AsSpirv(Sound(p, kFenced)), "the program as SPIR-V");
    if (IsLock(p.family)) continue;
    list->Add(AsSpirv(Sound(p, kOrdered)), "... with acquire and release");
  }
  const Primitive& counter = *FindPrimitive("barrier.counter_per_group");
  list->Add(AsSpirv(OnGrid(Sound(counter, kFenced), Groups::kResPlus1)),
            "... one group more than is resident");
  list->Add(AsSpirv(Sound(counter, Fenced(Poll::kPlain, Signal::kRmw))),
            "... with a poll that may be hoisted");
  const KernelCase own = AsSpirv(Promised(
      Sound(*FindPrimitive("barrier.intel_device_barrier_declared_scoped"),
            kNoWord)));
  list->Add(own, "the driver's own barrier, from SPIR-V");
  list->Add(Numbered(own, 2), "... for two groups");
}

void AddQueues(bool all, CaseList* list) {
  const KernelCase c =
      Sound(*FindPrimitive("barrier.counter_per_group"), kFenced);
  AddOnQueues(c, list);
  if (!all) return;
  AddOnQueues(OnGrid(c, Groups::kResPlus1), list);
  for (const char* name : {"mutex.spin_exchange", "handoff.message_passing"}) {
    AddOnQueues(Crowded(Sound(*FindPrimitive(name), kFenced)), list);
  }
  for (const Primitive& p : Primitives()) {
    if (!IsShape(p)) continue;
    KernelCase shape =
        Sound(p, {Poll::kRmw, Signal::kRmw, Fence::kNone, Payload::kPlain});
    shape.grid.map = progress::Mapping::kShuffled;
    AddOnQueues(OnGrid(shape, Groups::kResX10), list);
  }
}

void AddMemories(CaseList* list) {
  for (const MemoryKind& row : MemoryKinds()) {
    if (row.memory == Memory::kDevice) continue;
    for (const char* name : {"barrier.counter_per_group", "mutex.spin_exchange",
                             "handoff.message_passing"}) {
      for (const Access& access : {kFenced, kOrdered}) {
        KernelCase c = Crowded(Sound(*FindPrimitive(name), access));
        c.grid.memory = row.memory;
        list->Add(c, row.says);
      }
    }
  }
}

void AddPollOps(CaseList* list) {
  for (int op = 1; op <= static_cast<int>(PollOp::kSwap); ++op) {
    for (const char* name :
         {"handoff.message_passing", "barrier.counter_per_group"}) {
      for (const Access& access : {kFenced, kOrdered}) {
        KernelCase c = Sound(*FindPrimitive(name), access);
        c.grid.poll_op = static_cast<PollOp>(op);
        list->Add(c, "polls by each operation that changes nothing");
      }
    }
  }
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
