// The barriers.

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "suite/catalog/catalog.h"
#include "suite/catalog/entries.h"

namespace wgsync {
namespace {

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
  p.workloads = {
      "exchange",           "scatter",     "phase_check",   "rotate_sum",
      "transpose_pingpong", "axpy_vector", "uneven_arrival"};
  return p;
}

// For a barrier whose words only rise, by one or more each round, and may begin
// anywhere.
void AddWraps(Primitive* p) {
  for (const char* name : {"wrap_16", "wrap_31", "wrap_32"}) {
    p->workloads.emplace_back(name);
  }
}

Primitive CounterPerGroup() {
  Primitive p =
      Barrier("counter_per_group", "a counter with a rising goal; no reset");
  p.words_fixed = 1;
  // So near to 2^32 that the shortest run also passes the wrap of the counter.
  p.word_init = 0xFFFFFFF0u;
  AddWraps(&p);
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

}  // namespace

std::vector<Primitive> Barriers() {
  return {CounterPerGroup(),       CounterPerGroupReset(), CounterPerItem(),
          CounterPerItemLimited(), FlagsMasterGroup(),     KernelBoundary()};
}

}  // namespace wgsync
