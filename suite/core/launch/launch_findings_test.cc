#include "suite/core/launch/launch_findings.h"

#include <vector>

#include "absl/strings/string_view.h"
#include "gtest/gtest.h"
#include "suite/core/launch/launch_memory_testing.h"
#include "suite/core/verdict/finding.h"
#include "suite/core/verdict/judge.h"

namespace wgsync {
namespace {

TEST(LaunchFindingsTest, ARoleOfAShapeHasSeveralWaits) {
  const auto kinds = [](absl::string_view primitive,
                        absl::string_view workload) {
    const LaunchSpec spec = LaunchMemory::Spec(primitive, workload);
    Observation o;
    o.last.roles.resize(1);
    o.last.roles[0].arrived = 100;
    std::vector<FindingKind> found;
    for (const Finding& f : LaunchFindings(spec, o)) found.push_back(f.kind);
    return found;
  };
  const std::vector<FindingKind> extra = {FindingKind::kExtraArrivals};
  EXPECT_EQ(kinds("progress.up_then_lock", "copies"),
            std::vector<FindingKind>());
  EXPECT_EQ(kinds("barrier.counter_per_group", "exchange"), extra);
}

}  // namespace
}  // namespace wgsync
