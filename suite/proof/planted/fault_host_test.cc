// Runs each fault of host_faults.h in the host check that must find it.

#include <stdlib.h>

#include <filesystem>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "devices/faults/fault_state.h"
#include "gtest/gtest.h"
#include "reports/words/evidence_text.h"
#include "suite/core/plan/case.h"
#include "suite/core/plan/soundness.h"
#include "suite/core/record/result.h"
#include "suite/core/verdict/kinds.h"
#include "suite/engine/session.h"
#include "suite/proof/planted/expect_verdict.h"
#include "suite/proof/planted/host_faults.h"
#include "suite/proof/planted/test_device.h"

namespace wgsync {
namespace {

std::string Folder(const std::string& name) {
  return absl::StrCat(::testing::TempDir(), "/", name);
}

class FaultHostTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    std::error_code missing;
    const std::string layer = std::filesystem::absolute(
        "devices/faults/libwgsync_faults.so", missing);
    ASSERT_TRUE(std::filesystem::exists(layer, missing)) << layer;
    ChoosePocl();
    setenv("OPENCL_LAYERS", layer.c_str(), 1);
    setenv(kFaultStateVariable, Folder("faults.state").c_str(), 1);
    setenv("POCL_CACHE_DIR", Folder("pocl").c_str(), 1);
    unsetenv(kFaultVariable);
    std::string error;
    state_ = FaultState::Map(Folder("faults.state"), &error);
    ASSERT_NE(state_, nullptr) << error;
    state_->Arm({});
    const absl::StatusOr<DeviceInfo> device = FindTestDevice();
    ASSERT_TRUE(device.ok()) << device.status();
    device_ = *device;
    ASSERT_NE(state_->calls(k_clGetPlatformIDs), 0u)
        << "the loader has not loaded " << layer;
  }

  // One case in a run of its own; armed once its worker is there.
  static CaseResult RunOne(const char* id, const char* spec) {
    std::vector<FaultSpec> specs;
    std::string error;
    EXPECT_TRUE(ParseFaults(spec, &specs, &error)) << error;
    CaseResult result;
    RunOptions options;
    options.device = device_;
    options.folder = Folder(absl::StrCat("run_", runs_++));
    // Long enough for what lives, on two busy cores.
    options.timeouts.host = 4;
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

  static FaultState* state_;
  static DeviceInfo device_;
  static int runs_;
  static uint32_t fired_;
};
FaultState* FaultHostTest::state_ = nullptr;
DeviceInfo FaultHostTest::device_;
int FaultHostTest::runs_ = 0;
uint32_t FaultHostTest::fired_ = 0;

// The quick rows; with $WGSYNC_PLANTED=rows every row.
TEST_F(FaultHostTest, EachCheckFindsWhatBreaksIt) {
  const char* only = getenv("WGSYNC_PLANTED_ONLY");
  const bool all = getenv("WGSYNC_PLANTED") != nullptr;
  std::string clean_id, clean;
  for (const HostFault& f : HostFaults()) {
    if (!all && !f.quick) continue;
    if (only != nullptr &&
        absl::StrCat(f.id, f.spec).find(only) == std::string::npos) {
      continue;
    }
    // Without a fault it must have another verdict, or the fault has not been
    // found by it.
    if (clean_id != f.id) {
      clean_id = f.id;
      clean = VerdictText(RunOne(f.id, "").verdict);
      ExpectVerdict({"host: without a fault", f.id, f.without, f.why}, clean);
    }
    const CaseResult r = RunOne(f.id, f.spec);
    const std::string got = VerdictText(r.verdict);
    const std::string name = absl::StrCat(f.id, " ", f.spec);
    if (!ExpectVerdict({"host: faults", name, f.want, f.why}, got)) {
      for (const std::string& words : EvidenceWords(r, {})) {
        ADD_FAILURE() << words;
      }
    }
    EXPECT_GE(fired_, 1u) << name << ": no call was hit";
    const VerdictKind kind = r.verdict.kind;
    const bool fails = IsConclusive(kind) && !IsRight(kind);
    const bool binds =
        got == "lost" || (fails && r.soundness == Soundness::kGuaranteed);
    EXPECT_EQ(r.binds, binds ? Binding::kViolation : Binding::kNothing) << name;
  }
}

}  // namespace
}  // namespace wgsync
