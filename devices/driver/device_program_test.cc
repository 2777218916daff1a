#include "devices/driver/device_program.h"

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "devices/driver/error.h"
#include "devices/driver/kernel_parameters.h"
#include "devices/driver/launch.h"
#include "devices/driver/test_device.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace wgsync {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr char kKernel[] =
    "kernel void f(global uint* p) { p[get_global_id(0)] = NUMBER; }\n";

class BuildProgramTest : public testing::Test {
 protected:
  absl::StatusOr<BuiltProgram> Build(const std::string& source,
                                     const std::string& options) {
    if (!queue_.ok()) return queue_.status();
    return BuildProgram(queue_->context(), queue_->device(), {source, options});
  }

  const absl::StatusOr<LaunchQueue> queue_ =
      LaunchQueue::Create(TestDevice().device);
};

TEST_F(BuildProgramTest, BuildsWithOptions) {
  const absl::StatusOr<BuiltProgram> built = Build(kKernel, "-DNUMBER=7");
  ASSERT_TRUE(built.ok()) << built.status();
  EXPECT_GT(built->seconds, 0);
  EXPECT_TRUE(CreateKernel(built->program, "f").ok());
}

TEST_F(BuildProgramTest, FailureHasCodeAndLog) {
  const absl::Status status =
      Build("kernel void f() { undeclared_word = 1; }", "").status();
  EXPECT_TRUE(absl::IsFailedPrecondition(status)) << status;
  EXPECT_EQ(OpenClCode(status), CL_BUILD_PROGRAM_FAILURE);
  const std::string message(status.message());
  EXPECT_THAT(message, HasSubstr("CL_BUILD_PROGRAM_FAILURE (-11)\n"));
  EXPECT_THAT(message, HasSubstr("undeclared_word"));
  EXPECT_THAT(message, Not(HasSubstr("\x1B")));
}

TEST_F(BuildProgramTest, ALongLogIsCut) {
  std::string source;
  for (int i = 0; i < 500; ++i) {
    source += "#warning " + std::string(400, 'w') + "\n";
  }
  const absl::Status status = Build(source + "#error stop\n", "").status();
  EXPECT_EQ(OpenClCode(status), CL_BUILD_PROGRAM_FAILURE) << status;
  EXPECT_LT(status.message().size(), 66u * 1024);
}

TEST_F(BuildProgramTest, HasABinary) {
  const absl::StatusOr<BuiltProgram> built = Build(kKernel, "-DNUMBER=7");
  ASSERT_TRUE(built.ok()) << built.status();
  const absl::StatusOr<std::string> binary = ProgramBinary(built->program);
  ASSERT_TRUE(binary.ok()) << binary.status();
  EXPECT_GT(binary->size(), 100u);
}

TEST_F(BuildProgramTest, AKernelMayRequireAShapeOfItsGroups) {
  const auto required = [this](const std::string& sides) {
    const absl::StatusOr<BuiltProgram> built =
        Build("kernel " + sides + " void f() {}", "");
    EXPECT_TRUE(built.ok()) << built.status();
    return RequiredShape(*CreateKernel(built->program, "f"), queue_->device());
  };
  const std::string of = "__attribute__((reqd_work_group_size(";
  EXPECT_THAT(required(""), IsEmpty());
  EXPECT_THAT(required(of + "8, 4, 1)))"), ElementsAre(8, 4));
  EXPECT_THAT(required(of + "1, 1, 1)))"), ElementsAre(1));
}

TEST_F(BuildProgramTest, AParameterHasItsNameIfAFunctionHasItToo) {
  const absl::StatusOr<BuiltProgram> built =
      Build("kernel void f(global int* step) {}", "-cl-kernel-arg-info");
  ASSERT_TRUE(built.ok()) << built.status();
  const auto parameters = ReadParameters(*CreateKernel(built->program, "f"));
  ASSERT_TRUE(parameters.ok()) << parameters.status();
  ASSERT_EQ(parameters->size(), 1u);
  EXPECT_EQ((*parameters)[0].name, "step");
}

TEST_F(BuildProgramTest, AnUnknownKernelIsNamed) {
  const absl::StatusOr<BuiltProgram> built = Build(kKernel, "-DNUMBER=7");
  ASSERT_TRUE(built.ok()) << built.status();
  const absl::Status status = CreateKernel(built->program, "g").status();
  EXPECT_EQ(status.message(),
            "clCreateKernel of g: CL_INVALID_KERNEL_NAME (-46)");
}

}  // namespace
}  // namespace wgsync
