#include "suite/core/memory/needs.h"

#include <algorithm>
#include <map>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/types/span.h"

namespace wgsync {
namespace memory {
namespace {

using litmus::Code;

bool IsAtMost(Order a, Order b) {
  return (!Acquires(a) || Acquires(b)) && (!Releases(a) || Releases(b)) &&
         (a != Order::kSeqCst || b == a);
}

bool IsFenceLike(const Instruction& at) {
  return at.access == Access::kFence || at.access == Access::kBarrier;
}

// The orders of OpenCL C for that access, the weakest first.
absl::Span<const Order> OrdersOf(Access access) {
  static constexpr Order kLoad[] = {Order::kRelaxed, Order::kAcquire,
                                    Order::kSeqCst};
  static constexpr Order kStore[] = {Order::kRelaxed, Order::kRelease,
                                     Order::kSeqCst};
  static constexpr Order kBoth[] = {Order::kRelaxed, Order::kAcquire,
                                    Order::kRelease, Order::kAcqRel,
                                    Order::kSeqCst};
  if (access == Access::kBarrier) return {};
  if (access == Access::kRead) return kLoad;
  if (access == Access::kWrite) return kStore;
  return kBoth;
}

// `now` with each weaker order, scope or set of flags, the weakest first.
using Weaker = std::vector<Instruction> (*)(const Code& code,
                                            const Instruction& now);

std::vector<Instruction> WeakerOrders(const Code& code,
                                      const Instruction& now) {
  std::vector<Instruction> all;
  for (const Order order : OrdersOf(now.access)) {
    if (order == now.order || !IsAtMost(order, now.order)) continue;
    Instruction usual = now;
    usual.order = order;
    SetDefaults(code, &usual);
    Instruction& weaker = all.emplace_back(now);
    weaker.order = order;
    if (!IsAtMost(weaker.failure, usual.failure))
      weaker.failure = usual.failure;
  }
  return all;
}

std::vector<Instruction> WeakerFailures(const Code& /*code*/,
                                        const Instruction& now) {
  std::vector<Instruction> all;
  if (now.access != Access::kCas) return all;
  for (const Order order : OrdersOf(Access::kRead)) {
    if (order == now.failure || !IsAtMost(order, now.failure)) continue;
    all.emplace_back(now).failure = order;
  }
  return all;
}

std::vector<Instruction> NarrowerScopes(const Code& code,
                                        const Instruction& now) {
  std::vector<Instruction> all;
  const bool local =
      now.UsesWord() && code.arrays[now.array].memory == Memory::kLocal;
  const bool is_absent =
      now.access == Access::kFence && now.order == Order::kRelaxed;
  if (now.access == Access::kBarrier || local || is_absent) return all;
  for (const Scope scope : {Scope::kWorkGroup, Scope::kDevice}) {
    if (scope < now.scope) all.emplace_back(now).scope = scope;
  }
  return all;
}

std::vector<Instruction> FewerFlags(const Code& /*code*/,
                                    const Instruction& now) {
  std::vector<Instruction> all;
  const bool is_fence =
      now.access == Access::kFence && now.order != Order::kRelaxed;
  if (!is_fence && now.access != Access::kBarrier) return all;
  for (Memories flags = is_fence ? 1 : 0; flags < now.flags; ++flags) {
    if ((flags & ~now.flags) == 0) all.emplace_back(now).flags = flags;
  }
  return all;
}

Instruction StrongestOf(const Code& code, Instruction now) {
  if (now.access != Access::kBarrier) now.order = now.failure = Order::kSeqCst;
  if (IsFenceLike(now)) now.flags = kBothMemories;
  const bool svm = now.UsesWord() && code.arrays[now.array].svm;
  const bool local =
      now.UsesWord() && code.arrays[now.array].memory == Memory::kLocal;
  if (now.access != Access::kBarrier && !local) {
    now.scope =
        std::max(now.scope, svm ? Scope::kAllSvmDevices : Scope::kDevice);
  }
  return now;
}

class Finder {
 public:
  Finder(const Program& program, const Limits& limits)
      : base_(program), left_(limits) {}

  Needs Run() {
    for (const litmus::Role& role : base_.roles) {
      for (const Instruction& at : role.code) {
        if (IsFenceLike(at) || (at.UsesWord() && base_.arrays[at.array].atomic))
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
    needs_.states += answer.states;
    left_.states -= std::min(left_.states, answer.states);
    left_.comparisons -= std::min(left_.comparisons, answer.comparisons);
    if (answer.verdict == Verdict::kExceeded) needs_.undecided = answer.what;
    return answer;
  }

  // Whether the program holds; if not, the answer is the finding.
  bool Holds(const Program& program, Answer* answer) {
    if (!needs_.undecided.empty()) return false;
    *answer = Search(program);
    if (answer->verdict != Verdict::kHolds) return false;
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
                     absl::Span<const Weaker> respects, LineNeed* need) {
    Instruction now;
    for (const litmus::Role& role : program->roles) {
      const auto at = absl::c_find_if(
          role.code, [line](const Instruction& i) { return i.line == line; });
      if (at != role.code.end()) now = *at;
    }
    for (const Weaker weaker : respects) {
      const bool tells =
          weaker == WeakerOrders || now.access == Access::kBarrier;
      for (const Instruction& candidate : weaker(*program, now)) {
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
    constexpr Weaker kOrders[] = {WeakerOrders, WeakerFailures, FewerFlags};
    constexpr Weaker kScopes[] = {NarrowerScopes};
    const std::vector<absl::Span<const Weaker>> passes = {kOrders, kScopes};
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

  Program base_;                         // that is weakened
  std::map<size_t, Instruction> lines_;  // as they are written
  Limits left_;
  Needs needs_;
};

}  // namespace

bool LineNeed::MustBeStronger() const {
  if (alone.access == Access::kFence && alone.order == Order::kRelaxed)
    return false;
  return !IsAtMost(alone.order, written.order) ||
         !IsAtMost(alone.failure, written.failure) ||
         alone.scope > written.scope || (alone.flags & ~written.flags) != 0;
}

Needs FindNeeds(const Program& program, const Limits& limits) {
  return Finder(program, limits).Run();
}

}  // namespace memory
}  // namespace wgsync
