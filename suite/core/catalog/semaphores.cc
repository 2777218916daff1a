// The semaphores, each at several capacities.

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/catalog/entries.h"

namespace wgsync {
namespace {

// A word that counts the permits that are left.
Primitive Spin(absl::string_view name, absl::string_view source) {
  Primitive p;
  p.name = absl::StrCat("semaphore.", name);
  p.family = Family::kSemaphore;
  p.file = absl::StrCat("semaphores/", name, ".cl");
  p.source = std::string(source);
  p.use = WordUse::kLock;
  p.polls = Exchanges();
  p.signals = Additions();
  p.workloads = {"holders"};
  p.words_fixed = 1;
  return p;
}

Primitive SleepingRing() {
  Primitive p = Spin("sleeping_ring",
                     "HeteroSync, Sinclair et al. 2017: a number's slot in a "
                     "ring, opened by the one that leaves");
  p.use = WordUse::kFlag;
  p.polls = AllPolls();
  p.words_fixed = 64;  // tail and head; a line of 32 words for each slot
  p.words_per_group = 32;
  return p;
}

// The same with so many permits.
Primitive With(uint32_t capacity, Primitive p) {
  absl::StrAppend(&p.name, "_", capacity);
  p.capacity = capacity;
  if (p.use == WordUse::kLock) p.word_init = capacity;
  p.representative = p.name == "semaphore.spin_1";
  return p;
}

}  // namespace

std::vector<Primitive> Semaphores() {
  const Primitive each[] = {
      Spin("spin",
           "Stuart and Owens 2011: read the permits that are left until there "
           "are enough, then compare-and-swap"),
      Spin("back_off",
           "Stuart and Owens 2011: the same, and between tries a delay of "
           "memory accesses that grows to a limit"),
      SleepingRing()};
  std::vector<Primitive> all;
  for (const Primitive& p : each) {
    for (uint32_t capacity : {1u, 2u, 10u, 120u}) {
      all.push_back(With(capacity, p));
    }
  }
  return all;
}

}  // namespace wgsync
