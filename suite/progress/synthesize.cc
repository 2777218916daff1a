#include "suite/progress/synthesize.h"

#include <algorithm>

#include "absl/algorithm/container.h"
#include "absl/status/statusor.h"
#include "suite/core/base/field_visitor.h"
#include "suite/core/base/parallel.h"
#include "suite/progress/state_graph.h"

namespace wgsync {
namespace progress {
namespace {

constexpr size_t kMostExamples = 50;
// Of a program within the greatest bounds.
constexpr size_t kMostStatesOfOne = 100000;

// An instruction of a group with n of them: per word 2 stores, and for each of
// n targets (all but the next instruction, and the end) 2 checks with 3
// exchanges.
uint64_t Choices(size_t n, size_t words) { return words * (2 + 6 * n); }

Instruction InstructionAt(uint64_t choice, size_t at, size_t words) {
  Instruction now;
  now.access = Access::kRead;
  now.array = choice % words;
  choice /= words;
  if (choice < 2) {
    now.access = Access::kWrite;
    now.value.constant = static_cast<int>(choice);
    return now;
  }
  choice -= 2;
  now.branch = Branch::kIfEqual;
  now.check.constant = static_cast<int>(choice % 2);
  choice /= 2;
  if (choice % 3 > 0) {
    now.access = Access::kExchange;
    now.value.constant = static_cast<int>(choice % 3 - 1);
  }
  const auto target = static_cast<int>(choice / 3);
  now.target = target > static_cast<int>(at) ? target + 1 : target;
  return now;
}

// All ways to give `left` instructions to groups with at least one each.
void Splits(size_t groups, size_t left, std::vector<size_t>* sizes,
            std::vector<std::vector<size_t>>* splits) {
  if (groups == 1) {
    splits->push_back(*sizes);
    splits->back().push_back(left);
    return;
  }
  for (size_t n = 1; n + groups - 1 <= left; ++n) {
    sizes->push_back(n);
    Splits(groups - 1, left - n, sizes, splits);
    sizes->pop_back();
  }
}

// Whether the text has a way to each instruction from the first.
bool IsConnected(const std::vector<Instruction>& code) {
  std::vector<bool> reached(code.size() + 1, false);
  std::vector<size_t> todo = {0};
  while (!todo.empty()) {
    const size_t at = todo.back();
    todo.pop_back();
    if (reached[at]) continue;
    reached[at] = true;
    if (at == code.size()) continue;
    todo.push_back(at + 1);
    if (code[at].branch != Branch::kNever) todo.push_back(code[at].target);
  }
  return std::find(reached.begin(), reached.end() - 1, false) ==
         reached.end() - 1;
}

// Whether some run makes each of the instructions.
bool UsesAll(const StateGraph& graph, const Program& program) {
  std::vector<uint64_t> used(program.groups.size(), 0);
  for (size_t state = 0; state < graph.size(); ++state) {
    for (size_t g = 0; g < used.size(); ++g) {
      used[g] |= uint64_t{1} << graph.Counter(state, g);
    }
  }
  for (size_t g = 0; g < used.size(); ++g) {
    const uint64_t all = (uint64_t{1} << program.RoleOf(g).code.size()) - 1;
    if ((used[g] & all) != all) return false;
  }
  return true;
}

// Takes in programs with the pattern of a size; `from` has at least one.
void Merge(const PatternFound& from, std::vector<PatternFound>* found) {
  auto at = std::lower_bound(
      found->begin(), found->end(), from,
      [](const auto& a, const auto& b) { return a.pattern < b.pattern; });
  if (at == found->end() || at->pattern != from.pattern) {
    found->insert(at, from);
    return;
  }
  at->programs += from.programs;
  if (from.instructions < at->instructions) {
    at->instructions = from.instructions;
    at->smallest = 0;
    at->examples.clear();
  }
  if (from.instructions > at->instructions) return;
  at->smallest += from.smallest;
  at->examples.insert(at->examples.end(), from.examples.begin(),
                      from.examples.end());
  absl::c_sort(at->examples);
  at->examples.resize(std::min(at->examples.size(), kMostExamples));
}

void LookAt(const ProgramSpace& space, uint64_t number, Synthesis* part) {
  const Program program = space.At(number);
  if (!space.IsCanonical(program)) return;
  const absl::StatusOr<StateGraph> graph =
      StateGraph::Build(program, kMostStatesOfOne);
  if (!graph.ok() || !UsesAll(*graph, program)) return;
  const Verdicts verdicts = Judge(*graph);
  if (!verdicts.IsLitmus()) return;
  ++part->litmus;
  Merge({PatternOf(verdicts), 1, space.InstructionsOf(number), 1, {number}},
        &part->found);
}

}  // namespace

ProgramSpace::ProgramSpace(const Bounds& bounds) : words_(bounds.words) {
  for (size_t instructions = 2; instructions <= bounds.instructions;
       ++instructions) {
    for (size_t groups = 2; groups <= bounds.groups; ++groups) {
      if (groups > instructions) continue;
      std::vector<size_t> sizes;
      std::vector<std::vector<size_t>> splits;
      Splits(groups, instructions, &sizes, &splits);
      for (const std::vector<size_t>& split : splits) {
        blocks_.push_back({split, instructions, size_});
        uint64_t programs = 1;
        for (const size_t n : split) {
          for (size_t at = 0; at < n; ++at) programs *= Choices(n, words_);
        }
        size_ += programs;
      }
    }
  }
}

const ProgramSpace::Block& ProgramSpace::BlockOf(uint64_t number) const {
  const auto after = std::upper_bound(
      blocks_.begin(), blocks_.end(), number,
      [](uint64_t n, const Block& block) { return n < block.first; });
  return *(after - 1);
}

uint64_t ProgramSpace::InstructionsOf(uint64_t number) const {
  return BlockOf(number).instructions;
}

Program ProgramSpace::At(uint64_t number) const {
  const Block& block = BlockOf(number);
  uint64_t choices = number - block.first;
  Program program;
  for (size_t word = 0; word < words_; ++word) {
    program.arrays.push_back({std::string(1, "xyz"[word]), 1});
  }
  for (const size_t n : block.sizes) {
    program.groups.push_back({program.roles.size()});
    std::vector<Instruction>& code = program.roles.emplace_back().code;
    for (size_t at = 0; at < n; ++at) {
      code.push_back(InstructionAt(choices % Choices(n, words_), at, words_));
      choices /= Choices(n, words_);
    }
  }
  return program;
}

bool ProgramSpace::IsCanonical(const Program& program) const {
  std::vector<bool> set(words_, false), looked_at(words_, false);
  size_t known = 0;
  for (const Role& role : program.roles) {
    if (!IsConnected(role.code)) return false;
    for (const Instruction& now : role.code) {
      if (now.array > known) return false;
      known = std::max(known, now.array + 1);
      if (now.access != Access::kRead && now.value.constant == 1) {
        set[now.array] = true;
      }
      if (now.branch != Branch::kNever) looked_at[now.array] = true;
    }
  }
  for (size_t word = 0; word < known; ++word) {
    if (!set[word] || !looked_at[word]) return false;
  }
  return true;
}

std::string PatternOf(const Verdicts& verdicts) {
  std::string pattern;
  for (const ModelRow& row : Models()) {
    const bool weak = verdicts.Guaranteed({row.model, Fairness::kWeak});
    const bool strong = verdicts.Guaranteed({row.model, Fairness::kStrong});
    pattern += weak ? 'W' : strong ? 'S' : '-';
  }
  return pattern;
}

bool Guarantees(Config config, const std::string& pattern) {
  const char letter = pattern[static_cast<size_t>(config.model)];
  return letter == 'W' ||
         (letter == 'S' && config.fairness == Fairness::kStrong);
}

void PatternFound::Fields(FieldVisitor& v) {
  v.Field("pattern", &pattern);
  v.Field("programs", &programs);
  v.Field("instructions", &instructions);
  v.Field("smallest", &smallest);
  v.Field("examples", &examples);
}

void Synthesis::Fields(FieldVisitor& v) {
  v.Field("groups", &bounds.groups);
  v.Field("instructions", &bounds.instructions);
  v.Field("words", &bounds.words);
  v.Field("next", &next);
  v.Field("litmus", &litmus);
  v.List("found", &found);
}

void Advance(const ProgramSpace& space, uint64_t count, Synthesis* synthesis) {
  constexpr size_t kLeast = 256;
  count = std::min(count, space.size() - synthesis->next);
  std::vector<Synthesis> parts(PartsOf(count, kLeast));
  ForParts(count, kLeast, [&](size_t part, size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) {
      LookAt(space, synthesis->next + i, &parts[part]);
    }
  });
  for (const Synthesis& part : parts) {
    synthesis->litmus += part.litmus;
    for (const PatternFound& found : part.found) {
      Merge(found, &synthesis->found);
    }
  }
  synthesis->next += count;
}

Separators SeparatorsOf(const Synthesis& synthesis, Config by, Config not_by) {
  PatternFound all;
  std::vector<PatternFound> merged;
  for (PatternFound found : synthesis.found) {
    if (!Guarantees(by, found.pattern) || Guarantees(not_by, found.pattern)) {
      continue;
    }
    found.pattern.clear();
    Merge(found, &merged);
  }
  if (!merged.empty()) all = merged.front();
  return {all.programs, all.instructions, all.smallest, all.examples};
}

}  // namespace progress
}  // namespace wgsync
