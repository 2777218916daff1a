// A case is a function of the answers that it got.

#include "suite/core/next/next.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "suite/core/base/fields_json.h"
#include "suite/core/plan/case.h"
#include "suite/core/record/result.h"
#include "suite/engine/played/test_session.h"

namespace wgsync {
namespace {

std::string Text(const Question& q) {
  return absl::StrCat(static_cast<int>(q.kind), " ",
                      static_cast<int>(q.time_of), " ",
                      static_cast<int>(q.purpose), " ", q.deadline_seconds, " ",
                      FieldsToJson(q.spec).dump());
}

// Keeps all questions and answers.
struct Kept : Answers {
  explicit Kept(Answers* device) : device(device) {}
  Answer To(const Question& q) override {
    questions.push_back(Text(q));
    answers.push_back(device->To(q));
    return answers.back();
  }
  const DeviceProfile& profile() const override { return device->profile(); }

  Answers* device;
  std::vector<std::string> questions;
  std::vector<Answer> answers;
};

class NextTest : public testing::TestWithParam<const char*> {};

TEST_P(NextTest, AsksTheSameOfAListAsOfADevice) {
  const KernelCase c = *ParseKernelCaseId(GetParam());
  TestSession device = TestSession::Gpu();
  device.When(WithPoll(LaunchPurpose::kWatched, Poll::kPlain),
              FreezesAtTrueCondition());
  Kept kept(&device);
  Known of_run;
  const CaseResult r = RunCase(c, WaitMode::kUnbounded, &kept, &of_run);
  ASSERT_GT(kept.answers.size(), 5u);
  std::vector<Answer> so_far;
  for (size_t i = 0; i < kept.answers.size(); ++i) {
    const Step step =
        Next(c, WaitMode::kUnbounded, device.profile(), Known(), so_far);
    ASSERT_TRUE(step.question) << "after " << i;
    EXPECT_EQ(Text(*step.question), kept.questions[i]);
    so_far.push_back(kept.answers[i]);
  }
  const Step end =
      Next(c, WaitMode::kUnbounded, device.profile(), Known(), so_far);
  EXPECT_FALSE(end.question);
  EXPECT_EQ(ToJson(end.result), ToJson(r));
  EXPECT_EQ(end.known.controls.size(), of_run.controls.size());
}

INSTANTIATE_TEST_SUITE_P(All, NextTest,
                         testing::Values(kBarrier, kLock, kHandoff,
                                         kPlainPoll));

TEST(NextStepTest, ADeviceThatWasNeverAskedIsOpenedFirst) {
  const Step step = Next(*ParseKernelCaseId(kBarrier), WaitMode::kUnbounded,
                         TestSession::Gpu().profile(), Known(), {});
  ASSERT_TRUE(step.question);
  EXPECT_EQ(step.question->kind, QuestionKind::kOpen);
}

}  // namespace
}  // namespace wgsync
