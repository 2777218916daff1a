// The mutexes.

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "suite/catalog/catalog.h"
#include "suite/catalog/entries.h"

namespace wgsync {
namespace {

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

Primitive SpinExchange() {
  Primitive p = Mutex("spin_exchange",
                      "Stuart and Owens 2011: exchange 1 until 0 comes back");
  p.representative = true;
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
  p.representative = true;
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

}  // namespace

std::vector<Primitive> Mutexes() {
  return {SpinExchange(),
          Mutex("back_off",
                "Stuart and Owens 2011: exchange, and between tries a delay of "
                "memory accesses that grows to a limit"),
          FetchAndAdd(), FlagPerGroup(), SpinExchangePerItem()};
}

}  // namespace wgsync
