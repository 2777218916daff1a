// A small program of work-items that share memory, with the orders and scopes
// of OpenCL C's atomics. program_text.h reads it; check.h says what it can do.
//
// Every word and register is 0 at the start. Each work-group has its own copy
// of local memory. All work-items are on one device. Sections: OpenCL C 3.0,
// "Atomic Functions", "Memory Fence Operations", "Synchronization Functions".

#ifndef WGSYNC_SUITE_CORE_MEMORY_PROGRAM_H_
#define WGSYNC_SUITE_CORE_MEMORY_PROGRAM_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace wgsync {
namespace memory {

enum class Order { kRelaxed, kAcquire, kRelease, kAcqRel, kSeqCst };
enum class Scope { kWorkItem, kSubGroup, kWorkGroup, kDevice, kAllSvmDevices };
enum class Memory { kGlobal, kLocal };

// A set of memories: the flags of a fence.
using Memories = unsigned;
inline constexpr Memories SetOf(Memory m) { return 1U << static_cast<int>(m); }
inline constexpr Memories kBothMemories = 3;

inline bool Acquires(Order o) {
  return o != Order::kRelaxed && o != Order::kRelease;
}
inline bool Releases(Order o) {
  return o != Order::kRelaxed && o != Order::kAcquire;
}

// A constant, or the sum of a register and a constant.
struct Operand {
  int reg = -1;  // of the work-item; -1: the constant alone
  int constant = 0;
};

// kNone reads `value`, a register or a number, and no memory.
enum class Access {
  kNone,
  kRead,
  kWrite,
  kExchange,
  kAdd,
  kCas,
  kFence,
  kBarrier
};
enum class Branch { kNever, kIfEqual, kIfUnequal, kAlways };

// One access or fence, and where the work-item goes after it. An instruction
// that branches to itself is an await, unless it reads data: only the read that
// ends it is modelled. So an await that writes in vain, as a failed exchange
// does, is not.
struct Instruction {
  Access access = Access::kNone;
  Order order = Order::kRelaxed;    // of a barrier: none
  Order failure = Order::kRelaxed;  // of a compare-and-swap that fails
  Scope scope = Scope::kDevice;
  Memories flags = 0;  // of a fence or barrier
  size_t array = 0;    // of Program::arrays
  Operand index, value, expected;
  Branch branch = Branch::kNever;  // compares the value read
  Operand check;
  size_t target = 0;  // the number of instructions is the end
  int result = -1;    // the register that keeps the value read
  size_t line = 0;
  std::string text;  // as it was written
};

struct Array {
  std::string name;
  size_t size = 1;
  Memory memory = Memory::kGlobal;
  bool atomic = true;
  bool svm = false;  // in shared virtual memory with atomics
  size_t base = 0;   // of its words in Program::WordOf()
};

struct Role {
  std::vector<Instruction> code;
  std::vector<std::string> registers;  // their names
};

struct Thread {
  size_t role = 0, group = 0, sub_group = 0, item = 0;
};

// A register or word at the end, compared with a number.
struct Comparison {
  int thread = -1;  // -1: a word
  size_t number = 0;
  bool equal = true;
  int value = 0;
};

enum class Verdict { kHolds, kFails, kRacy, kExceeded };
inline constexpr absl::string_view kVerdictNames[] = {"holds", "fails", "racy",
                                                      "exceeded"};

// What an answer may depend on: the rules of OpenCL 3.1, those before it, the
// literal condition of the order S, and whether cycles of program order and
// reads-from are possible.
enum class Reading { kDefault, kBefore31, kLiteralS, kWithCycles };
inline constexpr absl::string_view kReadingNames[] = {
    "default", "before_3_1", "literal_s", "with_cycles"};

struct Program {
  std::vector<Array> arrays;
  std::vector<Role> roles;
  std::vector<Thread> threads;
  size_t groups = 0;
  // The demand: a disjunction of conjunctions, true (`always`) or false
  // (`never`) at each end. An empty `never` holds.
  std::vector<std::vector<Comparison>> demand;
  bool always = false;
  // The answers that the text expects, by Reading.
  Verdict expected[4] = {};

  size_t Words() const;
  const Array& ArrayOf(size_t word) const;
  // "x", "flag[2]", "lx of group 1".
  std::string WordName(size_t word) const;
  // "group 1", or "group 1, item 0" if a group has several.
  std::string ThreadName(size_t thread) const;
  const Instruction* At(size_t thread, size_t pc) const;
  // Whether all seq_cst operations have device scope and none affects a word in
  // shared virtual memory, or all have the widest scope and all do: the
  // condition of the order S in "Atomic Operations".
  bool PromisesS() const;
  // Whether an end with these registers and words is as demanded.
  bool Meets(const std::vector<std::vector<int>>& registers,
             const std::vector<int>& words) const;
};

// Runs one work-item. Memory is the caller's.
class Cursor {
 public:
  Cursor(const Program& program, size_t thread);

  // The next access, barrier or fence; nullptr at the end. Registers are set
  // and compared on the way. A loop without an access ends in an await of
  // nothing: an instruction of kind kNone, which is never left.
  const Instruction* Next();
  // The word of the access; Program::Words() if its index is outside the array.
  size_t Word() const;
  bool IsAwait() const;
  // Whether the access writes if it reads `read`, and what.
  bool Writes(int read, int* written) const;
  // Whether the access may read that: an await reads what ends it.
  bool MayRead(int read) const;
  // Goes on after the access has read that.
  void Finish(int read);

  const std::vector<int>& registers() const { return registers_; }
  size_t pc() const { return pc_; }

 private:
  int ValueOf(const Operand& operand) const;
  bool Branches(const Instruction& now, int read) const;

  const Program* program_;
  size_t thread_, pc_ = 0;
  std::vector<int> registers_;
};

}  // namespace memory
}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_MEMORY_PROGRAM_H_
