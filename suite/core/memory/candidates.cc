#include "suite/core/memory/candidates.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "suite/core/memory/relation.h"
#include "suite/core/memory/traces.h"

namespace wgsync {
namespace memory {
namespace {

constexpr char kTooMany[] = "too many executions; take fewer groups or rounds";

class Enumerator {
 public:
  Enumerator(const Program& program, const Rules& rules, Cycles cycles,
             const Limits& limits)
      : program_(program), rules_(rules), cycles_(cycles), limits_(limits) {}

  Answer Run() {
    traces_ = TracesOf(program_, !rules_.dropped, kMostInMask,
                       limits_.comparisons, &limit_);
    answer_.passed.resize(program_.threads.size());
    if (limit_.empty()) JudgeAll();
    return Closed(std::move(answer_), limit_);
  }

 private:
  // Justify() takes traces that occur, which are learned if one is left out.
  void JudgeAll() {
    Mask start = 0;
    for (size_t word = 0; word < program_.Words(); ++word)
      start |= BitOf(word, program_.ArrayOf(word).initial);
    occurs_.resize(traces_.size());
    size_t before = 0;
    do {
      before = occurring_;
      learns_ = std::exchange(left_out_, false);
      Choose(0, start);
    } while (left_out_ && (occurring_ > before || !learns_) && !IsDone());
  }

  bool IsDone() {
    if (++answer_.comparisons > limits_.comparisons) limit_ = kTooMany;
    return !limit_.empty() || answer_.verdict == Verdict::kRacy;
  }

  // Chooses a trace for each work-item.
  void Choose(Mask read, Mask written) {
    if (IsDone()) return;
    const size_t t = chosen_.size();
    if (t == traces_.size()) {
      if ((read & ~written) == 0) Begin();
      return;
    }
    for (const Trace& trace : traces_[t]) {
      bool meets = true;
      for (size_t other = 0; other < t; ++other) {
        if (program_.threads[other].group == program_.threads[t].group)
          meets = meets && chosen_[other]->meetings == trace.meetings;
      }
      if (!meets) continue;
      chosen_.push_back(&trace);
      Choose(read | trace.read, written | trace.written);
      chosen_.pop_back();
    }
  }

  void Begin() {
    actions_.clear();
    for (size_t word = 0; word < program_.Words(); ++word) {
      Action& start = actions_.emplace_back();
      start.word = word;
      start.written = program_.ArrayOf(word).initial;
      start.writes = true;
    }
    for (const Trace* trace : chosen_)
      actions_.insert(actions_.end(), trace->actions.begin(),
                      trace->actions.end());
    if (actions_.size() > kMostInMask)
      limit_ = absl::StrCat("more than ", kMostInMask,
                            " accesses; take fewer groups or rounds");
    if (!limit_.empty()) return;
    from_.assign(actions_.size(), -1);
    Classify();
    ReadFrom(program_.Words());
  }

  bool IsOfWord(const Action& a) const {
    return program_.ArrayOf(a.word).atomic;
  }
  // The sets of events, and the program order.
  void Classify() {
    const size_t n = actions_.size();
    fences_ = seq_cst_ = acquires_ = releases_ = rmw_ = word_writes_ = atomic_ =
        initial_ = 0;
    in_[0] = in_[1] = words_[0] = words_[1] = 0;
    sb_ = Relation(n);
    for (size_t i = 0; i < n; ++i) {
      const Action& a = actions_[i];
      const Order order = a.OrderOf();
      Memories in =
          a.IsFence() ? a.at->flags : SetOf(program_.ArrayOf(a.word).memory);
      if (!a.IsFence()) words_[in - 1] |= Bit(i);
      if (!a.IsFence() && order == Order::kSeqCst &&
          rules_.Has(Axiom::kSeqCstOfBoth))
        in = kBothMemories;
      if (!rules_.Has(Axiom::kMemoriesApart)) in = kBothMemories;
      for (int m : {0, 1}) in_[m] |= (in >> m & 1) != 0 ? Bit(i) : 0;
      if (a.thread < 0) initial_ |= Bit(i);
      if (a.IsFence()) fences_ |= Bit(i);
      if (order == Order::kSeqCst) seq_cst_ |= Bit(i);
      if (Acquires(order) && (a.reads || !a.writes)) acquires_ |= Bit(i);
      if (Releases(order) && (a.writes || !a.reads)) releases_ |= Bit(i);
      if (a.reads && a.writes) rmw_ |= Bit(i);
      if (a.writes && IsOfWord(a)) word_writes_ |= Bit(i);
      if (a.IsAtomic()) atomic_ |= Bit(i);
      for (size_t b = i + 1; b < n; ++b) {
        if (a.thread >= 0 && actions_[b].thread == a.thread) sb_.Add(i, b);
      }
    }
  }

