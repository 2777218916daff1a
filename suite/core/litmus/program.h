// A litmus program: what each work-item does with a few words, one access after
// the other. program_text.h reads and prints it. suite/core/memory checks it
// under the memory model of OpenCL; suite/progress takes what forward progress
// needs of it.
//
// Words have their array's initial value at the start, registers 0. Each
// work-group has its own copy of local memory. All work-items are on one
// device. Sections: OpenCL C 3.0, "Atomic Functions", "Memory Fence
// Operations", "Synchronization Functions".

#ifndef WGSYNC_SUITE_CORE_LITMUS_PROGRAM_H_
#define WGSYNC_SUITE_CORE_LITMUS_PROGRAM_H_

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"

namespace wgsync {
namespace litmus {

enum class Order { kRelaxed, kAcquire, kRelease, kAcqRel, kSeqCst };
inline constexpr absl::string_view kOrders[] = {"relaxed", "acquire", "release",
                                                "acq_rel", "seq_cst"};
enum class Scope { kWorkItem, kSubGroup, kWorkGroup, kDevice, kAllSvmDevices };
inline constexpr absl::string_view kScopes[] = {
    "work_item", "sub_group", "work_group", "device", "all_svm_devices"};
enum class Memory { kGlobal, kLocal };
inline constexpr absl::string_view kMemories[] = {"global", "local"};

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
// Wraps, as OpenCL's atomics do.
inline int Sum(int a, int b) {
  return static_cast<int>(static_cast<unsigned>(a) + static_cast<unsigned>(b));
}
template <typename Registers>
int ValueOf(const Operand& operand, const Registers& registers) {
  return operand.reg < 0 ? operand.constant
                         : Sum(registers[operand.reg], operand.constant);
}

// kNone reads no memory: `value` is what it reads.
enum class Access {
  kNone,
  kWrite,
  kRead,
  kExchange,
  kAdd,
  kCas,
  kFence,
  kBarrier
};
// The names of kRead to kCas.
inline constexpr absl::string_view kReads[] = {"read", "exchange", "add",
                                               "cas"};
// When the work-item goes to the target; otherwise to the next instruction.
enum class Branch {
  kNever,
  kIfEqual,
  kIfUnequal,
  kIfLess,
  kIfAtMost,
  kIfGreater,
  kIfAtLeast,
  kAlways
};
// The names of kIfEqual to kIfAtLeast.
inline constexpr absl::string_view kComparisons[] = {"==", "!=", "<",
                                                     "<=", ">",  ">="};

// One access or fence, and where the work-item goes after it. The value that is
// read is compared with the registers as they were before it.
struct Instruction {
  Access access = Access::kNone;
  Order order = Order::kRelaxed;    // of a barrier: none
  Order failure = Order::kRelaxed;  // of a compare-and-swap that fails
  Scope scope = Scope::kDevice;
  Memories flags = 0;  // of a fence or barrier
  size_t array = 0;    // of Code::arrays
  bool plain = false;  // an access that is not atomic: of data or of a word
  Operand index;       // in it
  Operand value;       // that is written or added
  int modulus = 0;     // the value read is divided by it; 0: it is not
  Branch branch = Branch::kNever;
  Operand check;    // that the value read is compared with; of kCas, too
  int target = 0;   // an instruction; at their number: the end; past it: wrong
  int result = -1;  // the register that keeps the value read
  size_t line = 0;  // of the program's file; 0 if it has none

  bool UsesWord() const {
    return access >= Access::kWrite && access <= Access::kCas;
  }
  bool IsAtomic() const { return UsesWord() && !plain; }
  // What it writes to the word that holds `old`; nullopt if nothing. `value`
  // and `check` are those of the operands.
  absl::optional<int> Written(int old, int value, int check) const;
  // What it keeps and compares of the value that it reads.
  int Kept(int read) const { return modulus == 0 ? read : read % modulus; }
  bool Goes(int read, int check) const;
};

// Whether a branch of that kind goes to its target; kNever does not.
bool Compares(int is, Branch branch, int check);

struct Array {
  std::string name;
  size_t size = 1;  // words
  Memory memory = Memory::kGlobal;
  bool atomic = true;  // words; otherwise data
  int initial = 0;     // the value of each of its words at the start
  bool svm = false;    // in shared virtual memory with atomics
};

struct Role {
  std::vector<Instruction> code;
  std::vector<std::string> registers;  // their names
  std::map<int, std::string> labels;   // the text's, by instruction
};

// What instructions refer to.
struct Code {
  std::vector<Array> arrays;
  std::vector<Role> roles;
  std::string name;  // the file's, for messages; "" if it has none

  // The number of the array; of all arrays if there is none of the name.
  size_t FindArray(absl::string_view array) const;
};

// Sets the scope and the order of failure that the text need not name.
void SetDefaults(const Code& code, Instruction* now);

// Whether OpenCL C has an access of that kind with these orders.
bool MayHaveOrder(const Instruction& now);

inline constexpr size_t kMostGroups = 64;  // and work-items

// A work-item.
struct Thread {
  size_t role = 0, group = 0, sub_group = 0, item = 0;
};

// All registers, by work-item, and then all words of memory.
using Outcome = std::vector<int>;

// A line `never x == 0 && 1:t != 2 || ...`, or `always ...`: a demand on each
// end of the program.
struct Claim {
  struct Comparison {
    size_t number = 0;  // in the outcome
    Branch branch = Branch::kIfEqual;
    int value = 0;                 // that it is compared with
    absl::optional<size_t> other;  // otherwise this one of the outcome
  };
  bool always = false;
  std::vector<std::vector<Comparison>> any;  // that all are true
  size_t line = 0;

  bool Holds(const Outcome& end) const;
};

struct Program : Code {
  std::vector<Thread> threads;
  size_t groups = 0;
  std::vector<Claim> claims;

  // Words are numbered by array; those of local memory by group, too.
  size_t FirstWord(size_t array) const;
  size_t Words() const { return FirstWord(arrays.size()); }
  const Array& ArrayOf(size_t word) const;
  const Instruction* At(size_t thread, size_t pc) const;
};

// What a work-item has done at each of its instructions: a set of these.
enum Passing : unsigned char { kCame = 1, kWentOn = 2, kWentToTarget = 4 };
using Passed = std::vector<unsigned char>;

// Runs one work-item. Memory is the caller's. An instruction that branches to
// itself is an await, unless its read is plain: only the read that ends it is
// modelled. So an await that writes in vain, as a failed exchange does, is not.
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
  // What the access writes if it reads `read`, if it writes.
  absl::optional<int> Written(int read) const;
  // Whether the access may read that: an await reads what ends it.
  bool MayRead(int read) const;
  // Goes on after the access has read that.
  void Finish(int read);

  const std::vector<int>& registers() const { return registers_; }
  const Passed& passed() const { return passed_; }
  // The step by which it has gone wrong: `goto wrong`; nullptr if it has not.
  const Instruction* WrongStep() const;

  // Of one work-item: at the same instruction, with the same registers.
  friend bool operator==(const Cursor& a, const Cursor& b) {
    return a.pc_ == b.pc_ && a.registers_ == b.registers_;
  }

 private:
  const Instruction& Now() const { return *program_->At(thread_, pc_); }
  int ValueOf(const Operand& operand) const {
    return litmus::ValueOf(operand, registers_);
  }

  const Program* program_;
  size_t thread_, pc_ = 0, last_ = 0;  // that was finished last
  std::vector<int> registers_;
  Passed passed_;
};

}  // namespace litmus
}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_LITMUS_PROGRAM_H_
