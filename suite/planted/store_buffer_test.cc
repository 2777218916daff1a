// Locks of loads and stores alone, on a device whose processor has a store
// buffer: with acquire and release two groups are let in at once, with seq_cst
// never. Where other processes have the cores the groups do not meet, and a
// case is unproven; none of the first kind ever passes.

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "suite/core/plan/plan.h"
#include "suite/core/record/result.h"
#include "suite/core/verdict/verdict.h"
#include "suite/engine/session.h"
#include "suite/planted/test_device.h"

namespace wgsync {
namespace {

using ::testing::AnyOf;

constexpr char kBroken[] = "broken (exclusion violated)";
constexpr char kUnproven[] = "unproven";

std::string Lock(const std::string& name, const std::string& access) {
  return absl::StrCat("mutex.", name, "/", access,
                      "/fence=none/pay=plain/work=counter/wg=64/groups=2");
}

// The three locks with these accesses.
std::vector<CaseResult> Run(const std::string& access) {
  std::vector<CaseResult> results;
  const absl::StatusOr<DeviceInfo> device = FindTestDevice();
  EXPECT_TRUE(device.ok()) << device.status();
  if (!device.ok()) return results;
  RunOptions options;
  options.device = *device;
  options.folder = testing::TempDir() + "/run";
  options.cases =
      *Select(Tier::kSmoke, {Lock("dekker", access), Lock("peterson", access),
                             Lock("bakery", access)});
  options.on_result = [&](const CaseResult& r, size_t, size_t) {
    results.push_back(r);
  };
  const auto summary = RunDevice(options);
  EXPECT_TRUE(summary.ok()) << summary.status();
  return results;
}

TEST(StoreBufferTest, AcquireAndReleaseLetTwoInAtOnce) {
  const std::vector<CaseResult> results = Run("poll=acquire/signal=release");
  EXPECT_EQ(results.size(), 3u);
  for (const CaseResult& r : results) {
    EXPECT_THAT(VerdictText(r.verdict), AnyOf(kBroken, kUnproven))
        << r.id << "\n"
        << absl::StrJoin(r.words, "\n");
  }
}

TEST(StoreBufferTest, OneOrderOfAllLetsInOneAtATime) {
  const std::vector<CaseResult> results = Run("poll=seq_cst/signal=seq_cst");
  EXPECT_EQ(results.size(), 3u);
  for (const CaseResult& r : results) {
    EXPECT_THAT(VerdictText(r.verdict), AnyOf("pass", kUnproven))
        << r.id << "\n"
        << absl::StrJoin(r.words, "\n");
  }
}

}  // namespace
}  // namespace wgsync

int main(int argc, char** argv) {
  wgsync::MaybeWorkerMain(argc, argv);
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
