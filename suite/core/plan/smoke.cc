// The smoke tier: the fewest cases that tell each kind of verdict apart.

#include <cstdint>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "suite/core/plan/case.h"
#include "suite/core/plan/tiers.h"

namespace wgsync {
namespace {

// Accesses that come again and again.
constexpr Access kSoundVolatile = {Poll::kVolatile, Signal::kRmw,
                                   Fence::kDevice, Payload::kPlain};
constexpr Access kUnfenced = {Poll::kRmw, Signal::kRmw, Fence::kNone,
                              Payload::kPlain};
constexpr Access kUnfencedVolatile = {Poll::kVolatile, Signal::kRmw,
                                      Fence::kNone, Payload::kPlain};
constexpr Access kUnfencedAtomic = {Poll::kRmw, Signal::kRmw, Fence::kNone,
                                    Payload::kAtomic};

Access With(Access access, Poll poll) {
  access.poll = poll;
  return access;
}
Access With(Access access, Fence fence) {
  access.fence = fence;
  return access;
}
Access With(Access access, Payload payload) {
  access.payload = payload;
  return access;
}

void AddCounterBarrier(CaseList* list) {
  constexpr absl::string_view kName = "barrier.counter_per_group";
  const Case sound = MakeCase(kName, kFenced, "exchange", Groups::kRes);
  const auto at_res = [list, kName](Access access, absl::string_view workload,
                                    absl::string_view why) {
    list->Add(MakeCase(kName, access, workload, Groups::kRes), why);
  };
  list->Add(Numbered(sound, 1), "one group: no wait, so never a proven pass");
  list->Add(Numbered(sound, 2), "the smallest grid with a wait");
  list->Add(sound, "the sound barrier on the whole residency");
  list->Add(MakeCase(kName, kFenced, "exchange", Groups::kResPlus1),
            "one group more than is resident");
  list->Add(MakeCase(kName, With(kUnfenced, Fence::kMem), "exchange",
                     Groups::kResPlus1),
            "the same where a device has OpenCL C 1.2 alone");
  at_res(With(kFenced, Poll::kPlain), "exchange", "a poll that may be hoisted");
  at_res(With(kFenced, Poll::kReissued), "exchange",
         "a poll that a cache may answer");
  at_res(kSoundVolatile, "exchange", "the poll of most users' code");
  at_res(kOrdered, "exchange",
         "acquire and release, as the specification says");
  at_res(kUnfenced, "exchange",
         "no fence: a stale payload where caches differ");
  at_res(With(kUnfenced, Fence::kMem), "exchange",
         "mem_fence, which many take for a fence between work-groups");
  at_res(With(kUnfenced, Payload::kVolatile), "scatter",
         "a volatile payload without a fence: stale once in a million reads");
  at_res(kFenced, "phase_check", "every group checks every group");
  at_res(kFenced, "rotate_sum", "the workload of the classical timing");
}

void AddOtherBarriers(CaseList* list) {
  constexpr absl::string_view kReset = "barrier.counter_per_group_reset";
  // The payload is atomic so that only the missed value can show.
  list->Add(MakeCase(kReset, With(kUnfencedAtomic, Poll::kVolatile), "exchange",
                     Groups::kRes),
            "a value that does not stay can be missed");
  list->Add(MakeCase(kReset, kOrdered, "exchange", Groups::kRes),
            "... whatever the order of the accesses");

  list->Add(Numbered(MakeCase("barrier.counter_per_item", kFenced, "exchange",
                              Groups::kRes),
                     2),
            "work-items of a group wait for each other");
  list->Add(Numbered(MakeCase("barrier.counter_per_item_limited",
                              kSoundVolatile, "arrivals", Groups::kRes),
                     1),
            "... and give up, which makes another program of it");

  constexpr absl::string_view kFlags = "barrier.flags_master_group";
  Access stores = kSoundVolatile;
  stores.signal = Signal::kVolatile;
  list->Add(MakeCase(kFlags, stores, "exchange", Groups::kRes),
            "flags by volatile loads and stores");
  list->Add(MakeCase(kFlags, kUnfencedAtomic, "exchange", Groups::kRes),
            "flags by OpenCL 1.2 atomics");

  const Access plain = {Poll::kPlain, Signal::kPlain, Fence::kNone,
                        Payload::kPlain};
  const Case boundary =
      MakeCase("barrier.kernel_boundary", plain, "exchange", Groups::kRes);
  list->Add(boundary, "the control of every barrier");
  Case large = Numbered(boundary, 4096);
  large.group_size_number = 16;
  list->Add(large, "no residency limits it");
}

void AddMoreBarriers(CaseList* list) {
  const auto add = [list](absl::string_view name, const Access& access,
                          absl::string_view why) {
    list->Add(MakeCase(absl::StrCat("barrier.", name), access, "exchange",
                       Groups::kRes),
              why);
  };
  list->Add(Numbered(MakeCase("barrier.counter_per_item_reset", kFenced,
                              "exchange", Groups::kRes),
                     2),
            "a value that does not stay, awaited by every work-item");
  add("modulo", kOrdered, "a multiple that a fast group's arrival hides");
  add("counter_down", kFenced, "downwards, and armed again by the first group");
  add("flags_two_arrays", kSoundVolatile, "flags without a reset, in two hops");
  add("flags_all_to_all", kOrdered, "flags without a reset, in one hop");
  add("tree_2", kOrdered, "arrivals handed up through one level");
  add("tree_3", kFenced, "arrivals handed up through two levels");
  add("sense_reversing", kOrdered, "an arrival that acquires what others had");
  add("phase_bit", kFenced, "one addition that wraps; CUDA's way");
  add("phase_halves", kOrdered, "two counts in a word; ROCm's way");
  add("dissemination", kFenced, "no word that all groups poll");
  add("arrive_wait", kOrdered, "work between arrival and wait");
  add("counters_one_hop_4_returned", kFenced, "several words polled as one");
  add("counters_one_hop_1_delayed", kSoundVolatile,
      "a first poll that is held back");
  add("counter_per_group_two_kernels", kFenced,
      "words that a second kernel goes on with");
  add("counter_per_group_two_places", kFenced,
      "a barrier in two places of one kernel");
  // More groups than a group has work-items, whatever the residency.
  Case strided =
      MakeCase("barrier.flags_master_group", kFenced, "exchange", Groups::kRes);
  strided.group_size_number = 1;
  list->Add(strided, "a watcher for several flags");
  list->Add(Numbered(MakeCase("barrier.flags_master_group_one_each", kFenced,
                              "exchange", Groups::kRes),
                     2),
            "a watcher for one flag, without a loop");
  add("counter_per_group_unopened", kFenced,
      "a hazard: the other work-items' payload is not joined to the arrival");
  add("counter_per_group_local_fence", kFenced,
      "a hazard: work-group barriers that fence local memory alone");
  add("flags_master_group_unopened", kFenced,
      "a hazard: the other work-items' payload is not joined to the flag");
}

void AddMutexes(CaseList* list) {
  const auto add = [list](absl::string_view name, Access access, Groups groups,
                          absl::string_view why) {
    list->Add(MakeCase(name, access, "counter", groups), why);
  };
  add("mutex.spin_exchange", kFenced, Groups::kRes, "the sound lock");
  add("mutex.back_off", kFenced, Groups::kRes, "the sound lock");
  add("mutex.fetch_and_add", kSoundVolatile, Groups::kRes, "the sound lock");
  add("mutex.flag_per_group", kSoundVolatile, Groups::kRes, "the sound lock");
  add("mutex.spin_exchange", kUnfenced, Groups::kRes,
      "no fence: a stale count, the owner kept");
  add("mutex.fetch_and_add", kUnfencedVolatile, Groups::kRes,
      "no fence: a stale count, the owner kept");
  add("mutex.spin_exchange", kUnfencedAtomic, Groups::kRes, "OpenCL 1.2 alone");
  add("mutex.spin_exchange", kFenced, Groups::kResX2,
      "occupancy-bound execution is enough for a lock beyond the residency");
  list->Add(Numbered(MakeCase("mutex.spin_exchange_per_item", kFenced,
                              "counter", Groups::kRes),
                     2),
            "a lock that every work-item takes");
}

// The further locks, each in the access in which it is sound. kFenced and
// kOrdered take turns, so that every added access is met in both languages.
void AddMoreMutexes(CaseList* list) {
  const auto add = [list](absl::string_view name, Access access,
                          absl::string_view why) {
    list->Add(MakeCase(name, access, "counter", Groups::kRes), why);
  };
  add("mutex.spin_cas", kFenced, "a compare-and-swap that takes the lock");
  add("mutex.spin_test_and_test", kSoundVolatile,
      "a volatile look before the exchange");
  add("mutex.back_off_exponential", kOrdered, "delays that double");
  add("mutex.ticket_proportional", kSoundVolatile,
      "delays as long as the queue");
  add("mutex.array", kOrdered, "each waits on a line of its own");
  add("mutex.sleeping_ring", kFenced, "a flag that the waiter takes down");
  add("mutex.mcs", kFenced, "a queue that is entered by one exchange");
  add("mutex.clh", kOrdered, "... which alone orders the predecessor's node");
  constexpr Access kSeqCst = {Poll::kSeqCst, Signal::kSeqCst, Fence::kNone,
                              Payload::kPlain};
  const auto few = [list, kSeqCst](absl::string_view name, uint32_t groups,
                                   absl::string_view why) {
    list->Add(
        Numbered(MakeCase(name, kSeqCst, "counter", Groups::kRes), groups),
        why);
  };
  few("mutex.dekker", 2, "loads and stores alone, seq_cst, for two groups");
  few("mutex.peterson", 2, "... with one wait for two words");
  few("mutex.bakery", 4, "... for any number of groups");
  // With release and acquire a CPU's store buffer lets both in.
  list->Add(
      Numbered(MakeCase("mutex.peterson", kOrdered, "counter", Groups::kRes),
               2),
      "acquire and release are too weak for loads and stores");
  list->Add(Numbered(MakeCase("mutex.seqlock", With(kFenced, Payload::kAtomic),
                              "snapshot", Groups::kRes),
                     2),
            "a reader that takes nothing, and begins again");
  for (absl::string_view name :
       {"mutex.spin_cas_per_item", "mutex.fetch_and_add_per_item",
        "mutex.back_off_per_item"}) {
    list->Add(Numbered(MakeCase(name, kFenced, "counter", Groups::kRes), 2),
              "a lock that every work-item takes");
  }
}

void AddSemaphores(CaseList* list) {
  const auto add = [list](absl::string_view name, Access access,
                          absl::string_view why) {
    list->Add(MakeCase(name, access, "holders", Groups::kRes), why);
  };
  add("semaphore.spin_1", kFenced, "the sound semaphore: a lock");
  add("semaphore.spin_2", kFenced, "... that lets two in");
  add("semaphore.spin_10", kFenced, "... or ten");
  add("semaphore.spin_120", kOrdered, "... or as many as a large GPU's groups");
  add("semaphore.back_off_1", kOrdered, "delays between tries");
  add("semaphore.back_off_2", kOrdered, "... two may be inside");
  add("semaphore.back_off_10", kUnfencedAtomic, "OpenCL 1.2 alone");
  add("semaphore.back_off_120", kFenced, "... more than most grids");
  add("semaphore.sleeping_ring_1", kSoundVolatile, "let in one by one");
  add("semaphore.sleeping_ring_2", kSoundVolatile, "... two at a time");
  add("semaphore.sleeping_ring_10", kOrdered, "... or ten");
  add("semaphore.sleeping_ring_120", kSoundVolatile, "... or many");
  add("semaphore.spin_1", kUnfenced, "no fence: a stale count");
}

void AddHandoffs(CaseList* list) {
  const auto add = [list](Access access, absl::string_view why) {
    list->Add(
        MakeCase("handoff.message_passing", access, "message", Groups::kRes),
        why);
  };
  add(With(kFenced, Poll::kPlain), "a poll that may be hoisted");
  add(kFenced, "the sound hand-off");
  add(kOrdered, "acquire and release, as the specification says");
  add(kUnfencedAtomic, "OpenCL 1.2 alone");
  list->Add(MakeCase("handoff.looped_store", kFenced, "message", Groups::kRes),
            "a writer that stores until it is answered");
  list->Add(
      MakeCase("handoff.dependency_distance", kFenced, "message", Groups::kRes),
      "half of the groups waits for the last one");
}

void AddWriters(CaseList* list) {
  const auto add = [list](absl::string_view name, absl::string_view workload,
                          absl::string_view why) {
    list->Add(MakeCase(name, kFenced, workload, Groups::kRes), why);
  };
  add("handoff.message_passing", "message_cold",
      "readers that have no old copy of the payload");
  add("handoff.message_passing_middle", "message",
      "readers on both sides of the writer");
  add("handoff.message_passing_last", "message",
      "all readers begin before the writer");
}

void AddReductions(CaseList* list) {
  const Access plain = {Poll::kPlain, Signal::kPlain, Fence::kNone,
                        Payload::kPlain};
  list->Add(MakeCase("handoff.host_finish", plain, "sum", Groups::kRes),
            "the host does what groups would have to wait for");
  list->Add(MakeCase("handoff.chained_reduction", kFenced, "sum", Groups::kRes),
            "partial sums from level to level, a lock for each");
  list->Add(MakeCase("handoff.atomic_reduction", kFenced, "sum", Groups::kRes),
            "all elements into one word: no wait, and a race without atomics");
  list->Add(
      MakeCase("handoff.atomic_reduction", kOrdered, "product", Groups::kRes),
      "by compare-and-swap, of factors that each show");
}

void AddChains(CaseList* list) {
  const auto add = [list](absl::string_view name, Access access,
                          absl::string_view workload, Groups groups,
                          absl::string_view why) {
    list->Add(MakeCase(name, access, workload, groups), why);
  };
  add("handoff.lookback_by_group_id", kFenced, "scan", Groups::kRes,
      "a chain in which each group waits for lower numbers");
  add("handoff.lookback_by_ticket", kOrdered, "scan", Groups::kResX2,
      "a chain in the order of tickets: occupancy-bound execution is enough");
  add("handoff.work_steal_queue", kFenced, "tasks", Groups::kRes,
      "a queue from which all take by compare-and-swap");
}

void AddShapesOfPayload(CaseList* list) {
  const auto add = [list](Access access, absl::string_view workload,
                          absl::string_view why) {
    list->Add(
        MakeCase("barrier.counter_per_group", access, workload, Groups::kRes),
        why);
  };
  add(kFenced, "transpose_pingpong",
      "a payload in tiles, through local memory");
  add(kFenced, "axpy_vector", "a payload of vectors");
  add(kFenced, "uneven_arrival", "one group late by a thousand rounds");
  add(kOrdered, "wrap_31", "a counter that passes 2^31 in thousands of rounds");
}

}  // namespace

void AddSmoke(CaseList* list) {
  AddCounterBarrier(list);
  AddOtherBarriers(list);
  AddMoreBarriers(list);
  AddMutexes(list);
  AddMoreMutexes(list);
  AddHandoffs(list);
  AddSemaphores(list);
  AddWriters(list);
  AddReductions(list);
  AddChains(list);
  AddShapesOfPayload(list);
}

}  // namespace wgsync
