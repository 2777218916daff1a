// The mutexes.

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/catalog/entries.h"

namespace wgsync {
namespace {

Primitive Mutex(absl::string_view name, absl::string_view source) {
  Primitive p;
  p.name = "mutex." + std::string(name);
  p.family = Family::kMutex;
  p.file = "mutexes/" + std::string(name) + ".cl";
  p.source = std::string(source);
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

// The same lock, taken by every work-item.
Primitive PerItem(Primitive p) {
  p.source = absl::StrCat("user code: the lock of ",
                          p.name.substr(p.name.find('.') + 1),
                          ", taken by every work-item");
  p.name += "_per_item";
  p.representative = false;
  p.by_item = true;
  return p;
}

Primitive BackOff() {
  return Mutex("back_off",
               "Stuart and Owens 2011: exchange, and between tries a delay of "
               "memory accesses that grows to a limit");
}

Primitive SpinCas() {
  Primitive p =
      Mutex("spin_cas",
            "classical: compare-and-swap the own name for 0 until it is there");
  p.use = WordUse::kOwner;
  return p;
}

Primitive SpinTestAndTest() {
  Primitive p = Mutex("spin_test_and_test",
                      "Rudolph and Segall 1984: read until it is free, then "
                      "exchange");
  p.polls = AllPolls();
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

Primitive TicketProportional() {
  Primitive p = FetchAndAdd();
  p.name = "mutex.ticket_proportional";
  p.file = "mutexes/ticket_proportional.cl";
  p.source =
      "Mellor-Crummey and Scott 1991: ticket lock with a delay between polls "
      "that is proportional to those still before";
  return p;
}

// A lock that is passed on from one who waits to the next: by words of their
// own, each on a line, behind the tail's.
Primitive QueueLock(absl::string_view name, absl::string_view source) {
  Primitive p = Mutex(name, source);
  p.use = WordUse::kFlag;
  p.polls = AllPolls();
  p.words_fixed = 32;
  p.words_per_group = 32;
  return p;
}

Primitive SleepingRing() {
  Primitive p = QueueLock("sleeping_ring",
                          "HeteroSync, Sinclair et al. 2017: a place in a ring "
                          "of flags, taken down by the one that waits");
  p.words_per_group = 1;
  return p;
}

Primitive Mcs() {
  Primitive p = QueueLock("mcs",
                          "Mellor-Crummey and Scott 1991: a list of nodes, "
                          "each waiting on its own word");
  return p;
}

Primitive Clh() {
  Primitive p = QueueLock("clh",
                          "Craig 1993, Magnusson et al. 1994: a list in which "
                          "each waits on its predecessor's node");
  p.words_fixed = 64;  // the tail, and one node more than there are groups
  return p;
}

Primitive Hemlock() {
  Primitive p = QueueLock("hemlock",
                          "Dice and Kogan 2021: a queue without nodes, one "
                          "word per group, taken back by the successor");
  p.words_fixed = 64;  // the tail, and the word of no group
  return p;
}

// Of loads and stores alone. Whether a group may pass is not one word's matter.
Primitive LoadsAndStores(absl::string_view name, absl::string_view source) {
  Primitive p = Mutex(name, source);
  p.use = WordUse::kSeveral;
  p.loads_and_stores = true;
  p.polls = OrderedPolls();
  p.signals = OrderedSignals();
  p.rounds_factor = 16;  // store buffering shows in a few of many rounds
  return p;
}

// A tree of locks for two, fewer than twice as many as groups, each on a line.
Primitive Tournament(absl::string_view name, absl::string_view source) {
  Primitive p = LoadsAndStores(name, source);
  p.words_fixed = 0;
  p.words_per_group = 64;
  return p;
}

Primitive Bakery() {
  Primitive p = LoadsAndStores("bakery",
                               "Lamport 1974: choose a number above all "
                               "others', the smallest is next");
  p.words_fixed = 0;
  p.words_per_group = 1;
  p.word_init = 0x7fffffff;  // no number, above all
  return p;
}

Primitive Seqlock() {
  Primitive p = Mutex("seqlock",
                      "Linux; Boehm 2012: one writer makes a number odd and "
                      "even, readers read again if it has changed");
  p.use = WordUse::kSeveral;
  p.runner = "lib/run_snapshot.cl";
  p.polls = RacelessPolls();
  p.workloads = {"snapshot"};
  return p;
}

Primitive FlagPerGroup() {
  Primitive p = Mutex("flag_per_group",
                      "lock-free hand-off: each group waits for its own flag, "
                      "the owner sets the next one's");
  p.use = WordUse::kFlag;
  p.polls = AllPolls();
  p.words_fixed = 0;
  p.words_per_group = 1;
  return p;
}

}  // namespace

std::vector<Primitive> Mutexes() {
  return {
      SpinExchange(),
      BackOff(),
      FetchAndAdd(),
      FlagPerGroup(),
      PerItem(SpinExchange()),
      SpinCas(),
      SpinTestAndTest(),
      Mutex("back_off_exponential",
            "HeteroSync, Sinclair et al. 2017: exchange, and between tries a "
            "delay of memory accesses that doubles to a limit"),
      TicketProportional(),
      QueueLock("array",
                "Anderson 1990: a number's slot in an array, each on a line of "
                "its own"),
      SleepingRing(),
      Mcs(),
      Clh(),
      Tournament("dekker",
                 "Dekker, in Dijkstra 1965: flags and a turn, for two; in a "
                 "tournament for more"),
      Tournament("peterson",
                 "Peterson 1981: flags and a turn, for two; in a tournament "
                 "for more"),
      Bakery(),
      Seqlock(),
      PerItem(SpinCas()),
      PerItem(FetchAndAdd()),
      PerItem(BackOff()),
      Hemlock()};
}

}  // namespace wgsync
