#include "suite/core/record/kept_kernels.h"

#include <string>

#include "absl/status/status.h"
#include "gtest/gtest.h"
#include "suite/core/base/sha256.h"
#include "suite/core/launch/program_spec.h"
#include "suite/core/plan/case.h"
#include "suite/core/record/test_runs.h"

namespace wgsync {
namespace {

constexpr char kId[] =
    "barrier.counter_per_group/poll=rmw/signal=rmw/fence=mem/pay=plain/"
    "work=exchange/wg=64/groups=3";

class KeptKernelsTest : public testing::Test {
 protected:
  KeptKernelsTest() {
    spec_.c = *ParseKernelCaseId(kId);
    result_.line = 10;
  }
  void Keep(const std::string& text, int line, const std::string& digest) {
    LogPlace place = AddLine(&run_, {{"kind", "kernel"}, {"text", text}});
    place.line = line;
    run_.kernels.push_back({"lib/wait.cl", digest, place});
  }
  void Keep(const std::string& text, int line) {
    Keep(text, line, Sha256(text));
  }
  // The text of lib/wait.cl.
  std::string Used() {
    const auto program = ProgramOf(run_, result_, spec_);
    if (!program.ok()) return std::string(program.status().message());
    EXPECT_EQ(JoinParts(program->parts) != *ComposeSource(spec_),
              program->differs);
    for (const SourcePart& part : program->parts) {
      if (part.path == "lib/wait.cl") return part.text;
    }
    return "none";
  }

  ProgramSpec spec_;
  LoggedRun run_ = TestRun("P/D", {});
  CaseResult result_ = TestResult(kId, VerdictKind::kPass);
};

TEST_F(KeptKernelsTest, ARunThatKeptNothingHasTheFilesOfThisWgsync) {
  EXPECT_EQ(JoinParts(ProgramOf(run_, result_, spec_)->parts),
            *ComposeSource(spec_));
}

TEST_F(KeptKernelsTest, TheLastTextBeforeTheVerdictCounts) {
  Keep("first", 2);
  EXPECT_EQ(Used(), "first");
  Keep("second", 9);
  EXPECT_EQ(Used(), "second");
  Keep("of a later version that resumed the run", 11);
  EXPECT_EQ(Used(), "second");
}

TEST_F(KeptKernelsTest, ATextThatDoesNotFitItsDigestIsRefused) {
  Keep("changed", 2, Sha256("what it was"));
  EXPECT_EQ(Used(),
            "runs/P/D/log.jsonl:2: the text of kernels/lib/wait.cl does not "
            "fit its digest: the log was changed; copy it again from where it "
            "was made, or run again");
  EXPECT_TRUE(absl::IsDataLoss(ProgramOf(run_, result_, spec_).status()));
}

}  // namespace
}  // namespace wgsync
