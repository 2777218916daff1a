#include "suite/core/memory/candidates.h"

#include <algorithm>
#include <optional>
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

class Enumerator {
 public:
  Enumerator(const Program& program, const Rules& rules, Cycles cycles,
             const Limits& limits)
      : program_(program), rules_(rules), cycles_(cycles), limits_(limits) {}

  Answer Run() {
    auto traces = TracesOf(program_, kMostInMask, limits_.comparisons);
    exceeded_ = !traces.has_value();
    if (traces) traces_ = *std::move(traces);
    std::vector<const Trace*> chosen;
    if (!exceeded_) Choose(&chosen);
    if (answer_.verdict == Verdict::kHolds && exceeded_) {
      answer_.verdict = Verdict::kExceeded;
      answer_.why = "the program is too large for all candidates\n";
    }
    return std::move(answer_);
  }

 private:
  bool IsDone() {
    if (++answer_.comparisons > limits_.comparisons) exceeded_ = true;
    return exceeded_ || answer_.verdict == Verdict::kRacy;
  }

  // Chooses a trace for each work-item.
  void Choose(std::vector<const Trace*>* chosen) {
    if (IsDone()) return;
    const size_t t = chosen->size();
    if (t == program_.threads.size()) {
      chosen_ = *chosen;
      if (ReadsAreWritten(program_, chosen_)) Begin();
      return;
    }
    for (const Trace& trace : traces_[t]) {
      bool meets = true;
      for (size_t other = 0; other < t; ++other) {
        if (program_.threads[other].group == program_.threads[t].group) {
          meets = meets && (*chosen)[other]->meetings == trace.meetings;
        }
      }
      if (!meets) continue;
      chosen->push_back(&trace);
      Choose(chosen);
      chosen->pop_back();
    }
  }

  void Begin() {
    actions_.clear();
    for (size_t word = 0; word < program_.Words(); ++word) {
      Action start;
      start.word = word;
      start.written = program_.ArrayOf(word).initial;
      start.writes = true;
      actions_.push_back(start);
    }
    for (const Trace* trace : chosen_) {
      actions_.insert(actions_.end(), trace->actions.begin(),
                      trace->actions.end());
    }
    exceeded_ = exceeded_ || actions_.size() > kMostInMask;
    if (exceeded_) return;
    from_.assign(actions_.size(), -1);
    Classify();
    ReadFrom(program_.Words());
  }

