#include "suite/progress/brute_force_testing.h"

#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "suite/progress/named_programs.h"

namespace wgsync {
namespace progress {
namespace {

using Ids = std::set<int>;

struct State {
  std::vector<int> at;  // of each group; -1: it has ended
  std::vector<std::vector<int>> registers;
  std::map<std::pair<size_t, int>, int> memory;  // without zeros
  Ids ever;

  bool operator<(const State& o) const {
    return std::tie(at, registers, memory, ever) <
           std::tie(o.at, o.registers, o.memory, o.ever);
  }
};

State After(const Program& program, State s, int g) {
  const Role& role = program.roles[program.groups[g].role];
  const Instruction& i = role.code[s.at[g]];
  const auto value = [&](const Operand& o) {
    return o.reg == -1 ? o.constant : s.registers[g][o.reg] + o.constant;
  };
  const std::pair<size_t, int> word = {i.array, value(i.index)};
  int old = 0;
  if (i.access == Access::kNone) old = value(i.value);
  if (i.access != Access::kNone && s.memory.count(word)) old = s.memory[word];
  const bool cas = i.access == Access::kCas && old == value(i.check);
  if (i.access == Access::kWrite || i.access == Access::kExchange || cas) {
    s.memory[word] = value(i.value);
  }
  if (i.access == Access::kAdd) s.memory[word] = old + value(i.value);
  if (s.memory.count(word) && s.memory[word] == 0) s.memory.erase(word);
  int next = s.at[g] + 1;
  if (i.branch == Branch::kAlways) next = i.target;
  if (i.modulus != 0) old %= i.modulus;
  const int check = value(i.check);
  if (i.branch == Branch::kIfEqual && old == check) next = i.target;
  if (i.branch == Branch::kIfUnequal && old != check) next = i.target;
  if (i.branch == Branch::kIfLess && old < check) next = i.target;
  if (i.branch == Branch::kIfAtMost && !(old > check)) next = i.target;
  if (i.branch == Branch::kIfGreater && old > check) next = i.target;
  if (i.branch == Branch::kIfAtLeast && !(old < check)) next = i.target;
  if (i.result != -1) s.registers[g][i.result] = old;
  s.at[g] = next;
  if (next >= static_cast<int>(role.code.size())) {
    s.at[g] = -1;
    s.registers[g].clear();
  }
  s.ever.insert(g);
  return s;
}

Ids PromisedBy(const std::string& model, const State& s) {
  Ids left, promised;
  for (int g = 0; g < static_cast<int>(s.at.size()); ++g) {
    if (s.at[g] != -1) left.insert(g);
  }
  for (const int g : left) {
    const bool lowest = g == *left.begin();
    const bool started = s.ever.count(g) == 1;
    const bool below = !s.ever.empty() && g <= *s.ever.rbegin();
    if ((model == "HSA" && lowest) || (model == "OBE" && started) ||
        (model == "HSA+OBE" && (lowest || started)) ||
        (model == "LOBE" && below) || model == "FAIR") {
      promised.insert(g);
    }
  }
  return promised;
}

struct Explored {
  std::vector<State> states;
  std::vector<std::vector<std::pair<int, int>>> next;  // group, state
};

bool Explore(const Program& program, size_t most, Explored* explored) {
  State first;
  first.at.assign(program.groups.size(), 0);
  for (const Group& group : program.groups) {
    const Role& role = program.roles[group.role];
    first.registers.emplace_back(role.registers.size(), 0);
  }
  for (size_t a = 0; a < program.arrays.size(); ++a) {
    const Array& array = program.arrays[a];
    for (size_t i = 0; i < array.size && array.initial != 0; ++i) {
      first.memory[{a, static_cast<int>(i)}] = array.initial;
    }
  }
  std::map<State, int> numbers = {{first, 0}};
  explored->states = {first};
  for (size_t s = 0; s < explored->states.size(); ++s) {
    if (s > most) return false;
    explored->next.emplace_back();
    for (int g = 0; g < static_cast<int>(first.at.size()); ++g) {
      if (explored->states[s].at[g] == -1) continue;
      const State after = After(program, explored->states[s], g);
      const auto [at, added] =
          numbers.emplace(after, static_cast<int>(numbers.size()));
      if (added) explored->states.push_back(after);
      explored->next[s].emplace_back(g, at->second);
    }
  }
  return true;
}

// The sets of groups, as masks, whose steps lead from `start` to itself.
std::set<unsigned> ClosedWalks(const Explored& e, int start) {
  std::set<std::pair<int, unsigned>> seen;
  std::vector<std::pair<int, unsigned>> todo = {{start, 0u}};
  std::set<unsigned> closed;
  while (!todo.empty()) {
    const auto [s, mask] = todo.back();
    todo.pop_back();
    for (const auto& [g, to] : e.next[s]) {
      const unsigned with = mask | 1u << g;
      if (!seen.insert({to, with}).second) continue;
      if (to == start) closed.insert(with);
      todo.emplace_back(to, with);
    }
  }
  return closed;
}

// Whether steps of `by(state)` lead from `start` to a state where it is empty.
template <typename By>
bool LeadsOut(const Explored& e, int start, By by) {
  std::vector<bool> seen(e.states.size(), false);
  std::vector<int> todo = {start};
  seen[start] = true;
  while (!todo.empty()) {
    const int s = todo.back();
    todo.pop_back();
    const Ids groups = by(s);
    if (groups.empty()) return true;
    for (const auto& [g, to] : e.next[s]) {
      if (groups.count(g) == 0 || seen[to]) continue;
      seen[to] = true;
      todo.push_back(to);
    }
  }
  return false;
}

}  // namespace

bool JudgeByForce(const Program& program, size_t most, Verdicts* verdicts) {
  Explored e;
  if (!Explore(program, most, &e)) return false;
  const int count = static_cast<int>(e.states.size());
  *verdicts = Verdicts();
  verdicts->states = count;
  verdicts->can_always_end = true;
  std::vector<std::set<unsigned>> walks(count);
  for (int s = 0; s < count; ++s) {
    walks[s] = ClosedWalks(e, s);
    verdicts->has_cycle = verdicts->has_cycle || !walks[s].empty();
    const auto all = [&](int t) { return PromisedBy("FAIR", e.states[t]); };
    if (!LeadsOut(e, s, all)) verdicts->can_always_end = false;
  }
  verdicts->guaranteed[0][0] = verdicts->guaranteed[1][0] =
      !verdicts->has_cycle;
  const char* const models[] = {"HSA", "OBE", "HSA+OBE", "LOBE", "FAIR"};
  for (int m = 0; m < 5; ++m) {
    bool weak = true, strong = true;
    const auto promised = [&](int s) {
      return PromisedBy(models[m], e.states[s]);
    };
    for (int s = 0; s < count; ++s) {
      unsigned needed = 0;
      for (const int g : promised(s)) needed |= 1u << g;
      for (const unsigned walk : walks[s]) {
        if ((needed & ~walk) == 0) weak = false;
      }
      strong = strong && LeadsOut(e, s, promised);
    }
    verdicts->guaranteed[0][m + 1] = weak;
    verdicts->guaranteed[1][m + 1] = strong;
  }
  return true;
}

// A shape with one or two instructions changed: near the borders of the models.
Program ChangedShape(std::mt19937* random) {
  const auto pick = [random](size_t below) { return (*random)() % below; };
  Program program = ShapeProgram(Shapes()[pick(Shapes().size())]);
  for (size_t changes = 1 + pick(2); changes > 0; --changes) {
    std::vector<Instruction>& code =
        program.roles[pick(program.roles.size())].code;
    Instruction& now = code[pick(code.size())];
    // Others can be neither compared nor written.
    const bool any = now.UsesWord() && now.result < 0;
    switch (any ? pick(6) : 2) {
      case 0:
        now.check = {-1, 1 - now.check.constant};
        break;
      case 1:
        now.value = {-1, 1 - now.value.constant};
        break;
      case 2:
        now.target = static_cast<int>(pick(code.size() + 1));
        break;
      case 3:
        now.access =
            now.access == Access::kRead ? Access::kExchange : Access::kRead;
        break;
      case 4:
        if (now.access == Access::kWrite) now.access = Access::kExchange;
        now.branch = now.branch == Branch::kIfEqual ? Branch::kIfUnequal
                                                    : Branch::kIfEqual;
        break;
      default:
        std::swap(program.groups[0], program.groups[1]);
    }
  }
  return program;
}

Program RandomProgram(std::mt19937* random) {
  constexpr Branch kBranches[] = {Branch::kIfUnequal, Branch::kIfLess,
                                  Branch::kIfAtMost, Branch::kIfGreater,
                                  Branch::kIfAtLeast};
  const auto pick = [random](int below) {
    return static_cast<int>((*random)() % below);
  };
  if (pick(3) == 0) return ChangedShape(random);
  const int registers = pick(2);
  Program program;
  program.arrays = {{"x", 2}};
  const int groups = 2 + pick(2);
  for (int g = 0; g < groups; ++g) {
    Role role;
    role.registers.assign(registers, "k");
    const int size = 1 + pick(groups == 2 ? 4 : 3);
    const auto value = [&] {
      Operand operand = {-1, pick(2)};
      if (registers > 0 && pick(4) == 0) operand = {0, 0};
      return operand;
    };
    for (int at = 0; at < size; ++at) {
      Instruction now;
      now.index.constant = pick(3) == 0;
      now.value = value();
      now.check = value();
      now.target = pick(2) == 0 ? at : pick(size + 1);
      const int kind = pick(12);
      now.access = kind < 4   ? Access::kExchange
                   : kind < 5 ? Access::kCas
                              : Access::kRead;
      const bool cas = now.access == Access::kCas;
      now.branch = pick(4) == 0   ? Branch::kNever
                   : pick(3) != 0 ? Branch::kIfEqual
                   : cas          ? Branch::kIfUnequal
                                  : kBranches[pick(5)];
      if (!cas && now.branch != Branch::kNever && pick(8) == 0) {
        now.modulus = 1 + pick(2);
      }
      if (registers > 0 && pick(3) == 0) now.result = 0;
      if (registers > 0 && kind == 10) {
        now.access = Access::kNone;
        now.value = {0, 0};
        now.branch = Branch::kIfEqual;
        now.result = -1;
      }
      if (now.result != -1) now.branch = Branch::kNever;
      if (kind == 11) {
        now = {};
        now.branch = Branch::kAlways;
        now.target = pick(size + 1);
      }
      role.code.push_back(now);
    }
    program.groups.push_back({program.roles.size()});
    program.roles.push_back(role);
  }
  // One counter, which rises a few times at most: it is in no loop.
  Instruction add;
  add.index.constant = 1;
  add.access = Access::kAdd;
  add.value.constant = 1;
  if (pick(3) == 0) {
    for (Role& role : program.roles) {
      for (Instruction& now : role.code) ++now.target;
      role.code.insert(role.code.begin(), add);
    }
  }
  return program;
}

}  // namespace progress
}  // namespace wgsync
