#include <set>
#include <string>

#include "absl/strings/match.h"
#include "gtest/gtest.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/plan/case.h"
#include "suite/core/plan/soundness.h"

namespace wgsync {
namespace {

TEST(HostCheckTest, WhatIsPromisedBindsAsAViolationAndWhatIsOpenBindsNothing) {
  std::set<std::string> open;
  for (const HostCheck& check : HostChecks()) {
    for (const HostCase& c : HostCasesOf(check)) {
      const SoundnessWhy why = SoundnessOf(c, Claims());
      EXPECT_TRUE(absl::StartsWith(why.why, check.promise));
      const Bind bind = WhatBinds(c, why.soundness, GridClass::kResident);
      EXPECT_FALSE(bind.progress || bind.customary);
      EXPECT_EQ(bind.violation, why.soundness == Soundness::kGuaranteed);
      if (bind.violation) {
        EXPECT_EQ(why.why, check.promise);
      } else {
        EXPECT_TRUE(absl::EndsWith(why.why, check.open));
        open.insert(CaseId(c));
      }
    }
  }
  EXPECT_EQ(open.size(), 21u);
  EXPECT_EQ(open.count("host_sync.flush/queue=in_order"), 1u);
  EXPECT_EQ(open.count("host_sync.callback_user_event/status=error"), 1u);
}

TEST(HostCheckTest, WhatTheDeviceDoesNotClaimIsUnsupported) {
  const auto missing = [](const char* id, const Claims& claims) {
    const auto c = ParseCaseId(id);
    EXPECT_TRUE(c.ok()) << c.status();
    return c.ok() ? Unsupported(*c, claims) : "";
  };
  Claims claims;
  claims.version = 120;
  constexpr char kInOrder[] = "host_sync.finish/queue=in_order";
  constexpr char kOutOfOrder[] = "host_sync.finish/queue=out_of_order";
  constexpr char kTimes[] = "host_sync.profiling_order/queue=in_order";
  constexpr char kNewForm[] =
      "host_sync.barrier/queue=in_order/form=1_2/list=with";
  constexpr char kUserEvent[] = "host_sync.user_event_status/first=complete";
  EXPECT_EQ(missing(kInOrder, claims), "");
  EXPECT_EQ(missing(kOutOfOrder, claims),
            "no out-of-order queue claimed "
            "(CL_DEVICE_QUEUE_ON_HOST_PROPERTIES)");
  EXPECT_NE(missing(kTimes, claims), "");
  claims.queue_out_of_order = claims.queue_profiling = true;
  EXPECT_EQ(missing(kOutOfOrder, claims), "");
  EXPECT_EQ(missing(kTimes, claims), "");
  EXPECT_EQ(missing(kNewForm, claims), "");
  constexpr char kParts[] = "host_sync.grids_meet/queue=part_equal/groups=two";
  EXPECT_EQ(missing("host_sync.grids_meet/queue=two/groups=two", claims), "");
  EXPECT_EQ(missing(kParts, claims),
            "queue=part_equal is not claimed (CL_DEVICE_PARTITION_PROPERTIES)");
  claims.queues = {"part_equal"};
  EXPECT_EQ(missing(kParts, claims), "");
  claims.version = 110;
  EXPECT_EQ(missing(kNewForm, claims),
            "OpenCL 1.2 is needed, and the device claims 1.1");
  EXPECT_EQ(missing(kUserEvent, claims), "");
  claims.version = 100;
  EXPECT_NE(missing(kUserEvent, claims), "");
}

}  // namespace
}  // namespace wgsync
