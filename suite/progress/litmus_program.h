// A litmus program of forward progress: what each work-group does with a few
// global words, one atomic step after the other.
//
// Memory is sequentially consistent: orders and scopes, fences and barriers
// mean nothing. A group that has not ended can always step: it polls, and never
// blocks. It ends in the step that takes its counter past its last instruction.
//
// The instructions are those of AlloyForwardProgress ("Specifying and Testing
// GPU Workgroup Progress Models", OOPSLA 2021) with registers, fetch-and-add
// and compare-and-swap added. program_text.h reads and prints the program.

#ifndef WGSYNC_SUITE_PROGRESS_LITMUS_PROGRAM_H_
#define WGSYNC_SUITE_PROGRESS_LITMUS_PROGRAM_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "suite/core/litmus/program.h"

namespace wgsync {
namespace progress {

using litmus::Access;
using litmus::Array;
using litmus::Branch;
using litmus::Instruction;
using litmus::kMostGroups;
using litmus::Operand;
using litmus::Role;

// Bit i: the group with id i.
using GroupSet = uint64_t;

inline GroupSet SetOf(size_t group) { return GroupSet{1} << group; }
inline bool Contains(GroupSet set, size_t group) {
  return (set & SetOf(group)) != 0;
}

// A work-group. Its id is its place in Program::groups.
struct Group {
  size_t role = 0;
};

struct Program : litmus::Code {
  std::vector<Group> groups;

  // Each group has its own words of local memory.
  size_t WordsOf(const Array& array) const {
    return array.size *
           (array.memory == litmus::Memory::kLocal ? groups.size() : 1);
  }
  const Role& RoleOf(size_t group) const { return roles[groups[group].role]; }
  // Whether no other group sees the instruction, unless there is a data race,
  // and it goes on. The group makes it in the step before it.
  bool IsSilent(const Instruction& now) const {
    return now.branch == Branch::kNever && now.access != Access::kNone &&
           !(now.UsesWord() && arrays[now.array].atomic);
  }
};

}  // namespace progress
}  // namespace wgsync

#endif  // WGSYNC_SUITE_PROGRESS_LITMUS_PROGRAM_H_
