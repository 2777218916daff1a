#include "suite/core/record/variables.h"

#include "gtest/gtest.h"
#include "nlohmann/json.hpp"

namespace wgsync {
namespace {

using nlohmann::json;

TEST(UseOfTest, KnownDriversVariablesAreRecorded) {
  for (const char* name :
       {"POCL_DEVICES", "CL_CONFIG_CPU_VECTORIZER_MODE", "OCL_ICD_VENDORS",
        "CUDA_VISIBLE_DEVICES", "RUSTICL_ENABLE", "LP_NUM_THREADS",
        "OCLGRIND_NUM_THREADS", "LD_PRELOAD", "LD_LIBRARY_PATH"}) {
    EXPECT_EQ(UseOf(name), VariableUse::kValue) << name;
    EXPECT_EQ(RecordedValue(name, "x y"), "x y");
  }
}

TEST(UseOfTest, OfOthersWithADriversPrefixTheNameIs) {
  for (const char* name : {"POCL_NEW", "CL_X", "AMD_BUILD_HOST", "LP_NAME"}) {
    EXPECT_EQ(UseOf(name), VariableUse::kName) << name;
  }
  EXPECT_EQ(RecordedValue("CL_X", "abc"), "(set)");
}

TEST(UseOfTest, SecretsAndWhatSteersNoDriverAreNot) {
  for (const char* name :
       {"", "PATH", "HOME", "LD_", "LD_AUDIT", "POCL", "XPOCL_DEVICES",
        "POCL_CACHE_DIR", "CUDA_CACHE_PATH", "GPU_CLOUD_API_KEY", "AMD_TOKEN",
        "LP_PASSWORD", "CL_SECRET", "CL_Passphrase", "GITHUB_TOKEN", "CUDA_PIN",
        "POCL_PWD", "AMD_BEARER", "OCL_ICD_CRED"}) {
    EXPECT_EQ(UseOf(name), VariableUse::kNone) << name;
  }
}

TEST(MayBePastedTest, OnlyKnownOnesThatRunNothing) {
  EXPECT_TRUE(MayBePasted("POCL_DEVICES", "a 'b'"));
  for (const char* name :
       {"LD_PRELOAD", "LD_LIBRARY_PATH", "POCL_NEW", "PATH", "OCL_ICD_VENDORS",
        "OPENCL_LAYERS", "BASH_ENV", "X=1; touch PWNED; Y"}) {
    EXPECT_FALSE(MayBePasted(name, "1")) << name;
  }
  EXPECT_FALSE(MayBePasted("POCL_DEVICES", "a\n'; touch PWNED #"));
}

TEST(WithoutHomeTest, WherePathsBeginWithIt) {
  const auto without = [](const char* text) {
    return WithoutHome(text, "/home/al");
  };
  EXPECT_EQ(without("/home/al"), "~");
  EXPECT_EQ(without("/home/al/a:/home/al/b"), "~/a:~/b");
  EXPECT_EQ(without("in \"/home/al/x.cl\", line 1"), "in \"~/x.cl\", line 1");
  EXPECT_EQ(without("/home/alice/a"), "/home/alice/a");
  EXPECT_EQ(without("/mnt/home/al/a"), "/mnt/home/al/a");
  EXPECT_EQ(without("-I/home/al/a file:///home/al"), "-I~/a file://~");
  EXPECT_EQ(WithoutHome("/a", ""), "/a");
}

TEST(RemoveHomeTest, FromEachString) {
  json value = {{"a", {"/root/x", 5, {{"b", "/root"}}}}, {"c", "/rootless"}};
  RemoveHome("/root", &value);
  EXPECT_EQ(value.dump(), R"({"a":["~/x",5,{"b":"~"}],"c":"/rootless"})");
}

}  // namespace
}  // namespace wgsync
