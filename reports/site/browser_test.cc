// The pages as their readers have them: in a browser, by mouse and keyboard.

#include "reports/site/browser.h"

#include <cstdio>
#include <filesystem>
#include <memory>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "reports/site/columns.h"
#include "reports/site/page.h"
#include "suite/core/record/test_runs.h"

namespace wgsync {
namespace {

using ::nlohmann::json;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr char kPoll[] = "barrier.a/poll=plain/signal=rmw/groups=2";
constexpr char kOther[] = "barrier.a/poll=rmw/signal=rmw/groups=2";
constexpr char kLock[] = "mutex.spin/poll=rmw/work=counter/groups=2";
constexpr char kHostile[] = "</script><img src=x onerror=\"bad=1\">";

LoggedRun OneRun(const std::string& driver, VerdictKind of_lock) {
  CaseResult lock = TestResult(kLock, of_lock);
  lock.words = {kHostile, "group 1 waits"};
  *lock.evidence = {
      {"launches",
       {{{"label", "control without waits"}, {"ending", "finished"}},
        {{"label", "relaxed board"},
         {"words", {7}},
         {"roles", {{{"group", 0}, {"arrived", 1}}}}}}}};
  LoggedRun run =
      TestRun(kHostile, {TestResult(kPoll, VerdictKind::kHang, Cause::kMissed),
                         TestResult(kOther, VerdictKind::kPass), lock});
  run.folder = "runs/" + driver;
  (*run.context)["device"]["driver_version"] = driver;
  (*run.context)["device"]["type"] = "gpu";
  return run;
}

SiteOptions Options() {
  SiteOptions options;
  options.source_of = [](const LoggedRun&, const CaseResult&) {
    CaseSource source;
    source.files = {{"mutexes/spin.cl", "kernel void wgsync_case() {}"}};
    source.options = "-cl-std=CL3.0";
    source.note = "what was compiled";
    return source;
  };
  options.charts = {
      {{"title", "A chart"},
       {"note", "a note"},
       {"form", "lines"},
       {"x", "groups"},
       {"y", "ns"},
       {"log", false},
       {"categories", {"1", "2"}},
       {"series",
        {{{"name", "one"},
          {"note", {"", "poll=rmw"}},
          {"points", {1.5, 2.5}}}}},
       {"left_out",
        {{{"why", "failed"}, {"forms", {"barrier.a/poll=plain: hang"}}}}}}};
  return options;
}

// A failure in the newest driver and another one on a model, a hang that binds
// nothing in both drivers; the newest has no verdict of the lock.
std::vector<LoggedRun> FailingRuns() {
  const CaseResult hang = TestResult(kOther, VerdictKind::kHang);
  std::vector<LoggedRun> runs = {OneRun("2.0", VerdictKind::kPass),
                                 OneRun("1.0", VerdictKind::kPass),
                                 OneRun("2.0", VerdictKind::kPass)};
  const auto set = [](std::vector<CaseResult> results, LoggedRun* run) {
    (*run->context)["plan"] = json::array();
    run->results = std::move(results);
  };
  set({TestResult(kPoll, VerdictKind::kHang, Cause::kMissed, "progress"), hang},
      &runs[0]);
  set({hang, TestResult(kLock, VerdictKind::kHang)}, &runs[1]);
  set({TestResult(kLock, VerdictKind::kBroken, Cause::kNone, "violation")},
      &runs[2]);
  (*runs[2].context)["options"]["model"] = "cache";
  SortColumns(&runs);
  return runs;
}

// One browser and one folder of pages for all tests.
class PageTest : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    const std::string program = Browser::Find();
    if (program.empty()) return;
    folder_ = testing::TempDir() + "/pages_XXXXXX";
    ASSERT_NE(mkdtemp(&folder_[0]), nullptr);
    std::vector<LoggedRun> runs = {OneRun("2.0", VerdictKind::kBroken),
                                   OneRun("1.0", VerdictKind::kPass)};
    ASSERT_TRUE(WriteSeriesSite(runs, Options(), folder_ + "/diff").ok());
    runs.push_back(OneRun("2.0", VerdictKind::kSlow));
    (*runs[2].context)["options"]["model"] = "cache";
    SortColumns(&runs);
    ASSERT_TRUE(WriteMatrixSite(runs, Options(), folder_ + "/matrix").ok());
    ASSERT_TRUE(
        WriteMatrixSite(FailingRuns(), Options(), folder_ + "/failing").ok());
    browser_ = new Browser(program, folder_ + "/profile");
  }
  static void TearDownTestSuite() {
    delete browser_;
    if (!folder_.empty()) std::filesystem::remove_all(folder_);
  }

