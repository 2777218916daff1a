#include "suite/progress/role_code_testing.h"

#include <cstdint>
#include <utility>

#include "gtest/gtest.h"
#include "suite/core/launch/kernel_numbers_testing.h"

namespace wgsync {
namespace progress {
namespace {

TEST(RoleCodeTest, HasTheNumbersOfTheKernel) {
  const auto number = [](auto value) { return static_cast<uint32_t>(value); };
  const std::pair<const char*, uint32_t> numbers[] = {
      {"WG_OP_AWAIT", number(RoleOp::kAwait)},
      {"WG_OP_AWAIT_EXCHANGE", number(RoleOp::kAwaitExchange)},
      {"WG_OP_GET", number(RoleOp::kGet)},
      {"WG_OP_PUT", number(RoleOp::kPut)},
      {"WG_OP_COUNT_UP", number(RoleOp::kCountUp)},
      {"WG_OP_REGISTER", number(RoleOp::kRegister)},
      {"WG_GOES_ON", number(RoleGoes::kOn)},
      {"WG_GOES_IF_EQUAL", number(RoleGoes::kIfEqual)},
      {"WG_GOES_IF_UNEQUAL", number(RoleGoes::kIfUnequal)},
      {"WG_STEP_FIELDS", kStepFields}};
  for (const auto& [name, value] : numbers) {
    EXPECT_EQ(value, KernelNumber("lib/interpreter.cl", name)) << name;
  }
}

}  // namespace
}  // namespace progress
}  // namespace wgsync
