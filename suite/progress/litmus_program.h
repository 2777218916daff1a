// A litmus program of forward progress: what each work-group does with a few
// global words, one atomic step after the other.
//
// Every word and register is 0 at the start. Memory is sequentially consistent.
// A group that has not ended can always step: it polls, and never blocks. It
// ends in the step that takes its counter past its last instruction.
//
// The language is that of AlloyForwardProgress ("Specifying and Testing GPU
// Workgroup Progress Models", OOPSLA 2021) with registers, fetch-and-add and
// compare-and-swap added. program_text.h reads and prints it.

#ifndef WGSYNC_SUITE_PROGRESS_LITMUS_PROGRAM_H_
#define WGSYNC_SUITE_PROGRESS_LITMUS_PROGRAM_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "suite/core/progress/mapping.h"

namespace wgsync {
namespace progress {

// Bit i: the group with id i.
using GroupSet = uint64_t;
inline constexpr size_t kMostGroups = 64;

inline GroupSet SetOf(size_t group) { return GroupSet{1} << group; }
inline bool Contains(GroupSet set, size_t group) {
  return (set & SetOf(group)) != 0;
}

// A constant, or the sum of a register and a constant.
struct Operand {
  int reg = -1;  // of the group; -1: the constant alone
  int constant = 0;
};

// The value that an instruction reads. AFP's AXB, "the old value is the check:
// branch", reads a word; it writes in any case, and not only if the check
// holds.
enum class Source { kWord, kRegister, kNothing };
// What the same step writes to the word that was read.
enum class Write { kNone, kStore, kAdd, kStoreIfEqual };
// When the group goes to the target; otherwise to the next instruction.
enum class Branch { kNever, kIfEqual, kIfUnequal, kAlways };

struct Instruction {
  Source source = Source::kWord;
  size_t array = 0;  // of Program::arrays, if the source is a word
  Operand index;     // in that array; of a register its number is index.reg
  Write write = Write::kNone;
  Operand value;  // that is stored or added
  Branch branch = Branch::kNever;
  Operand check;    // for kStoreIfEqual, kIfEqual and kIfUnequal
  int target = 0;   // an instruction; the number of instructions is the end
  int result = -1;  // the register that keeps the value read
  size_t line = 0;  // of the program's file; 0 if it has none
};

struct Array {
  std::string name;
  size_t size = 1;  // words
};

struct Role {
  std::vector<Instruction> code;
  std::vector<std::string> registers;  // their names
  std::map<int, std::string> labels;   // the text's, by instruction
};

// A work-group. Its id is its place in Program::groups.
struct Group {
  size_t role = 0;
  size_t copy = 0;  // whose words it uses
};

struct Program {
  std::vector<Array> arrays;  // of one copy
  std::vector<Role> roles;
  std::vector<Group> groups;
  size_t copies = 1;
  std::string name;  // the file's, for messages; "" if it has none

  size_t WordsOfCopy() const;
  const Role& RoleOf(size_t group) const { return roles[groups[group].role]; }
};

// `program`, of one copy, `copies` times in a grid; plain: once. The grid may
// have kMostGroups groups at most.
Program CopiesOf(const Program& program, size_t copies, Mapping mapping,
                 uint64_t seed = 0);

}  // namespace progress
}  // namespace wgsync

#endif  // WGSYNC_SUITE_PROGRESS_LITMUS_PROGRAM_H_
