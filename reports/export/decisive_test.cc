// Which launch of a log is the one that decided, and what it was.

#include "reports/export/decisive.h"

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "suite/core/base/fields_json.h"
#include "suite/core/plan/case.h"
#include "suite/core/record/launch_record.h"
#include "suite/core/record/test_runs.h"

namespace wgsync {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr char kCase[] =
    "barrier.counter_per_group/poll=rmw/signal=rmw/fence=mem/pay=plain/"
    "work=exchange/wg=64/groups=3";

class DecisiveTest : public testing::Test {
 protected:
  DecisiveTest() {
    spec_.program.c = *ParseKernelCaseId(kCase);
    spec_.groups = 3;
    spec_.rounds = 64;
    spec_.delay = 99;
    spec_.late_every = spec_.program.c.workload->late_every;
  }
  // As the engine logs it.
  static json Logged(const char* label, const LaunchSpec& s) {
    return {{"label", label},
            {"case", CaseId(s.program.c)},
            {"options", BuildOptions(s.program)},
            {"groups", s.groups},
            {"group_size", s.group_size},
            {"rounds", s.rounds},
            {"delay", s.delay},
            {"deadline_seconds", 0.25},
            {"patience_seconds", 0.5},
            {"memory", "shared with the host"},
            {"ending", "finished in 1 ms"}};
  }
  CaseResult Result(std::initializer_list<json> launches) const {
    CaseResult r = TestResult(kCase, VerdictKind::kPass);
    LaunchSpec judged = spec_;
    judged.program.board = BoardMode::kOff;
    r.kernel_digest = KernelDigest(*ComposeSource(judged.program),
                                   BuildOptions(judged.program));
    *r.evidence = {{"launches", launches}};
    return r;
  }
  static absl::StatusOr<DecisiveLaunch> Find(const CaseResult& r,
                                             bool across = false) {
    return FindDecisiveLaunch(TestRun("P/D", {r}), r, across);
  }
  LaunchSpec With(BoardMode board) const {
    LaunchSpec s = spec_;
    s.program.board = board;
    return s;
  }

