#include "suite/catalog/catalog.h"

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace wgsync {
namespace {

using Words = std::vector<std::string>;

const Words& AllPolls() {
  static const auto* const words = new Words{
      "plain", "reissued", "volatile", "rmw", "relaxed", "acquire", "seq_cst"};
  return *words;
}

const Words& AllSignals() {
  static const auto* const words =
      new Words{"plain", "volatile", "rmw", "relaxed", "release", "seq_cst"};
  return *words;
}

// An arrival at a counter is an addition: a plain or volatile one is no
// barrier at all.
const Words& Additions() {
  static const auto* const words =
      new Words{"rmw", "relaxed", "release", "seq_cst"};
  return *words;
}

// Where the poll is itself the exchange that takes the lock.
const Words& Exchanges() {
  static const auto* const words =
      new Words{"rmw", "relaxed", "acquire", "seq_cst"};
  return *words;
}

Primitive Barrier(absl::string_view name, absl::string_view source) {
  Primitive p;
  p.name = "barrier." + std::string(name);
  p.family = Family::kBarrier;
  p.file = "barriers/" + std::string(name) + ".cl";
  p.source = std::string(source);
  p.need = ProgressNeed::kCoResident;
  p.use = WordUse::kRising;
  p.polls = AllPolls();
  p.signals = Additions();
  p.workloads = {"exchange", "scatter", "phase_check", "rotate_sum"};
  return p;
}

Primitive CounterPerGroup() {
  Primitive p =
      Barrier("counter_per_group", "a counter with a rising goal; no reset");
  p.words_fixed = 1;
  // So near to 2^32 that the shortest run also passes the wrap of the counter.
  p.word_init = 0xFFFFFFF0u;
  return p;
}

Primitive CounterPerGroupReset() {
  Primitive p = Barrier(
      "counter_per_group_reset",
      "user code: wait for == n, then one work-item subtracts n (a race)");
  p.use = WordUse::kReset;
  // The awaited value does not stay: residency alone is not enough, a waiter
  // must also be scheduled while it stands.
  p.need = ProgressNeed::kFair;
  p.words_fixed = 1;
  p.rounds_factor = 40;
  return p;
}

Primitive CounterPerItem() {
  Primitive p = Barrier("counter_per_item",
                        "user code: every work-item adds 1 and waits; a rising "
                        "goal");
  p.need = ProgressNeed::kGroupLockstep;
  p.words_fixed = 1;
  p.word_init = 0xFFFFFFF0u;
  p.by_item = true;
  return p;
}

Primitive CounterPerItemLimited() {
  Primitive p = Barrier("counter_per_item_limited",
                        "user code: a spin with a limit on its turns");
  p.need = ProgressNeed::kGroupLockstep;
  p.words_fixed = 2 * 32;  // in word 32 how often somebody said: I gave up
  p.by_item = true;
  p.limited = true;
  p.workloads = {"arrivals"};
  return p;
}

Primitive FlagsMasterGroup() {
  Primitive p = Barrier("flags_master_group",
                        "user code: group 0 watches a flag per group, then "
                        "clears them");
  p.use = WordUse::kFlag;
  p.signals = AllSignals();
  p.words_per_group = 1;
  p.roles_per_group = 2;  // n representatives, then n watchers in group 0
  return p;
}

Primitive KernelBoundary() {
  Primitive p = Barrier("kernel_boundary",
                        "the standard advice: end the kernel, enqueue the "
                        "next one into an in-order queue");
  p.need = ProgressNeed::kNone;
  p.polls = {"plain"};
  p.signals = {"plain"};
  p.host_boundary = true;
  return p;
}

Primitive Mutex(absl::string_view name, absl::string_view source) {
  Primitive p;
  p.name = "mutex." + std::string(name);
  p.family = Family::kMutex;
  p.file = "mutexes/" + std::string(name) + ".cl";
  p.source = std::string(source);
  p.need = ProgressNeed::kObe;
  p.use = WordUse::kLock;
  p.polls = Exchanges();
  p.signals = AllSignals();
  p.workloads = {"counter"};
  p.words_fixed = 1;
  return p;
}

Primitive SpinExchangePerItem() {
  Primitive p = Mutex("spin_exchange",
                      "user code: the lock of spin_exchange, taken by every "
                      "work-item");
  p.name += "_per_item";
  p.need = ProgressNeed::kGroupLockstep;
  p.by_item = true;
  return p;
}

Primitive FetchAndAdd() {
  Primitive p = Mutex("fetch_and_add",
                      "ticket lock: Stuart and Owens 2011; take a number, "
                      "wait for now_serving");
  p.use = WordUse::kTicket;
  p.polls = AllPolls();
  p.words_fixed = 64;  // next_ticket and now_serving, on lines of 32 words
  return p;
}

Primitive FlagPerGroup() {
  Primitive p = Mutex("flag_per_group",
                      "lock-free hand-off: each group waits for its own flag, "
                      "the owner sets the next one's");
  p.need = ProgressNeed::kCoResident;  // the ring passes through every group
  p.use = WordUse::kFlag;
  p.polls = AllPolls();
  p.words_fixed = 0;
  p.words_per_group = 1;
  return p;
}

Primitive MessagePassing() {
  Primitive p;
  p.name = "handoff.message_passing";
  p.family = Family::kHandoff;
  p.file = "handoff/message_passing.cl";
  p.source = "litmus test MP: payload, fence, flag; every other group reads";
  p.need = ProgressNeed::kHsa;  // the writer is group 0
  p.use = WordUse::kRising;
  p.polls = AllPolls();
  p.signals = AllSignals();
  p.workloads = {"message"};
  p.words_fixed = 1;
  p.word_init = 0xFFFFFFF0u;  // wraps, as the counter's does
  return p;
}

Primitive LoopedStore() {
  Primitive p = MessagePassing();
  p.name = "handoff.looped_store";
  p.file = "handoff/looped_store.cl";
  p.source =
      "user code: the writer stores its progress in a loop until every reader "
      "has answered";
  p.need = ProgressNeed::kCoResident;  // the writer waits for all readers
  p.words_fixed = 64;  // progress and answers, on lines of 32 words
  return p;
}

Workload BarrierWorkload(absl::string_view name, absl::string_view says,
                         uint32_t rounds, uint32_t rounds_cpu) {
  Workload w;
  w.name = std::string(name);
  w.family = Family::kBarrier;
  w.file = "workloads/" + std::string(name) + ".cl";
  w.says = std::string(says);
  w.rounds = rounds;
  w.rounds_cpu = rounds_cpu;
  w.steps_more = 1;  // what the last round wrote is read in a step of its own
  return w;
}

Workload Exchange() {
  Workload w = BarrierWorkload(
      "exchange",
      "each work-item writes a word that names round and index, then reads one "
      "of a far group, another group each round",
      200, 64);
  w.payload_per_item = 2;  // two buffers, by the parity of the round
  w.final_memory = FinalMemory::kHalvesByItem;
  w.reads_per_item = 1;
  return w;
}

Workload Scatter() {
  Workload w = BarrierWorkload(
      "scatter",
      "each work-item writes 4 words in 4 cache lines, then reads 4 of a far "
      "group: finds stale reads of one in a million",
      20000, 64);
  w.payload_per_item = 8;  // 4 words, two buffers
  w.final_memory = FinalMemory::kHalvesByItem;
  w.reads_per_item = 4;
  w.late_every = 16;
  return w;
}

Workload PhaseCheck() {
  Workload w = BarrierWorkload(
      "phase_check",
      "each group publishes its round, every group checks every group", 64, 32);
  w.payload_per_group = 2 * 32;  // a cache line of its own, two buffers
  w.final_memory = FinalMemory::kHalvesByGroup;
  w.reads_all_groups = true;
  return w;
}

Workload RotateSum() {
  Workload w = BarrierWorkload(
      "rotate_sum",
      "a[i] = a[i] + a[i+1] + a[i+2], all elements equal at the end; one wrong "
      "read spreads, so it finds an error and cannot tell which",
      300, 64);
  w.payload_per_item = 1;
  w.final_memory = FinalMemory::kEqualElements;
  w.steps_per_round = 2;  // all read, then all write
  w.steps_more = 0;
  w.late_every = 4;
  w.reads_per_item = 2;  // the two neighbours; the sum at the end judges them
  w.classifies = false;
  return w;
}

Workload Arrivals() {
  Workload w = BarrierWorkload(
      "arrivals",
      "one round: after its wait each work-item looks whether all have "
      "arrived, and doubles a word of its own if so",
      1, 1);
  w.payload_per_item = 1;
  w.final_memory = FinalMemory::kEqualElements;
  w.reads_per_item = 1;
  w.classifies = false;
  return w;
}

Workload Counter() {
  Workload w;
  w.name = "counter";
  w.family = Family::kMutex;
  w.file = "workloads/counter.cl";
  w.says =
      "a plain increment under the lock, and an atomic owner word that must "
      "stay its own throughout: the owner word tells a stale read from a "
      "broken exclusion";
  w.rounds = 32;
  w.rounds_cpu = 64;
  w.payload_fixed = 64;  // the count in word 0, the owner in word 32
  w.final_memory = FinalMemory::kCount;
  w.late_every = 8;
  w.classifies = false;
  return w;
}

Workload Message() {
  Workload w;
  w.name = "message";
  w.family = Family::kHandoff;
  w.file = "workloads/message.cl";
  w.says =
      "group 0 writes 4 words per work-item that name round and index, into a "
      "region of its own each round; every other group reads them";
  w.rounds = 64;
  w.rounds_cpu = 32;
  w.payload_per_item_round = 4;
  w.final_memory = FinalMemory::kRegionsByRound;
  w.reads_per_item = 4;
  return w;
}

}  // namespace

absl::Span<const Primitive> Primitives() {
  static const auto* const all = new std::vector<Primitive>{
      CounterPerGroup(),
      CounterPerGroupReset(),
      CounterPerItem(),
      CounterPerItemLimited(),
      FlagsMasterGroup(),
      KernelBoundary(),
      Mutex("spin_exchange",
            "Stuart and Owens 2011: exchange 1 until 0 comes back"),
      Mutex("back_off",
            "Stuart and Owens 2011: exchange, and between tries a delay of "
            "memory accesses that grows to a limit"),
      FetchAndAdd(),
      FlagPerGroup(),
      SpinExchangePerItem(),
      MessagePassing(),
      LoopedStore(),
  };
  return *all;
}

absl::Span<const Workload> Workloads() {
  static const auto* const all = new std::vector<Workload>{
      Exchange(), Scatter(), PhaseCheck(), RotateSum(),
      Arrivals(), Counter(), Message()};
  return *all;
}

const Primitive* FindPrimitive(absl::string_view name) {
  for (const Primitive& p : Primitives()) {
    if (p.name == name) return &p;
  }
  return nullptr;
}

const Workload* FindWorkload(absl::string_view name) {
  for (const Workload& w : Workloads()) {
    if (w.name == name) return &w;
  }
  return nullptr;
}

absl::string_view FamilyName(Family family) {
  switch (family) {
    case Family::kBarrier:
      return "barrier";
    case Family::kMutex:
      return "mutex";
    case Family::kHandoff:
      return "handoff";
  }
  return "";
}

absl::string_view NeedName(ProgressNeed need) {
  switch (need) {
    case ProgressNeed::kNone:
      return "none";
    case ProgressNeed::kObe:
      return "obe";
    case ProgressNeed::kHsa:
      return "hsa";
    case ProgressNeed::kCoResident:
      return "co_resident";
    case ProgressNeed::kFair:
      return "fair";
    case ProgressNeed::kGroupLockstep:
      return "group_lockstep";
  }
  return "";
}

}  // namespace wgsync
