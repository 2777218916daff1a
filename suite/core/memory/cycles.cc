#include "suite/core/memory/cycles.h"

#include <algorithm>
#include <bitset>
#include <limits>
#include <utility>

#include "absl/algorithm/container.h"
#include "suite/core/memory/explore.h"

namespace wgsync {
namespace memory {
namespace {

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

// An instruction of a work-item, the words that it may use, and whether an
// order comes with what it writes and reads.
struct Step {
  size_t thread;
  const Instruction* at;
  size_t first_word = 0, last_word = 0;
  bool writes = false, reads = false, releases = false, acquires = false;
  bool awaits = false;

  // Whether it reads a word that the other one writes, as far as its text says.
  bool MayRead(const Step& other) const {
    if (!reads || !other.writes || other.at->array != at->array ||
        other.last_word < first_word || last_word < other.first_word)
      return false;
    // An await ends by another value than the one for which it waits on.
    const bool known = other.at->access == Access::kWrite &&
                       other.at->value.reg < 0 && at->check.reg < 0;
    return !awaits || !known ||
           !at->Goes(other.at->value.constant, at->check.constant);
  }
};

// Of a text; in a larger one there may be a cycle.
constexpr size_t kMostSteps = 512, kMostHopsOfText = 10'000;

Step StepOf(const Program& program, size_t thread, const Instruction& at) {
  Step step{thread, &at};
  if (!at.UsesWord()) return step;
  step.writes = at.access != Access::kRead;
  step.reads = at.access != Access::kWrite;
  const bool wide = at.IsAtomic() && at.scope >= Scope::kDevice;
  step.releases = wide && Releases(at.order);
  step.acquires = wide && Acquires(at.order) &&
                  (at.access != Access::kCas || Acquires(at.failure));
  const Array& array = program.arrays[at.array];
  step.first_word =
      program.FirstWord(at.array) + (at.index.reg < 0 ? at.index.constant : 0);
  step.last_word = step.first_word + (at.index.reg < 0 ? 0 : array.size - 1);
  return step;
}

// By the text of a program of global memory.
bool MayHaveCyclesOfText(const Program& program) {
  std::vector<Step> steps;
  std::vector<std::bitset<kMostSteps>> later;
  for (size_t t = 0; t < program.threads.size(); ++t) {
    const std::vector<Instruction>& code =
        program.roles[program.threads[t].role].code;
    const size_t first = steps.size();
    if (first + code.size() > kMostSteps) return true;
    for (const Instruction& at : code) {
      const auto pc = static_cast<int>(&at - code.data());
      Step& step = steps.emplace_back(StepOf(program, t, at));
      step.awaits = at.branch != litmus::Branch::kNever && at.target == pc;
      std::bitset<kMostSteps>& set = later.emplace_back();
      const auto go = [&](size_t to) {
        if (to < code.size()) set.set(first + to);
      };
      if (at.branch != litmus::Branch::kNever) go(at.target);
      if (at.branch != litmus::Branch::kAlways) go(pc + 1);
    }
  }
  for (size_t via = 0; via < later.size(); ++via) {
    for (std::bitset<kMostSteps>& set : later) {
      if (set[via]) set |= later[via];
    }
  }
  std::vector<size_t> threads(steps.size());
  absl::c_transform(steps, threads.begin(),
                    [](const Step& step) { return step.thread; });
  std::vector<Hop> hops;
  for (size_t w = 0; w < steps.size(); ++w) {
    for (size_t r = 0; r < steps.size(); ++r) {
      const Step &a = steps[w], &b = steps[r];
      if (a.thread == b.thread) continue;
      if (a.at->access == Access::kBarrier && b.at->access == a.at->access &&
          program.threads[a.thread].group == program.threads[b.thread].group)
        hops.push_back({w, r});
      if (!b.MayRead(a)) continue;
      if (!program.arrays[a.at->array].atomic || (a.releases && b.acquires)) {
        hops.push_back({w, r});
        continue;
      }
      // Of more words, one of these differs from any other.
      for (const size_t word : {std::max(a.first_word, b.first_word),
                                std::min(a.last_word, b.last_word)})
        hops.push_back({w, r, static_cast<int>(word)});
      if (hops.size() > kMostHopsOfText) return true;
    }
  }
  return MayHaveCycle(threads, hops, [&later](size_t a, size_t b) {
    return a == b || later[a][b];
  });
}

// Of global memory alone, in which all orders are one.
bool IsGlobal(const Program& program) {
  return absl::c_none_of(program.arrays,
                         [](const litmus::Array& array) {
                           return array.memory == Memory::kLocal;
                         }) &&
         absl::c_none_of(program.roles, [](const litmus::Role& role) {
           return absl::c_any_of(role.code, [](const Instruction& at) {
             return at.access == Access::kBarrier &&
                    (at.flags & SetOf(Memory::kGlobal)) == 0;
           });
         });
}

class CycleSearch {
 public:
  CycleSearch(const std::vector<size_t>& threads, const std::vector<Hop>& hops,
              absl::FunctionRef<bool(size_t, size_t)> comes)
      : threads_(threads), next_(threads.size()) {
    std::vector<bool> enters(threads.size());
    for (const Hop& hop : hops) enters[hop.to] = true;
    for (size_t at = 0; at < threads.size(); ++at) {
      for (const Hop& hop : hops) {
        if (enters[at] && threads[hop.from] == threads[at] &&
            comes(at, hop.from))
          next_[at].emplace_back(hop.to, hop.word);
      }
      absl::c_sort(next_[at]);
      next_[at].erase(std::unique(next_[at].begin(), next_[at].end()),
                      next_[at].end());
    }
    visited_.resize(*absl::c_max_element(threads) + 1);
  }

  // From the first work-item of the cycle on.
  bool Finds() {
    for (first_ = 0; first_ < threads_.size(); ++first_) {
      if (Goes(first_, -1)) return true;
    }
    return false;
  }

 private:
  // `word` is one whose value came without an order; -1 if there is none.
  bool Goes(size_t at, int word) {
    constexpr size_t kMostHops = 1'000'000;
    for (const auto& [to, loose] : next_[at]) {
      if (++hops_ > kMostHops) return true;
      const bool two = loose >= 0 && word >= 0 && loose != word;
      const int one = two ? kTwo : word == kTwo || loose < 0 ? word : loose;
      if (to == first_ && one == kTwo) return true;
      const size_t thread = threads_[to];
      if (thread <= threads_[first_] || visited_[thread]) continue;
      visited_[thread] = true;
      if (Goes(to, one)) return true;
      visited_[thread] = false;
    }
    return false;
  }

  static constexpr int kTwo = std::numeric_limits<int>::max();
  const std::vector<size_t>& threads_;
  // Of steps to which a hop goes: where its work-item goes on to, and the word.
  std::vector<std::vector<std::pair<size_t, int>>> next_;
  std::vector<bool> visited_;  // work-items
  size_t first_ = 0, hops_ = 0;
};

}  // namespace

bool MayHaveCycle(const std::vector<size_t>& threads,
                  const std::vector<Hop>& hops,
                  absl::FunctionRef<bool(size_t, size_t)> comes) {
  return CycleSearch(threads, hops, comes).Finds();
}

bool MayHaveCycles(const Program& program) {
  return absl::c_count_if(program.roles, MayLoadLate) > 1 &&
         (!IsGlobal(program) || MayHaveCyclesOfText(program));
}

}  // namespace memory
}  // namespace wgsync
