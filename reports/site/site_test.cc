#include <zlib.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iterator>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "reports/diff/column_order.h"
#include "reports/diff/diff.h"
#include "reports/diff/steps_text.h"
#include "reports/matrix/report_json.h"
#include "reports/matrix/test_shapes.h"
#include "reports/site/case_details.h"
#include "reports/site/columns.h"
#include "reports/site/page.h"
#include "reports/site/site_data.h"
#include "suite/core/base/sha256.h"
#include "suite/core/record/run_facts.h"
#include "suite/core/record/test_runs.h"

namespace wgsync {
namespace {

using ::nlohmann::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr char kPoll[] = "barrier.a/poll=plain/signal=rmw/groups=2";
constexpr char kBeyond[] = "barrier.a/poll=rmw/signal=rmw/groups=res_plus1";
constexpr char kLock[] = "mutex.spin/poll=rmw/work=counter/groups=2";
constexpr char kHostile[] = "</script><img src=x onerror=\"alert(1)\">";

LoggedRun DriverRun(const std::string& version,
                    std::vector<CaseResult> results) {
  LoggedRun run = TestRun("Pocl/cpu", std::move(results));
  run.header.devices[0].device.driver_version = version;
  run.header.devices[0].device.type = "cpu";
  (*run.header.devices[0].fingerprint) = {{"platform", {{"name", "Pocl"}}},
                                          {"device", {{"name", "cpu"}}}};
  return run;
}

std::vector<LoggedRun> TwoDrivers() {
  CaseResult flaky = TestResult(kLock, VerdictKind::kStalePayload,
                                Cause::kStaleLoad, Binding::kViolation);
  flaky.k = 3;
  flaky.n = 10;
  return {DriverRun("2.0", {TestResult(kPoll, VerdictKind::kPass), flaky}),
          DriverRun("1.0", {TestResult(kPoll, VerdictKind::kHang,
                                       Cause::kMissed, Binding::kProgress),
                            TestResult(kLock, VerdictKind::kPass),
                            TestResult(kBeyond, VerdictKind::kUnsupported)})};
}

std::vector<std::string> Drivers(const std::vector<LoggedRun>& runs) {
  std::vector<std::string> drivers;
  drivers.reserve(runs.size());
  for (const LoggedRun& run : runs) {
    drivers.push_back(absl::StrCat(RunModel(run), RunDriverVersion(run)));
  }
  return drivers;
}

TEST(ColumnsTest, NewestDriverFirstAsNumbersAndModelsLast) {
  LoggedRun model = DriverRun("99", {});
  model.header.settings.model = *ParseModel("cache");
  std::vector<LoggedRun> runs = {model, DriverRun("9.1", {}),
                                 DriverRun("10.0", {}), DriverRun("9.10", {})};
  SortColumns(&runs);
  EXPECT_THAT(Drivers(runs), ElementsAre("10.0", "9.10", "9.1", "cache99"));
}

// The id that a page puts together from the index.
std::string IdOf(const json& index, const json& group, const json& row) {
  std::string id = group["primitive"];
  for (const json& word : row["w"]) {
    absl::StrAppend(&id, "/",
                    index["words"][word.get<size_t>()].get<std::string>());
  }
  return id;
}

TEST(SiteDataTest, EveryIdCanBePutTogetherFromTheIndex) {
  const json index = MatrixData(TwoDrivers(), {}).index;
  std::vector<std::string> ids;
  for (const json& group : index["groups"]) {
    for (const json& row : group["rows"]) {
      ids.push_back(IdOf(index, group, row));
    }
  }
  EXPECT_THAT(ids, ElementsAre(kPoll, kBeyond, kLock));
}

TEST(SiteDataTest, ACellHasLetterMarksRateCauseAndWhatItFailsAs) {
  const json index = MatrixData(TwoDrivers(), {}).index;
  const json& lock = index["groups"][1]["rows"][0];
  const json& cell = index["cells"][lock["c"][0].get<size_t>()];
  EXPECT_EQ(index["verdicts"][cell["v"].get<size_t>()]["name"],
            "stale-payload");
  EXPECT_EQ(cell["t"], "P!");
  EXPECT_EQ(cell["kn"], "3/10");
  EXPECT_EQ(cell["c"], "stale load");
  EXPECT_EQ(cell["b"], "violation");
}

TEST(SiteDataTest, UnsupportedHasNoRateAndUnplannedIsNoCell) {
  const json index = MatrixData(TwoDrivers(), {}).index;
  const json& beyond = index["groups"][0]["rows"][1];
  EXPECT_EQ(beyond["c"][0], -1);
  EXPECT_FALSE(index["cells"][beyond["c"][1].get<size_t>()].contains("kn"));
}

TEST(SiteDataTest, PlannedWithoutAVerdictIsSaid) {
  std::vector<LoggedRun> runs = TwoDrivers();
  runs[0].header.plan.push_back(kBeyond);
  const json index = MatrixData(runs, {}).index;
  EXPECT_EQ(index["groups"][0]["rows"][1]["c"][0], -2);
}

TEST(SiteDataTest, CommonNamesAreOfThePagesPrimitives) {
  const json names = MatrixData(TwoDrivers(), {}).index["names"];
  json locks;
  for (const json& name : names) {
    if (name[0] == "critical section") locks = name[1];
    EXPECT_NE(name[0], "ticket lock") << "none of its primitives is there";
  }
  EXPECT_EQ(locks, json({"mutex.spin"}));
}

TEST(SiteDataTest, AColumnHasItsCountsAndWhatMayBeUsedThere) {
  std::vector<LoggedRun> runs = TwoDrivers();
  runs[1].header.plan.push_back("mutex.spin/groups=9");
  const json column = MatrixData(runs, {}).index["columns"][1];
  EXPECT_EQ(column["planned"], 4);
  EXPECT_EQ(column["cases"], 2) << "an unsupported one did not run";
  EXPECT_EQ(column["counted"], 3);
  EXPECT_EQ(column["failures"], 1);
  EXPECT_EQ(column["passes"], 1);
  ASSERT_EQ(column["answers"].size(), 7u);
  EXPECT_EQ(column["answers"][1]["says"], "not known");
  EXPECT_EQ(column["answers"][1]["note"], "the run was cut short");
  EXPECT_THAT(column["answers"][1]["text"].get<std::string>(),
              HasSubstr("lock: not known\n  because"));
  EXPECT_EQ(column["defects"][0]["fresh"], 1);
  EXPECT_TRUE(column["progress"].is_null());
}

TEST(SiteDataTest, AColumnHasItsClassOfProgress) {
  const LoggedRun before = TestRun("P/D", ShapeCases(progress::Model::kLobe));
  const LoggedRun after = TestRun("P/D", ShapeCases(progress::Model::kHsaObe));
  const std::vector<LoggedRun> runs = {before, after};
  const Timeline timeline = MakeTimeline(Pointers(runs));
  const std::vector<RunDiff> steps = StepsOf(timeline);
  const json index = SeriesData(runs, steps, {}).index;
  EXPECT_EQ(index["columns"][0]["progress"]["class"], "at most LOBE");
  const json& shrunk = index["columns"][1]["progress"];
  EXPECT_EQ(shrunk["class"], "at most HSA+OBE");
  EXPECT_THAT(shrunk["sentences"][0].get<std::string>(),
              HasSubstr("LOBE is refuted by late_middle"));
  EXPECT_EQ(index["steps"][0]["progress"][0],
            "progress: at most LOBE -> at most HSA+OBE");
  EXPECT_THAT(
      StepsMarkdown(timeline, steps),
      HasSubstr("- progress: the class shrinks: held before and refuted "
                "now: LOBE"));
}

TEST(SiteDataTest, AClassHasItsModelsAndLivelocks) {
  LoggedRun run = TestRun("P/D", ShapeCases(progress::Model::kHsaObe));
  const json of = MatrixData({run}, {}).index["columns"][0]["progress"];
  std::string models;
  for (const json& m : of["models"]) {
    absl::StrAppend(&models, m["model"].get<std::string>(), " ",
                    m["state"].get<std::string>(), "; ");
  }
  EXPECT_EQ(models,
            "HSA held; OBE held; HSA+OBE held; LOBE refuted; FAIR "
            "refuted; ");
  EXPECT_EQ(of["models"][2]["launches"], 216);
  EXPECT_EQ(of["models"][2].count("by"), 0u);
  const json& by = of["models"][3]["by"];
  EXPECT_EQ(by["shape"], "late_middle");
  EXPECT_THAT(by["case"].get<std::string>(),
              HasSubstr("progress.late_middle/"));
  EXPECT_EQ(by["says"],
            "round-robin, 13 copies in 39 groups: group 4 (role 1) never "
            "started (3 of 3)");
  EXPECT_TRUE(of["livelocks"].empty());

  CaseResult cut = ShapeCase("up_then_lock");
  cut.Decide(Rule::kWaitCut);
  run.results = {LivelockCase("duel"), ShapeCase("holder_low"), cut};
  const json few = MatrixData({run}, {}).index["columns"][0]["progress"];
  EXPECT_EQ(few["models"][1].count("by"), 0u) << "OBE does not guarantee it";
  EXPECT_EQ(few["models"][2]["state"], "not seen");
  EXPECT_EQ(few["models"][2]["by"]["says"],
            "round-robin: broken (wait cut short)");
  const json& livelocks = few["livelocks"];
  ASSERT_EQ(livelocks.size(), 1u);
  EXPECT_EQ(livelocks[0]["shape"], "duel");
  EXPECT_EQ(livelocks[0]["says"],
            "round-robin, 13 copies in 39 groups: a livelock (3 of 3)");
}

TEST(SiteDataTest, ASourceThatCasesShareIsThereOnce) {
  SiteOptions options;
  options.source_of = [](const LoggedRun&, const CaseResult& r) {
    CaseSource source;
    source.files = {{"lib/access.cl", "shared"},
                    {"own.cl", std::string(r.id.substr(0, 5))}};
    return source;
  };
  const SiteData data = MatrixData(TwoDrivers(), options);
  ASSERT_EQ(data.sources.size(), 3u);  // shared, "barri", "mutex"
  const json& files = data.details[1][0][1]["source"]["files"];
  EXPECT_EQ(data.sources[files[0].get<size_t>()]["text"], "shared");
  EXPECT_EQ(data.sources[files[1].get<size_t>()]["text"], "mutex");
}

TEST(CaseDetailsTest, AnExpectationGivesItsReasonAndWhetherItIsMet) {
  std::vector<std::string> errors;
  std::vector<DeviceExpectations> files(1);
  files[0].device = "pOcL";
  files[0].rules = ParseExpectations("\"a reason\" mutex.* = stale-payload\n",
                                     "x.expect", "2026-01-01", &errors);
  ASSERT_TRUE(errors.empty());
  const LoggedRun run = TwoDrivers()[0];
  const json rule = ExpectationJson(run, run.results[1], files);
  EXPECT_EQ(rule["reason"], "a reason");
  EXPECT_EQ(rule["where"], "x.expect:1");
  EXPECT_EQ(rule["expected"], "stale-payload");
  EXPECT_EQ(rule["met"], true);
  EXPECT_THAT(ExpectationJson(run, run.results[0], files)["none"],
              HasSubstr("expected to pass"));
  files[0].device = "nvidia";  // another device's rules say nothing of it
  EXPECT_THAT(ExpectationJson(run, run.results[1], files)["none"],
              HasSubstr("for this device"));
}

TEST(CaseDetailsTest, OneBinaryWithTwoWordsForItsCompilerNamesTheOtherColumn) {
  std::vector<CaseResult> results = {
      TestResult(kPoll, VerdictKind::kStaleHoisted, Cause::kHoisted),
      TestResult(kLock, VerdictKind::kPass)};
  for (CaseResult& r : results) r.binary_digest = "d1";
  std::vector<LoggedRun> runs = {DriverRun("1.0", results)};
  results[0].verdict = {VerdictKind::kStaleCache, Cause::kNone};
  runs.push_back(DriverRun("2.0", results));
  const std::vector<json> details = MatrixData(runs, {}).details;
  EXPECT_THAT(details[0][0][0]["facts"].dump(),
              HasSubstr("2.0, stale-cache: same program binary"));
  EXPECT_THAT(details[0][0][1]["facts"].dump(),
              HasSubstr("1.0, stale-hoisted (load hoisted): same program"));
  EXPECT_THAT(details[1][0][0]["facts"].dump(),
              Not(HasSubstr("same program binary")));
}

TEST(SeriesTest, EachStepHasItsOwnChanges) {
  std::vector<LoggedRun> runs = TwoDrivers();
  runs.push_back(runs[1]);
  const json steps = StepsJson(StepsOf(MakeTimeline(Pointers(runs))));
  ASSERT_EQ(steps.size(), 2u);
  ASSERT_EQ(steps[0]["changes"].size(), 3u);
  EXPECT_EQ(steps[0]["changes"][0]["id"], kPoll);  // worse now comes first
  EXPECT_EQ(steps[0]["changes"][0]["before"], "pass");
  EXPECT_THAT(steps[0]["changes"][0]["after"], HasSubstr("hang (missed)"));
  EXPECT_TRUE(steps[1]["changes"].empty());
  EXPECT_EQ(steps[1]["counts"]["unchanged"], 3);
}

TEST(SeriesTest, MarkdownAndCsvHaveALineForEachChange) {
  const std::vector<LoggedRun> runs = TwoDrivers();
  const Timeline timeline = MakeTimeline(Pointers(runs));
  const std::vector<RunDiff> steps = StepsOf(timeline);
  EXPECT_THAT(StepsMarkdown(timeline, steps),
              HasSubstr(absl::StrCat("| `", kPoll, "` |")));
  const std::string csv = StepsCsv(timeline, steps);
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 4);
}

TEST(MatrixFormsTest, CsvQuotesWhatDriversSay) {
  std::vector<LoggedRun> runs = {TwoDrivers()[0]};
  (*runs[0].header.devices[0].fingerprint)["device"]["name"] = "a \"b\", c";
  const std::string csv = MatrixCsv(runs);
  EXPECT_THAT(csv, HasSubstr(",\"a \"\"b\"\", c\","));
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 3);
}

