#include "suite/core/memory/needs.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "suite/core/memory/candidates.h"
#include "suite/core/memory/cycles.h"

namespace wgsync {
namespace memory {
namespace {

using litmus::Code;

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

// Of Needs::idle.
constexpr absl::string_view kIdleNames[] = {"never_reached", "never_over",
                                            "never_taken", "never_tested"};

enum class Respect { kOrder, kFailure, kFlags, kScope };

// Orders come before scopes, so that a scope is not what an order needs.
constexpr Respect kOrderPass[] = {Respect::kOrder, Respect::kFailure,
                                  Respect::kFlags};
constexpr Respect kScopePass[] = {Respect::kScope};
constexpr absl::Span<const Respect> kPasses[] = {kOrderPass, kScopePass};

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
      : base_(program), limits_(limits) {
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
    FindIdle(needs_.answer);
    if (needs_.Holds()) {
      Rules equal_scopes, without_s;
      equal_scopes.equal_scopes = true;
      without_s.dropped = Axiom::kSeqCst;
      if (HasScopes()) needs_.before_3_1 = FindingBy(equal_scopes);
      if (!PromisesS(base_)) needs_.without_s = FindingBy(without_s);
    }
    if (needs_.undecided.empty() && (needs_.Holds() || Repair())) FindEach();
    if (!needs_.undecided.empty()) needs_.lines.clear();
    return std::move(needs_);
  }

 private:
  // Whether not all accesses and fences have one scope.
  bool HasScopes() const {
    std::set<Scope> scopes;
    for (const auto& [line, at] : lines_) {
      if (at.access != Access::kBarrier) scopes.insert(at.scope);
    }
    return scopes.size() > 1;
  }

  std::string FindingBy(const Rules& rules) const {
    const Answer answer = Explore(base_, rules, limits_);
    return answer.verdict == Verdict::kHolds      ? answer.hang_what
           : answer.verdict == Verdict::kExceeded ? ""
                                                  : answer.what;
  }

  Answer Search(const Program& program) {
    Answer answer = Explore(program, {}, limits_);
    const bool holds = answer.verdict == Verdict::kHolds && !answer.can_hang;
    // The search of the program as it is written tells which lines are idle.
    const bool tells = needs_.states == 0 && !answer.passed.empty();
    if ((holds || tells) && needs_.late_limit.empty() &&
        needs_.late_limit_of_orders.empty() && MayHaveCycles(program))
      AddCycles(program, holds, &answer);
    needs_.states += answer.states;
    limits_.spent_states += answer.states;
    limits_.spent_comparisons += answer.comparisons;
    if (answer.verdict == Verdict::kExceeded) needs_.undecided = answer.what;
    return answer;
  }

