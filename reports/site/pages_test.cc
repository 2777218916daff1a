// A matrix of more columns than one page has: an overview and pages by vendor.

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "reports/matrix/test_shapes.h"
#include "reports/site/page_fixture.h"
#include "reports/site/page_parts.h"

namespace wgsync {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;

// 110 columns: of the first vendor 20 devices with two drivers each, of two
// others 35 devices. The newer driver of the first one breaks a lock.
std::vector<LoggedRun> ManyRuns() {
  std::vector<LoggedRun> runs;
  const auto add = [&](const std::string& vendor, int device, int driver,
                       CaseResult lock) {
    const std::string name =
        absl::StrCat(vendor, " GPU ", device < 10 ? "0" : "", device);
    LoggedRun run =
        TestRun("P/" + name, {TestResult(kPoll, VerdictKind::kPass), lock});
    run.folder = absl::StrCat("runs/", name, " ", driver);
    run.header.devices[0].device.driver_version = absl::StrCat(driver, ".0");
    (*run.header.devices[0].fingerprint) = {
        {"platform", {{"name", "P"}}},
        {"device", {{"name", name}, {"vendor", vendor}}}};
    runs.push_back(std::move(run));
  };
  const CaseResult right = TestResult(kLock, VerdictKind::kPass);
  const CaseResult bad = TestResult(kLock, VerdictKind::kBroken,
                                    Cause::kStoreLost, Binding::kViolation);
  for (int i = 0; i < 20; ++i) {
    add("Acme (R) Ltd.", i, 1, right);
    add("Acme (R) Ltd.", i, 2, bad);
  }
  for (int i = 0; i < 35; ++i) {
    add("Best", i, 1, right);
    add("", i, 1, right);
  }
  SortColumns(&runs);
  return runs;
}

TEST(PagePartsTest, APartHasOneVendorAndWholeDevices) {
  const std::vector<LoggedRun> runs = ManyRuns();
  std::map<std::string, std::vector<size_t>> sizes;
  size_t columns = 0;
  // Two verdicts a run, four a device with two drivers.
  for (const PagePart& part : PartsByVendor(runs, 40, 14)) {
    sizes[part.vendor].push_back(part.runs.size());
    columns += part.runs.size();
  }
  EXPECT_EQ(columns, 110u);
  EXPECT_THAT(sizes["Acme (R) Ltd."], ElementsAre(6, 6, 6, 6, 6, 6, 4));
  EXPECT_THAT(sizes["Best"], ElementsAre(7, 7, 7, 7, 7));
  EXPECT_THAT(sizes["other vendors"], ElementsAre(7, 7, 7, 7, 7));
}

TEST(PagePartsTest, APartHasAtMostSoManyColumns) {
  const std::vector<LoggedRun> runs = ManyRuns();
  std::vector<size_t> sizes;
  for (const PagePart& part : PartsByVendor(runs, 15, 1000)) {
    sizes.push_back(part.runs.size());
  }
  EXPECT_THAT(sizes, ElementsAre(14, 14, 12, 15, 15, 5, 15, 15, 5));
}

TEST(PagePartsTest, APartIsSplitBetweenDevices) {
  const std::vector<LoggedRun> runs = ManyRuns();
  std::vector<PagePart> parts = PartsByVendor(runs, 40, 14);
  ASSERT_THAT(parts[0].runs, SizeIs(6));
  EXPECT_TRUE(SplitPart(0, &parts));
  EXPECT_THAT(parts[0].runs, SizeIs(2));
  EXPECT_THAT(parts[1].runs, SizeIs(4));
  EXPECT_TRUE(SplitPart(0, &parts)) << "between two drivers, at last";
  EXPECT_THAT(parts[0].runs, SizeIs(1));
  EXPECT_FALSE(SplitPart(0, &parts));
}

TEST(PagePartsTest, VendorsWithAlmostOneNameHaveTheirOwnFolders) {
  Overview overview;
  const Overview::Page a = overview.NextPage("A B");
  overview.Add(a, {}, nlohmann::json::array());
  const Overview::Page b = overview.NextPage("a-b");
  EXPECT_EQ(a.folder, "a-b-1");
  EXPECT_NE(a.folder, b.folder);
  EXPECT_EQ(overview.NextPage("A B").folder, "a-b-2");
}

class PagesTest : public PageTest {
 protected:
  // Not much more than the program itself: a few columns a page.
  static constexpr size_t kMostBytes = 150'000;

  static void SetUpTestSuite() {
    PageTest::SetUpTestSuite();
    if (browser_ == nullptr) return;
    SiteOptions options;
    options.most_bytes = kMostBytes;
    ASSERT_TRUE(WriteMatrixSite(ManyRuns(), options, folder_ + "/many").ok());
  }
  static std::string Many(const std::string& fragment = "") {
    return absl::StrCat("file://", folder_, "/many/index.html", fragment);
  }
  // The addresses of these links, as the browser resolves them.
  static std::vector<std::string> Links(const std::string& selector) {
    return browser_
        ->Eval(absl::StrCat("[...document.querySelectorAll('", selector,
                            "')].map((a) => a.href)"))
        .get<std::vector<std::string>>();
  }
};

constexpr char kDevices[] = "[aria-label=devices] tbody td:first-child a";

TEST_F(PagesTest, NoFileIsLargerThanTheLimit) {
  size_t pages = 0, bytes = 0;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(folder_ + "/many")) {
    if (!entry.is_regular_file()) continue;
    EXPECT_LE(entry.file_size(), kMostBytes) << entry.path();
    pages += entry.path().filename() == "index.html";
    bytes += entry.file_size();
  }
  EXPECT_GT(pages, 5u);
  EXPECT_GT(bytes, 5 * kMostBytes);
}

