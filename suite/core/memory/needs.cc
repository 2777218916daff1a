#include "suite/core/memory/needs.h"

#include <algorithm>
#include <map>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "suite/core/memory/candidates.h"

namespace wgsync {
namespace memory {
namespace {

using litmus::Code;

// Whether the work-item has a store after a load, or a barrier: without two
// such work-items no load can be made late.
bool MayLoadLate(const litmus::Role& role) {
  bool loads = false, stores = false, goes_back = false;
  for (const Instruction& at : role.code) {
    const bool is_store = at.UsesWord() && at.access != Access::kRead;
    loads = loads || (at.UsesWord() && at.access != Access::kWrite);
    if (at.access == Access::kBarrier || (loads && is_store)) return true;
    stores = stores || is_store;
    goes_back = goes_back || (at.branch != litmus::Branch::kNever &&
                              at.target < &at - role.code.data());
  }
  return stores && goes_back;
}

// Of all searches with cycles of program order and reads-from together: some
// five seconds.
constexpr size_t kComparisons = 1'000'000'000;

bool IsAtMost(Order a, Order b) {
  return (!Acquires(a) || Acquires(b)) && (!Releases(a) || Releases(b)) &&
         (a != Order::kSeqCst || b == a);
}

bool IsLocal(const Code& code, const Instruction& at) {
  return at.UsesWord() && code.arrays[at.array].memory == Memory::kLocal;
}

bool IsAbsent(const Instruction& at) {
  return at.access == Access::kFence && at.order == Order::kRelaxed;
}

enum class Respect { kOrder, kFailure, kFlags, kScope };

// `now` with all that is weaker in that respect, the weakest first.
std::vector<Instruction> WeakerThan(const Code& code, const Instruction& now,
                                    Respect respect) {
  const bool is_barrier = now.access == Access::kBarrier;
  const bool is_local = IsLocal(code, now), is_absent = IsAbsent(now);
  std::vector<Instruction> all;
  for (unsigned i = 0; i < std::size(litmus::kOrders); ++i) {
    Instruction weaker = now, usual;
    bool fits = !is_absent;
    switch (respect) {
      case Respect::kOrder:
        weaker.order = static_cast<Order>(i);
        usual = weaker;
        SetDefaults(code, &usual);
        if (!IsAtMost(now.failure, usual.failure))
          weaker.failure = usual.failure;
        fits &= !is_barrier && i != static_cast<unsigned>(now.order) &&
                IsAtMost(weaker.order, now.order);
        break;
      case Respect::kFailure:
        weaker.failure = static_cast<Order>(i);
        fits &= now.access == Access::kCas && weaker.failure != now.failure &&
                IsAtMost(weaker.failure, now.failure);
        break;
      case Respect::kFlags:
        weaker.flags = i;
        fits &= !now.UsesWord() && i < now.flags && (i & ~now.flags) == 0 &&
                (i > 0 || is_barrier);
        break;
      case Respect::kScope:
        weaker.scope = static_cast<Scope>(i);
        fits &= !is_barrier && !is_local && weaker.scope < now.scope &&
                weaker.scope >= Scope::kWorkGroup;
        break;
    }
    if (fits && MayHaveOrder(weaker)) all.push_back(weaker);
  }
  return all;
}

Instruction StrongestOf(const Code& code, Instruction now) {
  if (!now.UsesWord()) now.flags = kBothMemories;
  if (now.access == Access::kBarrier) return now;
  now.order = now.failure = Order::kSeqCst;
  const bool svm = now.UsesWord() && code.arrays[now.array].svm;
  const Scope widest = IsLocal(code, now) ? Scope::kWorkGroup
                       : svm              ? Scope::kAllSvmDevices
                                          : Scope::kDevice;
  now.scope = std::max(now.scope, widest);
  return now;
}

class Finder {
 public:
  Finder(const Program& program, const Limits& limits)
      : base_(program),
        may_have_cycles_(absl::c_count_if(program.roles, MayLoadLate) > 1),
        left_(limits) {
    of_cycles_.comparisons = std::min(limits.comparisons, kComparisons);
  }

  Needs Run() {
    for (const litmus::Role& role : base_.roles) {
      for (const Instruction& at : role.code) {
        if (at.access != Access::kNone && (!at.UsesWord() || at.IsAtomic()))
          lines_.emplace(at.line, at);
      }
    }
    needs_.answer = Search(base_);
    if (needs_.undecided.empty() && (needs_.Holds() || Strengthen()))
      FindEach();
    if (!needs_.undecided.empty()) needs_.lines.clear();
    return std::move(needs_);
  }

 private:
  Answer Search(const Program& program) {
    Answer answer = Explore(program, {}, left_);
    if (answer.verdict == Verdict::kHolds && !answer.can_hang &&
        needs_.late_limit.empty() && may_have_cycles_)
      AddCycles(program, &answer);
    needs_.states += answer.states;
    left_.states -= std::min(left_.states, answer.states);
    left_.comparisons -= std::min(left_.comparisons, answer.comparisons);
    if (answer.verdict == Verdict::kExceeded) needs_.undecided = answer.what;
    return answer;
  }

