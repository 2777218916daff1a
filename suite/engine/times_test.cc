#include "suite/engine/times.h"

#include "gtest/gtest.h"
#include "nlohmann/json.hpp"

namespace wgsync {
namespace {

TEST(TimesTest, AddsByPurposeAndByPhase) {
  Times times;
  times.Add(Purpose::kControls, Phase::kBuild, 1.5);
  times.Add(Purpose::kControls, Phase::kBuild, 0.5);
  times.Add(Purpose::kBoards, Phase::kRun, 3);
  const nlohmann::json json = times.ToJson();
  EXPECT_EQ(json["controls"]["build"], 2.0);
  EXPECT_EQ(json["boards"]["run"], 3.0);
  EXPECT_EQ(json["differences"]["read"], 0.0);
}

TEST(TimesTest, NamesTheLongestFirstAndLeavesOutNothingsWorth) {
  Times times;
  times.Add(Purpose::kOpening, Phase::kRun, 7);
  times.Add(Purpose::kControls, Phase::kBuild, 2);
  times.Add(Purpose::kControls, Phase::kRead, 0.01);
  times.Add(Purpose::kBoards, Phase::kRun, 3);
  // A worker's start is no phase of a launch.
  EXPECT_EQ(times.Text(),
            "opening 7.0 s, boards 3.0 s, controls 2.0 s; without opening: "
            "run 3.0 s, build 2.0 s");
}

}  // namespace
}  // namespace wgsync