TEST_F(PagesTest, AMatrixThatFitsIsOnePage) {
  size_t entries = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(folder_ + "/matrix")) {
    EXPECT_NE(entry.is_regular_file(), entry.path().filename() == "evidence")
        << entry.path();
    ++entries;
  }
  EXPECT_EQ(entries, 5u);
}

TEST_F(PagesTest, EachColumnIsReachedFromTheOverview) {
  browser_->Open(Many());
  EXPECT_EQ(Count(kDevices), 100);
  browser_->Click("section:first-child > button");
  std::map<std::string, std::set<std::string>> linked;  // codes, by page
  for (const std::string& link : Links(kDevices)) {
    const size_t at = link.find("#device=");
    ASSERT_NE(at, std::string::npos) << link;
    linked[link.substr(0, at)].insert(link.substr(at + 8));
  }
  std::set<std::string> of_vendors;
  for (const std::string& link : Links("td.pages a")) of_vendors.insert(link);
  EXPECT_THAT(of_vendors, SizeIs(linked.size()));
  std::set<std::string> keys;
  for (const auto& [page, codes] : linked) {
    EXPECT_EQ(of_vendors.count(page), 1u) << page;
    browser_->Open(page);
    const auto columns =
        browser_->Eval("index.columns.map((c) => [c.code, c.key])");
    ASSERT_THAT(columns, SizeIs(codes.size())) << page;
    for (const auto& column : columns) {
      EXPECT_EQ(codes.count(column[0].get<std::string>()), 1u) << page;
      keys.insert(column[1].get<std::string>());
    }
    EXPECT_EQ(Links("#views a").back(), Many());
  }
  EXPECT_THAT(keys, SizeIs(110));
}

TEST_F(PagesTest, AFailingCaseLeadsToItsDevicesAndTheirHistory) {
  browser_->Open(Many());
  EXPECT_EQ(Count("[aria-label=\"cases that fail\"] tbody tr"), 1);
  EXPECT_THAT(Text("[aria-label=\"cases that fail\"] tbody tr"),
              HasSubstr(absl::StrCat(kLock, "20")));
  browser_->Click("[aria-label=\"cases that fail\"] summary");
  browser_->Await("document.querySelectorAll('td li a').length === 20");
  browser_->Open(Links("td li a").front());
  browser_->Await(kIsOpen);
  EXPECT_THAT(Text("#case-title"), kLock);
  EXPECT_THAT(Text("[aria-label=history] th"),
              "Acme (R) Ltd. GPU 00: broken (store lost) since 2.0, right with "
              "1.0");
}

TEST_F(PagesTest, ADevicesLinkOpensItsPanel) {
  browser_->Open(Many("#q=acme 07"));
  EXPECT_EQ(Count(kDevices), 2) << "two drivers";
  EXPECT_THAT(Text("#found"), "2 columns");
  browser_->Open(Links(kDevices).front());
  browser_->Await(kIsOpen);
  EXPECT_THAT(Text("#case-title"), HasSubstr("GPU 07, driver 2.0"));
}

TEST_F(PagesTest, TheClassesOfAllDevicesAreOnTheOverview) {
  std::vector<LoggedRun> runs = ManyRuns();
  const std::string id = ShapeCase("late_middle", /*hangs=*/true).id;
  for (size_t i = 0; i < runs.size(); i += 50) {
    runs[i].results = ShapeCases(progress::Model::kHsaObe);
  }
  SiteOptions options;
  options.most_bytes = 3 * kMostBytes;
  const std::string folder = folder_ + "/classes";
  ASSERT_TRUE(WriteMatrixSite(runs, options, folder).ok());
  browser_->Open("file://" + folder + "/index.html");
  EXPECT_EQ(Count("[aria-label=progress] tbody tr"), 3);
  browser_->Open(Links("[aria-label=progress] [data-model=LOBE] a").back());
  browser_->Await(kIsOpen);
  EXPECT_EQ(Text("#case-title"), id);
  browser_->Open(Many());
  EXPECT_EQ(Count("[aria-label=progress]"), 0) << "no run has a class";
}

TEST_F(PagesTest, TheSearchJoinsCaseAndDevice) {
  browser_->Open(Many());
  browser_->Eval("document.querySelector('#q').focus()");
  Search("acme spin");
  EXPECT_EQ(Count(kDevices), 20) << "those that fail there";
  Search("best spin");
  EXPECT_EQ(Count(kDevices), 0);
  Search("best");
  EXPECT_EQ(Count(kDevices), 35);
  EXPECT_EQ(Count("td.pages a"),
            static_cast<int>(browser_->Eval("index.pages.filter((p) => "
                                            "p.vendor === 'Best').length")));
}

}  // namespace
}  // namespace wgsync