  // A finding of an execution with such a cycle becomes the answer of a program
  // that holds without.
  void AddCycles(const Program& program, bool holds, Answer* answer) {
    constexpr size_t kPart = 10;  // if it is for idle lines alone
    Limits limits = of_cycles_;
    if (!holds) limits.comparisons /= kPart;
    Answer other = Enumerate(program, {}, Cycles::kOnly, limits);
    of_cycles_.comparisons -=
        std::min(of_cycles_.comparisons, other.comparisons);
    for (size_t t = 0; t < other.passed.size(); ++t)
      AddPassed(other.passed[t], &answer->passed[t]);
    if (other.passed.empty()) answer->passed.clear();
    answer->outcomes.merge(other.outcomes);
    if (!holds) return;
    if (other.verdict == Verdict::kExceeded) {
      // The first search is of the program as it is written.
      (needs_.states == 0 ? needs_.late_limit
       : needs_.Holds()   ? needs_.late_limit_of_orders
                          : needs_.undecided) =
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

  // The program as it is written but for these lines, which are as strong as
  // can be.
  Program With(const std::vector<size_t>& lines) const {
    Program program = base_;
    for (const size_t line : lines)
      Set(&program, line, StrongestOf(base_, lines_.at(line)));
    return program;
  }

  bool HoldsWith(const std::vector<size_t>& lines) {
    Answer unused;
    return Holds(With(lines), &unused);
  }

  // Whether a repair may still be made smaller: the rest is for its lines.
  bool MayTry() const {
    constexpr size_t kPart = 8;
    return limits_.spent_states < limits_.states / kPart &&
           limits_.spent_comparisons < limits_.comparisons / kPart &&
           of_cycles_.comparisons >
               std::min(limits_.comparisons, kComparisons) / 2;
  }

  // The lines of a small repair, of the strongest program that holds: those
  // without which it fails, and as few others as will do.
  std::vector<size_t> SmallRepair(const std::vector<size_t>& all) {
    std::vector<size_t> needed, others;
    for (const size_t line : all) {
      std::vector<size_t> rest = all;
      rest.erase(absl::c_find(rest, line));
      (MayTry() && HoldsWith(rest) ? others : needed).push_back(line);
    }
    std::vector<size_t> best = all;
    for (const size_t line : others) {
      std::vector<size_t> rest = best;
      rest.erase(absl::c_find(rest, line));
      if (MayTry() && HoldsWith(rest)) best = std::move(rest);
    }
    for (size_t more = 0; needed.size() + more < best.size(); ++more) {
      std::vector<bool> takes(others.size());
      std::fill(takes.begin(), takes.begin() + more, true);
      do {
        std::vector<size_t> lines = needed;
        for (size_t i = 0; i < takes.size(); ++i) {
          if (takes[i]) lines.push_back(others[i]);
        }
        if (!MayTry()) return best;
        if (HoldsWith(lines)) return lines;
      } while (absl::c_prev_permutation(takes));
    }
    return best;
  }

  std::vector<size_t> AllLines() const {
    std::vector<size_t> all;
    for (const auto& [line, at] : lines_) all.push_back(line);
    return all;
  }

  // Makes the plain accesses to words atomic. Whether there are some.
  bool MakeAtomic() {
    for (litmus::Role& role : base_.roles) {
      for (Instruction& at : role.code) {
        if (!at.plain || !base_.arrays[at.array].atomic) continue;
        plain_.insert(at.line);
        at.plain = false;
        at.order = Order::kRelaxed;
        SetDefaults(base_, &at);
        lines_.emplace(at.line, at);
      }
    }
    return !plain_.empty();
  }

  // Makes base_ the repaired program, if there is one.
  bool Repair() {
    if (!HoldsWith(AllLines()) && (!MakeAtomic() || !HoldsWith(AllLines())))
      return false;
    repair_ = SmallRepair(AllLines());
    base_ = With(repair_);
    for (const auto pass : kPasses) {
      for (const size_t line : repair_) {
        LineNeed unused;
        Weaken(&base_, line, pass, &unused);
      }
    }
    Answer answer;
    needs_.is_repaired = Holds(base_, &answer);
    FindIdle(answer);
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

  void FindEach() {
    Program all = base_;
    for (const auto& [line, written] : lines_) {
      LineNeed& need = needs_.lines.emplace_back();
      need.line = line;
      need.written = written;
      need.written.plain = plain_.count(line) > 0;
      need.is_repaired =
          need.written.plain || absl::c_linear_search(repair_, line);
      Program copy = base_;
      for (const auto pass : kPasses)
        need.alone = need.together = Weaken(&copy, line, pass, &need);
      Set(&all, line, need.alone);
    }
    Answer answer;
    if (Holds(all, &answer)) return;
    for (const auto pass : kPasses) {
      for (LineNeed& need : needs_.lines) {
        LineNeed unused;
        need.together = Weaken(&base_, need.line, pass, &unused);
      }
    }
  }

  // What the lines of base_ do not do; `answer` is of it.
  void FindIdle(const Answer& answer) {
    struct Line {
      bool waits = false, branches = false;
      unsigned does = 0;
    };
    needs_.idle.clear();
    if (answer.passed.empty()) return;
    std::map<size_t, Line> lines;
    for (size_t t = 0; t < base_.threads.size(); ++t) {
      const Passed& passed = answer.passed[t];
      for (size_t at = 0; at < passed.size(); ++at) {
        const Instruction& now = *base_.At(t, at);
        const auto target = static_cast<size_t>(now.target);
        const bool branches = now.branch != litmus::Branch::kNever &&
                              now.branch != litmus::Branch::kAlways;
        Line& line = lines[now.line];
        line.waits =
            now.access == Access::kBarrier || (branches && target == at);
        line.branches = branches && target != at && target <= passed.size();
        line.does |= passed[at];
      }
    }
    for (const auto& [number, line] : lines) {
      if ((line.does & litmus::kCame) == 0) {
        needs_.idle.push_back({number, Idle::kNeverReached});
      } else if (line.waits && (line.does & litmus::kWentOn) == 0) {
        needs_.idle.push_back({number, Idle::kNeverOver});
      } else if (line.branches && (line.does & litmus::kWentToTarget) == 0) {
        needs_.idle.push_back({number, Idle::kNeverTaken});
      }
    }
    for (const litmus::Claim& claim : base_.claims) {
      if (answer.outcomes.empty())
        needs_.idle.push_back({claim.line, Idle::kNeverTested});
    }
  }

  Program base_;  // that is weakened: as it is written, or repaired
  std::map<size_t, Instruction> lines_;  // as they are written
  std::vector<size_t> repair_;           // lines
  std::set<size_t> plain_;               // lines that the repair makes atomic
  Limits limits_, of_cycles_;
  Needs needs_;
};

}  // namespace

absl::Span<const absl::string_view> NamesOf(Idle /*any*/) { return kIdleNames; }

Needs FindNeeds(const Program& program, const Limits& limits) {
  return Finder(program, limits).Run();
}

}  // namespace memory
}  // namespace wgsync
