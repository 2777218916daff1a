#include "devices/driver/error.h"

#include "absl/status/status.h"
#include "devices/driver/opencl.h"
#include "gtest/gtest.h"

namespace wgsync {
namespace {

TEST(OpenClErrorNameTest, NamesCodes) {
  EXPECT_EQ(OpenClErrorName(CL_OUT_OF_RESOURCES), "CL_OUT_OF_RESOURCES");
  EXPECT_EQ(OpenClErrorName(CL_INVALID_KERNEL_ARGS), "CL_INVALID_KERNEL_ARGS");
  EXPECT_EQ(OpenClErrorName(CL_MAX_SIZE_RESTRICTION_EXCEEDED),
            "CL_MAX_SIZE_RESTRICTION_EXCEEDED");
  EXPECT_EQ(OpenClErrorName(CL_PLATFORM_NOT_FOUND_KHR),
            "CL_PLATFORM_NOT_FOUND_KHR");
  EXPECT_EQ(OpenClErrorName(-12345), "unknown error");
}

TEST(OpenClStatusTest, HoldsEntryPointNameAndNumber) {
  const absl::Status status =
      OpenClStatus("clEnqueueNDRangeKernel", CL_OUT_OF_RESOURCES);
  EXPECT_EQ(status.message(),
            "clEnqueueNDRangeKernel: CL_OUT_OF_RESOURCES (-5)");
  EXPECT_EQ(OpenClStatus("clFinish", -12345, ", twice").message(),
            "clFinish: unknown error (-12345), twice");
}

TEST(OpenClStatusTest, SuccessIsOk) {
  EXPECT_TRUE(OpenClStatus("clFinish", CL_SUCCESS).ok());
}

TEST(OpenClStatusTest, SortsCodes) {
  const auto sort = [](cl_int code) { return OpenClStatus("call", code); };
  EXPECT_TRUE(absl::IsUnavailable(sort(CL_DEVICE_NOT_AVAILABLE)));
  EXPECT_TRUE(absl::IsResourceExhausted(sort(CL_OUT_OF_HOST_MEMORY)));
  EXPECT_TRUE(absl::IsFailedPrecondition(sort(CL_BUILD_PROGRAM_FAILURE)));
  EXPECT_TRUE(absl::IsInvalidArgument(sort(CL_INVALID_KERNEL)));
  EXPECT_TRUE(absl::IsInternal(sort(CL_MAP_FAILURE)));
}

TEST(OpenClCodeTest, IsTheCodeOfTheStatus) {
  EXPECT_EQ(OpenClCode(OpenClStatus("clFinish", -9999)), -9999);
  EXPECT_EQ(OpenClCode(absl::OkStatus()), CL_SUCCESS);
  EXPECT_EQ(OpenClCode(absl::InternalError("another")), CL_SUCCESS);
}

}  // namespace
}  // namespace wgsync
