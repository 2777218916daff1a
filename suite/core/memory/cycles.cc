#include "suite/core/memory/cycles.h"

#include <algorithm>
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
};

constexpr size_t kMostSteps = 512;

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

// By the text of a program of global memory, whatever its accesses read.
bool MayHaveCyclesOfText(const Program& program) {
  std::vector<Step> steps;
  std::vector<std::bitset<kMostSteps>> next;
  std::vector<LooseRead> loose;
  for (size_t t = 0; t < program.threads.size(); ++t) {
    const std::vector<Instruction>& code =
        program.roles[program.threads[t].role].code;
    const size_t first = steps.size();
    if (first + code.size() > kMostSteps) return true;
    for (const Instruction& at : code) {
      steps.push_back(StepOf(program, t, at));
      std::bitset<kMostSteps>& set = next.emplace_back();
      const auto go = [&](size_t pc) {
        if (pc < code.size()) set.set(first + pc);
      };
      if (at.branch != litmus::Branch::kNever) go(at.target);
      if (at.branch != litmus::Branch::kAlways) go(&at - code.data() + 1);
    }
  }
  for (size_t w = 0; w < steps.size(); ++w) {
    for (size_t r = 0; r < steps.size(); ++r) {
      const Step &a = steps[w], &b = steps[r];
      if (a.thread == b.thread) continue;
      if (a.at->access == Access::kBarrier && b.at->access == a.at->access &&
          program.threads[a.thread].group == program.threads[b.thread].group)
        next[w].set(r);
      if (!a.writes || !b.reads || a.at->array != b.at->array ||
          a.last_word < b.first_word || b.last_word < a.first_word)
        continue;
      next[w].set(r);
      if (!program.arrays[a.at->array].atomic || (a.releases && b.acquires))
        continue;
      for (size_t word : {std::max(a.first_word, b.first_word),
                          std::min(a.last_word, b.last_word)})
        loose.push_back({w, r, word});
    }
  }
  return AreOnOneCycle(std::move(next), loose);
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

}  // namespace

bool MayHaveCycles(const Program& program) {
  return absl::c_count_if(program.roles, MayLoadLate) > 1 &&
         (!IsGlobal(program) || MayHaveCyclesOfText(program));
}

}  // namespace memory
}  // namespace wgsync