  void ReadFrom(size_t i) {
    while (i < actions_.size() && !actions_[i].reads) ++i;
    if (IsDone()) return;
    if (i == actions_.size()) return ReadsAreChosen();
    for (size_t w = 0; w < actions_.size(); ++w) {
      const Action& write = actions_[w];
      if (w == i || !write.writes || write.word != actions_[i].word ||
          write.written != actions_[i].read)
        continue;
      from_[i] = static_cast<int>(w);
      ReadFrom(i + 1);
    }
  }

  bool AreMeeting(const Action& a, const Action& b) const {
    return a.meeting >= 0 && a.meeting == b.meeting && !a.exit && b.exit &&
           a.thread != b.thread &&
           program_.threads[a.thread].group == program_.threads[b.thread].group;
  }

  void ReadsAreChosen() {
    const size_t n = actions_.size();
    rf_ = meet_ = Relation(n);
    for (size_t i = 0; i < n; ++i) {
      if (from_[i] >= 0) rf_.Add(from_[i], i);
      for (size_t j = 0; j < n; ++j) {
        if (AreMeeting(actions_[i], actions_[j])) meet_.Add(i, j);
      }
    }
    has_cycle_ = !(sb_ | rf_ | meet_).Closure().IsIrreflexive();
    if (has_cycle_ ? cycles_ == Cycles::kNone
                   : cycles_ == Cycles::kOnly && !learns_)
      return;
    orders_.assign(program_.Words(), {});
    for (size_t word = 0; word < program_.Words(); ++word)
      orders_[word] = {word};
    OrderWrites(0);
  }

  // Extends the modification order of the first word that lacks writes.
  void OrderWrites(size_t word) {
    Mask left = 0;
    for (; word < program_.Words(); ++word) {
      for (size_t i = program_.Words(); i < actions_.size(); ++i) {
        if (Has(word_writes_, i) && actions_[i].word == word) left |= Bit(i);
      }
      for (size_t i : orders_[word]) left &= ~Bit(i);
      if (left != 0) break;
    }
    if (IsDone()) return;
    if (left == 0) return Judge();
    const size_t last = orders_[word].back();
    for (size_t i = 0; i < actions_.size(); ++i) {
      if (!Has(left, i)) continue;
      if (rules_.Has(Axiom::kAtomicity)) {
        // A read-modify-write follows what it reads, and nothing else does.
        const bool follows = Has(rmw_, i) && from_[i] == static_cast<int>(last);
        const bool other = (rf_.to[last] & rmw_ & left & ~Bit(i)) != 0;
        if (Has(rmw_, i) ? !follows : other) continue;
      } else if (Has(rmw_, i) && from_[i] >= 0) {
        // Even then it comes later.
        if (!absl::c_linear_search(orders_[word], from_[i])) continue;
      }
      orders_[word].push_back(i);
      OrderWrites(word);
      orders_[word].pop_back();
    }
  }

  Scope ScopeOf(const Action& a, int memory) const {
    const bool svm = a.IsFence() ? absl::c_any_of(program_.arrays, IsSvm)
                                 : IsSvm(program_.ArrayOf(a.word));
    const Scope widest = memory == 1 ? Scope::kWorkGroup
                         : svm       ? Scope::kAllSvmDevices
                                     : Scope::kDevice;
    return std::min(a.at->scope, widest);
  }
  static bool IsSvm(const Array& array) { return array.svm; }

  bool AreInclusive(size_t a, size_t b, int memory) const {
    const Scope of_a = ScopeOf(actions_[a], memory);
    const Scope of_b = ScopeOf(actions_[b], memory);
    if (rules_.equal_scopes && of_a != of_b) return false;
    const size_t x = actions_[a].thread, y = actions_[b].thread;
    const Thread &of_x = program_.threads[x], &of_y = program_.threads[y];
    const Scope nearest = x == y                             ? Scope::kWorkItem
                          : of_x.group != of_y.group         ? Scope::kDevice
                          : of_x.sub_group != of_y.sub_group ? Scope::kWorkGroup
                                                             : Scope::kSubGroup;
    return std::min(of_a, of_b) >= nearest;
  }