TEST(MatrixFormsTest, JsonHasEachCaseWithOneResultForEachColumn) {
  const auto matrix = MatrixReport(TwoDrivers());
  EXPECT_EQ(matrix["schema"], 1);
  ASSERT_EQ(matrix["cases"].size(), 3u);
  EXPECT_EQ(matrix["cases"][2]["case"], kLock);
  EXPECT_EQ(matrix["cases"][2]["results"][0]["verdict"], "stale-payload");
  EXPECT_EQ(matrix["cases"][2]["results"][0]["n"], 10);
  EXPECT_TRUE(matrix["cases"][1]["results"][0].is_null());
}

// With all that it has in itself.
std::string PageOf(const SiteData& data) {
  return SitePage(data, "a title", /*single_file=*/true)[0].second;
}

// A run whose every text wants to be markup.
LoggedRun HostileRun() {
  LoggedRun run = DriverRun(kHostile, {TestResult(kPoll, VerdictKind::kPass)});
  run.folder = kHostile;
  run.notes = {kHostile};
  (*run.header.devices[0].fingerprint)["platform"]["name"] = kHostile;
  (*run.header.devices[0].fingerprint)["device"]["name"] = kHostile;
  (*run.header.devices[0].fingerprint)["device"]["vendor"] =
      "\xff\xfe broken UTF-8";
  run.results[0].words = {kHostile};
  run.results[0].build_log = kHostile;
  return run;
}

