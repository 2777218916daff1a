#include "suite/core/memory/candidates.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/types/optional.h"
#include "suite/core/memory/events.h"
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
    later_.assign(traces_.size() + 1, 0);
    for (size_t t = traces_.size(); t-- > 0;) {
      later_[t] = later_[t + 1];
      for (const Trace& trace : traces_[t]) later_[t] |= trace.written;
    }
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
    const size_t t = chosen_.size();
    if (IsDone() || (read & ~(written | later_[t])) != 0) return;
    if (t == traces_.size()) return Begin();
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
    std::vector<Action> actions;
    for (size_t word = 0; word < program_.Words(); ++word) {
      Action& start = actions.emplace_back();
      start.word = word;
      start.written = program_.ArrayOf(word).initial;
      start.writes = true;
    }
    for (const Trace* trace : chosen_)
      actions.insert(actions.end(), trace->actions.begin(),
                     trace->actions.end());
    if (actions.size() > kMostInMask)
      limit_ = absl::StrCat("more than ", kMostInMask,
                            " accesses; take fewer groups or rounds");
    if (!limit_.empty()) return;
    events_.emplace(program_, rules_, std::move(actions));
    early_.reset();
    if (limits_.prunes && !rules_.dropped && events_->IsGlobal())
      early_.emplace(*events_);
    sources_.assign(Count(), 0);
    for (size_t r = 0; r < Count(); ++r) {
      for (size_t w = 0; w < Count() && At(r).reads; ++w) {
        if (w != r && At(w).writes && At(w).word == At(r).word &&
            At(w).written == At(r).read)
          sources_[r] |= Bit(w);
      }
    }
    ReadFrom(program_.Words());
  }

  size_t Count() const { return events_->actions.size(); }
  const Action& At(size_t i) const { return events_->actions[i]; }
  // From what a read reads, once that is chosen.
  size_t From(size_t read) const { return __builtin_ctzll(sources_[read]); }

  bool IsFutile() {
    if (!early_) return false;
    answer_.comparisons += Count() * Count();
    return (cycles_ == Cycles::kOnly && !learns_ &&
            !early_->MayHaveCycle(sources_)) ||
           !early_->Restrict(&sources_);
  }

  void ReadFrom(size_t i) {
    while (i < Count() && !At(i).reads) ++i;
    if (IsDone() || IsFutile()) return;
    if (i == Count()) return ReadsAreChosen();
    const std::vector<Mask> all = sources_;
    for (Mask rest = all[i]; rest != 0; rest &= rest - 1) {
      sources_[i] = Bit(__builtin_ctzll(rest));
      ReadFrom(i + 1);
      sources_ = all;
    }
  }

  void ReadsAreChosen() {
    rf_ = Relation(Count());
    for (size_t i = 0; i < Count(); ++i) {
      if (At(i).reads) rf_.Add(From(i), i);
    }
    has_cycle_ = !(events_->sb | rf_ | events_->meet).Closure().IsIrreflexive();
    if (has_cycle_ ? cycles_ == Cycles::kNone
                   : cycles_ == Cycles::kOnly && !learns_)
      return;
    earlier_.assign(Count(), 0);
    if (early_) earlier_ = early_->EarlierWrites(sources_);
    orders_.assign(program_.Words(), {});
    for (size_t word = 0; word < program_.Words(); ++word)
      orders_[word] = {word};
    OrderWrites(0);
  }

  // Extends the modification order of the first word that lacks writes.
  void OrderWrites(size_t word) {
    Mask left = 0;
    for (; word < program_.Words(); ++word) {
      for (size_t i = program_.Words(); i < Count(); ++i) {
        if (Has(events_->word_writes, i) && At(i).word == word) left |= Bit(i);
      }
      for (size_t i : orders_[word]) left &= ~Bit(i);
      if (left != 0) break;
    }
    if (IsDone()) return;
    if (left == 0) return Judge();
    const size_t last = orders_[word].back();
    for (size_t i = 0; i < Count(); ++i) {
      if (!Has(left, i) || (earlier_[i] & left) != 0) continue;
      if (rules_.Has(Axiom::kAtomicity)) {
        // A read-modify-write follows what it reads, and nothing else does.
        const bool follows = Has(events_->rmw, i) && From(i) == last;
        const bool other = (rf_.to[last] & events_->rmw & left & ~Bit(i)) != 0;
        if (Has(events_->rmw, i) ? !follows : other) continue;
      } else if (Has(events_->rmw, i)) {
        // Even then it comes later.
        if (!absl::c_linear_search(orders_[word], From(i))) continue;
      }
      orders_[word].push_back(i);
      OrderWrites(word);
      orders_[word].pop_back();
    }
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
              Has(events_->rmw, order[w]) && rules_.Has(Axiom::kRmwContinues);
          const bool same = At(order[h]).thread == At(order[w]).thread &&
                            rules_.Has(Axiom::kSameItemContinues);
          goes = goes && (rmw || same);
          if (goes) sequence->Add(order[h], order[w]);
        }
      }
    }
  }

  // What synchronizes by atomic words of that memory.
  Relation Synchronizes(int memory, const Relation& sequence) const {
    const size_t n = Count();
    const Mask words = events_->words[memory],
               fences = events_->fences & events_->in[memory];
    const Relation by_writes =
        sequence.In(words & events_->atomic, ~Mask{0}).Then(rf_);
    const Relation release =
        (Relation(n).OrSame().In(events_->releases & ~events_->fences,
                                 ~Mask{0})) |
        events_->sb.In(events_->releases & fences, events_->atomic);
    const Relation acquire =
        (Relation(n).OrSame().In(events_->acquires & ~events_->fences,
                                 ~Mask{0})) |
        events_->sb.In(events_->atomic, events_->acquires & fences);
    const Relation all = release.Then(by_writes).Then(acquire);
    Relation is(n);
    for (size_t a = 0; a < n; ++a) {
      for (size_t b = 0; b < n; ++b) {
        if (!all.Holds(a, b) || At(a).thread == At(b).thread) continue;
        const bool fence = Has(events_->fences, a) || Has(events_->fences, b);
        if (!rules_.Has(fence ? Axiom::kFencesSynchronize
                              : Axiom::kAtomicsSynchronize))
          continue;
        if (rules_.Has(Axiom::kInclusiveScopes) &&
            !events_->AreInclusive(a, b, memory))
          continue;
        is.Add(a, b);
      }
    }
    return is;
  }

  void HappensBefore(const Relation& sequence,
                     std::vector<Relation>* hb) const {
    const size_t n = Count();
    const std::vector<Relation> by{Synchronizes(0, sequence),
                                   Synchronizes(1, sequence)};
    const Mask of_both = rules_.Has(Axiom::kFenceOfBoth)
                             ? events_->in[0] & events_->in[1] & events_->fences
                             : 0;
    const Mask seq_cst =
        rules_.Has(Axiom::kSeqCstOfBoth) ? events_->seq_cst : 0;
    for (int m : {0, 1}) {
      Relation sw = by[m] | by[1 - m].In(of_both, of_both) |
                    by[1 - m].In(seq_cst, seq_cst);
      if (!rules_.Has(Axiom::kMemoriesApart)) sw = sw | by[1 - m];
      if (rules_.Has(Axiom::kBarriersSynchronize))
        sw = sw | events_->meet.In(events_->in[m], events_->in[m]);
      Relation all = events_->sb.In(events_->in[m], events_->in[m]) | sw;
      for (size_t i = 0; i < n; ++i) {
        if (Has(events_->initial & events_->in[m], i))
          all.to[i] |= events_->in[m] & ~events_->initial;
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
    const size_t from = From(read);
    const Relation& before = hb[Has(events_->words[1], read) ? 1 : 0];
    if (before.Holds(read, from)) return false;
    for (size_t w = 0; w < Count(); ++w) {
      if (At(w).writes && At(w).word == At(read).word &&
          before.Holds(from, w) && before.Holds(w, read))
        return false;
    }
    return true;
  }

  bool HasS(const std::vector<Relation>& hb, const Relation& mo,
            const Relation& rf) const {
    const Mask all = rules_.Has(Axiom::kSeqCstFences)
                         ? events_->seq_cst
                         : events_->seq_cst & ~events_->fences;
    Relation replaced = rf.Inverse().Then(mo);
    for (size_t i = 0; i < Count(); ++i) replaced.to[i] &= ~Bit(i);
    Relation into(Count()), out(Count());
    for (int m : {0, 1}) {
      const Mask atomic = events_->words[m] & events_->atomic;
      out =
          out | events_->sb.In(all & events_->fences & events_->in[m], atomic);
      into =
          into | events_->sb.In(atomic, all & events_->fences & events_->in[m]);
    }
    Relation s =
        out.OrSame().Then(mo | replaced).Then(into.OrSame()) | hb[0] | hb[1];
    s = s.In(all, all);
    const Mask local = events_->words[1] |
                       (events_->fences & events_->in[1] & ~events_->in[0]);
    for (size_t a = 0; a < Count(); ++a) {
      for (size_t b = 0; b < Count(); ++b) {
        if (!s.Holds(a, b) || !rules_.Has(Axiom::kSeqCstScopes)) continue;
        const int memory = Has(local, a) || Has(local, b) ? 1 : 0;
        if (!events_->AreInclusive(a, b, memory)) s.to[a] &= ~Bit(b);
      }
    }
    return s.Closure().IsIrreflexive();
  }

  void Judge() {
    if (++answer_.states > limits_.states) limit_ = kTooMany;
    if (!limit_.empty()) return;
    const size_t n = Count();
    answer_.comparisons += n * n + (has_cycle_ ? 20 * occurring_ : 0);
    Relation mo(n), sequence(n), rf(n);
    RelateWrites(&mo, &sequence);
    for (size_t i = 0; i < n; ++i) {
      if (At(i).reads && events_->IsOfWord(i)) rf.Add(From(i), i);
    }
    std::vector<Relation> hb;
    HappensBefore(sequence, &hb);
    for (int m : {0, 1}) {
      if (!hb[m].IsIrreflexive()) return;
      if (!IsCoherent(hb[m], mo.In(events_->words[m], ~Mask{0}),
                      rf.In(events_->words[m], ~Mask{0})))
        return;
    }
    for (size_t i = 0; i < n; ++i) {
      if (At(i).reads && !events_->IsOfWord(i) && !IsVisible(i, hb)) return;
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
    for (size_t i = 0; i < Count(); ++i) {
      const Action& a = At(i);
      if (a.writes && !events_->IsOfWord(i) &&
          hb[Has(events_->words[1], i) ? 1 : 0].Holds(last[a.word], i))
        last[a.word] = i;
    }
    std::vector<int> values(last.size());
    absl::c_transform(last, values.begin(),
                      [this](size_t i) { return At(i).written; });
    return values;
  }

  // The first finding of its kind; `step` is one at fault after the others.
  void Find(Verdict verdict, std::string what, absl::string_view step = "") {
    if (answer_.verdict == verdict) return;
    answer_.verdict = verdict;
    answer_.what = std::move(what);
    answer_.why = absl::StrCat(Text(), step);
  }

  std::string PlaceAt(size_t i) const { return PlaceOf(program_, At(i)); }

  // Where no load is late by its values, all on the cycle are marked.
  std::string Text() const {
    const Relation after = (events_->sb | rf_ | events_->meet).Closure();
    std::string text;
    for (size_t i = program_.Words(); i < Count(); ++i) {
      if (At(i).meeting >= 0 && At(i).exit) continue;
      text += StepText(program_, At(i).thread, *At(i).at);
      if (At(i).reads) {
        const bool late =
            after.Holds(i, From(i)) && (late_ == 0 || Has(late_, i));
        absl::StrAppend(&text, late ? "    read late: " : "    reads ",
                        At(i).read, " of ", PlaceAt(From(i)));
      }
      const size_t later = ShownBefore(orders_[At(i).word], i);
      if (later != i) absl::StrAppend(&text, kInMemoryBefore, PlaceAt(later));
      text += "\n";
    }
    return text;
  }

  bool FindRace(const std::vector<Relation>& hb) {
    for (size_t a = program_.Words(); a < Count(); ++a) {
      for (size_t b = a + 1; b < Count(); ++b) {
        const Action &x = At(a), &y = At(b);
        const int m = Has(events_->words[1], a) ? 1 : 0;
        if (x.IsFence() || y.IsFence() || x.word != y.word ||
            x.thread == y.thread || (!x.writes && !y.writes) ||
            hb[m].Holds(a, b) || hb[m].Holds(b, a))
          continue;
        if (x.IsAtomic() && y.IsAtomic() ? !rules_.Has(Axiom::kScopeRaces) ||
                                               events_->AreInclusive(a, b, m)
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
  std::vector<Mask> later_;  // what those of the other work-items may write
  std::vector<std::set<const Trace*>> occurs_;  // by work-item
  size_t occurring_ = 0;                        // of all
  bool learns_ = false, left_out_ = false, has_cycle_ = false;
  absl::optional<Events> events_;  // of a candidate
  absl::optional<Early> early_;    // in which nothing is futile without it
  std::vector<Mask> sources_;      // from what each may read; one if chosen
  std::vector<Mask> earlier_;      // writes of its word that must come before
  std::vector<std::vector<size_t>> orders_;
  Relation rf_{0};
  Mask late_ = 0;
  std::string limit_;  // that was met
  Answer answer_;
};

}  // namespace

Answer Enumerate(const Program& program, const Rules& rules, Cycles cycles,
                 const Limits& limits) {
  return Enumerator(program, rules, cycles, limits).Run();
}

}  // namespace memory
}  // namespace wgsync
