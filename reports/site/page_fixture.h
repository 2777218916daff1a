// Pages of made-up runs in a browser, for the tests of what readers do there.

#ifndef WGSYNC_REPORTS_SITE_PAGE_FIXTURE_H_
#define WGSYNC_REPORTS_SITE_PAGE_FIXTURE_H_

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "reports/diff/column_order.h"
#include "reports/site/browser.h"
#include "reports/site/page.h"
#include "suite/core/plan/case.h"
#include "suite/core/record/test_runs.h"

namespace wgsync {

inline constexpr char kPoll[] = "barrier.a/poll=plain/signal=rmw/groups=2";
inline constexpr char kOther[] = "barrier.a/poll=rmw/signal=rmw/groups=2";
inline constexpr char kLock[] = "mutex.spin/poll=rmw/work=counter/groups=2";
inline constexpr char kHostile[] = "</script><img src=x onerror=\"bad=1\">";

inline LoggedRun OneRun(const std::string& driver, VerdictKind of_lock) {
  CaseResult lock = TestResult(kLock, of_lock);
  lock.words = {kHostile, "group 1 waits"};
  LoggedRun run =
      TestRun(kHostile, {TestResult(kPoll, VerdictKind::kHang, Cause::kMissed),
                         TestResult(kOther, VerdictKind::kPass), lock});
  LaunchRecord control;
  control.purpose = LaunchPurpose::kControl;
  control.ending = Ending::kFinished;
  control.spec.program.c = *ParseKernelCaseId(
      "mutex.spin_exchange/poll=rmw/signal=rmw/fence=device/pay=plain/"
      "work=counter/wg=64/groups=2");
  LaunchRecord watched = control;
  watched.purpose = LaunchPurpose::kWatched;
  watched.words = {7};
  watched.roles.resize(1);
  watched.roles[0].arrived = 1;
  AddLaunch(&run, control, &run.results[2]);
  AddLaunch(&run, watched, &run.results[2]);
  run.folder = "runs/" + driver;
  run.header.devices[0].device.driver_version = driver;
  run.header.devices[0].device.type = "gpu";
  return run;
}

inline SiteOptions Options() {
  SiteOptions options;
  options.source_of = [](const LoggedRun&, const CaseResult&) {
    CaseSource source;
    source.files = {{"mutexes/spin.cl", "kernel void wgsync_case() {}"}};
    source.options = "-cl-std=CL3.0";
    source.note = "the text that was compiled";
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
  nlohmann::json many = options.charts[0];
  many["always"] = "barrier.b9";
  for (int i = 0; i < 10; ++i) {
    many["series"].push_back({{"name", absl::StrCat("barrier.b", i, ", sound")},
                              {"note", {"", ""}},
                              {"points", {2, 3}}});
  }
  options.charts.push_back(many);
  return options;
}

// A failure in the newest driver and another one on a model, a hang that binds
// nothing in both drivers; the newest has no verdict of the lock.
inline std::vector<LoggedRun> FailingRuns() {
  const CaseResult hang = TestResult(kOther, VerdictKind::kHang);
  std::vector<LoggedRun> runs = {OneRun("2.0", VerdictKind::kPass),
                                 OneRun("1.0", VerdictKind::kPass),
                                 OneRun("2.0", VerdictKind::kPass)};
  const auto set = [](std::vector<CaseResult> results, LoggedRun* run) {
    run->header.plan.clear();
    run->results = std::move(results);
  };
  set({TestResult(kPoll, VerdictKind::kHang, Cause::kMissed,
                  Binding::kProgress),
       hang},
      &runs[0]);
  set({hang, TestResult(kLock, VerdictKind::kHang)}, &runs[1]);
  set({TestResult(kLock, VerdictKind::kBroken, Cause::kNone,
                  Binding::kViolation)},
      &runs[2]);
  runs[2].header.settings.model = *ParseModel("cache");
  for (LoggedRun& run : runs) {
    run.header.settings.tier = "smoke";
    run.header.suite_digest = "0123456789abcdef";
  }
  runs[0].header.plan = {kPoll, kOther, kLock, "mutex.spin/groups=9"};
  runs[0].header.settings.tier = "default";
  SortColumns(&runs);
  return runs;
}

// As many primitives as a real run has.
inline std::vector<LoggedRun> LongRuns() {
  std::vector<CaseResult> results;
  results.reserve(110);
  for (int i = 0; i < 110; ++i) {
    results.push_back(TestResult(
        absl::StrCat("barrier.with_a_rather_long_name_", i, "/poll=rmw"),
        VerdictKind::kPass));
  }
  return {TestRun("P/D", std::move(results))};
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
    runs[2].header.settings.model = *ParseModel("cache");
    SortColumns(&runs);
    ASSERT_TRUE(WriteMatrixSite(runs, Options(), folder_ + "/matrix").ok());
    ASSERT_TRUE(
        WriteMatrixSite(FailingRuns(), Options(), folder_ + "/failing").ok());
    ASSERT_TRUE(WriteMatrixSite(LongRuns(), Options(), folder_ + "/long").ok());
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
    browser_->Show(1280, 900, false);
  }
  // Whatever a test does, no page complains and none asks the network.
  void TearDown() override {
    if (browser_ == nullptr) return;
    EXPECT_THAT(browser_->complaints(), testing::IsEmpty());
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
  static std::string Long(const std::string& fragment = "") {
    return absl::StrCat("file://", folder_, "/long/index.html", fragment);
  }
  static std::string Diff() {
    return absl::StrCat("file://", folder_, "/diff/index.html");
  }
  // The text of the first element that fits.
  static std::string Text(const std::string& selector) {
    const nlohmann::json text = browser_->Eval(
        absl::StrCat("document.querySelector(", nlohmann::json(selector).dump(),
                     ")?.textContent"));
    return text.is_string() ? text.get<std::string>() : "";
  }
  static int Count(const std::string& selector) {
    const nlohmann::json count = browser_->Eval(
        absl::StrCat("document.querySelectorAll(",
                     nlohmann::json(selector).dump(), ").length"));
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

  // Types into the search field.
  static void Search(const std::string& text) {
    browser_->Eval(absl::StrCat(
        "(() => { const q = document.querySelector('#q'); q.value = ",
        nlohmann::json(text).dump(),
        "; q.dispatchEvent(new Event('input')); })()"));
  }

  static inline Browser* browser_ = nullptr;
  static inline std::string folder_;
};

inline constexpr char kIsOpen[] = "document.querySelector('#case').open";
inline constexpr char kIsClosed[] = "!document.querySelector('#case').open";

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_SITE_PAGE_FIXTURE_H_
