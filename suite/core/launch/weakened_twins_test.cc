#include "suite/core/launch/weakened_twins.h"

#include <set>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "gtest/gtest.h"
#include "suite/core/launch/program_spec.h"
#include "suite/core/plan/case.h"
#include "suite/core/plan/seen_to_fail.h"
#include "suite/core/plan/soundness.h"

namespace wgsync {
namespace {

ProgramSpec Program(absl::string_view access,
                    absl::string_view primitive = "counter_per_group") {
  ProgramSpec s;
  s.c = *ParseKernelCaseId(absl::StrCat("barrier.", primitive, "/", access,
                                        "/work=lanes/wg=64/groups=res/team=2"));
  s.language = NeedsC11(s.c) ? 300 : 120;
  return s;
}

constexpr char kOrdered[] = "poll=acquire/signal=release/fence=none/pay=plain";
constexpr char kFenced[] = "poll=rmw/signal=rmw/fence=device/pay=plain";
constexpr char kBare[] = "poll=rmw/signal=rmw/fence=none/pay=volatile";

// The twins whose text is another one than the program's.
std::set<std::string> Weaker(const ProgramSpec& s) {
  std::set<std::string> names;
  for (const Twin& t : TwinsOf(s)) {
    if (!SameText(t.program, s)) names.insert(std::string(t.name));
  }
  return names;
}

TEST(TwinsTest, EachTakesAwayAnOrderThatTheProgramHas) {
  const std::set<std::string> all = {"no_release", "no_acquire",
                                     "no_order",   "work_group_scope",
                                     "unopened",   "closed_locally"};
  EXPECT_EQ(Weaker(Program(kOrdered)), all);
  EXPECT_EQ(Weaker(Program(kFenced)), all);
}

TEST(TwinsTest, TheTableOfWhatFailedHasEachAndNoOther) {
  std::set<std::string> twins, rows;
  for (const Twin& t : TwinsOf(Program(kOrdered))) {
    twins.insert(absl::StrCat("twin ", t.name));
  }
  for (const SeenToFail& row : SeenToFailRows()) {
    if (absl::StartsWith(row.form, "twin ")) rows.emplace(row.form);
  }
  EXPECT_EQ(rows, twins);
}

TEST(TwinsTest, WhatOrdersNothingHasNothingToLose) {
  EXPECT_EQ(Weaker(Program(kBare)),
            std::set<std::string>({"unopened", "closed_locally"}));
  EXPECT_EQ(Weaker(Program(kBare, "counter_per_group_unopened")),
            std::set<std::string>({"closed_locally"}));
}

TEST(TwinsTest, WhereNoGroupWaitsThereIsAnOrderToLoseUnlessThereIsOneWord) {
  ProgramSpec s;
  s.language = 300;
  s.c = *ParseKernelCaseId(
      absl::StrCat("handoff.message_passing_unawaited/", kOrdered,
                   "/work=message_rows/wg=64/groups=res/team=2"));
  EXPECT_EQ(Weaker(s).size(), 6u);
  s.c = *ParseKernelCaseId(
      "handoff.coherence_one_word/poll=relaxed/signal=relaxed/fence=none/"
      "pay=atomic/work=rising/wg=64/groups=res/team=2");
  EXPECT_TRUE(TwinsOf(s).empty());
}

TEST(TwinsTest, TheModelSaysWhichOrdersASumOfOneWordDoesNotNeed) {
  const auto equivalent = [](absl::string_view primitive,
                             absl::string_view access) {
    ProgramSpec s = Program(kFenced);
    s.c = *ParseKernelCaseId(
        absl::StrCat(primitive, "/", access, "/wg=64/groups=res/team=2"));
    std::set<std::string> names;
    for (const Twin& t : TwinsOf(s)) {
      if (!t.equivalent.empty()) names.insert(std::string(t.name));
    }
    return names;
  };
  const std::set<std::string> orders = {"no_release", "no_acquire", "no_order"};
  constexpr char kSum[] = "handoff.atomic_reduction";
  EXPECT_EQ(equivalent(kSum, absl::StrCat(kFenced, "/work=sum")), orders);
  EXPECT_EQ(equivalent("barrier.counter_per_group",
                       absl::StrCat(kFenced, "/work=lanes")),
            std::set<std::string>());
  // Outside the model.
  EXPECT_EQ(equivalent(kSum,
                       "poll=rmw/signal=plain/fence=device/pay=plain/"
                       "work=sum"),
            std::set<std::string>());
}

TEST(TwinsTest, NoTwoOfThemAreTheSameProgram) {
  const ProgramSpec s = Program(kFenced);
  for (const Twin& a : TwinsOf(s)) {
    for (const Twin& b : TwinsOf(s)) {
      EXPECT_EQ(SameText(a.program, b.program), a.name == b.name)
          << a.name << " and " << b.name;
      EXPECT_EQ(ProgramKey(a.program) == ProgramKey(b.program),
                a.name == b.name);
    }
  }
}

TEST(TwinsTest, VolatileLoadsOfNvidiaHideAMissingAcquireAndPlainOnesDoNot) {
  Claims nvidia;
  nvidia.is_gpu = nvidia.is_nvidia = true;
  const auto observable = [&](absl::string_view payload, const Claims& claims) {
    std::set<std::string> names;
    for (const Twin& t : TwinsOf(Program(
             absl::StrCat("poll=rmw/signal=rmw/fence=device/pay=", payload)))) {
      if (WhyNotObservable(t, claims).empty()) {
        names.insert(std::string(t.name));
      }
    }
    return names;
  };
  EXPECT_EQ(observable("plain", nvidia).count("no_acquire"), 1u);
  EXPECT_EQ(observable("volatile", nvidia).count("no_acquire"), 0u);
  EXPECT_EQ(observable("volatile", nvidia).count("no_release"), 1u);
  Claims other;
  other.is_gpu = true;
  EXPECT_EQ(observable("volatile", other).size(), 6u) << "nothing is known";
}

}  // namespace
}  // namespace wgsync
