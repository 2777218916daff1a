#include "suite/progress/role_code_testing.h"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "suite/progress/litmus_program.h"
#include "suite/progress/named_programs.h"

namespace wgsync {
namespace progress {
namespace {

// The kernel's register 0 holds 0.
uint32_t RegisterOf(int reg) { return static_cast<uint32_t>(reg + 1); }

bool IsWait(const Instruction& i, size_t pc) {
  return i.branch != Branch::kNever && i.target == static_cast<int>(pc);
}

RoleOp OpOf(const Instruction& i, size_t pc) {
  if (!i.UsesWord()) return RoleOp::kRegister;
  const bool writes = i.access != Access::kRead;
  if (IsWait(i, pc)) return writes ? RoleOp::kAwaitExchange : RoleOp::kAwait;
  if (i.access == Access::kAdd) return RoleOp::kCountUp;
  return writes ? RoleOp::kPut : RoleOp::kGet;
}

RoleGoes GoesOf(const Instruction& i, bool waits) {
  if (waits || i.branch == Branch::kNever) return RoleGoes::kOn;
  return i.branch == Branch::kIfEqual ? RoleGoes::kIfEqual
                                      : RoleGoes::kIfUnequal;
}

// Whether no role goes back but to the instruction that it is at.
bool CanBeData(const Program& program) {
  for (const Role& role : program.roles) {
    for (size_t pc = 0; pc < role.code.size(); ++pc) {
      const Instruction& i = role.code[pc];
      const bool goes = i.branch != Branch::kNever;
      if (goes && i.target < static_cast<int>(pc)) return false;
      if (goes && GoesOf(i, false) == RoleGoes::kIfUnequal &&
          i.branch != Branch::kIfUnequal) {
        return false;
      }
    }
  }
  return true;
}

class Code {
 public:
  void Add(uint32_t word) { words_.push_back(word); }
  void Add(uint32_t first, const Operand& o) {
    Add(first + static_cast<uint32_t>(o.constant));
    Add(RegisterOf(o.reg));
  }
  std::vector<uint32_t> Take() && { return std::move(words_); }

 private:
  std::vector<uint32_t> words_;
};

}  // namespace

uint32_t FirstWord(const Program& program, size_t array) {
  size_t word = 0;
  for (size_t a = 0; a < array; ++a) word += program.arrays[a].size;
  return static_cast<uint32_t>(word);
}

std::vector<uint32_t> RoleCode(const Shape& shape) {
  const Program program = ShapeProgram(shape);
  if (!CanBeData(program)) return {};
  Code code;
  code.Add(static_cast<uint32_t>(program.groups.size()));
  code.Add(FirstWord(program, program.arrays.size()) - 1);
  uint32_t first = 0;
  for (size_t group = 0; group < program.groups.size(); ++group) {
    code.Add(first);
    first += static_cast<uint32_t>(program.RoleOf(group).code.size());
  }
  code.Add(first);
  first = 0;
  for (size_t group = 0; group < program.groups.size(); ++group) {
    const std::vector<Instruction>& steps = program.RoleOf(group).code;
    for (size_t pc = 0; pc < steps.size(); ++pc) {
      const Instruction& i = steps[pc];
      const bool waits = IsWait(i, pc);
      code.Add(static_cast<uint32_t>(OpOf(i, pc)));
      code.Add(group == shape.late_role && pc == shape.late_at ? 1 : 0);
      if (i.UsesWord()) {
        code.Add(FirstWord(program, i.array), i.index);
        code.Add(0, i.value);
      } else {
        code.Add(0, i.value);
        code.Add(0, Operand());
      }
      // A wait names the value that it is left by. A word whose other value
      // holds it holds 0 or 1.
      Operand check = i.check;
      if (waits && i.branch == Branch::kIfEqual) {
        check.constant = 1 - check.constant;
      }
      code.Add(0, check);
      code.Add(RegisterOf(i.result));
      code.Add(static_cast<uint32_t>(GoesOf(i, waits)));
      code.Add(first + static_cast<uint32_t>(i.target));
    }
    first += static_cast<uint32_t>(steps.size());
  }
  return std::move(code).Take();
}

}  // namespace progress
}  // namespace wgsync
