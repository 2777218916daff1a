#include "suite/core/memory/graph.h"

#include <algorithm>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "suite/core/litmus/program_text.h"

namespace wgsync {
namespace memory {
namespace {

constexpr Memory kMemories[] = {Memory::kGlobal, Memory::kLocal};

// "For local memory [...] scopes wider than memory_scope_work_group carry no
// additional meaning."
Scope ScopeIn(Scope scope, Memory m) {
  return m == Memory::kLocal ? std::min(scope, Scope::kWorkGroup) : scope;
}

bool Reaches(Scope scope, const Thread& a, const Thread& b) {
  const bool group = a.group == b.group;
  const bool reaches[] = {&a == &b, group && a.sub_group == b.sub_group, group,
                          true, true};
  return reaches[static_cast<size_t>(scope)];
}

}  // namespace

std::string PlaceOf(const Thread& thread, const Instruction& at) {
  return absl::StrCat(
      "group ", thread.group,
      thread.item == 0 ? "" : absl::StrCat(", item ", thread.item), ", line ",
      at.line);
}

std::string StepText(const Program& program, size_t thread,
                     const Instruction& at) {
  const size_t role = program.threads[thread].role;
  const auto& code = program.roles[role].code;
  return absl::StrCat(
      PlaceOf(program.threads[thread], at), ": ",
      litmus::InstructionText(program, role, &at - code.data()));
}

std::optional<Fault> FaultOf(const Program& program, size_t thread,
                             Cursor* cursor) {
  const Instruction* at = cursor->Next();
  const bool outside =
      at != nullptr && at->UsesWord() && cursor->Word() == program.Words();
  if (!outside) at = cursor->WrongStep();
  if (at == nullptr) return std::nullopt;
  const std::string what =
      outside ? "an index outside " + program.arrays[at->array].name
              : "a step that goes wrong";
  return Fault{
      absl::StrCat(what, ": ", PlaceOf(program.threads[thread], *at)),
      absl::StrCat(StepText(program, thread, *at), "    ", what, "\n")};
}

bool EndsByLatest(const Program& program, Cursor cursor,
                  const std::vector<int>& latest) {
  std::vector<Cursor> been;
  for (;;) {
    const Instruction* now = cursor.Next();
    if (now == nullptr) return true;
    if (now->access == Access::kNone || now->access == Access::kBarrier)
      return now->access == Access::kBarrier && !been.empty();
    if (absl::c_linear_search(been, cursor)) return false;
    been.push_back(cursor);
    int read = 0;
    if (now->UsesWord()) {
      const size_t word = cursor.Word();
      if (word == program.Words()) return true;
      read = latest[word];
      if (!cursor.MayRead(read)) return false;
      if (now->access == Access::kWrite ||
          cursor.Written(read).value_or(read) != read)
        return true;
    }
    cursor.Finish(read);
  }
}

Graph::Graph(const Program& program, const Rules& rules)
    : program_(&program), rules_(&rules) {
  const size_t words = program.Words();
  orders_.resize(words);
  for (size_t word = 0; word < words; ++word) {
    const Array& array = program.ArrayOf(word);
    Event& event = events_.emplace_back();
    event.name = {'\xff', static_cast<char>(word)};
    event.word = word;
    event.memory = array.memory;
    event.of_word = array.atomic;
    event.in = ActionOf(SetOf(array.memory));
    event.writes = true;
    event.written = array.initial;
    orders_[word] = {word};
  }
}

Memories Graph::ActionOf(Memories in) const {
  return rules_->Has(Axiom::kMemoriesApart) ? in : kBothMemories;
}

std::vector<int> Graph::Latest() const {
  std::vector<int> latest;
  for (const std::vector<size_t>& order : orders_)
    latest.push_back(events_[order.back()].written);
  return latest;
}

Event& Graph::Add(size_t thread, const Instruction& at) {
  const int number = static_cast<int>(thread);
  const auto before = absl::c_count_if(
      events_, [&](const Event& other) { return other.thread == number; });
  Event& event = events_.emplace_back();
  event.thread = number;
  event.at = &at;
  event.scope = at.scope;
  event.name = {static_cast<char>(thread), static_cast<char>(before)};
  return event;
}

void Graph::AddAccess(size_t thread, const Instruction& at, size_t word,
                      size_t from, const int* written, size_t place) {
  const Array& array = program_->ArrayOf(word);
  const size_t number = events_.size();
  Event& event = Add(thread, at);
  event.word = word;
  event.memory = array.memory;
  event.of_word = array.atomic;
  event.atomic = at.IsAtomic();
  event.in = ActionOf(SetOf(array.memory));
  event.reads = at.access != Access::kWrite;
  event.writes = written != nullptr;
  event.from = from;
  event.read = event.reads ? events_[from].written : 0;
  if (event.atomic) {
    const bool failed = at.access == Access::kCas && !event.writes;
    const Order order = failed ? at.failure : at.order;
    event.acquires = event.reads && Acquires(order);
    event.releases = event.writes && Releases(order);
    event.seq_cst = order == Order::kSeqCst;
    if (event.seq_cst && rules_->Has(Axiom::kSeqCstOfBoth))
      event.in = kBothMemories;
    if (!array.svm) event.scope = std::min(at.scope, Scope::kDevice);
  }
  if (!event.writes) return;
  event.written = *written;
  orders_[word].insert(orders_[word].begin() + place, number);
}

void Graph::AddFence(size_t thread, const Instruction& at) {
  Event& event = Add(thread, at);
  event.fence = true;
  event.in = ActionOf(at.flags);
  event.acquires = Acquires(at.order);
  event.releases = Releases(at.order);
  event.seq_cst = at.order == Order::kSeqCst;
  if (absl::c_none_of(program_->arrays, [](const Array& a) { return a.svm; }))
    event.scope = std::min(at.scope, Scope::kDevice);
}

void Graph::AddBarrier(size_t thread, const Instruction& at, int meeting,
                       bool exit) {
  AddFence(thread, at);
  Event& event = events_.back();
  event.acquires = exit;
  event.releases = !exit;
  event.seq_cst = false;
  event.meeting = meeting;
}

// "Two actions A and B are defined to have an inclusive scope if ..."
bool Graph::AreInclusive(const Event& a, const Event& b, Memory m) const {
  const Scope of_a = ScopeIn(a.scope, m), of_b = ScopeIn(b.scope, m);
  if (rules_->equal_scopes && of_a != of_b) return false;
  const Thread &at_a = program_->threads[a.thread],
               &at_b = program_->threads[b.thread];
  return Reaches(of_a, at_a, at_b) && Reaches(of_b, at_b, at_a);
}

size_t Graph::Comparisons() const {
  size_t seq_cst = 0, fences = 0;
  for (const Event& event : events_) {
    seq_cst += event.seq_cst ? 1 : 0;
    fences += event.seq_cst && event.fence ? 1 : 0;
  }
  const size_t pairs = events_.size() * events_.size();
  return pairs + seq_cst * seq_cst + seq_cst * fences * events_.size();
}

void Graph::Relate(bool stable) {
  stable_ = stable;
  has_unstable_ = false;
  places_.assign(events_.size(), 0);
  for (const std::vector<size_t>& order : orders_) {
    for (size_t place = 0; place < order.size(); ++place)
      places_[order[place]] = place;
  }
  before_.assign(events_.size(), {});
  std::array<Set, 2> initial;
  std::vector<std::array<int, 2>> last(program_->threads.size(), {-1, -1});
  for (size_t i = 0; i < events_.size(); ++i) {
    const Event& event = events_[i];
    for (const Memory m : kMemories) {
      const int at = static_cast<int>(m);
      if ((event.in & SetOf(m)) == 0) continue;
      if (event.thread < 0) {
        initial[at].set(i);
        continue;
      }
      before_[i][at] |= initial[at];  // "The start of a kernel-instance ..."
      int& previous = last[event.thread][at];
      if (previous >= 0) Link(previous, i, SetOf(m));
      previous = static_cast<int>(i);
    }
    if (event.thread >= 0 && event.acquires) AddSynchronization(i);
  }
}

// Adds what synchronizes with the acquiring event.
void Graph::AddSynchronization(size_t event) {
  const Event& b = events_[event];
  if (!b.fence) return Synchronize(event, event);
  for (size_t i = 0; i < event; ++i) {
    const Event& a = events_[i];
    if (a.thread == b.thread && a.atomic && a.reads) Synchronize(i, event);
    if (b.meeting >= 0 && a.meeting == b.meeting && a.releases &&
        a.thread != b.thread &&
        program_->threads[a.thread].group ==
            program_->threads[b.thread].group &&
        rules_->Has(Axiom::kBarriersSynchronize)) {
      Link(i, event, a.in & b.in);
    }
  }
}

// Whether the `place`-th write of the order would head a release sequence with
// the `last`-th one in it.
bool Graph::IsHead(size_t place, size_t last,
                   const std::vector<size_t>& order) {
  bool stable = true;
  for (size_t i = place + 1; i <= last; ++i) {
    const Event& event = events_[order[i]];
    if (event.reads && rules_->Has(Axiom::kRmwContinues)) continue;
    if (event.thread != events_[order[place]].thread) return false;
    if (!rules_->Has(Axiom::kSameItemContinues)) return false;
    if (!event.reads) stable = false;
  }
  if (!stable) has_unstable_ = true;
  return stable || !stable_;
}

// Adds what synchronizes with `acquirer` in that `reader` reads what it reads:
// the reader itself, or a fence after it.
void Graph::Synchronize(size_t reader, size_t acquirer) {
  const Event &read = events_[reader], &b = events_[acquirer];
  const Memories memory = SetOf(read.memory);
  if (b.fence && (b.in & memory) == 0) return;
  const std::vector<size_t>& order = orders_[read.word];
  const size_t last = places_[read.from];
  for (size_t place = 0; place <= last; ++place) {
    const Event& head = events_[order[place]];
    if (!head.atomic || head.thread == read.thread ||
        !IsHead(place, last, order))
      continue;
    for (size_t i = 0; i <= order[place]; ++i) {
      const Event& a = events_[i];
      if (a.thread != head.thread || !a.releases) continue;
      if (a.fence ? (a.in & memory) == 0 : i != order[place]) continue;
      const bool fences = a.fence || b.fence;
      if (!rules_->Has(fences ? Axiom::kFencesSynchronize
                              : Axiom::kAtomicsSynchronize))
        continue;
      if (rules_->Has(Axiom::kInclusiveScopes) &&
          !AreInclusive(a, b, read.memory))
        continue;
      const bool fences_of_both = a.fence && b.fence &&
                                  (a.in & b.in) == kBothMemories &&
                                  rules_->Has(Axiom::kFenceOfBoth);
      const bool seq_cst =
          a.seq_cst && b.seq_cst && rules_->Has(Axiom::kSeqCstOfBoth);
      Link(i, acquirer, fences_of_both || seq_cst ? kBothMemories : memory);
    }
  }
}

void Graph::Link(size_t from, size_t to, Memories in) {
  in = ActionOf(in);
  for (const Memory m : kMemories) {
    if ((in & SetOf(m)) == 0) continue;
    const int at = static_cast<int>(m);
    before_[to][at] |= before_[from][at];
    before_[to][at].set(from);
  }
}

// "Memory Ordering Rules", the four coherence rules: a happens before b.
bool Graph::IsCoherent(size_t a, size_t b) const {
  const Event &first = events_[a], &second = events_[b];
  const size_t read_a = places_[first.from], read_b = places_[second.from];
  if (first.writes && second.writes && rules_->Has(Axiom::kWriteWrite) &&
      places_[a] >= places_[b])
    return false;
  if (first.writes && second.reads && rules_->Has(Axiom::kWriteRead) &&
      places_[a] > read_b)
    return false;
  if (first.reads && second.writes && rules_->Has(Axiom::kReadWrite) &&
      read_a >= places_[b])
    return false;
  return !(first.reads && second.reads && rules_->Has(Axiom::kReadRead) &&
           read_a > read_b);
}

// Whether no write comes between the data word's write and its read.
bool Graph::IsVisible(size_t read) const {
  const Event& r = events_[read];
  return absl::c_none_of(orders_[r.word], [&](size_t w) {
    return Before(r.from, w, r.memory) && Before(w, read, r.memory);
  });
}

bool Graph::IsConsistent() const {
  for (size_t b = program_->Words(); b < events_.size(); ++b) {
    const Event& event = events_[b];
    if (event.fence) continue;
    if (!event.of_word) {
      if (event.reads && rules_->Has(Axiom::kVisible) && !IsVisible(b))
        return false;
      continue;
    }
    for (size_t a = 0; a < b; ++a) {
      if (events_[a].fence || events_[a].word != event.word) continue;
      if (Before(a, b, event.memory) && !IsCoherent(a, b)) return false;
    }
  }
  return !rules_->Has(Axiom::kSeqCst) || HasS();
}

// In the modification order, or in that `a` reads what `b` replaces.
bool Graph::Precedes(size_t a, size_t b) const {
  const Event &first = events_[a], &second = events_[b];
  if (a == b || !second.writes || first.word != second.word) return false;
  return (first.writes && places_[a] < places_[b]) ||
         (first.reads && places_[first.from] < places_[b]);
}

bool Graph::PrecedesInS(size_t a, size_t b) const {
  const Event &first = events_[a], &second = events_[b];
  const auto is_local = [](const Event& e) {
    return e.fence ? e.in == SetOf(Memory::kLocal) : e.memory == Memory::kLocal;
  };
  const Memory m =
      is_local(first) || is_local(second) ? Memory::kLocal : Memory::kGlobal;
  if (rules_->Has(Axiom::kSeqCstScopes) && !AreInclusive(first, second, m))
    return false;
  if (Before(a, b, Memory::kGlobal) || Before(a, b, Memory::kLocal))
    return true;
  if (!first.fence && !second.fence) return Precedes(a, b);
  // A fence represents the accesses after it (if it is first in S) or before
  // it.
  const auto stands_for = [&](size_t of, size_t i, bool after) {
    const Event &e = events_[of], &access = events_[i];
    if (!e.fence) return i == of;
    return access.thread == e.thread && access.atomic &&
           (e.in & SetOf(access.memory)) != 0 && (after ? i > of : i < of);
  };
  for (size_t x = program_->Words(); x < events_.size(); ++x) {
    if (!stands_for(a, x, true)) continue;
    for (size_t y = program_->Words(); y < events_.size(); ++y) {
      if (stands_for(b, y, false) && Precedes(x, y)) return true;
    }
  }
  return false;
}

bool Graph::HasS() const {
  std::vector<size_t> all;
  for (size_t i = 0; i < events_.size(); ++i) {
    if (!events_[i].seq_cst) continue;
    if (!events_[i].fence || rules_->Has(Axiom::kSeqCstFences))
      all.push_back(i);
  }
  std::vector<Set> after(all.size());
  for (size_t a = 0; a < all.size(); ++a) {
    for (size_t b = 0; b < all.size(); ++b)
      after[a][b] = a != b && PrecedesInS(all[a], all[b]);
  }
  for (size_t via = 0; via < all.size(); ++via) {
    for (Set& set : after) {
      if (set[via]) set |= after[via];
    }
  }
  for (size_t a = 0; a < all.size(); ++a) {
    if (after[a][a]) return false;
  }
  return true;
}

std::optional<std::pair<size_t, size_t>> Graph::Race() const {
  for (size_t b = program_->Words(); b < events_.size(); ++b) {
    const Event& second = events_[b];
    for (size_t a = program_->Words(); a < b && !second.fence; ++a) {
      const Event& first = events_[a];
      if (first.fence || first.word != second.word ||
          first.thread == second.thread)
        continue;
      if (!first.writes && !second.writes) continue;
      if (Before(a, b, first.memory) || Before(b, a, first.memory)) continue;
      const bool races = first.atomic && second.atomic
                             ? rules_->Has(Axiom::kScopeRaces) &&
                                   !AreInclusive(first, second, first.memory)
                             : rules_->Has(Axiom::kDataRaces);
      if (races) return std::make_pair(a, b);
    }
  }
  return std::nullopt;
}

size_t ShownBefore(const std::vector<size_t>& order, size_t event) {
  const auto later =
      std::find_if(absl::c_find(order, event), order.end(),
                   [event](size_t other) { return other < event; });
  return later == order.end() ? event : *later;
}

std::string Graph::PlaceOf(size_t event) const {
  const Event& e = events_[event];
  return e.thread < 0 ? "the start"
                      : memory::PlaceOf(program_->threads[e.thread], *e.at);
}

std::string Graph::RaceText(const std::pair<size_t, size_t>& race) const {
  const Event &a = events_[race.first], &b = events_[race.second];
  const std::string places =
      absl::StrCat(PlaceOf(race.first), " and ", PlaceOf(race.second));
  if (a.atomic && b.atomic) {
    const bool differ = rules_->equal_scopes && a.at->scope != b.at->scope;
    return absl::StrCat("a race of ", places, ", whose scopes ",
                        differ ? "are not equal" : "are too narrow");
  }
  const bool is_old = b.reads && b.from != race.first;
  return absl::StrCat("a data race of ", places,
                      is_old ? absl::StrCat(", which may read the old ",
                                            program_->ArrayOf(b.word).name)
                             : "");
}

std::string Graph::TextOf(size_t event) const {
  const Event& e = events_[event];
  const size_t later =
      e.writes && e.of_word ? ShownBefore(orders_[e.word], event) : event;
  return absl::StrCat(
      StepText(*program_, e.thread, *e.at),
      e.reads ? absl::StrCat("    reads ", e.read, " of ", PlaceOf(e.from))
              : "",
      later != event ? kInMemoryBefore + PlaceOf(later) : "", "\n");
}

std::string Graph::Text() const {
  std::string text;
  for (size_t i = program_->Words(); i < events_.size(); ++i) {
    // A barrier is shown once.
    if (events_[i].meeting < 0 || !events_[i].releases) text += TextOf(i);
  }
  return text;
}

std::string Graph::Key() const {
  std::vector<std::string> threads(program_->threads.size());
  for (const Event& e : events_) {
    if (e.thread >= 0)
      absl::StrAppend(&threads[e.thread],
                      e.reads ? events_[e.from].name : "--");
  }
  std::string key;
  for (const std::string& thread : threads) {
    key += static_cast<char>(thread.size());
    key += thread;
  }
  for (const std::vector<size_t>& order : orders_) {
    if (!events_[order[0]].of_word) continue;
    key += static_cast<char>(order.size());
    for (size_t event : order) key += events_[event].name;
  }
  return key;
}

}  // namespace memory
}  // namespace wgsync
