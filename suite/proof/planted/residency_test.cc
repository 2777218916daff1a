// A calibration that was made on a busy machine, planted: accesses look many
// times as dear as they are. The discovery of the residency, whose window is
// counted in them, must still find all groups that PoCL's threads hold.

#include <cstdlib>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "suite/core/next/known.h"
#include "suite/core/next/run_case.h"
#include "suite/core/plan/case.h"
#include "suite/core/plan/plan.h"
#include "suite/core/record/result.h"
#include "suite/core/verdict/rules.h"
#include "suite/engine/device_session.h"
#include "suite/engine/session.h"
#include "suite/proof/planted/test_device.h"

namespace wgsync {
namespace {

TEST(ResidencyTest, ACalibrationThatIsTooDearHidesNoGroup) {
  constexpr uint32_t kThreads = 4;
  setenv("POCL_MAX_PTHREAD_COUNT", absl::StrCat(kThreads).c_str(), 1);
  const auto device = FindTestDevice();
  ASSERT_TRUE(device.ok()) << device.status();
  for (const double factor : {1., 100., 1e5}) {
    DeviceSession session(*device,
                          absl::StrCat(testing::TempDir(), "/", factor));
    ASSERT_EQ(session.EnsureWorker(), absl::OkStatus());
    Calibration dear = session.profile().calibration;
    dear.rmw_poll_seconds *= factor;
    dear.volatile_poll_seconds *= factor;
    session.Assume(dear);
    Known known;
    const CaseResult r =
        RunCase(ParseCaseId("barrier.counter_per_group/poll=rmw/signal=rmw/"
                            "fence=device/pay=plain/work=exchange/wg=64/"
                            "groups=res_plus1")
                    .value(),
                WaitMode::kUnbounded, &session, &known);
    EXPECT_EQ(r.residency, kThreads) << factor;
    EXPECT_EQ(r.groups, kThreads + 1) << factor;
    EXPECT_EQ(VerdictText(r.verdict), "hang (not started)") << factor;
  }
}

}  // namespace
}  // namespace wgsync
