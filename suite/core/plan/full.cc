// The full tier: breadth. Each rule varies one or two axes over a case that is
// known to be sound, so that a difference in verdict names its axis. It follows
// the default tier, whose cases it has as well.

#include <cstdint>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "suite/core/catalog/access.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/plan/case.h"
#include "suite/core/plan/tiers.h"

namespace wgsync {
namespace {

// Every poll with every signal; the device fence orders the payload.
void AddPollBySignal(const Primitive& p, CaseList* list) {
  for (Poll poll : kPolls) {
    for (Signal signal : kSignals) {
      list->Add(Sound(p, Fenced(poll, signal)), "every poll with every signal");
    }
  }
}

// Every poll and every signal once, beside a sound partner.
void AddPollsAndSignals(const Primitive& p, CaseList* list) {
  for (Poll poll : kPolls) {
    list->Add(Sound(p, Fenced(poll, Signal::kRmw)), "every poll, signal sound");
  }
  for (Signal signal : kSignals) {
    list->Add(Sound(p, Fenced(Poll::kRmw, signal)), "every signal, poll sound");
  }
}

// Every fence with every payload, once with OpenCL 1.2 atomics and once with
// the acquire and release that the native fence needs.
void AddFenceByPayload(const Primitive& p, CaseList* list) {
  for (Fence fence : kFences) {
    for (Payload payload : kPayloads) {
      list->Add(Sound(p, {Poll::kRmw, Signal::kRmw, fence, payload}),
                "every fence with every payload");
      if (fence == Fence::kNone || fence == Fence::kNative) {
        list->Add(Sound(p, {Poll::kAcquire, Signal::kRelease, fence, payload}),
                  "acquire and release, with every payload");
      }
    }
  }
  list->Add(Sound(p, {Poll::kVolatile, Signal::kRelease, Fence::kNative,
                      Payload::kPlain}),
            "the native fence around a volatile poll");
}

// Polls whose order differs, without the device fence that would hide it.
void AddPollByFence(const Primitive& p, CaseList* list) {
  for (Poll poll : {Poll::kVolatile, Poll::kRelaxed, Poll::kAcquire}) {
    for (Fence fence : kFences) {
      list->Add(Sound(p, {poll, Signal::kRmw, fence, Payload::kPlain}),
                "half ordered: each fence with a poll of its own kind");
    }
  }
  for (Signal signal : {Signal::kRelaxed, Signal::kRelease}) {
    list->Add(Sound(p, {Poll::kRelaxed, signal, Fence::kNone, Payload::kPlain}),
              "half ordered: release without acquire");
  }
}

// Grids below, at and beyond the residency, from small to large work-groups.
void AddGrids(const Primitive& p, const Access& access,
              absl::string_view workload, CaseList* list) {
  KernelCase c = MakeCase(p.name, access, workload);
  const auto add_groups = [list, &c](absl::string_view why) {
    list->Add(Numbered(c, 2), why);
    for (Groups groups : {Groups::kResHalf, Groups::kResLess1, Groups::kRes,
                          Groups::kResPlus1, Groups::kResX2}) {
      list->Add(OnGrid(c, groups), why);
    }
  };
  for (uint32_t size : {64u, 256u}) {
    c.grid.group_size_number = size;
    add_groups("grids around the residency");
  }
  c.grid.group_size = GroupSize::kMax;
  add_groups("grids around the residency, the largest work-groups");
}

// Beyond the residency a hang has one cause, whatever the poll: where another
// poll gives another cause, the ladder or the snapshots are at fault.
void AddOversubscribed(const Primitive& p, CaseList* list) {
  for (Poll poll : {Poll::kVolatile, Poll::kSeqCst}) {
    for (Groups groups : {Groups::kResPlus1, Groups::kResX2}) {
      list->Add(OnGrid(Sound(p, Fenced(poll, Signal::kRmw)), groups),
                "beyond the residency, other polls");
    }
  }
}

// Each workload sees an error that another one hides.
void AddWorkloads(const Primitive& p, CaseList* list) {
  for (absl::string_view workload : p.workloads) {
    for (Fence fence : kFences) {
      for (Payload payload : {Payload::kPlain, Payload::kVolatile}) {
        list->Add(MakeCase(p.name, {Poll::kRmw, Signal::kRmw, fence, payload},
                           workload),
                  absl::StrCat("every workload of the family: ", workload));
      }
    }
    list->Add(MakeCase(p.name, kOrdered, workload),
              absl::StrCat("every workload of the family: ", workload));
  }
}

void AddKernelBoundary(const Primitive& p, CaseList* list) {
  for (absl::string_view workload : p.workloads) {
    for (Payload payload : kPayloads) {
      list->Add(MakeCase(p.name,
                         {Poll::kPlain, Signal::kPlain, Fence::kNone, payload},
                         workload),
                "the control, for every workload and payload");
    }
  }
  AddGrids(p, kNoWord, p.workloads.front(), list);
}

void AddCounterBarrier(const Primitive& p, CaseList* list) {
  AddPollBySignal(p, list);
  AddFenceByPayload(p, list);
  AddPollByFence(p, list);
  AddGrids(p, kFenced, "exchange", list);
  AddGrids(p, kOrdered, "exchange", list);
  AddOversubscribed(p, list);
  AddWorkloads(p, list);
  KernelCase c = Sound(p, kFenced);
  c.grid.group_size = GroupSize::kSubGroup;
  list->Add(c, "a work-group of one sub-group");
  AddShapesAxes(p, list);
}

// One axis at a time: for a primitive that is not the first of its family's
// questions, breadth in pairs would cost more than it tells.
void AddOther(const Primitive& p, CaseList* list) {
  AddPollsAndSignals(p, list);
  AddFenceByPayload(p, list);
  AddGrids(p, kFenced, p.workloads.front(), list);
  list->Add(Sound(p, kOrdered), "acquire and release");
  for (absl::string_view workload : p.workloads) {
    list->Add(MakeCase(p.name, kFenced, workload),
              "every workload of the family");
  }
  if (p.name == "handoff.message_passing") AddShapesAxes(p, list);
}

// What differs from another entry in a number, or is a data race by itself.
void AddVariant(const Primitive& p, CaseList* list) {
  for (absl::string_view workload : p.workloads) {
    for (const Access& access : {kFenced, kOrdered}) {
      list->Add(MakeCase(p.name, access, workload),
                "another form of an algorithm, with every workload");
    }
  }
  for (Poll poll : {Poll::kVolatile, Poll::kRelaxed}) {
    list->Add(Sound(p, Fenced(poll, Signal::kRelease)),
              "another form of an algorithm, other polls");
  }
  AddGrids(p, kFenced, p.workloads.front(), list);
}

// A race in the algorithm: where and with which poll does it show?
void AddReset(const Primitive& p, CaseList* list) {
  for (Poll poll : kPolls) {
    list->Add(Sound(p, Fenced(poll, Signal::kRmw)),
              "a race of the algorithm, with every poll");
  }
  KernelCase c = Sound(p, kFenced);
  list->Add(OnGrid(c, Groups::kResPlus1),
            "a race of the algorithm, beyond the residency");
  c.grid.group_size_number = 256;
  list->Add(c, "a race of the algorithm, in larger work-groups");
}

// A store in a loop, besides what the default tier has of it.
void AddLoopedStore(const Primitive& p, CaseList* list) {
  list->Add(
      Sound(p, {Poll::kVolatile, Signal::kPlain, Fence::kMem, Payload::kPlain}),
      "a plain store in a loop, without the device's fence before it");
  AddPollsAndSignals(p, list);
  AddGrids(p, kFenced, p.workloads.front(), list);
}

// Work-items of one group that wait for each other, besides what the default
// tier has of them: with every word once.
void AddPerItem(const Primitive& p, CaseList* list) {
  // A limit may be reached before another group is there.
  const uint32_t groups = p.limited ? 1 : 2;
  for (Poll poll : kPolls) {
    const KernelCase c = Sound(p, Fenced(poll, Signal::kRmw));
    list->Add(Numbered(c, 16, groups),
              "work-items of a group wait for each other");
    if (poll != Poll::kVolatile && poll != Poll::kRmw) continue;
    for (uint32_t size : {8u, 64u}) {
      list->Add(Numbered(c, size, 1), "... in one group");
    }
  }
  for (Signal signal : kSignals) {
    const KernelCase c = Sound(p, Fenced(Poll::kRmw, signal));
    list->Add(Numbered(c, 16, groups), "... with every signal");
  }
  // Not for locks, which a GPU's work-items would take one by one for minutes.
  if (p.family == Family::kMutex) return;
  KernelCase c = Sound(p, kOrdered);
  c.grid.group_size_number = 16;
  list->Add(c, "... on the whole residency");
}

// Every access, on the whole residency, and one word in both languages.
void AddAllUnawaited(const Primitive& p, CaseList* list) {
  if (!p.one_word) {
    AddPollsAndSignals(p, list);
    return AddFenceByPayload(p, list);
  }
  for (Payload payload : kPayloads) {
    list->Add(Sound(p, {Poll::kRmw, Signal::kRmw, Fence::kNone, payload}),
              "one word by OpenCL 1.2's atomics");
    list->Add(
        Sound(p, {Poll::kRelaxed, Signal::kRelaxed, Fence::kNone, payload}),
        "one word, all groups in a row");
  }
}

}  // namespace

void AddFull(CaseList* list) {
  AddEach({AddKernelBoundary, AddReset, AddPerItem, AddVariant, AddLoopedStore,
           AddFew, AddCounterBarrier, AddOther, AddOther, AddAllUnawaited,
           AddWholeShape, AddDeviceBarrier},
          list);
  AddTeams(list);
  AddQueues(/*all=*/true, list);
}

}  // namespace wgsync