  // The modification order, and from each write the release sequence it heads.
  void RelateWrites(Relation* mo, Relation* sequence) const {
    for (const std::vector<size_t>& order : orders_) {
      for (size_t h = 0; h < order.size(); ++h) {
        bool goes = true;
        sequence->Add(order[h], order[h]);
        for (size_t w = h + 1; w < order.size(); ++w) {
          mo->Add(order[h], order[w]);
          const bool rmw =
              Has(rmw_, order[w]) && rules_.Has(Axiom::kRmwContinues);
          const bool same =
              actions_[order[h]].thread == actions_[order[w]].thread &&
              rules_.Has(Axiom::kSameItemContinues);
          goes = goes && (rmw || same);
          if (goes) sequence->Add(order[h], order[w]);
        }
      }
    }
  }

  // What synchronizes by atomic words of that memory.
  Relation Synchronizes(int memory, const Relation& sequence) const {
    const size_t n = actions_.size();
    const Mask words = words_[memory], fences = fences_ & in_[memory];
    const Relation by_writes = sequence.In(words & atomic_, ~Mask{0}).Then(rf_);
    const Relation release =
        (Relation(n).OrSame().In(releases_ & ~fences_, ~Mask{0})) |
        sb_.In(releases_ & fences, atomic_);
    const Relation acquire =
        (Relation(n).OrSame().In(acquires_ & ~fences_, ~Mask{0})) |
        sb_.In(atomic_, acquires_ & fences);
    const Relation all = release.Then(by_writes).Then(acquire);
    Relation is(n);
    for (size_t a = 0; a < n; ++a) {
      for (size_t b = 0; b < n; ++b) {
        if (!all.Holds(a, b) || actions_[a].thread == actions_[b].thread)
          continue;
        const bool fence = Has(fences_, a) || Has(fences_, b);
        if (!rules_.Has(fence ? Axiom::kFencesSynchronize
                              : Axiom::kAtomicsSynchronize))
          continue;
        if (rules_.Has(Axiom::kInclusiveScopes) && !AreInclusive(a, b, memory))
          continue;
        is.Add(a, b);
      }
    }
    return is;
  }

  void HappensBefore(const Relation& sequence,
                     std::vector<Relation>* hb) const {
    const size_t n = actions_.size();
    const std::vector<Relation> by{Synchronizes(0, sequence),
                                   Synchronizes(1, sequence)};
    const Mask of_both =
        rules_.Has(Axiom::kFenceOfBoth) ? in_[0] & in_[1] & fences_ : 0;
    const Mask seq_cst = rules_.Has(Axiom::kSeqCstOfBoth) ? seq_cst_ : 0;
    for (int m : {0, 1}) {
      Relation sw = by[m] | by[1 - m].In(of_both, of_both) |
                    by[1 - m].In(seq_cst, seq_cst);
      if (!rules_.Has(Axiom::kMemoriesApart)) sw = sw | by[1 - m];
      if (rules_.Has(Axiom::kBarriersSynchronize))
        sw = sw | meet_.In(in_[m], in_[m]);
      Relation all = sb_.In(in_[m], in_[m]) | sw;
      for (size_t i = 0; i < n; ++i) {
        if (Has(initial_ & in_[m], i)) all.to[i] |= in_[m] & ~initial_;
      }
      hb->push_back(all.Closure());
    }
  }

  bool IsCoherent(const Relation& hb, const Relation& mo,
                  const Relation& rf) const {
    const Relation inverse = rf.Inverse();
    const auto never = [&](Axiom axiom, const Relation& cycle) {
      return !rules_.Has(axiom) || cycle.IsIrreflexive();
    };
    return never(Axiom::kWriteWrite, hb.Then(mo)) &&
           never(Axiom::kWriteRead, hb.Then(inverse).Then(mo)) &&
           never(Axiom::kReadWrite, hb.Then(mo.OrSame()).Then(rf)) &&
           never(Axiom::kReadRead, hb.Then(inverse).Then(mo).Then(rf));
  }

