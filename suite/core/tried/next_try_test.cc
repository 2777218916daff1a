#include "suite/core/tried/next_try.h"

#include <functional>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "suite/core/tried/next_try_testing.h"

namespace wgsync {
namespace {

const std::vector<TryGrid> kGrids = ThreeGrids();

TEST(NextTryTest, IsRightAfterAllLaunches) {
  const TryReport report = Played(PlanOf(kGrids), [](TryRecord*) {});
  EXPECT_EQ(report.verdict, TryVerdict::kRight);
  ASSERT_EQ(report.rows.size(), 3u);
  for (const TryRow& row : report.rows) EXPECT_EQ(row.right, 5u) << row.name;
  ASSERT_TRUE(report.late.has_value());
  EXPECT_EQ(report.late->groups, 40u);
}

// A ring of two groups: alone, the first one waits for ever.
TEST(NextTryTest, AFileThatNamesNoGridOfOneGroupIsNotTriedWithOne) {
  const TryReport report =
      Played(PlanOf({{"2", 2}, {"3", 3}}), [](TryRecord* r) {
        if (r->groups == 1) r->ending = TryEnding::kHung;
      });
  EXPECT_EQ(report.verdict, TryVerdict::kRight);
}

TEST(NextTryTest, CountsWrongLaunchesAndKeepsTheFirst) {
  int launches = 0;
  const TryReport report = Played(PlanOf(kGrids), [&](TryRecord* r) {
    if (r->groups == 4) r->wrong = launches++ % 2;
  });
  EXPECT_EQ(report.verdict, TryVerdict::kWrong);
  EXPECT_EQ(report.rows[1].wrong, 2u);
  EXPECT_EQ(report.rows[1].example.wrong, 1u);
}

TEST(NextTryTest, SearchesWhereItBeginsToHang) {
  for (const uint32_t most : {4u, 5u, 17u}) {
    const TryReport report = Played(PlanOf(kGrids), [&](TryRecord* r) {
      if (r->groups > most) r->ending = TryEnding::kHung;
    });
    EXPECT_EQ(report.verdict, TryVerdict::kHangsAbove);
    EXPECT_EQ(report.ends_up_to, most);
    EXPECT_EQ(report.hangs_from, most + 1);
  }
}

TEST(NextTryTest, AHangOfOneGroupAndOfTheNextGridEndsTheLaunches) {
  const TryReport report = Played(PlanOf(kGrids), [](TryRecord* r) {
    if (r->purpose != TryPurpose::kNotOptimized) r->ending = TryEnding::kHung;
  });
  EXPECT_EQ(report.verdict, TryVerdict::kNoEnd);
  ASSERT_EQ(report.records.size(), 5u) << "twice each, and not optimized";
  EXPECT_EQ(report.records[0].limit, 2);
  EXPECT_EQ(report.records[1].limit, 8);
  EXPECT_EQ(report.records[4].groups, 1u);
  EXPECT_EQ(report.not_optimized, TryEnding::kFinished);
  EXPECT_EQ(report.left_out.size(), 1u);
}

TEST(NextTryTest, OneGroupThatWaitsForAnotherDoesNotStandForLargerGrids) {
  const TryReport report = Played(PlanOf(kGrids), [](TryRecord* r) {
    if (r->groups == 1) r->ending = TryEnding::kHung;
  });
  EXPECT_EQ(report.verdict, TryVerdict::kHangs);
  EXPECT_EQ(report.hangs_from, 0u);
  EXPECT_EQ(report.rows[0].hung, 2u);
  EXPECT_EQ(report.rows[2].right, 5u);
  ASSERT_TRUE(report.late.has_value());
  EXPECT_EQ(report.late->groups, 40u);
}

TEST(NextTryTest, ASlowKernelIsNoHang) {
  const TryReport report = Played(PlanOf(kGrids), [](TryRecord* r) {
    r->seconds = 5;
    if (r->limit < 5) r->ending = TryEnding::kHung;
  });
  EXPECT_EQ(report.verdict, TryVerdict::kRight);
  EXPECT_EQ(report.rows[0].hung, 0u);
  EXPECT_EQ(report.records[3].limit, 20 * 5);
}

TEST(NextTryTest, ALargerGridHasMoreTime) {
  const TryReport report = Played(PlanOf(kGrids), [](TryRecord* r) {
    r->seconds = 0.02 * r->groups * r->groups;
    if (r->seconds > r->limit) r->ending = TryEnding::kHung;
  });
  EXPECT_EQ(report.verdict, TryVerdict::kRight);
}

TEST(NextTryTest, FewerGroupsThanHaveMemoryAreNotTried) {
  TryPlan plan = PlanOf({{"2", 2}, {"res", 4}});
  plan.least = 2;
  for (const bool hangs : {false, true}) {
    Played(plan, [&](TryRecord* r) {
      EXPECT_GE(r->groups, 2u);
      if (hangs) r->ending = TryEnding::kHung;
    });
  }
}

TEST(NextTryTest, OneGroupIsTriedWhereTheSmallestGridDoesNotEnd) {
  const TryReport report = Played(PlanOf({{"res_x10", 40}}), [](TryRecord* r) {
    if (r->groups > 4) r->ending = TryEnding::kHung;
  });
  EXPECT_EQ(report.verdict, TryVerdict::kHangsAbove);
  EXPECT_EQ(report.ends_up_to, 4u);
}

// A counter that is not reset: the second launch hangs, or is wrong.
TEST(NextTryTest, AfterAFailureWithKeptValuesSomeLaunchesBeginAnew) {
  TryPlan plan = PlanOf({{"res", 4}});
  plan.launches = 50;
  for (const bool keeps : {false, true}) {
    for (const bool hangs : {false, true}) {
      plan.keeps = keeps;
      std::string began;
      const TryReport report = Played(plan, [&](TryRecord* r) {
        if (r->purpose == TryPurpose::kMeasure) began += r->kept ? "k" : "a";
        if (r->kept && hangs) r->ending = TryEnding::kHung;
        r->wrong = r->kept && !hangs ? 1 : 0;
      });
      if (!keeps) {
        EXPECT_EQ(began, std::string(50, 'a'));
        EXPECT_EQ(report.verdict, TryVerdict::kRight);
        continue;
      }
      EXPECT_EQ(report.verdict,
                hangs ? TryVerdict::kHangs : TryVerdict::kWrong);
      EXPECT_EQ(began, hangs ? "akaaaaak" : "akaaaaakakakakakakak");
      EXPECT_EQ(report.rows[0].kept, hangs ? 2u : 8u);
      EXPECT_EQ(report.rows[0].kept_right, 0u);
      EXPECT_EQ(report.rows[0].right, hangs ? 6u : 12u);
      EXPECT_EQ(report.not_optimized == TryEnding::kHung, hangs);
    }
  }
}

TEST(NextTryTest, AfterTheLastLaunchWithKeptValuesSomeBeginAnewToo) {
  TryPlan plan = PlanOf({{"res", 4}});
  plan.keeps = true;
  std::string began;
  Played(plan, [&](TryRecord* r) {
    if (r->purpose != TryPurpose::kMeasure) return;
    began += r->kept ? "k" : "a";
    r->wrong = began.size() == 5 ? 1 : 0;
  });
  EXPECT_EQ(began, "akkkkaaaaa");
}

TEST(NextTryTest, WhatEachGridLeavesIsItsOwn) {
  TryPlan plan = PlanOf(kGrids);
  plan.keeps = true;
  uint32_t groups = 0;
  TryPurpose purpose = TryPurpose::kMeasure;
  Played(plan, [&](TryRecord* r) {
    EXPECT_EQ(r->kept, r->groups == groups && r->purpose == purpose);
    groups = r->groups;
    purpose = r->purpose;
  });
}

TEST(NextTryTest, OneLaunchInManyThatHangsIsAHang) {
  int launches = 0;
  const TryReport report = Played(PlanOf({{"res", 4}}), [&](TryRecord* r) {
    if (++launches == 3) r->ending = TryEnding::kMoving;
  });
  EXPECT_EQ(report.verdict, TryVerdict::kHangs);
  EXPECT_EQ(report.rows[0].hung, 1u);
  EXPECT_EQ(report.rows[0].right, 4u);
}

TEST(NextTryTest, WhatCouldNotHaveFailedIsNotRight) {
  const struct {
    TryDoubt doubt;
    std::vector<TryGrid> grids;
    std::function<void(TryRecord*)> play;
  } kDoubts[] = {
      {TryDoubt::kOneGroup, {{"1", 1}}, [](TryRecord*) {}},
      {TryDoubt::kNothing, kGrids, [](TryRecord* r) { r->checked = 0; }},
      {TryDoubt::kVacuous, kGrids, [](TryRecord* r) { r->vacuous = true; }},
      {TryDoubt::kTurns, kGrids, [](TryRecord* r) { r->overlapped = false; }},
      {TryDoubt::kUnshown, kGrids,
       [](TryRecord* r) {
         if (r->purpose == TryPurpose::kLate) r->ending = TryEnding::kHung;
       }},
      {TryDoubt::kNotRun, kGrids,
       [](TryRecord* r) { r->ending = TryEnding::kRefused; }},
      {TryDoubt::kNoProcessor, kGrids,
       [](TryRecord* r) { r->ending = TryEnding::kNoProcessor; }},
  };
  for (const auto& row : kDoubts) {
    const TryReport report = Played(PlanOf(row.grids), row.play);
    EXPECT_EQ(report.verdict, TryVerdict::kUnproven);
    EXPECT_EQ(report.doubt, row.doubt);
  }
}

TEST(NextTryTest, WithoutALineThatSaysWhatIsRightNothingIs) {
  TryReport report = Played(PlanOf(kGrids), [](TryRecord*) {});
  EXPECT_EQ(report.verdict, TryVerdict::kRight);
  report.guessed = true;
  EXPECT_EQ(DoubtOf(report), TryDoubt::kSame);
  TryRecord& last = report.records.back();
  last.differs = {{"out", 1, "2", "1"}};
  EXPECT_EQ(DoubtOf(report), TryDoubt::kDiffers);
  last.purpose = TryPurpose::kUnordered;
  EXPECT_EQ(DoubtOf(report), TryDoubt::kSame) << "another program differs";
}

TEST(NextTryTest, LateGroupsProveWrongResultsAlone) {
  const auto late = [](TryRecord* r) {
    return r->purpose == TryPurpose::kLate && r->groups > 1;
  };
  const TryReport wrong = Played(PlanOf(kGrids), [&](TryRecord* r) {
    if (late(r)) r->wrong = 1;
    EXPECT_EQ(r->late, r->purpose == TryPurpose::kLate ||
                           r->purpose == TryPurpose::kOrdered);
  });
  EXPECT_EQ(wrong.verdict, TryVerdict::kWhenLate);
  ASSERT_TRUE(wrong.ordered.has_value());
  EXPECT_EQ(wrong.ordered->groups, wrong.late->groups);
  EXPECT_EQ(Played(PlanOf(kGrids),
                   [&](TryRecord* r) {
                     if (r->purpose == TryPurpose::kLate) r->wrong = 1;
                   })
                .doubt,
            TryDoubt::kUnshown)
      << "one group alone shows that the changed kernel is another";
}

TEST(NextTryTest, LateGroupsThatNeverEndAreAHangIfTheChangedKernelIsRight) {
  for (const bool in_time : {false, true}) {
    const TryReport report = Played(PlanOf(kGrids), [&](TryRecord* r) {
      const bool changed = r->purpose == TryPurpose::kLate ||
                           (r->purpose == TryPurpose::kInTime && !in_time);
      if (changed && r->groups == 40) r->ending = TryEnding::kHung;
    });
    EXPECT_EQ(report.verdict,
              in_time ? TryVerdict::kWhenLate : TryVerdict::kRight);
    ASSERT_TRUE(report.late.has_value());
    EXPECT_EQ(report.late->groups, in_time ? 40u : 4u);
    EXPECT_EQ(report.late->hung, in_time ? 2u : 0u);
    EXPECT_EQ(report.late->right_in_time, in_time);
  }
}

TEST(NextTryTest, SomeLateGroupsThatHangAreAHang) {
  int launches = 0;
  const TryReport report = Played(PlanOf(kGrids), [&](TryRecord* r) {
    if (r->purpose == TryPurpose::kLate && r->groups == 40 &&
        ++launches % 2 == 0) {
      r->ending = TryEnding::kHung;
    }
  });
  EXPECT_EQ(report.verdict, TryVerdict::kWhenLate);
  ASSERT_TRUE(report.late.has_value());
  EXPECT_EQ(report.late->hung, 2u);
  EXPECT_EQ(report.late->example.ending, TryEnding::kHung);
}

TEST(NextTryTest, PausesThatMakeItFailProveIt) {
  const auto report = [](bool (*fails)(const TryRecord&), TryEnding ending) {
    return Played(PlanOf(kGrids), [&](TryRecord* r) {
      if (r->groups == 1 || !fails(*r)) return;
      r->ending = ending;
      r->wrong = 1;
    });
  };
  const auto paused = [](const TryRecord& r) {
    return r.purpose == TryPurpose::kPaused;
  };
  for (const TryEnding ending : {TryEnding::kFinished, TryEnding::kHung}) {
    const TryReport fails = report(paused, ending);
    EXPECT_EQ(fails.verdict, TryVerdict::kWhenLate);
    ASSERT_TRUE(fails.paused.has_value());
    EXPECT_TRUE(fails.paused->fails());
    EXPECT_FALSE(fails.late->fails());
  }
  for (const TryEnding slow : {TryEnding::kMoving, TryEnding::kUnseen}) {
    EXPECT_EQ(report(paused, slow).verdict, TryVerdict::kRight)
        << "it may be slow";
  }
  EXPECT_EQ(report(
                [](const TryRecord& r) {
                  return r.purpose == TryPurpose::kPaused ||
                         r.purpose == TryPurpose::kNoPause;
                },
                TryEnding::kHung)
                .verdict,
            TryVerdict::kRight)
      << "the text with pauses is another kernel, or slower";
  // The text that may pause, and did not, is wrong: so may be the kernel.
  const TryReport changed = report(
      [](const TryRecord& r) { return r.purpose == TryPurpose::kNoPause; },
      TryEnding::kFinished);
  EXPECT_EQ(changed.verdict, TryVerdict::kUnproven);
  EXPECT_EQ(changed.doubt, TryDoubt::kChanged);
}

TEST(NextTryTest, GroupsThatHaveReadBeforeShowOldValues) {
  for (const bool fences_help : {true, false}) {
    const TryReport report = Played(PlanOf(kGrids), [&](TryRecord* r) {
      EXPECT_EQ(r->read, r->purpose == TryPurpose::kReadBefore ||
                             r->purpose == TryPurpose::kOrdered);
      const bool ordered = r->purpose == TryPurpose::kOrdered;
      r->wrong = r->read && !(ordered && fences_help) ? 1 : 0;
    });
    EXPECT_EQ(report.verdict, TryVerdict::kWhenLate);
    ASSERT_TRUE(report.read_before && report.ordered);
    EXPECT_EQ(FailingForm(report)->row, &TryReport::read_before);
    EXPECT_TRUE(report.read_before->right_in_time);
    EXPECT_EQ(report.ordered->groups, report.read_before->groups);
    EXPECT_EQ(report.ordered->clean(), fences_help);
    EXPECT_FALSE(report.paused || report.unordered) << "they prove no more";
  }
  TryPlan plan = PlanOf(kGrids);
  plan.reads = false;
  const TryReport none = Played(plan, [](TryRecord* r) {
    EXPECT_FALSE(r->read);
    r->wrong = 0;
  });
  EXPECT_EQ(none.verdict, TryVerdict::kRight);
  EXPECT_FALSE(none.read_before.has_value());
}

TEST(NextTryTest, OrdersAreLeftOutOneAtATimeWhereAllOfThemMatter) {
  for (const bool all_matter : {true, false}) {
    TryPlan plan = PlanOf(kGrids);
    plan.orders = {{"memory_order_release", 3}, {"mem_fence", 4}};
    plan.orders.push_back({"memory_order_acquire", 5});
    plan.orders[1].builds = false;
    const TryReport report = Played(plan, [&](TryRecord* r) {
      const bool fails = r->purpose == TryPurpose::kUnordered || r->order == 3;
      r->wrong = fails && all_matter && r->groups > 1 ? 1 : 0;
    });
    EXPECT_EQ(report.verdict, TryVerdict::kRight);
    ASSERT_EQ(report.orders.size(), all_matter ? 2u : 0u);
    if (!all_matter) continue;
    EXPECT_EQ(report.orders[0].launches, 8u);
    EXPECT_EQ(report.orders[0].failed, 0u);
    EXPECT_EQ(report.orders[1].line, 5u);
    EXPECT_EQ(report.orders[1].failed, report.orders[1].launches);
  }
}

TEST(NextTryTest, TheLargestRightGridIsReversedAtLast) {
  for (const bool ends : {true, false}) {
    const TryReport report = Played(PlanOf(kGrids), [&](TryRecord* r) {
      if (ends || r->purpose != TryPurpose::kReversed) return;
      r->ending = TryEnding::kHung;
    });
    EXPECT_EQ(report.verdict, TryVerdict::kRight) << "starts are in order here";
    ASSERT_TRUE(report.reversed.has_value());
    EXPECT_EQ(report.reversed->groups, 40u);
    EXPECT_EQ(report.reversed->right, ends ? 5u : 0u);
    EXPECT_EQ(report.reversed->hung, ends ? 0u : 2u);
  }
}

TEST(NextTryTest, PausesAreAsLongAsTheLaunchStaysShort) {
  TryPlan plan = PlanOf({{"res", 4}});
  plan.launches = 50;
  plan.seconds = 100;
  for (const double seconds : {0.0, 1e-4, 0.05}) {
    std::vector<uint32_t> pauses;
    Played(plan, [&](TryRecord* r) {
      if (r->purpose != TryPurpose::kPaused) return;
      pauses.push_back(r->pause);
      r->seconds = seconds * r->pause / 64;
      EXPECT_LT(r->seconds, r->limit / 2);
    });
    ASSERT_EQ(pauses.size(), 17u);
    EXPECT_EQ(pauses[0], 64u);
    EXPECT_EQ(pauses[15] % 2 + pauses[16] % 2, 1u) << "odd and even values";
    EXPECT_EQ(pauses[16] & ~3u, seconds == 0     ? 4194304u
                                : seconds < 0.05 ? 262144u
                                                 : 1024u);
  }
}

TEST(NextTryTest, RightRestsOnFourLaunchesInWhichGroupsOverlapped) {
  for (const uint64_t most : {3, 4}) {
    uint64_t overlapped = 0;
    const TryReport report = Played(PlanOf({{"res", 4}}), [&](TryRecord* r) {
      const bool late = r->purpose == TryPurpose::kPaused ||
                        r->purpose == TryPurpose::kReadBefore ||
                        (r->purpose == TryPurpose::kLate && r->groups > 1);
      r->overlapped = !late || ++overlapped <= most;
    });
    EXPECT_EQ(report.overlapped, most);
    EXPECT_EQ(report.verdict,
              most == 4 ? TryVerdict::kRight : TryVerdict::kUnproven);
  }
}

TEST(NextTryTest, WhereLoopsAreCutNothingIsJudged) {
  for (const TryPurpose purpose : {TryPurpose::kMeasure, TryPurpose::kReference,
                                   TryPurpose::kOneGroup, TryPurpose::kLate}) {
    TryPlan plan = PlanOf(kGrids);
    plan.reference = plan.one_group = true;
    const TryReport report = Played(plan, [&](TryRecord* r) {
      if (r->purpose == purpose && r->groups > 1) r->ending = TryEnding::kCut;
    });
    EXPECT_EQ(report.verdict, TryVerdict::kUnproven);
    EXPECT_EQ(report.doubt, TryDoubt::kCut);
    EXPECT_EQ(report.rows[0].right, 5u);
  }
  const TryReport unordered = Played(PlanOf(kGrids), [](TryRecord* r) {
    if (r->purpose == TryPurpose::kUnordered) r->ending = TryEnding::kCut;
  });
  EXPECT_EQ(unordered.verdict, TryVerdict::kRight);
  const TryReport wrong = Played(PlanOf(kGrids), [](TryRecord* r) {
    r->wrong = r->groups == 4 ? 1 : 0;
    if (r->groups > 4) r->ending = TryEnding::kCut;
  });
  EXPECT_EQ(wrong.verdict, TryVerdict::kWrong);
}

TEST(NextTryTest, LateLaunchesGoOnUntilGroupsOverlap) {
  TryPlan plan = PlanOf({{"res", 4}});
  plan.launches = 50;
  const auto launches = [&plan](int first) {
    int late = 0;
    const TryReport report = Played(plan, [&](TryRecord* r) {
      if (r->purpose == TryPurpose::kLate && r->groups > 1) ++late;
      r->overlapped = late >= first;
    });
    return report.late->launches;
  };
  EXPECT_EQ(launches(1), 10u);
  EXPECT_EQ(launches(21), 24u);
  EXPECT_EQ(launches(100), 50u);
}

TEST(NextTryTest, LateGroupsAreTriedBelowAHang) {
  const TryReport report = Played(PlanOf(kGrids), [](TryRecord* r) {
    if (r->groups > 4) r->ending = TryEnding::kHung;
    r->wrong = r->purpose == TryPurpose::kLate && r->groups == 4 ? 1 : 0;
  });
  EXPECT_EQ(report.verdict, TryVerdict::kWhenLate);
}

TEST(NextTryTest, WithoutOrdersItMayBeWrong) {
  const TryReport report = Played(PlanOf(kGrids), [](TryRecord* r) {
    r->wrong = r->purpose == TryPurpose::kUnordered ? 1 : 0;
  });
  EXPECT_EQ(report.verdict, TryVerdict::kRight);
  ASSERT_TRUE(report.unordered.has_value());
  EXPECT_EQ(report.unordered->wrong, 1u);
}

TEST(NextTryTest, AWrongGridIsTriedWithFences) {
  for (const bool helps : {true, false}) {
    const TryReport report = Played(PlanOf(kGrids), [&](TryRecord* r) {
      const bool fences = r->purpose == TryPurpose::kOrdered;
      r->wrong = r->groups >= 4 && (!fences || !helps) ? 1 : 0;
    });
    EXPECT_EQ(report.verdict, TryVerdict::kWrong);
    ASSERT_TRUE(report.ordered.has_value());
    EXPECT_EQ(report.ordered->groups, 4u) << "the smallest";
    EXPECT_EQ(report.ordered->right, helps ? 20u : 0u);
    EXPECT_EQ(report.ordered->wrong, helps ? 0u : 1u);
    EXPECT_EQ(report.stamped, 0u) << "no group was late";
  }
}

TEST(NextTryTest, SlowGridsHaveLateGroupsLast) {
  TryPlan plan = PlanOf(kGrids);
  plan.seconds = 10;
  std::vector<uint32_t> late;
  Played(plan, [&](TryRecord* r) {
    r->seconds = r->groups == 40 ? 4 : 3;
    if (r->purpose == TryPurpose::kPaused) late.push_back(r->groups);
  });
  ASSERT_FALSE(late.empty());
  EXPECT_EQ(late.front(), 4u);
  EXPECT_EQ(late.back(), 40u);
}

TEST(GridsOfTest, NamesOfTheResidencyNeedIt) {
  const std::vector<std::string> symbols = {"res_x10", "1", "res_plus1", "res"};
  const std::vector<TryGrid> grids = GridsOf(symbols, 3);
  ASSERT_EQ(grids.size(), 4u);
  EXPECT_EQ(grids[2].name, "res_plus1");
  EXPECT_EQ(grids[2].groups, 4u);
  EXPECT_EQ(grids[3].groups, 30u);
  EXPECT_EQ(GridsOf(symbols, 0).size(), 1u);
}

}  // namespace
}  // namespace wgsync
