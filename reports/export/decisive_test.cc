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
  CaseResult Result() const {
    CaseResult r = TestResult(kCase, VerdictKind::kPass);
    LaunchSpec judged = spec_;
    judged.program.board = BoardMode::kOff;
    r.kernel_digest = KernelDigest(*ComposeSource(judged.program),
                                   BuildOptions(judged.program));
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

TEST_F(DecisiveTest, AHostCheckHasNoLaunch) {
  CaseResult r =
      TestResult("host_sync.finish/queue=in_order", VerdictKind::kPass);
  const auto d = Find(r);
  EXPECT_TRUE(absl::IsUnimplemented(d.status())) << d.status();
  EXPECT_THAT(std::string(d.status().message()), HasSubstr("host check"));
}

TEST_F(DecisiveTest, AProgramThatTheCompilerRefusedIsAProgramAllTheSame) {
  for (const bool cuts : {false, true}) {
    LaunchSpec s = With(BoardMode::kOff);
    s.program.cuts_loops = cuts;
    CaseResult r = TestResult(kCase, VerdictKind::kBuildFailed);
    r.language = "CL1.2";
    r.kernel_digest =
        KernelDigest(*ComposeSource(s.program), BuildOptions(s.program));
    r.build_log = "no such type";
    const auto d = Find(r);
    ASSERT_TRUE(d.ok()) << d.status();
    EXPECT_TRUE(d->refused);
    EXPECT_EQ(BuildOptions(d->spec.program), BuildOptions(s.program));
  }
}

class RecordedTest : public DecisiveTest {
 protected:
  void Add(LaunchPurpose purpose, const LaunchSpec& spec,
           const std::string& case_id = kCase) {
    LaunchRecord record;
    record.case_id = case_id;
    record.purpose = purpose;
    record.spec = spec;
    record.shared = true;
    record.deadline_seconds = 0.25;
    record.patience_seconds = 0.5;
    AddLaunch(&run_, record, &result_);
  }
  absl::StatusOr<DecisiveLaunch> FindRecorded(bool across = false) const {
    return FindDecisiveLaunch(run_, result_, across);
  }

  LoggedRun run_ = TestRun("P/D", {});
  CaseResult result_ = Result();
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
  const auto add = [this](const json& line) {
    run_.launches[1] = AddLine(&run_, line);
  };
  Add(LaunchPurpose::kJudged, With(BoardMode::kOff));
  const json whole = *ReadLine(run_, run_.launches[1]);
  for (const char* name : {"groups", "group_size", "rounds", "late_every"}) {
    json bad = whole;
    bad["spec"][name] = 0;
    add(bad);
    EXPECT_TRUE(absl::IsFailedPrecondition(FindRecorded().status())) << name;
  }
  json bad = whole;
  bad["purpose"] = "fun";
  add(bad);
  EXPECT_THAT(std::string(FindRecorded().status().message()),
              HasSubstr("\"purpose\" has a value that this wgsync does not "
                        "know: fun"));
  bad = whole;
  bad["spec"]["groups"] = (uint64_t{1} << 32) + 3;
  add(bad);
  EXPECT_FALSE(FindRecorded().ok()) << "a number that does not fit is not cut";
  bad["spec"]["groups"] = uint64_t{1} << 31;
  add(bad);
  EXPECT_FALSE(FindRecorded().ok()) << "nor does its memory";
}

TEST_F(RecordedTest, AnotherKernelIsRefusedUnlessAskedFor) {
  Add(LaunchPurpose::kJudged, With(BoardMode::kOff));
  result_.kernel_digest[0] = result_.kernel_digest[0] == 'a' ? 'b' : 'a';
  const auto refused = FindRecorded();
  EXPECT_TRUE(absl::IsAborted(refused.status()));
  EXPECT_THAT(std::string(refused.status().message()),
              HasSubstr("the run's kernel is another one"));
  const auto taken = FindRecorded(/*across=*/true);
  ASSERT_TRUE(taken.ok()) << taken.status();
  EXPECT_EQ(taken->chosen.size(), 1u);
}

TEST_F(RecordedTest, ACaseOfANewerVersionIsSaidSo) {
  Add(LaunchPurpose::kJudged, With(BoardMode::kOff));
  result_.id = "barrier.of_tomorrow/poll=rmw";
  EXPECT_TRUE(absl::IsFailedPrecondition(FindRecorded().status()));
}

TEST_F(RecordedTest, WhatWasNotLaunchedHasNone) {
  EXPECT_TRUE(absl::IsUnimplemented(FindRecorded().status()));
  EXPECT_THAT(std::string(FindRecorded().status().message()),
              HasSubstr("rests on no launch"));
  Add(LaunchPurpose::kControl, With(BoardMode::kOff));
  EXPECT_TRUE(absl::IsUnimplemented(FindRecorded().status()));
  EXPECT_THAT(std::string(FindRecorded().status().message()),
              HasSubstr("the case itself was not launched"));
}

}  // namespace
}  // namespace wgsync
