// The pages as their readers have them: in a browser, by mouse and keyboard.

#include <string>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "reports/site/page_fixture.h"

namespace wgsync {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;

TEST_F(PageTest, PrimitivesAreFoldedToCountsAndOpenByAClick) {
  browser_->Open(Matrix());
  EXPECT_EQ(Count("tr.primitive"), 2);
  EXPECT_EQ(Count("tr[data-id]"), 0);
  EXPECT_THAT(Text("tbody[data-primitive='barrier.a'] td.counts"),
              HasSubstr("1 X"));
  browser_->Click("tbody[data-primitive='barrier.a'] th.primitive");
  EXPECT_EQ(Count("tr[data-id]"), 2);
  browser_->Click("tbody[data-primitive='barrier.a'] th.primitive");
  EXPECT_EQ(Count("tr[data-id]"), 0);
}

TEST_F(PageTest, ACountSaysHowManyOfItFail) {
  browser_->Open(Failing());
  EXPECT_THAT(Text("tbody[data-primitive='barrier.a'] td.counts"),
              "2 X, 1 counted");
  browser_->Open(Matrix());
  EXPECT_THAT(Text("tbody[data-primitive='barrier.a'] td.counts"),
              Not(HasSubstr("fail")));
}

TEST_F(PageTest, AColumnsFailuresAreALinkToThemAlone) {
  browser_->Open(Failing());
  EXPECT_EQ(Count("#failures > li"), 2);
  EXPECT_THAT(Text("#failures li"), HasSubstr("1 of 2 counted cases fails"));
  browser_->Click("#failures > li:first-child > a");
  browser_->Await("document.querySelector('tr[data-id]') !== null");
  EXPECT_EQ(Count("tr[data-id]"), 1);
  EXPECT_EQ(Count(RowOf(kPoll)), 1);
  browser_->Click("#failures a[aria-current]");
  browser_->Await("document.querySelector('tr[data-id]') === null");
  EXPECT_EQ(Count("tr.primitive"), 2);
}

TEST_F(PageTest, ALinkWithoutAColumnOpensTheWorstVerdict) {
  browser_->Open(Failing(absl::StrCat("#case=", kLock)));
  browser_->Await(kIsOpen);
  EXPECT_THAT(Text("#verdict"), HasSubstr("broken"));
}

TEST_F(PageTest, TheMatrixHasItsLegendBesideIt) {
  browser_->Open(Matrix());
  EXPECT_THAT(Text("#view-matrix #legend"),
              HasSubstr("hang: groups wait and will not go on"));
}

TEST_F(PageTest, OlderDriversAreFoldedAway) {
  browser_->Open(Matrix());
  EXPECT_EQ(Count("#matrix thead tr:last-child th:not(.model)"), 1);
  EXPECT_THAT(Text("#matrix thead tr:last-child th"), HasSubstr("2.0"));
  browser_->Click("#matrix button.older");
  EXPECT_EQ(Count("#matrix thead tr:last-child th:not(.model)"), 2);
}

TEST_F(PageTest, AModelStandsApartAndIsNamed) {
  browser_->Open(Matrix("#open=mutex.spin"));
  EXPECT_THAT(Text("#matrix thead tr:first-child th.model"),
              HasSubstr("model:cache"));
  EXPECT_EQ(Count(CellOf(kLock) + ".model.v-slow"), 1);
}

TEST_F(PageTest, ACellOpensItsCaseAndBackClosesIt) {
  browser_->Open(Matrix("#open=mutex.spin"));
  browser_->Click(CellOf(kLock));
  browser_->Await(kIsOpen);
  EXPECT_THAT(Text("#case-title"), kLock);
  EXPECT_THAT(Text("#verdict"), HasSubstr("broken"));
  EXPECT_THAT(Text("#words"), HasSubstr("group 1 waits"));
  EXPECT_THAT(Text("#reproduce"), HasSubstr("wgsync run --device"));
  EXPECT_THAT(Text("#case"), HasSubstr("kernel void wgsync_case"));
  EXPECT_THAT(Text("#case"), HasSubstr("control without waits"));
  EXPECT_THAT(Text("#case"), HasSubstr("driver 1.0"));  // its history
  browser_->Eval("history.back()");
  browser_->Await(kIsClosed);
  EXPECT_THAT(Address(), EndsWith("#open=mutex.spin"));
}

TEST_F(PageTest, ACaseSaysSinceWhichDriverItIsSo) {
  browser_->Open(Matrix("#open=mutex.spin"));
  browser_->Click(CellOf(kLock));
  browser_->Await(kIsOpen);
  EXPECT_THAT(Text("[aria-label=history] th"),
              EndsWith(": broken since 2.0, right with 1.0"));
  EXPECT_EQ(Count("[aria-label=history] th"), 1) << "a model has no history";
  EXPECT_EQ(Count("[aria-label=history] tbody:first-child tr"), 3);
}

TEST_F(PageTest, ALinkBringsTheSameView) {
  browser_->Open(Matrix("#open=mutex.spin"));
  browser_->Click(CellOf(kLock));
  browser_->Await(kIsOpen);
  const std::string address = Address();
  EXPECT_THAT(address, HasSubstr(kLock));
  browser_->Open(address);
  browser_->Await(kIsOpen);
  EXPECT_THAT(Text("#case-title"), kLock);
  EXPECT_EQ(Count("tr[data-id]"), 1);
  browser_->Press("Escape");  // a link has no step back to take
  browser_->Await(kIsClosed);
  EXPECT_THAT(Address(), EndsWith("#open=mutex.spin"));
}

TEST_F(PageTest, TheKeyboardReachesACaseAndLeavesIt) {
  browser_->Open(Matrix());
  browser_->Eval("document.querySelector('tbody [tabindex=\"0\"]').focus()");
  browser_->Press("ArrowDown");
  browser_->Press("Enter");
  EXPECT_EQ(Count("tr[data-id]"), 2);
  browser_->Press("ArrowDown");
  browser_->Press("ArrowRight");
  browser_->Press("Enter");
  browser_->Await(kIsOpen);
  EXPECT_THAT(Text("#case-title"), kPoll);
  EXPECT_EQ(browser_->Eval("document.activeElement.id"), "close");
  browser_->Press("Escape");
  browser_->Await(kIsClosed);
  // The focus is where it was.
  EXPECT_EQ(browser_->Eval("document.activeElement.parentElement.dataset.id"),
            kPoll);
}

TEST_F(PageTest, FiltersNarrowTheRowsAndStandInTheAddress) {
  browser_->Open(Matrix("#open=*"));
  EXPECT_EQ(Count("tr[data-id]"), 3);
  browser_->Click("#letters [data-letter='X']");
  EXPECT_EQ(Count("tr[data-id]"), 1);
  EXPECT_THAT(Address(), HasSubstr("v=X"));
  browser_->Click("#letters [data-letter='X']");
  browser_->Eval("document.querySelector('#q').focus()");
  Search("SPIN work=counter");
  EXPECT_EQ(Count("tr[data-id]"), 1);
  EXPECT_EQ(Count(RowOf(kLock)), 1);
  EXPECT_THAT(Text("#found"), "1 case");
  Search("missed");
  EXPECT_EQ(Count(RowOf(kPoll)), 1) << "a cause is searched too";
  browser_->Click("#clear");
  EXPECT_EQ(Count("tr[data-id]"), 3);
}

TEST_F(PageTest, RowsWhoseColumnsDifferCanBeAskedFor) {
  browser_->Open(Matrix("#open=*"));
  browser_->Click("#differ");
  EXPECT_EQ(Count("tr[data-id]"), 1);
  EXPECT_EQ(Count(CellOf(kLock)), 2);
}

TEST_F(PageTest, HostileTextStaysText) {
  browser_->Open(Matrix("#open=*"));
  EXPECT_THAT(Text("thead"), HasSubstr(kHostile));
  browser_->Click(CellOf(kLock));
  browser_->Await(kIsOpen);
  EXPECT_THAT(Text("#words"), HasSubstr(kHostile));
  EXPECT_EQ(Count("img"), 0);
  EXPECT_EQ(browser_->Eval("typeof bad"), "undefined");
}

TEST_F(PageTest, AChartHasItsTableBesideIt) {
  browser_->Open(Matrix("#view=charts"));
  EXPECT_EQ(browser_->Eval("Chart.getChart(document.querySelector('canvas'))"
                           ".data.datasets.length"),
            1);
  EXPECT_THAT(Text(".chart table"), HasSubstr("2.5poll=rmw"));
  EXPECT_THAT(Text(".chart .left-out summary"), "1 form left out: 1 failed");
  EXPECT_THAT(Text(".chart .left-out li"), "barrier.a/poll=plain: hang");
  browser_->Click(".chart input");
  EXPECT_EQ(browser_->Eval("Chart.getChart(document.querySelector('canvas'))"
                           ".data.datasets.length"),
            0);
}

TEST_F(PageTest, TheDiffSaysWhatChangedAndOpensTheCase) {
  browser_->Open(Diff());
  EXPECT_EQ(Count(".changes tbody tr"), 1);
  EXPECT_THAT(Text(".changes tbody"), HasSubstr("broken"));
  EXPECT_THAT(Text(".changes tbody"), HasSubstr("pass"));
  browser_->Click(".changes tbody a");
  browser_->Await(kIsOpen);
  EXPECT_THAT(Text("#case-title"), kLock);
  browser_->Press("Escape");
  browser_->Await(kIsClosed);
  EXPECT_THAT(Address(), Not(HasSubstr("case=")));
}

}  // namespace
}  // namespace wgsync
