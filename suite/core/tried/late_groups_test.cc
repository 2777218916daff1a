#include "suite/core/tried/late_groups.h"

#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace wgsync {
namespace {

using ::testing::HasSubstr;

bool Overlapped(const std::vector<uint32_t>& stamps) {
  return GroupsOverlapped(reinterpret_cast<const uint8_t*>(stamps.data()),
                          static_cast<uint32_t>(stamps.size() / 2 - 1));
}

TEST(LateGroupsTest, GroupsThatTakeTurnsDoNotOverlap) {
  EXPECT_FALSE(Overlapped({4, 0, 1, 2, 3, 4}));
  EXPECT_FALSE(Overlapped({4, 0, 3, 4, 1, 2}));
  EXPECT_TRUE(Overlapped({4, 0, 1, 3, 2, 4}));
  EXPECT_TRUE(Overlapped({4, 0, 1, 4, 2, 3}));
}

TEST(LateGroupsTest, CallsTheKernelWithItsParameters) {
  KernelFacts facts;
  facts.kernel = "scan";
  facts.parameters = {{"in", "uint*", "global"}, {"n", "int", "private"}};
  const std::string source = LateKernelSource(facts);
  EXPECT_THAT(source, HasSubstr("(global uint* in, int n, global uint*"));
  EXPECT_THAT(source, HasSubstr("  scan(in, n);"));
}

TEST(LateGroupsTest, ALocalVariableIsAWordOfTheFile) {
  EXPECT_TRUE(HasLocalVariables("local uint x;"));
  EXPECT_TRUE(HasLocalVariables("  __local uint x;"));
  EXPECT_TRUE(HasLocalVariables("#include \"tile.h\""));
  EXPECT_FALSE(HasLocalVariables("get_local_id(0); CLK_LOCAL_MEM_FENCE"));
  EXPECT_FALSE(HasLocalVariables("int locals, my__local_x;"));
}

}  // namespace
}  // namespace wgsync
