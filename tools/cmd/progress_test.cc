#include "tools/cmd/progress.h"

#include <cstdlib>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace wgsync {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;

CaseResult Of(VerdictKind kind) {
  CaseResult r;
  r.id = "barrier.a/groups=2";
  r.verdict.kind = kind;
  return r;
}

// What a progress line writes into a file.
class ProgressTest : public testing::Test {
 protected:
  ProgressTest() { file_ = open_memstream(&text_, &size_); }
  ~ProgressTest() override {
    std::fclose(file_);
    std::free(text_);
  }
  std::string Text() {
    std::fflush(file_);
    return std::string(text_, size_);
  }

  std::FILE* file_;
  char* text_ = nullptr;
  size_t size_ = 0;
};

TEST_F(ProgressTest, SilentWhereItIsNoTerminal) {
  Progress progress(file_, false, 80);
  progress.Start("barrier.a", 0, 2);
  progress.Result(Of(VerdictKind::kPass), 1, 2);
  progress.Clear();
  EXPECT_EQ(Text(), "");
}

TEST_F(ProgressTest, TheLineIsClearedAtTheEnd) {
  {
    Progress progress(file_, true, 80);
    progress.Start("barrier.a", 0, 2);
    progress.Result(Of(VerdictKind::kPass), 1, 2);
  }
  EXPECT_THAT(Text(), HasSubstr("\r\x1b[K[1/2] 1 pass  barrier.a/groups=2"));
  EXPECT_THAT(Text(), EndsWith("\r\x1b[K"));
  EXPECT_THAT(Text(), Not(HasSubstr("\n")));
}

TEST_F(ProgressTest, CountsVerdictsAndGuessesWhatIsLeft) {
  Progress progress(file_, true, 80);
  progress.Start("x", 10, 40);  // ten are of an earlier process
  for (size_t done : {11, 12, 13, 14}) {
    progress.Result(Of(VerdictKind::kPass), done, 40);
  }
  progress.Result(Of(VerdictKind::kHang), 15, 40);
  EXPECT_EQ(progress.Line("mutex.b", 15, 40, 10.0),
            "[15/40] 1 hang, 4 pass, 50 s left  mutex.b");
}

TEST_F(ProgressTest, TooFewCasesAreNoBaseForAGuess) {
  Progress progress(file_, true, 80);
  progress.Start("x", 0, 40);
  EXPECT_THAT(progress.Line("x", 2, 40, 10.0), Not(HasSubstr("left")));
}

TEST_F(ProgressTest, TheLineIsShorterThanTheTerminal) {
  Progress progress(file_, true, 30);
  EXPECT_EQ(progress.Line(std::string(100, 'x'), 0, 9, 0).size(), 29);
}

}  // namespace
}  // namespace wgsync
