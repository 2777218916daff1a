// The hand-offs.

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "suite/core/catalog/access.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/catalog/entries.h"

namespace wgsync {
namespace {

constexpr uint32_t kLine = 32;  // words of a cache line

Primitive Handoff(absl::string_view name, absl::string_view source) {
  Primitive p;
  p.name = absl::StrCat("handoff.", name);
  p.family = Family::kHandoff;
  p.file = absl::StrCat("handoff/", name, ".cl");
  p.source = std::string(source);
  p.use = WordUse::kRising;
  p.polls = AllPolls();
  p.signals = AllSignals();
  p.word_init = 0xFFFFFFF0u;  // wraps, as the counter's does
  return p;
}

Primitive MessagePassing() {
  Primitive p =
      Handoff("message_passing",
              "litmus test MP: payload, fence, flag; every other group reads");
  p.representative = true;
  p.writer = Writer::kFirst;
  p.workloads = {"message", "message_cold"};
  p.words_fixed = 1;
  return p;
}

// A reader of a lower number than the writer's waits for a higher one.
Primitive MessagePassingFrom(Writer writer, absl::string_view regime) {
  Primitive p = MessagePassing();
  absl::StrAppend(&p.name, "_", regime);
  p.representative = false;
  p.source =
      absl::StrCat("litmus test MP; the writer is the ", regime, " group");
  p.writer = writer;
  return p;
}

Primitive LoopedStore() {
  Primitive p = Handoff(
      "looped_store",
      "user code: the writer stores its progress in a loop until every reader "
      "has answered");
  p.workloads = {"message"};
  p.words_fixed = 2 * kLine;  // progress and answers
  return p;
}

Primitive HostFinish() {
  Primitive p = Handoff("host_finish",
                        "user code: one partial sum for each group, and the "
                        "host adds them");
  p.runner = "lib/run_reduce.cl";
  p.polls = {Poll::kPlain};
  p.signals = {Signal::kPlain};
  p.workloads = {"sum"};
  p.host_finishes = true;
  p.word_init = 0;
  p.local_words = 1;
  return p;
}

Primitive HostFinishInStep() {
  Primitive p = HostFinish();
  p.name += "_in_step";
  p.source =
      "Harris 2007, parallel reduction: the last 32 work-items sum without a "
      "work-group barrier";
  p.options = {"WG_IN_STEP"};
  p.local_words = 64;
  p.variant = true;
  p.hazard =
      "work-items read what others of their sub-group have stored in local "
      "memory, and no barrier is between: OpenCL lets no work-items go in step "
      "(OpenCL C, \"Work-group Functions\")";
  return p;
}

Primitive ChainedReduction() {
  Primitive p = Handoff("chained_reduction",
                        "user code: partial sums handed from level to level by "
                        "locks, inside one kernel");
  p.runner = "lib/run_reduce.cl";
  p.signals = Additions();
  p.workloads = {"sum"};
  p.words_per_lock = 8;
  p.local_words = 1;
  return p;
}

Primitive AtomicReduction() {
  Primitive p = Handoff("atomic_reduction",
                        "user code: all elements folded into one word by "
                        "atomics");
  p.runner = "lib/run_reduce.cl";
  p.signals = Additions();
  p.workloads = {"sum", "product"};
  p.words_fixed = 1;
  p.word_init = 0xFFFFFFF1u;  // odd, for the product
  return p;
}

Primitive Lookback(absl::string_view name, absl::string_view source) {
  Primitive p = Handoff(name, source);
  p.runner = "lib/run_lookback.cl";
  p.workloads = {"scan"};
  p.words_fixed = kLine;        // the next ticket
  p.words_per_group_round = 1;  // a flag
  p.local_words = 2;
  return p;
}

// The packed form, which needs no fence.
Primitive LookbackInWord() {
  Primitive p = Lookback("lookback_in_word",
                         "Merrill and Garland 2016: decoupled look-back, flag "
                         "and sum in one 64-bit word");
  p.one_word = true;
  p.wide = 64;
  p.words_per_group_round = 2;
  return p;
}

// No group waits: neither a residency nor a fair scheduler is asked for.
Primitive Unawaited(absl::string_view name, absl::string_view source) {
  Primitive p = Handoff(name, source);
  p.runner = "lib/run_unawaited.cl";
  p.unawaited = true;
  return p;
}

Primitive MessagePassingUnawaited() {
  Primitive p = Unawaited("message_passing_unawaited",
                          "litmus test MP as it is: one look at the flag, and "
                          "who sees it must see the payload");
  p.workloads = {"message_rows"};
  p.words_per_group = kLine;
  p.local_words = 1;
  return p;
}

// Words that only read-modify-writes change, but for what marks an entry.
Primitive Swapped(absl::string_view name, absl::string_view source,
                  absl::string_view workload) {
  Primitive p = Unawaited(name, source);
  p.polls = RacelessPolls();
  p.signals = Additions();
  p.workloads = {std::string(workload)};
  p.local_words = 1;
  return p;
}

// No step but the count polls or signals.
Primitive LastArriver() {
  Primitive p =
      Swapped("last_arriver",
              "CUDA's sample threadFenceReduction: the last group to count "
              "itself does the rest",
              "message_rows");
  p.polls = Exchanges();
  p.words_per_group_round = 1;
  return p;
}

Primitive ListPush() {
  Primitive p = Swapped("list_push",
                        "Treiber 1986: a list that grows at its head by "
                        "compare-and-swap",
                        "message_rows");
  p.words_fixed = 1;
  return p;
}

Primitive Once() {
  Primitive p = Swapped("once",
                        "user code: the first group makes something, others "
                        "take it if it is there",
                        "made_once");
  p.words_per_group_round = 1;
  return p;
}

Primitive BoundedRing() {
  Primitive p = Swapped("bounded_ring",
                        "Vyukov: bounded MPMC queue, try_push and try_pop "
                        "alone",
                        "message_rows");
  p.words_fixed = 6 * kLine;  // head, tail and four cells
  return p;
}

// Its accesses are those of the payload; poll and signal of OpenCL C 2.0 make
// an atomic payload one of that language.
Primitive CoherenceOneWord() {
  Primitive p = Unawaited("coherence_one_word",
                          "litmus test CoRR: two reads of one word that rises");
  p.one_word = true;
  p.polls = {Poll::kRmw, Poll::kRelaxed};
  p.signals = {Signal::kRmw, Signal::kRelaxed};
  p.workloads = {"rising"};
  return p;
}

// Flag and value are parts of one object: no other access relies on an order.
Primitive ValueInWord() {
  Primitive p = Handoff("value_in_word",
                        "user code: flag and value in one 64-bit word; every "
                        "other group takes the value that it finds with it");
  p.writer = Writer::kFirst;
  p.one_word = true;
  p.wide = 64;
  p.workloads = {"in_word"};
  p.words_per_group_round = 4;  // the largest object
  return p;
}

Primitive ValueInVector(uint32_t words) {
  Primitive p = ValueInWord();
  p.name = absl::StrCat("handoff.value_in_vector_", words);
  p.source = absl::StrCat("user code: flag and value in a vector of ", words,
                          " words, stored and read as one");
  p.wide = words;
  p.variant = true;
  p.polls = {Poll::kPlain, Poll::kReissued, Poll::kVolatile};
  p.signals = {Signal::kPlain, Signal::kVolatile};
  p.hazard =
      "flag and value are one vector, and OpenCL has no atomic vector: nothing "
      "says that it is stored or read in one piece (OpenCL C, \"Atomic "
      "Types\")";
  return p;
}

Primitive WorkStealQueue() {
  Primitive p =
      Handoff("work_steal_queue",
              "Cederman and Tsigas 2008: each group's queue, from which others "
              "steal");
  p.runner = "lib/run_queue.cl";
  p.workloads = {"tasks"};
  p.words_per_group = 2 * kLine;  // head and tail
  return p;
}

Primitive DependencyDistance() {
  Primitive p =
      Handoff("dependency_distance",
              "seed texts: the first k * CU groups wait for a group of a far "
              "higher number");
  p.workloads = {"message"};
  p.words_fixed = 2 * kLine;  // the flag, and what is waited for
  p.half_waits = true;
  return p;
}

}  // namespace

std::vector<Primitive> Handoffs() {
  return {MessagePassing(),
          LoopedStore(),
          MessagePassingFrom(Writer::kMiddle, "middle"),
          MessagePassingFrom(Writer::kLast, "last"),
          HostFinish(),
          ChainedReduction(),
          AtomicReduction(),
          Lookback("lookback_by_group_id",
                   "Merrill and Garland 2016: decoupled look-back, in the "
                   "order of the groups' numbers"),
          Lookback("lookback_by_ticket",
                   "Merrill and Garland 2016: decoupled look-back, in the "
                   "order of tickets"),
          WorkStealQueue(),
          DependencyDistance(),
          MessagePassingUnawaited(),
          CoherenceOneWord(),
          HostFinishInStep(),
          LastArriver(),
          ListPush(),
          Once(),
          BoundedRing(),
          ValueInWord(),
          ValueInVector(2),
          ValueInVector(4),
          LookbackInWord()};
}

}  // namespace wgsync
