#include "suite/core/memory/events.h"

#include <algorithm>
#include <utility>

#include "absl/algorithm/container.h"
#include "suite/core/memory/cycles.h"

namespace wgsync {
namespace memory {
namespace {

bool IsSvm(const Array& array) { return array.svm; }

bool AreMeeting(const Program& program, const Action& a, const Action& b) {
  return a.meeting >= 0 && a.meeting == b.meeting && !a.exit && b.exit &&
         a.thread != b.thread &&
         program.threads[a.thread].group == program.threads[b.thread].group;
}

Scope ScopeOf(const Program& program, const Action& a, int memory) {
  const bool svm = a.IsFence() ? absl::c_any_of(program.arrays, IsSvm)
                               : IsSvm(program.ArrayOf(a.word));
  const Scope widest = memory == 1 ? Scope::kWorkGroup
                       : svm       ? Scope::kAllSvmDevices
                                   : Scope::kDevice;
  return std::min(a.at->scope, widest);
}

}  // namespace

Events::Events(const Program& of, const Rules& by, std::vector<Action> all)
    : program(&of),
      rules(&by),
      actions(std::move(all)),
      sb(actions.size()),
      meet(actions.size()) {
  for (size_t i = 0; i < actions.size(); ++i) {
    const Action& a = actions[i];
    const Order order = a.OrderOf();
    Memories memories =
        a.IsFence() ? a.at->flags : SetOf(program->ArrayOf(a.word).memory);
    if (!a.IsFence()) words[memories - 1] |= Bit(i);
    if (!a.IsFence() && order == Order::kSeqCst &&
        rules->Has(Axiom::kSeqCstOfBoth))
      memories = kBothMemories;
    if (!rules->Has(Axiom::kMemoriesApart)) memories = kBothMemories;
    for (int m : {0, 1}) in[m] |= (memories >> m & 1) != 0 ? Bit(i) : 0;
    if (a.thread < 0) initial |= Bit(i);
    if (a.IsFence()) fences |= Bit(i);
    if (order == Order::kSeqCst) seq_cst |= Bit(i);
    if (Acquires(order) && (a.reads || !a.writes)) acquires |= Bit(i);
    if (Releases(order) && (a.writes || !a.reads)) releases |= Bit(i);
    if (a.reads && a.writes) rmw |= Bit(i);
    if (a.writes && IsOfWord(i)) word_writes |= Bit(i);
    if (a.IsAtomic()) atomic |= Bit(i);
    for (size_t b = 0; b < actions.size(); ++b) {
      if (b > i && a.thread >= 0 && actions[b].thread == a.thread) sb.Add(i, b);
      if (AreMeeting(*program, a, actions[b])) meet.Add(i, b);
    }
  }
}

bool Events::IsGlobal() const {
  if (words[1] != 0) return false;
  for (size_t i = 0; i < actions.size(); ++i) {
    if (actions[i].meeting >= 0 && !Has(in[0], i)) return false;
  }
  return true;
}

bool Events::AreInclusive(size_t a, size_t b, int memory) const {
  const Scope of_a = ScopeOf(*program, actions[a], memory);
  const Scope of_b = ScopeOf(*program, actions[b], memory);
  if (rules->equal_scopes && of_a != of_b) return false;
  const size_t x = actions[a].thread, y = actions[b].thread;
  const Thread &of_x = program->threads[x], &of_y = program->threads[y];
  const Scope nearest = x == y                             ? Scope::kWorkItem
                        : of_x.group != of_y.group         ? Scope::kDevice
                        : of_x.sub_group != of_y.sub_group ? Scope::kWorkGroup
                                                           : Scope::kSubGroup;
  return std::min(of_a, of_b) >= nearest;
}

Early::Early(const Events& events)
    : events_(events),
      syncs_(events.actions.size()),
      order_(0),
      before_(0),
      writes_(events.program->Words(), 0) {
  for (const Action& a : events_.actions)
    threads_.push_back(static_cast<size_t>(a.thread + 1));
  const Mask in = events_.in[0];
  order_ = (events_.sb | events_.meet).In(in, in);
  for (size_t i = 0; i < events_.actions.size(); ++i) {
    if (Has(events_.initial, i)) order_.to[i] |= in & ~events_.initial;
    if (events_.actions[i].writes) writes_[events_.actions[i].word] |= Bit(i);
  }
  const Mask atomic = events_.atomic & ~events_.fences;
  for (size_t w = 0; w < events_.actions.size(); ++w) {
    for (size_t r = 0; r < events_.actions.size(); ++r) {
      if (Has(events_.releases & atomic, w) &&
          Has(events_.acquires & atomic, r) &&
          events_.actions[w].thread != events_.actions[r].thread &&
          events_.AreInclusive(w, r, 0))
        syncs_.Add(w, r);
    }
  }
}

bool Early::MayHaveCycle(const std::vector<Mask>& sources) const {
  const std::vector<Action>& actions = events_.actions;
  std::vector<Hop> hops;
  for (size_t r = 0; r < sources.size(); ++r) {
    for (Mask rest = sources[r]; rest != 0; rest &= rest - 1) {
      const size_t w = __builtin_ctzll(rest);
      if (actions[w].thread < 0 || actions[w].thread == actions[r].thread)
        continue;
      const bool loose = events_.IsOfWord(r) && !syncs_.Holds(w, r);
      hops.push_back({w, r, loose ? static_cast<int>(actions[r].word) : -1});
    }
    for (Mask rest = events_.meet.to[r]; rest != 0; rest &= rest - 1)
      hops.push_back({r, static_cast<size_t>(__builtin_ctzll(rest))});
  }
  return memory::MayHaveCycle(threads_, hops, [this](size_t a, size_t b) {
    return a == b || events_.sb.Holds(a, b);
  });
}

bool Early::Restrict(std::vector<Mask>* sources) {
  const std::vector<Action>& actions = events_.actions;
  for (bool changes = true; changes;) {
    changes = false;
    before_ = order_;
    Mask replaced = 0;
    for (size_t r = 0; r < actions.size(); ++r) {
      const Mask from = (*sources)[r];
      if (!IsOne(from)) continue;
      const size_t w = __builtin_ctzll(from);
      if (syncs_.Holds(w, r)) before_.Add(w, r);
      if (Has(events_.rmw, r)) {
        if ((replaced & from) != 0) return false;
        replaced |= from;
      }
    }
    before_ = before_.Closure();
    if (!before_.IsIrreflexive()) return false;
    for (size_t r = 0; r < actions.size(); ++r) {
      if (!actions[r].reads) continue;
      Mask& from = (*sources)[r];
      const Mask all = from;
      if (Has(events_.rmw, r) && !IsOne(all)) from &= ~replaced;
      from &= ~before_.to[r];
      for (Mask rest = from; rest != 0; rest &= rest - 1) {
        const size_t w = __builtin_ctzll(rest);
        const Mask later = before_.to[w] & writes_[actions[r].word];
        for (Mask l = later; l != 0; l &= l - 1) {
          const size_t other = __builtin_ctzll(l);
          if (other != r && before_.Holds(other, r)) from &= ~Bit(w);
        }
      }
      if (from == 0) return false;
      changes = changes || (from != all && IsOne(from));
    }
  }
  return true;
}

std::vector<Mask> Early::EarlierWrites(const std::vector<Mask>& sources) const {
  // A read is known to be where the write is from which it reads.
  const size_t n = events_.actions.size();
  const auto write_of = [&](size_t i) {
    return Has(events_.word_writes, i) ? i
           : sources[i] != 0           ? __builtin_ctzll(sources[i])
                                       : n;
  };
  std::vector<Mask> earlier(n, 0);
  const auto add = [&](size_t a, size_t b) {
    if (a < n && b < n && a != b) earlier[b] |= Bit(a);
  };
  for (size_t a = 0; a < n; ++a) {
    for (Mask rest = before_.to[a]; rest != 0; rest &= rest - 1) {
      const size_t b = __builtin_ctzll(rest);
      if (events_.actions[a].word != events_.actions[b].word ||
          Has(events_.fences, a) || Has(events_.fences, b) ||
          !events_.IsOfWord(a))
        continue;
      add(write_of(a), write_of(b));
      // b reads from a later write than a's, or from it.
      if (Has(events_.rmw, b)) add(write_of(a), __builtin_ctzll(sources[b]));
    }
  }
  return earlier;
}

}  // namespace memory
}  // namespace wgsync
