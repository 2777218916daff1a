// Holds kernels/spirv.txt against the cases of the default tier with via=spirv.
// A change that is intended:
//
//   bazel run //suite/proof/golden:spirv_list_test -- --update

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "suite/core/base/test_file.h"
#include "suite/core/launch/program_spec.h"
#include "suite/core/next/programs.h"
#include "suite/core/plan/plan.h"

namespace wgsync {
namespace {

using ::testing::HasSubstr;

constexpr char kFile[] = "kernels/spirv.txt";

// Of a device that claims everything: with each board that one may need.
std::vector<ProgramSpec> Listed() {
  DeviceProfile profile;
  Claims& claims = profile.claims;
  claims.ClaimEveryOrder();
  claims.highest_c11 = 300;
  claims.max_group_size = 1024;
  claims.is_gpu = claims.spirv = claims.concurrent_dispatch = true;
  std::vector<ProgramSpec> programs;
  std::set<std::string> keys;
  for (const PlannedCase& planned : PlanTier(Tier::kDefault)) {
    if (planned.id.find("/via=spirv") == std::string::npos) continue;
    for (const ProgramSpec& p :
         ProgramsOf(planned.c, WaitMode::kUnbounded, profile, {})) {
      if (keys.insert(ProgramKey(p)).second) programs.push_back(p);
    }
  }
  return programs;
}

std::string ListText() {
  std::string text;
  for (const ProgramSpec& p : Listed()) {
    std::vector<std::string> paths;
    const std::vector<SourcePart> parts = SourceParts(p).value();
    for (const SourcePart& part : parts) {
      paths.push_back(part.path);
    }
    absl::StrAppend(&text, BuildOptions(p), "\t", absl::StrJoin(paths, " "),
                    "\n");
  }
  return text;
}

TEST(SpirvListTest, HasTheProgramsOfThePlan) {
  EXPECT_EQ(ReadTestFile(kFile), ListText())
      << "If this is meant: bazel run //suite/proof/golden:spirv_list_test -- "
         "--update";
  const size_t modules = Listed().size();
  EXPECT_GE(modules, 20u);
  EXPECT_LE(modules, 40u) << "each is compiled when wgsync is built";
}

TEST(SpirvListTest, EachIsAModule) {
  for (const ProgramSpec& p : Listed()) {
    const auto module = SpirvOf(ComposeSource(p).value(), BuildOptions(p));
    if (!module.ok() &&
        absl::StrContains(module.status().message(), "built without SPIR-V")) {
      GTEST_SKIP() << module.status();
    }
    ASSERT_TRUE(module.ok()) << BuildOptions(p) << ": " << module.status();
    // SPIR-V's magic number, in the order of bytes of this machine.
    EXPECT_EQ(module->substr(0, 4), "\x03\x02\x23\x07");
  }
}

TEST(SpirvListTest, AnotherTextHasNone) {
  const ProgramSpec p = Listed().front();
  const std::string source = ComposeSource(p).value();
  for (const auto& [text, options] :
       {std::pair(source + " ", BuildOptions(p)),
        std::pair(source, BuildOptions(p) + " -DWG_MORE")}) {
    const auto module = SpirvOf(text, options);
    EXPECT_EQ(module.status().code(), absl::StatusCode::kUnimplemented);
    EXPECT_THAT(std::string(module.status().message()), HasSubstr("SPIR-V"));
  }
}

int Update() {
  const char* workspace = std::getenv("BUILD_WORKSPACE_DIRECTORY");
  if (workspace == nullptr) {
    std::fputs("start it by `bazel run`\n", stderr);
    return EXIT_FAILURE;
  }
  std::ofstream(absl::StrCat(workspace, "/", kFile)) << ListText();
  return EXIT_SUCCESS;
}

}  // namespace
}  // namespace wgsync

int main(int argc, char** argv) {
  if (argc == 2 && std::string(argv[1]) == "--update") return wgsync::Update();
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
