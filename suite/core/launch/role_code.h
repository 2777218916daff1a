// A shape of forward progress as data for kernels/lib/interpreter.cl, in whose
// order the numbers below are. Pure.

#ifndef WGSYNC_SUITE_CORE_LAUNCH_ROLE_CODE_H_
#define WGSYNC_SUITE_CORE_LAUNCH_ROLE_CODE_H_

#include <cstdint>
#include <vector>

#include "suite/core/catalog/catalog.h"
#include "suite/core/progress/litmus_program.h"

namespace wgsync {

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

// The instructions of all roles. `shape` is the entry of the catalog for
// `program`, and has its late role; shape.can_be_data holds.
std::vector<uint32_t> RoleCode(const progress::Program& program,
                               const Shape& shape);

// The same for a primitive; empty if it has no such form.
std::vector<uint32_t> RoleCodeOf(const Primitive& p);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_LAUNCH_ROLE_CODE_H_