  bool IsOfWord(const Action& a) const {
    return program_.ArrayOf(a.word).atomic;
  }
  static bool IsAtomic(const Action& a) {
    return a.thread >= 0 && a.at->IsAtomic();
  }
  static bool IsFence(const Action& a) { return !a.reads && !a.writes; }
  Order OrderOf(const Action& a) const {
    if (a.meeting >= 0) return a.exit ? Order::kAcquire : Order::kRelease;
    if (a.thread < 0 || (!IsFence(a) && !IsAtomic(a))) return Order::kRelaxed;
    return a.at->access == Access::kCas && !a.writes ? a.at->failure
                                                     : a.at->order;
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
      const Order order = OrderOf(a);
      Memories in =
          IsFence(a) ? a.at->flags : SetOf(program_.ArrayOf(a.word).memory);
      if (!IsFence(a)) words_[in - 1] |= Bit(i);
      if (!IsFence(a) && order == Order::kSeqCst &&
          rules_.Has(Axiom::kSeqCstOfBoth))
        in = kBothMemories;
      if (!rules_.Has(Axiom::kMemoriesApart)) in = kBothMemories;
      for (int m : {0, 1}) in_[m] |= (in >> m & 1) != 0 ? Bit(i) : 0;
      if (a.thread < 0) initial_ |= Bit(i);
      if (IsFence(a)) fences_ |= Bit(i);
      if (order == Order::kSeqCst) seq_cst_ |= Bit(i);
      if (!a.writes ? Acquires(order) : a.reads && Acquires(order))
        acquires_ |= Bit(i);
      if (!a.reads ? Releases(order) : a.writes && Releases(order))
        releases_ |= Bit(i);
      if (a.reads && a.writes) rmw_ |= Bit(i);
      if (a.writes && IsOfWord(a)) word_writes_ |= Bit(i);
      if (IsAtomic(a)) atomic_ |= Bit(i);
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
          write.written != actions_[i].read) {
        continue;
      }
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
    const bool cycle = !(sb_ | rf_ | meet_).Closure().IsIrreflexive();
    if (cycle ? cycles_ == Cycles::kNone : cycles_ == Cycles::kOnly) return;
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
        const auto& order = orders_[word];
        if (std::find(order.begin(), order.end(), from_[i]) == order.end())
          continue;
      }
      orders_[word].push_back(i);
      OrderWrites(word);
      orders_[word].pop_back();
    }
  }

  // Scopes. The set of work-items that the action reaches in that memory.
  Mask ReachOf(const Action& a, int memory, Scope* scope) const {
    *scope = a.at->scope;
    bool svm = false;
    for (const Array& array : program_.arrays) svm = svm || array.svm;
    if (!IsFence(a)) svm = program_.ArrayOf(a.word).svm;
    if (*scope == Scope::kAllSvmDevices && !svm) *scope = Scope::kDevice;
    if (memory == 1 && *scope > Scope::kWorkGroup) *scope = Scope::kWorkGroup;
    const Thread& mine = program_.threads[a.thread];
    Mask reach = Bit(a.thread);
    for (size_t t = 0; t < program_.threads.size(); ++t) {
      const Thread& other = program_.threads[t];
      const bool group = other.group == mine.group;
      if (*scope >= Scope::kDevice || (*scope == Scope::kWorkGroup && group) ||
          (*scope == Scope::kSubGroup && group &&
           other.sub_group == mine.sub_group)) {
        reach |= Bit(t);
      }
    }
    return reach;
  }

  bool AreInclusive(size_t a, size_t b, int memory) const {
    Scope of_a, of_b;
    const Mask reach_a = ReachOf(actions_[a], memory, &of_a);
    const Mask reach_b = ReachOf(actions_[b], memory, &of_b);
    return Has(reach_a, actions_[b].thread) &&
           Has(reach_b, actions_[a].thread) &&
           (!rules_.equal_scopes || of_a == of_b);
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
    const size_t from = static_cast<size_t>(from_[read]);
    const Relation& before = hb[Has(words_[1], read) ? 1 : 0];
    if (before.Holds(read, from)) return false;
    for (size_t w = 0; w < actions_.size(); ++w) {
      if (actions_[w].writes && actions_[w].word == actions_[read].word &&
          before.Holds(from, w) && before.Holds(w, read)) {
        return false;
      }
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
    exceeded_ = exceeded_ || ++answer_.states > limits_.states;
    if (exceeded_) return;
    const size_t n = actions_.size();
    answer_.comparisons += n * n;
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
      const Action& a = actions_[i];
      if (a.reads && !IsOfWord(a) && rules_.Has(Axiom::kVisible) &&
          !IsVisible(i, hb))
        return;
    }
    if (rules_.Has(Axiom::kSeqCst) && !HasS(hb, mo, rf)) return;
    if (FindRace(hb)) return;
    for (const Trace* trace : chosen_) {
      if (trace->wrong) return Find(Verdict::kFails, "a step that goes wrong");
      exceeded_ = exceeded_ || trace->leaves_array;
    }
    if (exceeded_) return;
    if (!Hang()) End(hb);
  }

  // Whether a work-item waits for ever. The first finding.
  bool Hang() {
    std::vector<int> latest;
    for (const std::vector<size_t>& order : orders_)
      latest.push_back(actions_[order.back()].written);
    const std::string stuck = Stuck(program_, chosen_, latest);
    if (stuck.empty() || answer_.can_hang) return !stuck.empty();
    answer_.hang_what = stuck;
    answer_.hang_why = Text();
    return answer_.can_hang = true;
  }

  // The first finding of its kind.
  void Find(Verdict verdict, std::string what) {
    if (answer_.verdict == verdict) return;
    answer_.verdict = verdict;
    answer_.what = std::move(what);
    answer_.why = Text();
  }

  std::string Text() const {
    std::string text;
    for (size_t i = program_.Words(); i < actions_.size(); ++i) {
      if (actions_[i].meeting >= 0 && actions_[i].exit) continue;
      const Action* from = from_[i] < 0 ? nullptr : &actions_[from_[i]];
      absl::StrAppend(&text, TextOf(program_, actions_[i], from));
    }
    return text;
  }

  bool FindRace(const std::vector<Relation>& hb) {
    for (size_t a = program_.Words(); a < actions_.size(); ++a) {
      for (size_t b = a + 1; b < actions_.size(); ++b) {
        const Action &x = actions_[a], &y = actions_[b];
        const int m = Has(words_[1], a) ? 1 : 0;
        if (IsFence(x) || IsFence(y) || x.word != y.word ||
            x.thread == y.thread || (!x.writes && !y.writes) ||
            hb[m].Holds(a, b) || hb[m].Holds(b, a)) {
          continue;
        }
        if (IsAtomic(x) && IsAtomic(y)
                ? !rules_.Has(Axiom::kScopeRaces) || AreInclusive(a, b, m)
                : !rules_.Has(Axiom::kDataRaces)) {
          continue;
        }
        Find(Verdict::kRacy,
             absl::StrCat("a data race of ", PlaceOf(program_, x), " and ",
                          PlaceOf(program_, y)));
        return true;
      }
    }
    return false;
  }

  void End(const std::vector<Relation>& hb) {
    Outcome outcome;
    for (const Trace* trace : chosen_) {
      if (!trace->ended) return;
      outcome.insert(outcome.end(), trace->registers.begin(),
                     trace->registers.end());
    }
    std::vector<int> words;
    for (size_t word = 0; word < program_.Words(); ++word) {
      size_t last = orders_[word].back();
      for (size_t i = 0; i < actions_.size() && !IsOfWord(actions_[last]);
           ++i) {
        if (actions_[i].writes && actions_[i].word == word &&
            hb[Has(words_[1], word) ? 1 : 0].Holds(last, i)) {
          last = i;
        }
      }
      words.push_back(actions_[last].written);
    }
    outcome.insert(outcome.end(), words.begin(), words.end());
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
  // A candidate: the initial values, then the actions of each work-item.
  std::vector<Action> actions_;
  std::vector<int> from_;
  std::vector<std::vector<size_t>> orders_;
  Relation sb_{0}, rf_{0}, meet_{0};
  Mask fences_ = 0, seq_cst_ = 0, acquires_ = 0, releases_ = 0, rmw_ = 0,
       word_writes_ = 0, atomic_ = 0, initial_ = 0;
  Mask in_[2] = {},
       words_[2] = {};  // actions of a memory; accesses to its words
  bool exceeded_ = false;
  Answer answer_;
};

}  // namespace

Answer Enumerate(const Program& program, const Rules& rules, Cycles cycles,
                 const Limits& limits) {
  return Enumerator(program, rules, cycles, limits).Run();
}

}  // namespace memory
}  // namespace wgsync