TEST(PageTest, HostileTextsEndNoScriptAndOpenNoTag) {
  const std::vector<LoggedRun> hostile = {HostileRun()};
  std::vector<LoggedRun> tame = {
      DriverRun("1.0", {TestResult(kPoll, VerdictKind::kPass)})};
  const std::string page = PageOf(MatrixData(hostile, {}));
  EXPECT_THAT(page, Not(HasSubstr("<img")));
  const auto ends = [](const std::string& text) {
    return std::vector<std::string>(absl::StrSplit(text, "</script")).size();
  };
  EXPECT_EQ(ends(page), ends(PageOf(MatrixData(tame, {}))));
}

std::string Between(const std::string& text, const std::string& begin,
                    const std::string& end) {
  const size_t from = text.find(begin);
  if (from == std::string::npos) return "";
  const size_t start = from + begin.size();
  return text.substr(start, text.find(end, start) - start);
}

TEST(PageTest, ThePolicyAllowsThePagesOwnProgramAlone) {
  const std::string page = PageOf(MatrixData(TwoDrivers(), {}));
  const std::string policy =
      Between(page, "Content-Security-Policy\" content=\"", "\"");
  EXPECT_THAT(policy, HasSubstr("default-src 'none'"));
  EXPECT_THAT(policy, Not(HasSubstr("unsafe")));
  for (const auto& [begin, end] :
       {std::make_pair("<script>", "</script>"), {"<style>", "</style>"}}) {
    const std::string hash =
        absl::Base64Escape(Sha256Bytes(Between(page, begin, end)));
    EXPECT_THAT(policy, HasSubstr("'sha256-" + hash + "'")) << begin;
  }
}

