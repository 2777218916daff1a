#include "reports/advice/idiom_needs.h"

#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "reports/advice/common_names.h"
#include "reports/matrix/test_shapes.h"
#include "suite/core/plan/plan.h"
#include "suite/core/record/progress_record.h"
#include "suite/core/record/run_facts.h"
#include "suite/progress/named_programs.h"

namespace wgsync {
namespace {

using progress::Classification;
using progress::Model;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;
using State = progress::Standing::State;

Classification Device(Model model) { return ProgressOf(ShapeCases(model)); }

std::vector<IdiomNeed> Asked(const char* name, const Classification& c,
                             const Classification& space = {}) {
  return NeedsOf(WhatIsMeant(name)->idioms, c, space);
}

TEST(IdiomNeedsTest, EachIdiomOfANameIsInTheTable) {
  for (absl::Span<const CommonName> table : {Kinds(), CommonNames()}) {
    for (const CommonName& row : table) {
      for (const absl::string_view idiom : row.idioms) {
        EXPECT_NE(progress::FindIdiom(idiom), nullptr) << idiom;
      }
    }
  }
}

TEST(IdiomNeedsTest, ALockNeedsObe) {
  const std::vector<IdiomNeed> held = Asked("lock", Device(Model::kObe));
  ASSERT_THAT(held, SizeIs(1));
  EXPECT_EQ(held[0].state, State::kHeld);
  EXPECT_FALSE(held[0].resident);
  EXPECT_THAT(
      held[0].says,
      HasSubstr("spin lock (an exchange is repeated until the lock is free) "
                "needs OBE; OBE was held in "));
  const Classification hsa = Device(Model::kHsa);
  EXPECT_THAT(Asked("lock", hsa)[0].says,
              HasSubstr(") needs OBE; OBE is refuted by "));
  EXPECT_THAT(WhyNone(Asked("lock", hsa), hsa), HasSubstr("OBE is refuted by"));
}

TEST(IdiomNeedsTest, LookBackNeedsHsaByIdAndObeByTicket) {
  const Classification hsa = Device(Model::kHsa);
  const std::vector<IdiomNeed> needs = Asked("look-back", hsa);
  ASSERT_THAT(needs, SizeIs(2));  // one of them is held
  EXPECT_THAT(needs[0].says, HasSubstr(") needs OBE; OBE is refuted"));
  EXPECT_EQ(needs[0].state, State::kRefuted);
  EXPECT_THAT(needs[1].says, HasSubstr(") needs HSA; HSA was held"));
  EXPECT_EQ(needs[1].state, State::kHeld);
  EXPECT_EQ(WhyNone(needs, hsa), "");
  // Where neither is held, that without a wait is told, too.
  const Classification none = Device(Model::kUnfair);
  const std::vector<IdiomNeed> unfair = Asked("look-back", none);
  ASSERT_THAT(unfair, SizeIs(3));
  EXPECT_THAT(unfair[2].says, HasSubstr(") needs nothing of the device"));
  EXPECT_THAT(WhyNone(unfair, none), HasSubstr("OBE is refuted by"));
}

TEST(IdiomNeedsTest, AModelThatNamesIdsIsToldByDimensions) {
  const Classification hsa = Device(Model::kHsa);
  const auto by_id = [&hsa](const Classification& space) {
    return Asked("look-back", hsa, space)[1].says;
  };
  EXPECT_THAT(by_id({}), HasSubstr(" launches in grids of one dimension"));
  EXPECT_THAT(by_id(hsa), Not(HasSubstr("dimension")));
  EXPECT_THAT(by_id(Device(Model::kObe)),
              HasSubstr(" launches in grids of one dimension; in several HSA "
                        "is refuted by "));
  EXPECT_THAT(Asked("lock", Device(Model::kObe))[0].says,
              Not(HasSubstr("dimension")));
}

TEST(IdiomNeedsTest, ABarrierNeedsResidentGroupsAndAWorkerForEach) {
  const IdiomNeed lobe = Asked("barrier", Device(Model::kLobe))[0];
  EXPECT_TRUE(lobe.resident);
  EXPECT_THAT(lobe.says, HasSubstr("needs all its groups resident"));
  EXPECT_THAT(lobe.says, HasSubstr("FAIR is refuted by "));
  EXPECT_THAT(lobe.says, Not(HasSubstr("queued")));
  EXPECT_THAT(Asked("barrier", Device(Model::kHsaObe))[0].says,
              HasSubstr("; LOBE is refuted by late_middle"));
  EXPECT_THAT(Asked("barrier", Device(Model::kFair))[0].says,
              HasSubstr("FAIR was held in "));
  EXPECT_FALSE(Asked("occupancy discovery", Device(Model::kFair))[0].resident);
}

// A device of which only the deciding cases were run.
Classification Seen(const char* name, Model model) {
  const std::vector<std::string> globs =
      DecidingCases(WhatIsMeant(name)->idioms);
  std::vector<CaseResult> seen;
  for (const CaseResult& r : ShapeCases(model)) {
    const std::string of_shape = SplitId(r.id).primitive + "/";
    for (const std::string& glob : globs) {
      if (absl::StartsWith(glob, of_shape)) seen.push_back(r);
    }
  }
  return ProgressOf(seen);
}

TEST(IdiomNeedsTest, AFewCasesDecide) {
  EXPECT_THAT(
      DecidingCases({"spin_lock"}),
      ElementsAre(
          "progress.holder_high/poll=rmw/*/groups=res_x10/map=shuffle",
          "progress.holder_low/poll=rmw/*/groups=res_x10/map=shuffle",
          "progress.lock_3/poll=rmw/*/groups=res_x10/map=shuffle",
          "progress.lookback_ticket/poll=rmw/*/groups=res_x10/map=shuffle",
          "progress.ticket_lock/poll=rmw/*/groups=res_x10/map=shuffle"));
  EXPECT_THAT(DecidingCases({"last_arriver"}), IsEmpty());
  EXPECT_EQ(Asked("lock", Seen("lock", Model::kObe))[0].state, State::kHeld);
  EXPECT_EQ(Asked("lock", Seen("lock", Model::kHsa))[0].state, State::kRefuted);
  const IdiomNeed by_id = Asked("look-back", Seen("look-back", Model::kHsa))[1];
  EXPECT_EQ(by_id.state, State::kHeld) << by_id.says;
  const IdiomNeed barrier =
      Asked("barrier", Seen("barrier", Model::kHsaObe))[0];
  EXPECT_EQ(barrier.state, State::kRefuted);
  EXPECT_THAT(barrier.says, HasSubstr("; LOBE is refuted by late_middle"));
}

TEST(IdiomNeedsTest, EachDecidingCaseIsOneOfTheDefaultTier) {
  std::vector<absl::string_view> idioms;
  for (const progress::Idiom& idiom : progress::Idioms()) {
    idioms.push_back(idiom.name);
  }
  const std::vector<std::string> globs = DecidingCases(idioms);
  std::vector<int> matches(globs.size());
  for (const PlannedCase& c : PlanTier(Tier::kDefault)) {
    const size_t place = PlaceOf(globs, c.id);
    if (place < globs.size()) ++matches[place];
  }
  EXPECT_THAT(matches, Each(1)) << absl::StrJoin(globs, "\n");
}

TEST(IdiomNeedsTest, NothingIsSaidWithoutTheFamilyOrAnIdiom) {
  EXPECT_THAT(Asked("lock", ProgressOf({})), IsEmpty());
  EXPECT_THAT(Asked("callback", Device(Model::kFair)), IsEmpty());
  const Classification few = ProgressOf({ShapeCase("handoff_up")});
  EXPECT_THAT(Asked("lock", few)[0].says,
              HasSubstr("OBE is neither held nor refuted"));
  EXPECT_EQ(WhyNone(Asked("lock", few), few), "");
}

}  // namespace
}  // namespace wgsync
