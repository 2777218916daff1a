// A shape of forward progress as data for kernels/lib/interpreter.cl, in whose
// order the numbers below are. Pure.

#ifndef WGSYNC_SUITE_PROGRESS_ROLE_CODE_TESTING_H_
#define WGSYNC_SUITE_PROGRESS_ROLE_CODE_TESTING_H_

#include <cstdint>
#include <vector>

#include "suite/progress/named_programs.h"

namespace wgsync {
namespace progress {

inline constexpr uint32_t kStepFields = 11;

enum class RoleOp : uint32_t {
  kAwait,
  kAwaitExchange,
  kGet,
  kPut,
  kCountUp,
  kRegister,
};

// Whether an instruction goes on to the next one or to its target.
enum class RoleGoes : uint32_t {
  kOn,
  kIfEqual,
  kIfUnequal,
};

// The words before those of the array.
uint32_t FirstWord(const Program& program, size_t array);

// The instructions of all roles. Empty if a role goes back to another
// instruction than the one that it is at: what the kernel repeats is one
// instruction, a wait.
std::vector<uint32_t> RoleCode(const Shape& shape);

}  // namespace progress
}  // namespace wgsync

#endif  // WGSYNC_SUITE_PROGRESS_ROLE_CODE_TESTING_H_