  // A finding of an execution with such a cycle becomes the answer.
  void AddCycles(const Program& program, Answer* answer) {
    Answer other = Enumerate(program, {}, Cycles::kOnly, of_cycles_);
    of_cycles_.comparisons -=
        std::min(of_cycles_.comparisons, other.comparisons);
    if (other.verdict == Verdict::kExceeded) {
      // The first search is of the program as it is written.
      (needs_.states == 0 ? needs_.late_limit : needs_.undecided) =
          absl::StrCat("with late loads, ", other.what);
    }
    constexpr absl::string_view kLate =
        ", if a load is made after a later store of its work-item";
    if (other.verdict == Verdict::kRacy || other.verdict == Verdict::kFails) {
      answer->verdict = other.verdict;
      answer->what = absl::StrCat(other.what, kLate);
      answer->why = std::move(other.why);
    } else if (other.can_hang) {
      answer->can_hang = true;
      answer->hang_what = absl::StrCat(other.hang_what, kLate);
      answer->hang_why = std::move(other.hang_why);
    }
  }

  // Whether the program holds; if not, the answer is the finding.
  bool Holds(const Program& program, Answer* answer) {
    if (!needs_.undecided.empty()) return false;
    *answer = Search(program);
    if (answer->verdict != Verdict::kHolds || !needs_.undecided.empty())
      return false;
    if (!answer->can_hang) return true;
    answer->what = answer->hang_what;
    answer->why = answer->hang_why;
    return false;
  }

  static void Set(Program* program, size_t line, const Instruction& to) {
    for (litmus::Role& role : program->roles) {
      for (Instruction& at : role.code) {
        if (at.line != line) continue;
        at.order = to.order;
        at.failure = to.failure;
        at.scope = to.scope;
        at.flags = to.flags;
      }
    }
  }

  // Whether there is a program to weaken: the strongest, if that holds.
  bool Strengthen() {
    Program strongest = base_;
    for (const auto& [line, at] : lines_)
      Set(&strongest, line, StrongestOf(base_, at));
    Answer answer;
    needs_.is_repaired = Holds(strongest, &answer);
    base_ = std::move(strongest);
    return needs_.is_repaired;
  }

  // Weakens the line in these respects as far as the program holds.
  Instruction Weaken(Program* program, size_t line,
                     absl::Span<const Respect> respects, LineNeed* need) {
    Instruction now;
    for (const litmus::Role& role : program->roles) {
      const auto at = absl::c_find_if(
          role.code, [line](const Instruction& i) { return i.line == line; });
      if (at != role.code.end()) now = *at;
    }
    for (const Respect respect : respects) {
      const bool tells =
          respect == Respect::kOrder || now.access == Access::kBarrier;
      for (const Instruction& candidate : WeakerThan(*program, now, respect)) {
        Set(program, line, candidate);
        Answer answer;
        if (Holds(*program, &answer)) {
          now = candidate;
          break;
        }
        if (!tells) continue;
        need->what = answer.what;
        need->why = answer.why;
      }
      Set(program, line, now);
    }
    return now;
  }

  // Orders come before scopes, so that a scope is not what an order needs.
  void FindEach() {
    constexpr Respect kOrders[] = {Respect::kOrder, Respect::kFailure,
                                   Respect::kFlags};
    constexpr Respect kScopes[] = {Respect::kScope};
    const absl::Span<const Respect> passes[] = {kOrders, kScopes};
    Program all = base_;
    for (const auto& [line, written] : lines_) {
      LineNeed& need = needs_.lines.emplace_back();
      need.line = line;
      need.written = written;
      Program copy = base_;
      for (const auto pass : passes) {
        if (needs_.is_repaired) break;
        need.alone = need.together = Weaken(&copy, line, pass, &need);
      }
      Set(&all, line, need.alone);
    }
    Answer answer;
    if (!needs_.is_repaired && Holds(all, &answer)) return;
    for (const auto pass : passes) {
      for (LineNeed& need : needs_.lines) {
        LineNeed unused;
        need.together = Weaken(&base_, need.line, pass,
                               needs_.is_repaired ? &need : &unused);
        if (needs_.is_repaired) need.alone = need.together;
      }
    }
  }

  Program base_;  // that is weakened
  const bool may_have_cycles_;
  std::map<size_t, Instruction> lines_;  // as they are written
  Limits left_, of_cycles_;
  Needs needs_;
};

}  // namespace

bool LineNeed::MustBeStronger() const {
  return !IsAbsent(alone) &&
         (!IsAtMost(alone.order, written.order) ||
          !IsAtMost(alone.failure, written.failure) ||
          alone.scope > written.scope || (alone.flags & ~written.flags) != 0);
}

Needs FindNeeds(const Program& program, const Limits& limits) {
  return Finder(program, limits).Run();
}

}  // namespace memory
}  // namespace wgsync
