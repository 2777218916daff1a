#include "suite/core/progress/classify.h"

#include <string>
#include <vector>

#include "absl/strings/str_join.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "suite/core/progress/litmus_facts.h"

namespace wgsync {
namespace progress {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

Sighting Ends(std::string shape, uint64_t launches = 10) {
  return {std::move(shape), launches, launches, false, false, ""};
}
Sighting Hangs(std::string shape) {
  return {std::move(shape),
          2,
          2,
          true,
          false,
          "chunked, 12 copies: group 3 (role 1) "
          "never started (3 of 3)"};
}

// Every shape on a device that gives just this model: what it guarantees ends,
// and all else hangs.
std::vector<Sighting> DeviceOf(Config config) {
  std::vector<Sighting> seen;
  for (const ShapeFacts& shape : ShapeTable()) {
    const std::string name(shape.name);
    seen.push_back(shape.Guaranteed(config) ? Ends(name) : Hangs(name));
  }
  return seen;
}

TEST(ClassifyTest, ADeviceThatGivesJustOneModelIsClassifiedAsIt) {
  for (const ModelRow& row : Models()) {
    const Classification c = Classify(DeviceOf({row.model, Fairness::kWeak}));
    EXPECT_THAT(AtMost(c), ElementsAre(row.model)) << row.name;
    if (row.model != Model::kUnfair) {
      EXPECT_THAT(Held(c), ElementsAre(row.model)) << row.name;
    }
    for (const Standing& s : c.standings) {
      if (s.config.fairness == Fairness::kStrong &&
          s.config.model != Model::kUnfair) {
        EXPECT_EQ(s.state, Standing::State::kRefuted) << ConfigName(s.config);
      }
    }
  }
}

TEST(ClassifyTest, TheHangThatRefutesFewestModelsIsTold) {
  const Classification c =
      Classify(DeviceOf({Model::kHsaObe, Fairness::kWeak}));
  const std::string text = absl::StrJoin(ClassSentences(c), "\n");
  EXPECT_THAT(text, HasSubstr("at most HSA+OBE: LOBE is refuted by "
                              "late_middle, chunked, 12 copies: group 3"));
  EXPECT_THAT(text, HasSubstr("FAIR is refuted by handoff_down"));
  EXPECT_THAT(text, HasSubstr("HSA, OBE, HSA+OBE"));
}

TEST(ClassifyTest, NothingIsSaidOfWhatWasNotSeen) {
  EXPECT_EQ(ClassText(Classify({})), "not known");
  // OBE's shapes alone: HSA is neither held nor refuted.
  std::vector<Sighting> seen = {Ends("holder_low"), Ends("holder_high"),
                                Ends("lock_3"), Ends("ticket_lock"),
                                Ends("lookback_ticket")};
  const Classification c = Classify(seen);
  EXPECT_THAT(Held(c), ElementsAre(Model::kObe));
  EXPECT_THAT(absl::StrJoin(ClassSentences(c), "\n"),
              HasSubstr("neither held nor refuted: HSA, HSA+OBE, LOBE, FAIR"));
  EXPECT_EQ(c.Of({Model::kObe, Fairness::kWeak}).launches, 50u);
}

TEST(ClassifyTest, TheSummaryIsOneLine) {
  EXPECT_EQ(ClassSummary(Classify({})), "");
  EXPECT_EQ(ClassSummary(Classify({Ends("cas_counter")})), "at most FAIR");
  Sighting cut = Ends("cas_counter");
  cut.failed = true;
  EXPECT_EQ(ClassSummary(Classify({cut})), "not known");
  EXPECT_EQ(ClassSummary(Classify(DeviceOf({Model::kHsaObe, Fairness::kWeak}))),
            "at most HSA+OBE; held in 90 launches: HSA, OBE, HSA+OBE");
}

TEST(ClassifyTest, AModelIsToldByWhatWasSeenOfIt) {
  const Classification c = Classify(DeviceOf({Model::kHsa, Fairness::kWeak}));
  EXPECT_THAT(StandingText(c, {Model::kHsa, Fairness::kWeak}),
              HasSubstr("HSA was held in 40 launches"));
  EXPECT_THAT(StandingText(c, {Model::kObe, Fairness::kWeak}),
              HasSubstr("OBE is refuted by "));
  EXPECT_EQ(
      StandingText(Classify({Ends("duel")}), {Model::kObe, Fairness::kWeak}),
      "OBE is neither held nor refuted");
}

TEST(ClassifyTest, AShapeNeedsTheWeakestThatGuaranteeIt) {
  EXPECT_EQ(ConfigNames(FindShapeFacts("late_middle")->weakest, " or "),
            "LOBE");
  EXPECT_EQ(ConfigNames(FindShapeFacts("holder_low")->weakest, " or "),
            "HSA or OBE");
  EXPECT_EQ(ConfigNames(FindShapeFacts("duel_down")->weakest, " or "),
            "strong FAIR");
}

TEST(ClassifyTest, AModelDecidesTheShapesThatNoWeakerOneGuarantees) {
  const auto decides = [](Model model, Fairness fairness) {
    return DecidingShapes({model, fairness});
  };
  EXPECT_THAT(decides(Model::kLobe, Fairness::kWeak),
              AllOf(Contains("late_middle"), Not(Contains("holder_low"))));
  EXPECT_THAT(decides(Model::kHsa, Fairness::kWeak), Contains("holder_low"));
  EXPECT_THAT(decides(Model::kObe, Fairness::kWeak), Contains("holder_low"));
  EXPECT_THAT(decides(Model::kFair, Fairness::kStrong), Contains("duel_down"));
}

TEST(ClassifyTest, WhereNoGroupHadToWaitNothingIsHeld) {
  std::vector<Sighting> seen = DeviceOf({Model::kFair, Fairness::kWeak});
  for (Sighting& s : seen) s.waited = 0;
  EXPECT_THAT(Held(Classify(seen)), IsEmpty());
}

TEST(ClassifyTest, OnlyLaunchesInWhichAGroupWaitedAreCounted) {
  std::vector<Sighting> seen = DeviceOf({Model::kObe, Fairness::kWeak});
  const Config obe = {Model::kObe, Fairness::kWeak};
  const uint64_t all = Classify(seen).Of(obe).launches;
  for (Sighting& s : seen) {
    if (s.shape == "lock_3") s.waited = 1;
  }
  EXPECT_EQ(Classify(seen).Of(obe).launches, all - 9);
}

TEST(ClassifyTest, AModelIsHeldOnlyWithEachWeakerOne) {
  EXPECT_THAT(Held(Classify({Ends("up_then_lock")})), IsEmpty());
  std::vector<Sighting> seen = DeviceOf({Model::kLobe, Fairness::kWeak});
  for (Sighting& s : seen) {
    if (s.shape == "chain_up_3") s.ended = s.waited = 0;
  }
  EXPECT_THAT(Held(Classify(seen)), ElementsAre(Model::kObe));
}

TEST(ClassifyTest, AHangInOneMappingRefutesWhatEndedInAnother) {
  std::vector<Sighting> seen = DeviceOf({Model::kLobe, Fairness::kWeak});
  seen.push_back(Hangs("late_middle"));
  const Classification after = Classify(seen);
  EXPECT_THAT(AtMost(after), ElementsAre(Model::kHsaObe));
  const Classification before =
      Classify(DeviceOf({Model::kLobe, Fairness::kWeak}));
  EXPECT_THAT(Lost(before, after), ElementsAre(Model::kLobe));
  EXPECT_THAT(Lost(after, before), IsEmpty());
}

TEST(ClassifyTest, WhereAShapeFailedNoModelThatGuaranteesItIsHeld) {
  std::vector<Sighting> seen = DeviceOf({Model::kLobe, Fairness::kWeak});
  Sighting cut = Ends("up_then_lock");
  cut.failed = true;
  cut.text = "chunked: broken (wait cut short)";
  seen.push_back(cut);
  const Classification c = Classify(seen);
  EXPECT_THAT(AtMost(c), ElementsAre(Model::kLobe));
  EXPECT_THAT(Held(c), ElementsAre(Model::kHsa, Model::kObe));
  EXPECT_THAT(ClassSentences(c),
              Contains("neither held nor refuted: HSA+OBE, LOBE: up_then_lock, "
                       "chunked: broken (wait cut short)"));
}

TEST(ClassifyTest, ALivelockRefutesStrongModelsAlone) {
  std::vector<Sighting> seen = DeviceOf({Model::kFair, Fairness::kStrong});
  for (Sighting& s : seen) s.hung = s.shape == "duel" || s.hung;
  const Classification c = Classify(seen);
  EXPECT_THAT(AtMost(c), ElementsAre(Model::kFair));
  EXPECT_THAT(absl::StrJoin(ClassSentences(c), "\n"),
              HasSubstr("strong HSA is refuted by duel"));
}

}  // namespace
}  // namespace progress
}  // namespace wgsync