  LaunchSpec spec_;
};

TEST_F(DecisiveTest, ANumberThatDoesNotFitIsNotCut) {
  json launch = Logged("judged launch (no board)", With(BoardMode::kOff));
  ASSERT_TRUE(Find(Result({launch})).ok());
  launch["groups"] = (uint64_t{1} << 32) + 3;
  EXPECT_FALSE(Find(Result({launch})).ok());
}

TEST_F(DecisiveTest, WithoutABoardItIsJudged) {
  LaunchSpec atomic = With(BoardMode::kOff);
  atomic.program.c.access.payload = Payload::kAtomic;
  const auto d = Find(Result(
      {Logged("control without waits", With(BoardMode::kOff)),
       Logged("watched launch (relaxed board)", With(BoardMode::kRelaxed)),
       Logged("judged launch (no board)", With(BoardMode::kOff)),
       Logged("difference: payload atomic", atomic)}));
  ASSERT_TRUE(d.ok()) << d.status();
  EXPECT_EQ(d->label, "judged launch (no board)");
  EXPECT_EQ(d->spec.program.c.access.payload, Payload::kPlain);
  EXPECT_EQ(BuildOptions(d->spec.program),
            BuildOptions(With(BoardMode::kOff).program));
  EXPECT_EQ(d->spec.groups, 3u);
  EXPECT_EQ(d->spec.rounds, 64u);
  EXPECT_EQ(d->spec.delay, 99u);
  EXPECT_TRUE(d->shared);
  EXPECT_EQ(d->patience_seconds, 0.5);
  EXPECT_THAT(d->chosen, IsEmpty());
}

TEST_F(DecisiveTest, WhatHungWithTheBoardHasNoOther) {
  const auto d = Find(Result(
      {Logged("control without waits", With(BoardMode::kOff)),
       Logged("watched launch (relaxed board)", With(BoardMode::kRelaxed)),
       Logged("difference: poll rmw", With(BoardMode::kRelaxed))}));
  ASSERT_TRUE(d.ok()) << d.status();
  EXPECT_EQ(d->label, "watched launch (relaxed board)");
  EXPECT_EQ(d->spec.program.board, BoardMode::kRelaxed);
}

TEST_F(DecisiveTest, ABoundedWaitHasItsBudget) {
  LaunchSpec s = With(BoardMode::kRelaxed);
  s.program.waits = WaitMode::kBounded;
  CaseResult r = Result({Logged("watched launch (relaxed board)", s)});
  r.kernel_digest.clear();
  (*r.evidence)["launches"][0]["budget"] = 1234;
  const auto d = Find(r, /*across=*/true);
  ASSERT_TRUE(d.ok()) << d.status();
  EXPECT_EQ(d->spec.program.waits, WaitMode::kBounded);
  EXPECT_EQ(d->spec.budget, 1234u);
}

TEST_F(DecisiveTest, WhatAnOldLogLacksIsChosenAndSaid) {
  CaseResult r =
      Result({Logged("judged launch (no board)", With(BoardMode::kOff))});
  (*r.evidence)["launches"][0].erase("delay");
  const auto d = Find(r);
  ASSERT_TRUE(d.ok()) << d.status();
  ASSERT_EQ(d->chosen.size(), 1u);
  EXPECT_THAT(d->chosen[0], HasSubstr("late work-group"));
}

TEST_F(DecisiveTest, AnotherKernelIsRefusedUnlessAskedFor) {
  CaseResult r =
      Result({Logged("judged launch (no board)", With(BoardMode::kOff))});
  r.kernel_digest[0] = r.kernel_digest[0] == 'a' ? 'b' : 'a';
  const auto refused = Find(r);
  EXPECT_TRUE(absl::IsAborted(refused.status()));
  EXPECT_THAT(std::string(refused.status().message()),
              HasSubstr("the run's kernel is another one"));
  const auto taken = Find(r, /*across=*/true);
  ASSERT_TRUE(taken.ok()) << taken.status();
  EXPECT_EQ(taken->chosen.size(), 1u);
}

TEST_F(DecisiveTest, OtherBuildOptionsAreRefused) {
  CaseResult r =
      Result({Logged("judged launch (no board)", With(BoardMode::kOff))});
  (*r.evidence)["launches"][0]["options"] = "-cl-std=CL1.2 -DWG_NEWER";
  const auto refused = Find(r);
  EXPECT_TRUE(absl::IsAborted(refused.status()));
  EXPECT_THAT(std::string(refused.status().message()), HasSubstr("-DWG_NEWER"));
}

TEST_F(DecisiveTest, AHostCheckHasNoLaunch) {
  CaseResult r =
      TestResult("host_sync.finish/queue=in_order", VerdictKind::kPass);
  const auto d = Find(r);
  EXPECT_TRUE(absl::IsUnimplemented(d.status())) << d.status();
  EXPECT_THAT(std::string(d.status().message()), HasSubstr("host check"));
}

TEST_F(DecisiveTest, WhatWasNotLaunchedHasNone) {
  CaseResult r = Result({});
  r.words = {"the residency is 2: there is no grid res_less1"};
  EXPECT_THAT(std::string(Find(r).status().message()), HasSubstr("no grid"));
  r = Result({Logged("control without waits", With(BoardMode::kOff))});
  EXPECT_TRUE(absl::IsUnimplemented(Find(r).status()));
  EXPECT_THAT(std::string(Find(r).status().message()),
              HasSubstr("control without waits"));
}

TEST_F(DecisiveTest, AProgramThatTheCompilerRefusedIsAProgramAllTheSame) {
  for (const bool cuts : {false, true}) {
    LaunchSpec s = With(BoardMode::kOff);
    s.program.cuts_loops = cuts;
    CaseResult r = TestResult(kCase, VerdictKind::kBuildFailed);
    r.language = "CL1.2";
    r.kernel_digest =
        KernelDigest(*ComposeSource(s.program), BuildOptions(s.program));
    *r.evidence = {{"build_log", "no such type"}};
    const auto d = Find(r);
    ASSERT_TRUE(d.ok()) << d.status();
    EXPECT_TRUE(d->refused);
    EXPECT_EQ(BuildOptions(d->spec.program), BuildOptions(s.program));
  }
}

class RecordedTest : public DecisiveTest {
 protected:
  // A launch as the log keeps it now; a verdict is of it.
  void Add(LaunchPurpose purpose, const LaunchSpec& spec,
           const std::string& case_id = kCase) {
    LaunchRecord record;
    record.number = result_.launches.size() + 1;
    record.case_id = case_id;
    record.purpose = purpose;
    record.spec = spec;
    record.shared = true;
    record.deadline_seconds = 0.25;
    record.patience_seconds = 0.5;
    run_.launches[record.number] = AddLine(&run_, FieldsToJson(record));
    result_.launches.push_back(record.number);
  }
  absl::StatusOr<DecisiveLaunch> FindRecorded() const {
    return FindDecisiveLaunch(run_, result_, /*across=*/false);
  }

