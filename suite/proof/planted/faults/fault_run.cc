#include "suite/proof/planted/faults/fault_run.h"

#include <stdlib.h>

#include <filesystem>
#include <system_error>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "devices/faults/fault_state.h"
#include "gtest/gtest.h"
#include "suite/core/plan/case.h"
#include "suite/engine/session.h"
#include "suite/proof/planted/test_device.h"

namespace wgsync {
namespace {

std::string Folder(const std::string& name) {
  return absl::StrCat(::testing::TempDir(), "/", name);
}

}  // namespace

FaultState* LoadLayer(DeviceInfo* device) {
  std::error_code missing;
  const std::string layer =
      std::filesystem::absolute("devices/faults/libwgsync_faults.so", missing);
  if (!std::filesystem::exists(layer, missing)) {
    ADD_FAILURE() << layer << " is missing";
    return nullptr;
  }
  ChoosePocl();
  setenv("OPENCL_LAYERS", layer.c_str(), 1);
  // Compiled once, for all workers of all runs. The layer writes in there too:
  // a worker is kept from other folders.
  const std::string cache = Folder("pocl");
  std::filesystem::create_directories(cache);
  const std::string file = cache + "/faults.state";
  setenv("POCL_CACHE_DIR", cache.c_str(), 1);
  // Other tests may run at the same time.
  setenv("WGSYNC_LOCK_DIR", cache.c_str(), 1);
  setenv(kFaultStateVariable, file.c_str(), 1);
  unsetenv(kFaultVariable);
  std::string error;
  FaultState* const state = FaultState::Map(file, &error);
  if (state == nullptr) {
    ADD_FAILURE() << error;
    return nullptr;
  }
  state->Arm({});
  const absl::StatusOr<DeviceInfo> found = FindTestDevice();
  if (!found.ok()) {
    ADD_FAILURE() << found.status();
    return nullptr;
  }
  *device = *found;
  if (state->calls(k_clGetPlatformIDs) == 0) {
    ADD_FAILURE() << "the loader has not loaded " << layer;
    return nullptr;
  }
  return state;
}

CaseResult FaultRun::Run(const std::string& id, const std::string& faults) {
  std::vector<FaultSpec> specs;
  std::string error;
  EXPECT_TRUE(ParseFaults(faults, &specs, &error)) << error;
  CaseResult result;
  RunOptions options;
  options.device = device_;
  options.folder = Folder(absl::StrCat("run_", runs_++));
  // Long enough for what lives, on two busy cores.
  options.timeouts.host = 2;
  const absl::StatusOr<Case> c = ParseCaseId(id);
  EXPECT_TRUE(c.ok()) << c.status();
  if (!c.ok()) return result;
  options.cases = {{*c, id, "planted"}};
  state_->Arm({});
  options.on_start = [&](const std::string&, size_t, size_t) {
    state_->Arm(specs);
  };
  options.on_result = [&](const CaseResult& r, size_t, size_t) {
    result = r;
    fired_ = state_->fired();
    state_->Arm({});
  };
  const absl::StatusOr<RunSummary> summary = RunDevice(options);
  EXPECT_TRUE(summary.ok()) << summary.status();
  std::error_code ignored;
  std::filesystem::remove_all(options.folder, ignored);
  return result;
}

bool IsAskedFor(const std::string& name, bool quick) {
  const char* const only = getenv("WGSYNC_PLANTED_ONLY");
  const bool all = getenv("WGSYNC_PLANTED") != nullptr;
  return (all || quick) && (only == nullptr || absl::StrContains(name, only));
}

}  // namespace wgsync
