// The default tier: every pair of values that should not matter to each other,
// and one by one the values at which a verdict is expected to turn.

#include <cstdint>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "suite/core/catalog/access.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/plan/case.h"
#include "suite/core/plan/tiers.h"

namespace wgsync {
namespace {

// The accesses at which the verdict of a sound case turns: what a compiler may
// hoist, what a cache may answer, and what users take for a fence.
void AddAccesses(const Primitive& p, CaseList* list) {
  const auto add = [&](const Access& access, absl::string_view why) {
    list->Add(Crowded(Sound(p, access)), why);
  };
  for (Poll poll : {Poll::kPlain, Poll::kReissued}) {
    add(Fenced(poll, Signal::kRmw),
        "a poll that promises nothing, signal sound");
  }
  for (Signal signal : {Signal::kPlain, Signal::kVolatile}) {
    add(Fenced(Poll::kRmw, signal), "a signal that is no atomic, poll sound");
  }
  for (Fence fence : {Fence::kNone, Fence::kMem}) {
    add({Poll::kRmw, Signal::kRmw, fence, Payload::kPlain},
        "no fence between work-groups");
  }
  add({Poll::kAcquire, Signal::kRelease, Fence::kNative, Payload::kPlain},
      "the native fence");
}

// The form that OpenCL itself orders.
void AddOrdered(const Primitive& p, CaseList* list) {
  list->Add(Crowded(Sound(p, kOrdered)), "acquire and release");
}

// The accesses of published texts that no other rule here has: one primitive
// for each.
void AddPublished(CaseList* list) {
  constexpr Access kUnfenced = {Poll::kVolatile, Signal::kVolatile,
                                Fence::kNone, Payload::kPlain};
  Access fenced = kUnfenced;
  fenced.fence = Fence::kMem;
  const auto add = [&](absl::string_view name, const Access& access) {
    list->Add(Crowded(Sound(*FindPrimitive(name), access)),
              "the accesses of published texts");
  };
  add("barrier.counter_per_group",
      {Poll::kVolatile, Signal::kRmw, Fence::kNone, Payload::kVolatile});
  add("barrier.flags_master_group", kUnfenced);
  add("barrier.flags_master_group", fenced);
  for (Poll poll : {Poll::kRelaxed, Poll::kAcquire}) {
    add("mutex.spin_exchange",
        {poll, Signal::kRelaxed, Fence::kNone, Payload::kPlain});
  }
}

// The grids around the residency at which the verdict of a barrier turns, and
// where that of a lock, which needs none, must not.
void AddGrids(const Primitive& p, CaseList* list) {
  const KernelCase fenced = Sound(p, kFenced);
  if (p.need == ProgressNeed::kObe) {
    list->Add(OnGrid(fenced, Groups::kResPlus1),
              "a lock that the whole residency wants, and one group more");
    return;
  }
  for (Groups groups : {Groups::kResHalf, Groups::kResLess1, Groups::kResPlus1,
                        Groups::kResX2}) {
    list->Add(OnGrid(fenced, groups), "grids around the residency");
  }
  list->Add(OnGrid(Sound(p, kOrdered), Groups::kResPlus1),
            "beyond the residency, with acquire and release");
}

// For a primitive that has no pairs.
void AddShapes(KernelCase c, CaseList* list) {
  list->Add(Numbered(c, 256, 2), "larger work-groups, on the smallest grid");
  c.grid.group_size = GroupSize::kMax;
  list->Add(c, "the largest work-groups");
}

// Every fence with every payload on one barrier, and what each workload sees of
// no fence and of a false one.
void AddFences(const Primitive& p, CaseList* list) {
  for (Fence fence :
       {Fence::kNone, Fence::kMem, Fence::kRwMem, Fence::kReadback}) {
    for (Payload payload : kPayloads) {
      list->Add(Sound(p, {Poll::kRmw, Signal::kRmw, fence, payload}),
                "every fence with every payload");
    }
    for (absl::string_view workload : p.workloads) {
      // Where counters wrap is nothing to a fence, and takes many rounds.
      if (FindWorkload(workload)->word_init != 0) continue;
      list->Add(
          MakeCase(p.name, {Poll::kRmw, Signal::kRmw, fence, Payload::kPlain},
                   workload),
          "every fence with every workload");
    }
  }
}

void AddKernelBoundary(const Primitive& p, CaseList* list) {
  for (absl::string_view workload : p.workloads) {
    list->Add(MakeCase(p.name, kNoWord, workload),
              "the control, for every workload");
  }
  for (Payload payload : {Payload::kVolatile, Payload::kAtomic}) {
    list->Add(Sound(p, {Poll::kPlain, Signal::kPlain, Fence::kNone, payload}),
              "the control, for every payload");
  }
  const KernelCase c = Sound(p, kNoWord);
  for (Groups groups : {Groups::kResHalf, Groups::kResLess1, Groups::kResPlus1,
                        Groups::kResX2, Groups::kResX10}) {
    list->Add(OnGrid(c, groups), "no residency limits it");
  }
  AddShapes(c, list);
}

// A race in the algorithm.
void AddReset(const Primitive& p, CaseList* list) {
  const KernelCase c = Sound(p, kFenced);
  list->Add(c, "a race of the algorithm");
  list->Add(Numbered(c, 64, 2), "a race of the algorithm, on the least grid");
  // A poll by rmw keeps the others from coming too early.
  for (const auto& [poll, signal] :
       {std::pair{Poll::kVolatile, Signal::kRmw},
        std::pair{Poll::kRelaxed, Signal::kRelaxed}}) {
    list->Add(Sound(p, Fenced(poll, signal)),
              "a race of the algorithm, with polls that delay no other group");
  }
}

// A step and the barrier in one turn of the loop.
void AddStepFirst(const Primitive& p, CaseList* list) {
  KernelCase c = Sound(p, kFenced);
  c.grid.loop = Loop::kStepFirst;
  constexpr absl::string_view kWhy = "the loop as people write it";
  list->Add(p.item_for_each_group ? Numbered(c, 2) : c, kWhy);
}

// A store in a loop: which ones does a compiler move out of it, and what does
// it make of the loop by its poll?
void AddLoopedStore(const Primitive& p, CaseList* list) {
  for (Signal signal : kSignals) {
    list->Add(Sound(p, Fenced(Poll::kVolatile, signal)),
              "every store in a loop");
  }
  for (Poll poll : kPolls) {
    list->Add(Sound(p, Fenced(poll, Signal::kPlain)),
              "a plain store in a loop, beside every poll");
  }
  list->Add(Sound(p, {Poll::kVolatile, Signal::kPlain, Fence::kNone,
                      Payload::kPlain}),
            "a plain store in a loop, without the device's fence before it");
  list->Add(Sound(p, kOrdered), "acquire and release");
  AddShapes(Sound(p, kFenced), list);
  AddGrids(p, list);
}

// Work-items of one group that wait for each other: in one group and in two, as
// wide as CPUs' vectors and wider.
void AddPerItem(const Primitive& p, CaseList* list) {
  for (uint32_t size : {8u, 16u, 64u}) {
    for (Poll poll : {Poll::kVolatile, Poll::kRmw}) {
      const KernelCase c = Sound(p, Fenced(poll, Signal::kRmw));
      // With short polls a limit is reached before another group is there.
      if (!p.limited || poll == Poll::kRmw) {
        list->Add(Numbered(c, size, 2),
                  "work-items of a group wait for each other");
      }
      if (p.limited || size == 16) {
        list->Add(Numbered(c, size, 1), "... in one group");
      }
    }
  }
  for (absl::string_view workload : p.workloads) {
    const KernelCase c = MakeCase(p.name, kOrdered, workload);
    list->Add(Numbered(c, 16, p.limited ? 1 : 2), "... with every workload");
  }
}

// Vectors, which have no atomic access.
void AddVectors(const Primitive& p, CaseList* list) {
  for (const auto& [poll, signal] :
       {std::pair{Poll::kVolatile, Signal::kVolatile},
        std::pair{Poll::kReissued, Signal::kPlain}}) {
    list->Add(Sound(p, {poll, signal, Fence::kNone, Payload::kPlain}),
              "flag and value in one vector");
  }
}

// What differs from another entry in a number, or is a data race by itself.
void AddVariant(const Primitive& p, CaseList* list) {
  for (const Access& access :
       {kFenced, Access{Poll::kVolatile, Signal::kRelease, Fence::kNative,
                        Payload::kPlain}}) {
    list->Add(Sound(p, access), "another form of an algorithm, sound accesses");
  }
  if (p.wide != 0) AddVectors(p, list);
  if (p.item_for_each_group) {
    for (uint32_t groups : {2u, 32u}) {
      list->Add(Numbered(Sound(p, kFenced), groups),
                "a group has a work-item for each group of the grid");
    }
  }
  if (!p.hazard.empty() || p.item_for_each_group || p.discovers) {
    AddStepFirst(p, list);
  }
  if (p.discovers) {
    list->Add(
        OnGrid(Sound(p, kOrdered), Groups::kResX2),
        "groups that are not found end, so the grid may exceed the residency");
  }
}

// A semaphore that has more permits than the one which stands for them, and
// algorithms that ask for one order alone.
void AddLittle(const Primitive& p, CaseList* list) {
  if (p.capacity <= 1) return AddFew(p, list);
  list->Add(Numbered(Sound(p, kFenced), 2), "more permits");
  list->Add(Numbered(Sound(p, kOrdered), 256, 8),
            "more permits, on eight larger groups");
}

void AddRepresentative(const Primitive& p, CaseList* list) {
  AddAccesses(p, list);
  AddOrdered(p, list);
  AddGrids(p, list);
  AddStepFirst(p, list);
}

// One of a kind of which another one is asked more: beside its pairs, what
// its own algorithm may make of the native fence and of one group too many.
void AddOther(const Primitive& p, CaseList* list) {
  list->Add(Crowded(Sound(p, {Poll::kAcquire, Signal::kRelease, Fence::kNative,
                              Payload::kPlain})),
            "the native fence");
  AddOrdered(p, list);
  if (p.need != ProgressNeed::kObe) {
    Access sound = kFenced;
    if (p.one_word) sound.fence = Fence::kNone;
    list->Add(OnGrid(Sound(p, sound), Groups::kResPlus1),
              "one group more than is resident");
  }
  AddStepFirst(p, list);
}

void AddCounterBarrier(const Primitive& p, CaseList* list) {
  AddRepresentative(p, list);
  AddFences(p, list);
  AddFewShapes(p, list);
}

}  // namespace

void AddDefault(CaseList* list) {
  AddEach({AddKernelBoundary, AddReset, AddPerItem, AddVariant, AddLoopedStore,
           AddLittle, AddCounterBarrier, AddRepresentative, AddOther,
           AddUnawaited, AddShape, AddDeviceBarrier},
          list);
  for (Family family : {Family::kBarrier, Family::kMutex, Family::kHandoff,
                        Family::kSemaphore}) {
    std::vector<const Primitive*> members;
    for (const Primitive& p : Primitives()) {
      if (p.family != family) continue;
      const auto rule = RuleOf(p);
      if (rule == &Rules::counter_barrier || rule == &Rules::representative ||
          rule == &Rules::other) {
        members.push_back(&p);
      }
    }
    // Who comes later has less that is new to show.
    std::stable_partition(members.begin(), members.end(),
                          [](const Primitive* p) { return p->representative; });
    AddPairs(members, list);
  }
  AddFewTeams(list);
  AddConcurrent(list);
  AddSpirv(list);
  AddQueues(/*all=*/false, list);
  AddMemories(list);
  AddPollOps(list);
  AddPublished(list);
}

// All host checks.
void AddHostDefault(CaseList* list) {
  for (const HostCheck& check : HostChecks()) {
    for (const HostCase& c : HostCasesOf(check)) list->Add(c, check.says);
  }
}

}  // namespace wgsync