  bool IsVisible(size_t read, const std::vector<Relation>& hb) const {
    if (!rules_.Has(Axiom::kVisible)) return true;
    const size_t from = static_cast<size_t>(from_[read]);
    const Relation& before = hb[Has(words_[1], read) ? 1 : 0];
    if (before.Holds(read, from)) return false;
    for (size_t w = 0; w < actions_.size(); ++w) {
      if (actions_[w].writes && actions_[w].word == actions_[read].word &&
          before.Holds(from, w) && before.Holds(w, read))
        return false;
    }
    return true;
  }

  bool HasS(const std::vector<Relation>& hb, const Relation& mo,
            const Relation& rf) const {
    const Mask all =
        rules_.Has(Axiom::kSeqCstFences) ? seq_cst_ : seq_cst_ & ~fences_;
    Relation replaced = rf.Inverse().Then(mo);
    for (size_t i = 0; i < actions_.size(); ++i) replaced.to[i] &= ~Bit(i);
    Relation into(actions_.size()), out(actions_.size());
    for (int m : {0, 1}) {
      const Mask atomic = words_[m] & atomic_;
      out = out | sb_.In(all & fences_ & in_[m], atomic);
      into = into | sb_.In(atomic, all & fences_ & in_[m]);
    }
    Relation s =
        out.OrSame().Then(mo | replaced).Then(into.OrSame()) | hb[0] | hb[1];
    s = s.In(all, all);
    const Mask local = words_[1] | (fences_ & in_[1] & ~in_[0]);
    for (size_t a = 0; a < actions_.size(); ++a) {
      for (size_t b = 0; b < actions_.size(); ++b) {
        if (!s.Holds(a, b) || !rules_.Has(Axiom::kSeqCstScopes)) continue;
        const int memory = Has(local, a) || Has(local, b) ? 1 : 0;
        if (!AreInclusive(a, b, memory)) s.to[a] &= ~Bit(b);
      }
    }
    return s.Closure().IsIrreflexive();
  }

  void Judge() {
    if (++answer_.states > limits_.states) limit_ = kTooMany;
    if (!limit_.empty()) return;
    const size_t n = actions_.size();
    answer_.comparisons += n * n + (has_cycle_ ? 20 * occurring_ : 0);
    Relation mo(n), sequence(n), rf(n);
    RelateWrites(&mo, &sequence);
    for (size_t i = 0; i < n; ++i) {
      if (from_[i] >= 0 && IsOfWord(actions_[i])) rf.Add(from_[i], i);
    }
    std::vector<Relation> hb;
    HappensBefore(sequence, &hb);
    for (int m : {0, 1}) {
      if (!hb[m].IsIrreflexive()) return;
      if (!IsCoherent(hb[m], mo.In(words_[m], ~Mask{0}),
                      rf.In(words_[m], ~Mask{0})))
        return;
    }
    for (size_t i = 0; i < n; ++i) {
      if (actions_[i].reads && !IsOfWord(actions_[i]) && !IsVisible(i, hb))
        return;
    }
    if (rules_.Has(Axiom::kSeqCst) && !HasS(hb, mo, rf)) return;
    const bool is_air =
        has_cycle_ && !Justify(program_, chosen_, occurs_, &late_);
    left_out_ = left_out_ || is_air;
    if (is_air) return;
    for (size_t t = 0; t < chosen_.size(); ++t) {
      AddPassed(chosen_[t]->passed, &answer_.passed[t]);
      if (learns_) occurring_ += occurs_[t].insert(chosen_[t]).second ? 1 : 0;
    }
    if ((!has_cycle_ && cycles_ == Cycles::kOnly) || FindRace(hb)) return;
    for (const Trace* trace : chosen_) {
      if (!trace->fault) continue;
      return Find(Verdict::kFails, trace->fault->what, trace->fault->step);
    }
    const std::vector<int> latest = Latest(hb);
    std::string stuck = Stuck(program_, chosen_, latest);
    if (stuck.empty()) return End(latest);
    if (std::exchange(answer_.can_hang, true)) return;
    answer_.hang_what = std::move(stuck);
    answer_.hang_why = Text();
  }

  // The values of the words that are left at the end.
  std::vector<int> Latest(const std::vector<Relation>& hb) const {
    std::vector<size_t> last;
    for (const std::vector<size_t>& order : orders_)
      last.push_back(order.back());
    for (size_t i = 0; i < actions_.size(); ++i) {
      const Action& a = actions_[i];
      if (a.writes && !IsOfWord(a) &&
          hb[Has(words_[1], i) ? 1 : 0].Holds(last[a.word], i))
        last[a.word] = i;
    }
    std::vector<int> values(last.size());
    absl::c_transform(last, values.begin(),
                      [this](size_t i) { return actions_[i].written; });
    return values;
  }

