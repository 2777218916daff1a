#include "devices/identity/fingerprint.h"

#include <stdlib.h>

#include <set>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "devices/driver/device_program.h"
#include "devices/driver/launch.h"
#include "devices/driver/test_device.h"
#include "devices/identity/libraries.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "suite/core/base/read_file.h"
#include "suite/core/base/sha256.h"

namespace wgsync {
namespace {

using nlohmann::json;

// The fingerprint after a build and a launch, as the worker reads it.
const json& Fingerprint() {
  static const json* const fingerprint = [] {
    const DeviceEntry& device = TestDevice();
    setenv("CL_LOG_ERRORS", "on \xFF", /*overwrite=*/1);
    setenv("POCL_WGSYNC_TEST", "on", /*overwrite=*/1);
    absl::StatusOr<LaunchQueue> queue = LaunchQueue::Create(device.device);
    EXPECT_TRUE(queue.ok()) << queue.status();
    const absl::StatusOr<BuiltProgram> built =
        BuildProgram(queue->context(), device.device,
                     {"kernel void f(global uint* p) { *p = 1; }", ""});
    EXPECT_TRUE(built.ok()) << built.status();
    cl::Kernel kernel = *CreateKernel(built->program, "f");
    const DeviceBuffer buffer = *queue->CreateBuffer(4);
    EXPECT_TRUE(SetArgs(&kernel, {buffer}, {}).ok());
    EXPECT_TRUE(queue->Finish(*queue->EnqueueKernel(kernel, 1, 1)).ok());
    return new json(ReadFingerprint(device));
  }();
  return *fingerprint;
}

std::string FileName(const json& library) {
  const std::string path = library["path"];
  return path.substr(path.rfind('/') + 1);
}

TEST(FingerprintTest, HasTheDevice) {
  const json& f = Fingerprint();
  EXPECT_EQ(f["platform"]["name"], TestDevice().platform_name);
  EXPECT_EQ(f["device"]["name"], TestDevice().device_name);
  EXPECT_EQ(f["driver_version"], TestDevice().info.driver_version);
  EXPECT_GT(f["device"]["max_work_group_size"], 0);
  EXPECT_FALSE(f["device"]["opencl_c"].empty());
  EXPECT_FALSE(f["device"]["extensions"].empty());
  EXPECT_FALSE(f["cpu"]["model"].empty());
  EXPECT_GT(f["cpu"]["cores"], 0);
  EXPECT_FALSE(f["os"]["kernel"].empty());
}

TEST(FingerprintTest, HasTheDriversLibrariesWithTheirDigests) {
  if (TestDevice().platform_name != "Portable Computing Language") {
    GTEST_SKIP() << "not PoCL but " << TestDevice().platform_name;
  }
  bool has_pocl = false;
  bool has_llvm = false;
  bool needs_llvm = false;  // some builds of PoCL contain it
  for (const json& l : Fingerprint()["libraries"]) {
    const absl::StatusOr<FileDigest> digest = Sha256OfFile(l["path"]);
    ASSERT_TRUE(digest.ok()) << digest.status();
    EXPECT_EQ(l["sha256"], digest->sha256) << l;
    EXPECT_EQ(l["bytes"], digest->bytes) << l;
    EXPECT_GT(l["bytes"], 0) << l;
    if (absl::StartsWith(FileName(l), "libpocl.so")) {
      has_pocl = true;
      const absl::StatusOr<std::string> file =
          ReadRegularFile(l["path"], "", size_t{1} << 30);
      ASSERT_TRUE(file.ok()) << file.status();
      needs_llvm = absl::StrContains(*file, "libLLVM-") ||
                   absl::StrContains(*file, "libLLVM.so");
    }
    has_llvm = has_llvm || absl::StrContains(FileName(l), "LLVM");
  }
  EXPECT_TRUE(has_pocl) << Fingerprint()["libraries"];
  EXPECT_EQ(has_llvm, needs_llvm) << Fingerprint()["libraries"];
}

TEST(FingerprintTest, HasNothingElseThatIsMapped) {
  std::set<std::string> paths;
  const std::string cache = getenv("POCL_CACHE_DIR");
  for (const json& l : Fingerprint()["libraries"]) {
    const std::string name = FileName(l);
    EXPECT_TRUE(paths.insert(l["path"]).second) << name << " is listed twice";
    EXPECT_FALSE(IsRuntimeLibrary(name)) << name;
    EXPECT_FALSE(absl::StrContains(name, "_test")) << name;
    EXPECT_FALSE(absl::StartsWith(l["path"].get<std::string>(), cache))
        << "a compiled kernel is listed: " << l;
    if (TestDevice().platform_name == "Portable Computing Language") {
      EXPECT_FALSE(absl::StrContains(name, "MesaOpenCL"))
          << "another platform's driver is listed";
    }
  }
}

TEST(FingerprintTest, HasTheEnvironmentThatSteersDrivers) {
  const json& variables = Fingerprint()["environment"];
  EXPECT_EQ(variables["CL_LOG_ERRORS"], "on \xEF\xBF\xBD");
  EXPECT_EQ(variables["POCL_WGSYNC_TEST"], "(set)");
  EXPECT_FALSE(variables.contains("POCL_CACHE_DIR"));
  EXPECT_FALSE(variables.contains("PATH"));
}

TEST(FingerprintTest, CanBeWritten) {
  EXPECT_EQ(json::parse(Fingerprint().dump()), Fingerprint());
}

TEST(DriverDigestTest, IsOfDeviceAndDriverOnly) {
  const std::string digest = DriverDigest(Fingerprint());
  EXPECT_EQ(digest.size(), 64u);

  json same = Fingerprint();
  same["environment"]["CL_X"] = "1";
  same["cpu"]["cores"] = 1000;
  same["os"]["kernel"] = "7.0";
  same["device"]["compute_units"] = 1000;
  for (json& l : same["libraries"]) {
    l["path"] = absl::StrCat("/elsewhere/", FileName(l));
  }
  EXPECT_EQ(DriverDigest(same), digest);

  json other = Fingerprint();
  other["libraries"][0]["sha256"] = Sha256("another");
  EXPECT_NE(DriverDigest(other), digest);
  other = Fingerprint();
  other["driver_version"] = "another";
  EXPECT_NE(DriverDigest(other), digest);
  other = Fingerprint();
  other["kernel_driver"]["nvidia"] = "another";
  EXPECT_NE(DriverDigest(other), digest);
  other = Fingerprint();
  other["device"]["uuid"] = "another";
  EXPECT_NE(DriverDigest(other), digest);
}

TEST(IsRuntimeLibraryTest, TellsThemApart) {
  for (const char* name :
       {"libc.so.6", "libstdc++.so.6.0.30", "libgcc_s.so.1", "libm-2.31.so",
        "ld-linux-x86-64.so.2", "libpthread.so.0"}) {
    EXPECT_TRUE(IsRuntimeLibrary(name)) << name;
  }
  for (const char* name : {"libpocl.so.2", "libcrypto.so.3", "libclang.so",
                           "libmd.so.0", "libtbb.so.12"}) {
    EXPECT_FALSE(IsRuntimeLibrary(name)) << name;
  }
}

}  // namespace
}  // namespace wgsync