TEST(PageTest, TheDrawingLibraryIsThereOnlyWhereSomethingIsDrawn) {
  SiteOptions options;
  const std::string without = PageOf(MatrixData(TwoDrivers(), options));
  options.charts = {{{"title", "a chart"}}};
  const std::string with = PageOf(MatrixData(TwoDrivers(), options));
  EXPECT_GT(with.size(), without.size() + 100000);
}

TEST(PageTest, WhatIsPackedComesBack) {
  const std::string text(100000, 'x');
  std::string packed;
  ASSERT_TRUE(absl::Base64Unescape(Packed(text), &packed));
  EXPECT_LT(packed.size(), 1000u);
  std::string back(text.size(), '\0');
  uLongf size = back.size();
  ASSERT_EQ(
      uncompress(reinterpret_cast<Bytef*>(&back[0]), &size,
                 reinterpret_cast<const Bytef*>(packed.data()), packed.size()),
      Z_OK);
  EXPECT_EQ(back, text);
}

TEST(PageTest, AFolderThatCannotBeWrittenIsNamed) {
  std::string folder = testing::TempDir() + "/site_file_XXXXXX";
  const int file = mkstemp(&folder[0]);
  ASSERT_GE(file, 0);
  const absl::Status status = WriteMatrixSite(TwoDrivers(), {}, folder);
  EXPECT_THAT(std::string(status.message()),
              HasSubstr(folder + ": cannot write there"));
  std::filesystem::remove(folder);
}

}  // namespace
}  // namespace wgsync
