// The page's columns, panels, links and commands, in a browser.

#include <filesystem>
#include <string>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "reports/matrix/test_shapes.h"
#include "reports/site/page_fixture.h"

namespace wgsync {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::SizeIs;

class ControlsTest : public PageTest {
 protected:
  static bool Is(const std::string& expression) {
    return browser_->Eval(expression) == true;
  }
  static bool IsShown(const std::string& selector) {
    return Is(absl::StrCat("document.querySelector('", selector,
                           "').checkVisibility()"));
  }
};

TEST_F(ControlsTest, AHeadSaysWhatWasRunAndHowMuchOfItPasses) {
  browser_->Open(Failing());
  const std::string head = Text("#matrix thead tr:last-child th:not(.model)");
  EXPECT_THAT(head, HasSubstr("[1] 2.0"));
  EXPECT_THAT(head, HasSubstr("tier default, 2 of 4 run"));
  EXPECT_THAT(head, HasSubstr("0 % pass, suite 01234567"));
}

TEST_F(ControlsTest, ColumnsThatWereNotAskedTheSameAreSaid) {
  browser_->Open(Failing());
  EXPECT_TRUE(IsShown("#compare"));
  EXPECT_THAT(Text("#compare"),
              HasSubstr("tiers differ (default in [1], smoke in [3])"));
  EXPECT_THAT(Text("#compare"), Not(HasSubstr("suites differ")));
  browser_->Open(Matrix());
  EXPECT_FALSE(IsShown("#compare"));
}

TEST_F(ControlsTest, FailuresAreOfTheCountedCases) {
  std::vector<LoggedRun> runs = {OneRun("2.0", VerdictKind::kUnproven)};
  ASSERT_TRUE(WriteMatrixSite(runs, {}, folder_ + "/unproven").ok());
  browser_->Open("file://" + folder_ + "/unproven/index.html");
  EXPECT_THAT(Text("#failures"), HasSubstr("0 of 3 counted cases fail"));
  EXPECT_THAT(Text("#failures"), HasSubstr("; 1 unproven"));
}

TEST_F(ControlsTest, AColumnCanBeHiddenAndTheLinkKeepsIt) {
  browser_->Open(Matrix("#open=mutex.spin"));
  EXPECT_EQ(Count(CellOf(kLock)), 2);
  browser_->Click("#columns summary");
  browser_->Click("#picker input");
  EXPECT_EQ(Count(CellOf(kLock)), 1);
  EXPECT_EQ(Count(CellOf(kLock) + ".model"), 1);
  EXPECT_TRUE(Is("document.activeElement.matches('#picker input')"))
      << "the focus stays";
  EXPECT_EQ(Count("#picker input:disabled"), 1) << "the last one";
  browser_->Open(Address());
  EXPECT_EQ(Count(CellOf(kLock)), 1);
  EXPECT_THAT(Text("#columns"), HasSubstr("1 of 2"));
  browser_->Click("#clear");
  EXPECT_EQ(Count(CellOf(kLock)), 2);
}

TEST_F(ControlsTest, APhoneFoldsTheFilters) {
  browser_->Show(390, 844, false);
  browser_->Open(Failing());
  EXPECT_FALSE(IsShown("#more-filters"));
  EXPECT_TRUE(IsShown("#q"));
  browser_->Eval("document.querySelector('#fold').focus()");
  browser_->Press("Enter");
  EXPECT_TRUE(IsShown("#more-filters"));
  browser_->Click("#columns summary");
  browser_->Click("#picker input");
  EXPECT_EQ(Count("#matrix thead tr:last-child th"), 1);
  EXPECT_THAT(Text("#fold"), "Filters (1)");
  EXPECT_TRUE(Is("document.scrollingElement.scrollWidth <= 390"));
  browser_->Press("Tab");
  browser_->Show(1280, 900, false);
  EXPECT_FALSE(IsShown("#fold"));
}

TEST_F(ControlsTest, LinksStayShortHoweverManyAreOpen) {
  browser_->Open(Long("#open=*"));
  EXPECT_EQ(Count("tr[data-id]"), 110);
  browser_->Click("tbody[data-primitive] th.primitive");
  EXPECT_EQ(Count("[aria-expanded=false].primitive"), 1);
  EXPECT_THAT(Address(), EndsWith("#open=*,barrier.with_a_rather_long_name_0"));
  browser_->Eval(
      "document.querySelectorAll('th.primitive').forEach((_, i) => i % 2 || "
      "document.querySelectorAll('th.primitive')[i].click())");
  EXPECT_EQ(Count("th.primitive[aria-expanded=true]"), 56);
  const std::string fragment = Address().substr(Address().find('#'));
  EXPECT_LT(fragment.size(), 300u);
  browser_->Open(Long(fragment));
  EXPECT_EQ(Count("th.primitive[aria-expanded=true]"), 56);
}

TEST_F(ControlsTest, TheTableScrollsInItselfAndFitsTheWindow) {
  browser_->Open(Long("#open=*"));
  EXPECT_TRUE(
      Is("(() => { const box = document.querySelector('.scroll'); "
         "return box.scrollHeight > box.clientHeight && "
         "box.clientHeight < innerHeight; })()"));
}

TEST_F(ControlsTest, TheFilesNextToThePageAreLinked) {
  for (const char* page : {"matrix", "diff"}) {
    browser_->Open(absl::StrCat("file://", folder_, "/", page, "/index.html"));
    const auto paths = browser_->Eval(
        "[...document.querySelectorAll('#downloads a')]"
        ".map((a) => a.getAttribute('href'))");
    EXPECT_THAT(paths, SizeIs(3));
    for (const auto& path : paths) {
      EXPECT_TRUE(std::filesystem::exists(
          absl::StrCat(folder_, "/", page, "/", path.get<std::string>())))
          << path;
    }
  }
}

TEST_F(ControlsTest, ACommandIsCopiedAlsoWithoutAClipboard) {
  browser_->Open(Matrix("#view=add"));
  EXPECT_EQ(Count("#view-add .command"), 4);
  browser_->Eval(
      "Object.defineProperty(navigator, 'clipboard', {value: undefined}); "
      "addEventListener('copy', () => { window.copied = "
      "document.activeElement.value; })");
  browser_->Eval("document.querySelector('.copy button').focus()");
  browser_->Press("Enter");
  browser_->Await(
      "document.querySelector('.copy [role=status]').textContent !== ''");
  EXPECT_THAT(Text(".copy [role=status]"), "copied");
  EXPECT_EQ(browser_->Eval("window.copied"), "tools/matrix.sh");
  EXPECT_TRUE(Is("document.activeElement.matches('.copy button')"));
}

TEST_F(ControlsTest, AHeadOpensTheDevicesPanel) {
  browser_->Open(Matrix());
  browser_->Eval("document.querySelector('button.device').focus()");
  browser_->Press("Enter");
  browser_->Await("document.querySelector('#case').open");
  EXPECT_THAT(Text("#case section"),
              HasSubstr("May a kernel synchronize its work-groups here?"));
  EXPECT_THAT(Text("#case section .can"), HasSubstr("lock: not known"));
  EXPECT_THAT(Text("#case"), HasSubstr(kHostile));
  EXPECT_THAT(Text("#case"), HasSubstr("1 of 3 pass, 0 fail"));
  EXPECT_THAT(Text("#case tbody"), HasSubstr("[2] 1.0")) << "another driver";
  browser_->Press("Escape");
  browser_->Await("!document.querySelector('#case').open");
  EXPECT_TRUE(Is("document.activeElement.matches('button.device')"));
  EXPECT_THAT(Address(), Not(HasSubstr("device=")));
  browser_->Click("#matrix thead tr:last-child small");
  browser_->Await("document.querySelector('#case').open");
}

TEST_F(ControlsTest, AHeadAndItsPanelHaveTheClassOfProgress) {
  const LoggedRun run = TestRun("P/D", ShapeCases(progress::Model::kHsaObe));
  const std::string folder = folder_ + "/shapes";
  ASSERT_TRUE(WriteMatrixSite({run}, {}, folder).ok());
  browser_->Open("file://" + folder + "/index.html");
  EXPECT_EQ(Text("thead small.progress"), "progress at most HSA+OBE");
  browser_->Click("thead small.progress");
  browser_->Await("document.querySelector('#case').open");
  EXPECT_THAT(Text("#case ul.progress"),
              HasSubstr("LOBE is refuted by late_middle, round-robin"));
  browser_->Open(Matrix());
  EXPECT_TRUE(Is("document.querySelector('small.progress') === null"));
}

TEST_F(ControlsTest, ARowForEachDeviceHasItsModels) {
  LoggedRun deals = TestRun("P/D", ShapeCases(progress::Model::kHsaObe));
  LoggedRun slots = TestRun("P/E", ShapeCases(progress::Model::kLobe));
  const CaseResult livelock = LivelockCase("duel_up");
  for (CaseResult& r : slots.results) {
    if (r.id == livelock.id) r = livelock;
    if (r.id == ShapeCase("up_then_lock").id) r.Decide(Rule::kWaitCut);
  }
  const LoggedRun other =
      TestRun("P/F", {TestResult(kPoll, VerdictKind::kPass)});
  const std::string folder = folder_ + "/models";
  ASSERT_TRUE(WriteMatrixSite({deals, slots, other}, {}, folder).ok());
  browser_->Open("file://" + folder + "/index.html");
  browser_->Click("#views a[href*='view=progress']");
  EXPECT_EQ(Count("#view-progress tbody tr"), 2);
  const std::string row = "#view-progress tbody tr:first-child ";
  EXPECT_THAT(Text(row + "th"), "[1] P/D, 7.1");
  EXPECT_EQ(Text(row + "td"), "at most HSA+OBE");
  EXPECT_EQ(Text(row + "[data-model='HSA+OBE']"), "held in 216 launches");
  EXPECT_EQ(
      Text(row + "[data-model=LOBE]"),
      "refuted by late_middle, round-robin, 13 copies in 39 groups: group 4 "
      "(role 1) never started (3 of 3)");
  EXPECT_EQ(Text(row + "td:last-child"), "none seen");
  EXPECT_THAT(
      Text("#view-progress tbody tr:last-child"),
      HasSubstr("duel_up, round-robin, 13 copies in 39 groups: a livelock"));
  EXPECT_THAT(Text("#view-progress tbody tr:last-child [data-model=LOBE]"),
              "not seen: up_then_lock, round-robin: broken (wait cut short)");
  EXPECT_THAT(Text("#view-progress p:last-child"),
              "1 column has no launch of the cases progress.*.");
  browser_->Click(row + "[data-model=LOBE] a");
  browser_->Await(kIsOpen);
  EXPECT_THAT(Text("#case-title"), HasSubstr("progress.late_middle/"));
  browser_->Open(Matrix());
  EXPECT_EQ(Count("#views a[href*='view=progress']"), 0) << "none has a class";
}

TEST_F(ControlsTest, AChartDrawsTheUsualPrimitiveAmongTheFirst) {
  browser_->Open(Matrix("#view=charts"));
  const std::string drawn =
      browser_
          ->Eval(
              "Chart.getChart(document.querySelectorAll('canvas')[1])"
              ".data.datasets.map((d) => d.label).join()")
          .get<std::string>();
  EXPECT_THAT(drawn, HasSubstr("barrier.b9"));
  EXPECT_THAT(drawn, HasSubstr("barrier.b5"));
  EXPECT_THAT(drawn, Not(HasSubstr("barrier.b6"))) << "more than eight";
}

}  // namespace
}  // namespace wgsync