  // The first finding of its kind; `step` is one at fault after the others.
  void Find(Verdict verdict, std::string what, absl::string_view step = "") {
    if (answer_.verdict == verdict) return;
    answer_.verdict = verdict;
    answer_.what = std::move(what);
    answer_.why = absl::StrCat(Text(), step);
  }

  std::string PlaceAt(size_t i) const { return PlaceOf(program_, actions_[i]); }

  // Where no load is late by its values, all on the cycle are marked.
  std::string Text() const {
    const Relation after = (sb_ | rf_ | meet_).Closure();
    std::string text;
    for (size_t i = program_.Words(); i < actions_.size(); ++i) {
      if (actions_[i].meeting >= 0 && actions_[i].exit) continue;
      text += StepText(program_, actions_[i].thread, *actions_[i].at);
      if (from_[i] >= 0) {
        const bool late =
            after.Holds(i, from_[i]) && (late_ == 0 || Has(late_, i));
        absl::StrAppend(&text, late ? "    read late: " : "    reads ",
                        actions_[i].read, " of ", PlaceAt(from_[i]));
      }
      const size_t later = ShownBefore(orders_[actions_[i].word], i);
      if (later != i) absl::StrAppend(&text, kInMemoryBefore, PlaceAt(later));
      text += "\n";
    }
    return text;
  }

  bool FindRace(const std::vector<Relation>& hb) {
    for (size_t a = program_.Words(); a < actions_.size(); ++a) {
      for (size_t b = a + 1; b < actions_.size(); ++b) {
        const Action &x = actions_[a], &y = actions_[b];
        const int m = Has(words_[1], a) ? 1 : 0;
        if (x.IsFence() || y.IsFence() || x.word != y.word ||
            x.thread == y.thread || (!x.writes && !y.writes) ||
            hb[m].Holds(a, b) || hb[m].Holds(b, a))
          continue;
        if (x.IsAtomic() && y.IsAtomic()
                ? !rules_.Has(Axiom::kScopeRaces) || AreInclusive(a, b, m)
                : !rules_.Has(Axiom::kDataRaces))
          continue;
        Find(Verdict::kRacy,
             absl::StrCat("a data race of ", PlaceAt(a), " and ", PlaceAt(b)));
        return true;
      }
    }
    return false;
  }

  void End(const std::vector<int>& latest) {
    Outcome outcome;
    for (const Trace* trace : chosen_) {
      if (!trace->ended) return;
      outcome.insert(outcome.end(), trace->registers.begin(),
                     trace->registers.end());
    }
    outcome.insert(outcome.end(), latest.begin(), latest.end());
    for (const litmus::Claim& claim : program_.claims) {
      if (claim.Holds(outcome)) continue;
      Find(Verdict::kFails, absl::StrCat("the end breaks line ", claim.line));
    }
    answer_.outcomes.insert(std::move(outcome));
  }

  const Program& program_;
  const Rules& rules_;
  const Cycles cycles_;
  const Limits& limits_;
  std::vector<std::vector<Trace>> traces_;
  std::vector<const Trace*> chosen_;
  std::vector<std::set<const Trace*>> occurs_;  // by work-item
  size_t occurring_ = 0;                        // of all
  bool learns_ = false, left_out_ = false, has_cycle_ = false;
  // A candidate: the initial values, then the actions of each work-item.
  std::vector<Action> actions_;
  std::vector<int> from_;
  std::vector<std::vector<size_t>> orders_;
  Relation sb_{0}, rf_{0}, meet_{0};
  Mask fences_ = 0, seq_cst_ = 0, acquires_ = 0, releases_ = 0, rmw_ = 0,
       word_writes_ = 0, atomic_ = 0, initial_ = 0, late_ = 0;
  Mask in_[2] = {}, words_[2] = {};  // of a memory: actions; accesses to words
  std::string limit_;                // that was met
  Answer answer_;
};

}  // namespace

Answer Enumerate(const Program& program, const Rules& rules, Cycles cycles,
                 const Limits& limits) {
  return Enumerator(program, rules, cycles, limits).Run();
}

}  // namespace memory
}  // namespace wgsync
