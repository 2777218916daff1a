// The answers of a page, its evidence, and a search that finds nothing.

#include <filesystem>
#include <string>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "reports/site/page_fixture.h"
#include "suite/core/record/run_facts.h"

namespace wgsync {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;

class AnswersTest : public PageTest {
 protected:
  static std::string Answer(const std::string& name) {
    return absl::StrCat("tr[data-answer='", name, "'] td");
  }
  static std::string Color(const std::string& selector) {
    return browser_
        ->Eval(absl::StrCat("getComputedStyle(document.querySelector(",
                            nlohmann::json(selector).dump(),
                            ")).backgroundColor"))
        .get<std::string>();
  }
};

TEST_F(AnswersTest, ThePageBeginsWithAnAnswerForEachQuestionAndDevice) {
  browser_->Open(Matrix());
  EXPECT_EQ(Count("#answers tbody tr"), 7);
  EXPECT_EQ(Count(Answer("lock")), 2) << "a device, and a model";
  EXPECT_THAT(Text(Answer("barrier")), HasSubstr("yes"));
  EXPECT_EQ(browser_->Eval("document.querySelector('#answers')"
                           ".getBoundingClientRect().bottom < innerHeight"),
            true)
      << "on the first screen";
  browser_->Click("#answers button.older");
  EXPECT_EQ(Count(Answer("lock")), 3);
}

TEST_F(AnswersTest, AnAnswerOpensTheFormToWriteAndTheFocusComesBack) {
  constexpr char kForm[] =
      "barrier.counter_per_group/poll=acquire/signal=release/fence=none/"
      "pay=plain/work=exchange/wg=64/groups=res";
  std::vector<LoggedRun> runs = {OneRun("2.0", VerdictKind::kPass),
                                 OneRun("1.0", VerdictKind::kPass)};
  for (LoggedRun& run : runs) {
    run.results.push_back(TestResult(kForm, VerdictKind::kPass));
  }
  const std::string folder = folder_ + "/form";
  ASSERT_TRUE(WriteMatrixSite(runs, Options(), folder).ok());
  browser_->Open("file://" + folder + "/index.html");
  browser_->Click(Answer("barrier") + " a");
  browser_->Await(kIsOpen);
  EXPECT_THAT(Text("#case-title"), HasSubstr("barrier on "));
  EXPECT_THAT(Text("#code"), HasSubstr("atomic_"));
  EXPECT_THAT(Text("#case .can"), HasSubstr("evidence"));
  EXPECT_EQ(Text("#case section a.id"), kForm) << "the case that is right";
  EXPECT_THAT(Text("#case [aria-label=drivers] tbody"), HasSubstr("1.0"));
  const std::string address = Address();
  browser_->Press("Escape");
  browser_->Await(kIsClosed);
  EXPECT_EQ(browser_->Eval("document.activeElement.closest('tr')"
                           "?.dataset.answer"),
            "barrier");
  browser_->Open(address);
  browser_->Await(kIsOpen);
  EXPECT_THAT(Text("#case-title"), HasSubstr("barrier on "));
}

TEST_F(AnswersTest, ASearchTakesThePlaceOfTheAnswers) {
  browser_->Open(Matrix());
  browser_->Press("/");
  EXPECT_EQ(browser_->Eval("document.activeElement.id"), "q");
  Search("spin");
  EXPECT_EQ(browser_->Eval("document.querySelector('#answers').hidden"), true);
  Search("");
  EXPECT_EQ(browser_->Eval("document.querySelector('#answers').hidden"), false);
}

TEST_F(AnswersTest, RunsOfTriedKernelsAnswerNone) {
  LoggedRun tried =
      TestRun("P/D", {TestResult("tried.scan/groups=res", VerdictKind::kPass)});
  tried.header.settings.tier = kTriedTier;
  const std::string file = "file://" + folder_ + "/tried/index.html";
  ASSERT_TRUE(WriteMatrixSite({tried}, Options(), folder_ + "/tried").ok());
  browser_->Open(file);
  EXPECT_EQ(browser_->Eval("document.querySelector('#answers').hidden"), true);
  ASSERT_TRUE(WriteMatrixSite({tried, OneRun("2.0", VerdictKind::kPass)},
                              Options(), folder_ + "/tried")
                  .ok());
  browser_->Open(file);
  EXPECT_EQ(browser_->Eval("document.querySelector('#answers').hidden"), false);
}

TEST_F(AnswersTest, OnAPhoneAQuestionHasItsDevicesBelowIt) {
  browser_->Show(390, 844, false);
  browser_->Open(Matrix());
  EXPECT_EQ(browser_->Eval("document.scrollingElement.scrollWidth <= 390"),
            true);
  EXPECT_EQ(browser_->Eval(absl::StrCat(
                "getComputedStyle(document.querySelector(\"", Answer("barrier"),
                "\"), '::before').content.includes('2.0')")),
            true)
      << "the device is named in its cell";
}

TEST_F(AnswersTest, RedIsACountedFailureAndAKnownOneIsMarked) {
  browser_->Open(Failing("#open=*"));
  const std::string bad = Color(CellOf(kPoll) + ".binds");
  const std::string neutral = Color(CellOf(kOther));
  EXPECT_NE(bad, neutral) << "a hang that counts, and one that does not";
  SiteOptions options = Options();
  std::vector<std::string> errors;
  options.expectations.resize(1);
  options.expectations[0].rules = ParseExpectations(
      "\"as ever\" barrier.* = hang\n", "x.expect", "2026-01-01", &errors);
  ASSERT_TRUE(errors.empty());
  ASSERT_TRUE(WriteMatrixSite(FailingRuns(), options, folder_ + "/known").ok());
  browser_->Open(absl::StrCat("file://", folder_, "/known/index.html#open=*"));
  EXPECT_EQ(Count(CellOf(kPoll) + ".binds"), 0);
  EXPECT_THAT(Text(CellOf(kPoll) + ".known"), HasSubstr("known"));
  EXPECT_THAT(Color(CellOf(kPoll)), Not(bad));
  browser_->Open(absl::StrCat("file://", folder_, "/known/index.html"));
  EXPECT_THAT(Text("#failures .known"), EndsWith("(known)"));
}

TEST_F(AnswersTest, EvidenceIsLoadedWhenACaseIsOpened) {
  const std::string folder = folder_ + "/parts";
  ASSERT_TRUE(
      WriteMatrixSite({OneRun("2.0", VerdictKind::kBroken)}, Options(), folder)
          .ok());
  ASSERT_TRUE(std::filesystem::remove(folder + "/evidence/details1.js"));
  browser_->Open("file://" + folder + "/index.html#case=" + kPoll);
  browser_->Await(kIsOpen);
  EXPECT_THAT(Text("#case"), HasSubstr("wgsync run --device"));
  browser_->Open("file://" + folder + "/index.html#case=" + kLock);
  browser_->Await(kIsOpen);
  EXPECT_THAT(Text("#case .problem"),
              HasSubstr("evidence/details1.js is not next to the page"));
  EXPECT_THAT(browser_->complaints(), testing::SizeIs(testing::Le(1)));
  browser_->ForgetComplaints();  // of the file that is gone
}

TEST_F(AnswersTest, ASingleFileHasItsEvidenceInItself) {
  SiteOptions options = Options();
  options.single_file = true;
  const std::string folder = folder_ + "/single";
  ASSERT_TRUE(
      WriteMatrixSite({OneRun("2.0", VerdictKind::kBroken)}, options, folder)
          .ok());
  EXPECT_FALSE(std::filesystem::exists(folder + "/evidence"));
  browser_->Open("file://" + folder + "/index.html#case=" + kLock);
  browser_->Await(kIsOpen);
  EXPECT_THAT(Text("#words"), HasSubstr("group 1 waits"));
}

}  // namespace
}  // namespace wgsync