  LoggedRun run_ = TestRun("P/D", {});
  CaseResult result_ = Result({});  // without what older logs are read by
};

TEST_F(RecordedTest, TheLaunchIsTheRecordsOwn) {
  LaunchSpec s = With(BoardMode::kOff);
  s.program.waits = WaitMode::kBounded;
  s.budget = 1234;
  s.late_every = 5;
  s.program.cuts_loops = true;
  result_.kernel_digest =
      KernelDigest(*ComposeSource(s.program), BuildOptions(s.program));
  Add(LaunchPurpose::kJudged, s);
  const auto d = FindRecorded();
  ASSERT_TRUE(d.ok()) << d.status();
  EXPECT_EQ(FirstDifferentField(d->spec, s), "");
  EXPECT_EQ(d->label, "judged launch (no board)");
  EXPECT_TRUE(d->shared);
  EXPECT_EQ(d->patience_seconds, 0.5);
  EXPECT_THAT(d->chosen, IsEmpty());
}

TEST_F(RecordedTest, WithoutABoardItIsJudged) {
  LaunchSpec atomic = With(BoardMode::kOff);
  atomic.program.c.access.payload = Payload::kAtomic;
  Add(LaunchPurpose::kControl, With(BoardMode::kOff));
  Add(LaunchPurpose::kJudged, With(BoardMode::kOff));
  Add(LaunchPurpose::kWatched, With(BoardMode::kRelaxed));
  Add(LaunchPurpose::kPayload, atomic);
  auto d = FindRecorded();
  ASSERT_TRUE(d.ok()) << d.status();
  EXPECT_EQ(d->label, "judged launch (no board)");

  result_.launches = {1, 3, 4};
  d = FindRecorded();
  ASSERT_TRUE(d.ok()) << d.status();
  EXPECT_EQ(d->label, "watched launch (relaxed board)");

  result_.launches = {1, 4};
  EXPECT_TRUE(absl::IsNotFound(FindDecisiveRecord(run_, result_).status()));
}

TEST_F(RecordedTest, AnotherCasesLaunchDecidesNothing) {
  LaunchSpec other = With(BoardMode::kRelaxed);
  other.groups = 2;
  Add(LaunchPurpose::kWatched, With(BoardMode::kRelaxed));
  Add(LaunchPurpose::kWatched, other, "another case");
  Add(LaunchPurpose::kJudged, other, "another case");
  const auto d = FindRecorded();
  ASSERT_TRUE(d.ok()) << d.status();
  EXPECT_EQ(d->spec.groups, 3u);
}

TEST_F(RecordedTest, ARecordThatCannotBeALaunchIsRefused) {
  Add(LaunchPurpose::kJudged, With(BoardMode::kOff));
  const json whole = *ReadLaunch(run_, 1);
  for (const char* name : {"groups", "group_size", "rounds", "late_every"}) {
    json bad = whole;
    bad["spec"][name] = 0;
    run_.launches[1] = AddLine(&run_, bad);
    EXPECT_TRUE(absl::IsFailedPrecondition(FindRecorded().status())) << name;
  }
  json bad = whole;
  bad["purpose"] = "fun";
  run_.launches[1] = AddLine(&run_, bad);
  EXPECT_THAT(std::string(FindRecorded().status().message()),
              HasSubstr("launch 1: \"purpose\" has a value that this wgsync "
                        "does not know: fun"));
}

TEST_F(DecisiveTest, NumbersThatNoLaunchHasAreRefused) {
  for (const char* name : {"groups", "group_size", "rounds"}) {
    for (const int64_t number : {int64_t{0}, int64_t{-1}, int64_t{1} << 31}) {
      CaseResult r =
          Result({Logged("judged launch (no board)", With(BoardMode::kOff))});
      (*r.evidence)["launches"][0][name] = number;
      const bool many_rounds = name == std::string("rounds") && number > 0;
      EXPECT_EQ(Find(r).ok(), many_rounds) << name << " " << number;
    }
  }
  CaseResult r =
      Result({Logged("judged launch (no board)", With(BoardMode::kOff))});
  (*r.evidence)["launches"][0]["case"] = "host_sync.finish/queue=in_order";
  EXPECT_TRUE(absl::IsFailedPrecondition(Find(r).status()));
}

TEST_F(DecisiveTest, ACaseOfANewerVersionIsSaidSo) {
  CaseResult r =
      Result({Logged("judged launch (no board)", With(BoardMode::kOff))});
  r.id = "barrier.of_tomorrow/poll=rmw";
  EXPECT_TRUE(absl::IsFailedPrecondition(Find(r).status()));
}

}  // namespace
}  // namespace wgsync
