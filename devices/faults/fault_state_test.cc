#include "devices/faults/fault_state.h"

#include <fstream>
#include <string>
#include <vector>

#include "gtest/gtest.h"

namespace wgsync {
namespace {

std::vector<FaultSpec> Faults(const std::string& text) {
  std::vector<FaultSpec> faults;
  std::string error;
  EXPECT_TRUE(ParseFaults(text, &faults, &error)) << error;
  return faults;
}

std::string Path(const std::string& name) {
  return ::testing::TempDir() + "/" + name;
}

TEST(FaultStateTest, TheNthCallOfTwoProcessesIsCountedOnce) {
  std::string error;
  FaultState* const one = FaultState::Map(Path("two"), &error);
  FaultState* const other = FaultState::Map(Path("two"), &error);
  ASSERT_NE(one, nullptr) << error;
  ASSERT_NE(other, nullptr) << error;
  ASSERT_NE(one, other);
  one->Arm(Faults("clFinish:hang@3"));
  EXPECT_TRUE(other->armed());
  EXPECT_EQ(one->Aim(k_clFinish, kAnyParam).fault, Fault::kNone);
  EXPECT_EQ(other->Aim(k_clFinish, kAnyParam).fault, Fault::kNone);
  EXPECT_EQ(one->Aim(k_clFlush, kAnyParam).fault, Fault::kNone);
  EXPECT_EQ(other->Aim(k_clFinish, kAnyParam).fault, Fault::kHang);
  EXPECT_EQ(one->Aim(k_clFinish, kAnyParam).fault, Fault::kNone);
  EXPECT_EQ(other->calls(k_clFinish), 4u);
  other->Fired();
  EXPECT_EQ(one->fired(), 1u);
}

TEST(FaultStateTest, OnwardsIsEveryCallFromThen) {
  FaultState* const s = FaultState::Private();
  s->Arm(Faults("clFinish:hang@2+"));
  EXPECT_EQ(s->Aim(k_clFinish, kAnyParam).fault, Fault::kNone);
  EXPECT_EQ(s->Aim(k_clFinish, kAnyParam).fault, Fault::kHang);
  EXPECT_EQ(s->Aim(k_clFinish, kAnyParam).fault, Fault::kHang);
  s->Arm({});
  EXPECT_EQ(s->Aim(k_clFinish, kAnyParam).fault, Fault::kNone);
}

TEST(FaultStateTest, OnAnotherDeviceThereAreAnswersAlone) {
  FaultState* const s = FaultState::Private();
  s->Arm(Faults("clFinish:hang,clGetDeviceInfo:answer=3"));
  EXPECT_EQ(s->Aim(k_clFinish, kAnyParam, false).fault, Fault::kNone);
  EXPECT_EQ(s->Aim(k_clGetDeviceInfo, 7, false).fault, Fault::kAnswer);
  EXPECT_EQ(s->Aim(k_clFinish, kAnyParam).fault, Fault::kHang);
}

TEST(FaultStateTest, OnlyCallsOfTheParameterCount) {
  FaultState* const s = FaultState::Private();
  s->Arm(Faults("clGetDeviceInfo(7):answer=3@2"));
  EXPECT_EQ(s->Aim(k_clGetDeviceInfo, 7).fault, Fault::kNone);
  EXPECT_EQ(s->Aim(k_clGetDeviceInfo, 8).fault, Fault::kNone);
  const FaultState::Shot shot = s->Aim(k_clGetDeviceInfo, 7);
  EXPECT_EQ(shot.fault, Fault::kAnswer);
  EXPECT_EQ(shot.value, 3);
  EXPECT_EQ(shot.call, 2u);
}

TEST(FaultStateTest, ALostDeviceIsLostUntilTheNextArming) {
  FaultState* const s = FaultState::Private();
  s->Arm(Faults("clFinish:lost"));
  EXPECT_FALSE(s->lost());
  s->Lose();
  EXPECT_TRUE(s->lost());
  s->Arm({});
  EXPECT_FALSE(s->lost());
}

TEST(FaultStateTest, AFileThatIsNoStateIsLeftAlone) {
  std::ofstream(Path("text")) << "my notes";
  std::string error;
  EXPECT_EQ(FaultState::Map(Path("text"), &error), nullptr);
  EXPECT_NE(error.find("/text: "), std::string::npos) << error;
  EXPECT_EQ(FaultState::Map(Path("no/such/folder"), &error), nullptr);
}

}  // namespace
}  // namespace wgsync