  void SetUp() override {
    if (browser_ == nullptr) {
      std::fprintf(stderr,
                   "\nNO BROWSER HERE: THE PAGES ARE NOT TRIED. "
                   "tools/setup.sh installs chromium-headless-shell.\n\n");
      GTEST_SKIP() << "no chromium-headless-shell and no chromium";
    }
  }
  // Whatever a test does, no page complains and none asks the network.
  void TearDown() override {
    if (browser_ == nullptr) return;
    EXPECT_THAT(browser_->complaints(), IsEmpty());
    for (const std::string& url : browser_->requests()) {
      EXPECT_TRUE(absl::StartsWith(url, "file://" + folder_) ||
                  absl::StartsWith(url, "data:") || url == "about:blank")
          << url;
    }
  }

  static std::string Matrix(const std::string& fragment = "") {
    return absl::StrCat("file://", folder_, "/matrix/index.html", fragment);
  }
  static std::string Failing(const std::string& fragment = "") {
    return absl::StrCat("file://", folder_, "/failing/index.html", fragment);
  }
  static std::string Diff() {
    return absl::StrCat("file://", folder_, "/diff/index.html");
  }
  // The text of the first element that fits.
  static std::string Text(const std::string& selector) {
    const json text = browser_->Eval(absl::StrCat(
        "document.querySelector(", json(selector).dump(), ")?.textContent"));
    return text.is_string() ? text.get<std::string>() : "";
  }
  static int Count(const std::string& selector) {
    const json count = browser_->Eval(absl::StrCat(
        "document.querySelectorAll(", json(selector).dump(), ").length"));
    return count.is_number() ? count.get<int>() : -1;
  }
  static std::string Address() {
    return browser_->Eval("location.href").get<std::string>();
  }
  static std::string RowOf(const std::string& id) {
    return absl::StrCat("tr[data-id='", id, "']");
  }
  static std::string CellOf(const std::string& id) {
    return RowOf(id) + " td.c";
  }

  static Browser* browser_;
  static std::string folder_;
};
Browser* PageTest::browser_ = nullptr;
std::string PageTest::folder_;

constexpr char kIsOpen[] = "document.querySelector('#case').open";
constexpr char kIsClosed[] = "!document.querySelector('#case').open";

TEST_F(PageTest, PrimitivesAreFoldedToCountsAndOpenByAClick) {
  browser_->Open(Matrix());
  EXPECT_EQ(Count("tr.primitive"), 2);
  EXPECT_EQ(Count("tr[data-id]"), 0);
  EXPECT_THAT(Text("tbody[data-primitive='barrier.a'] td.counts"),
              HasSubstr("X 1"));
  browser_->Click("tbody[data-primitive='barrier.a'] th.primitive");
  EXPECT_EQ(Count("tr[data-id]"), 2);
  browser_->Click("tbody[data-primitive='barrier.a'] th.primitive");
  EXPECT_EQ(Count("tr[data-id]"), 0);
}

TEST_F(PageTest, ACountHasTheMarkWhereAnyOfItFails) {
  browser_->Open(Failing());
  EXPECT_THAT(Text("tbody[data-primitive='barrier.a'] td.counts"), "X! 2");
  browser_->Open(Matrix());
  EXPECT_THAT(Text("tbody[data-primitive='barrier.a'] td.counts"),
              Not(HasSubstr("!")));
}

TEST_F(PageTest, AColumnsFailuresAreALinkToThemAlone) {
  browser_->Open(Failing());
  EXPECT_EQ(Count("#failures li"), 2);
  EXPECT_THAT(Text("#failures li"), HasSubstr("1 failure: "));
  browser_->Click("#failures li:first-child a");
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
  EXPECT_EQ(Count("thead tr:last-child th:not(.model)"), 1);
  EXPECT_THAT(Text("thead tr:last-child th"), HasSubstr("2.0"));
  browser_->Click("button.older");
  EXPECT_EQ(Count("thead tr:last-child th:not(.model)"), 2);
}

TEST_F(PageTest, AModelStandsApartAndIsNamed) {
  browser_->Open(Matrix("#open=mutex.spin"));
  EXPECT_THAT(Text("thead tr:first-child th.model"), HasSubstr("model:cache"));
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
  browser_->Eval(
      "(() => { const q = document.querySelector('#q'); q.value = 'SPIN "
      "work=counter'; q.dispatchEvent(new Event('input')); })()");
  EXPECT_EQ(Count("tr[data-id]"), 1);
  EXPECT_EQ(Count(RowOf(kLock)), 1);
  EXPECT_THAT(Text("#found"), "1 case");
  browser_->Eval(
      "(() => { const q = document.querySelector('#q'); q.value = 'missed';"
      " q.dispatchEvent(new Event('input')); })()");
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
