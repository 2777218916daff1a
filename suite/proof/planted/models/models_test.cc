// Device models on PoCL with four threads, against the verdicts that
// models.txt has: the quick rows; with WGSYNC_MODELS=reasons one case for each
// model and reason; with WGSYNC_MODELS=all every case of the table.
// WGSYNC_PLANTED_ONLY is a part of the ids of the cases that are run.

#include <cstdio>
#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_join.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "reports/matrix/matrix.h"
#include "reports/words/evidence_text.h"
#include "reports/words/show.h"
#include "suite/core/launch/device_model.h"
#include "suite/core/plan/case.h"
#include "suite/core/plan/plan.h"
#include "suite/core/record/result.h"
#include "suite/core/record/run_log.h"
#include "suite/engine/session.h"
#include "suite/proof/golden/judge_again.h"
#include "suite/proof/planted/expect_verdict.h"
#include "suite/proof/planted/models/models_table.h"
#include "suite/proof/planted/test_device.h"

namespace wgsync {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// Whether the groups of a lock meet at it at all is the scheduler's luck; in so
// many more rounds they do. Locks of loads and stores have as many already.
constexpr uint32_t kLockRounds = 16;

bool NeedsLockRounds(const std::string& id) {
  const auto c = ParseKernelCaseId(id);
  return c.ok() && IsLock(c->primitive->family) &&
         c->primitive->rounds_factor == 1;
}

// Whether $WGSYNC_PLANTED_ONLY leaves the case in.
bool Chosen(const std::string& id) {
  const char* only = std::getenv("WGSYNC_PLANTED_ONLY");
  return only == nullptr || absl::StrContains(id, only);
}
constexpr char kSound[] =
    "barrier.counter_per_group/poll=rmw/signal=rmw/fence=device/pay=plain/"
    "work=exchange/wg=64/groups=res";

std::vector<ModelColumn> Table() {
  auto table = ReadModelTable();
  EXPECT_TRUE(table.ok()) << table.status();
  return table.ok() ? *std::move(table) : std::vector<ModelColumn>();
}

std::vector<ModelColumn> ChosenRows() {
  const char* wanted = std::getenv("WGSYNC_MODELS");
  const std::string rows = wanted == nullptr ? "" : wanted;
  if (rows == "all") return Table();
  return rows == "reasons" ? OneOfEachReason(Table()) : QuickOnes(Table());
}

// PoCL with as many threads as a model may need, and one cache of programs for
// all models.
absl::StatusOr<DeviceInfo> Pocl() {
  unsetenv("WGSYNC_TEST_DEVICE");  // models are counted in PoCL's threads
  setenv("POCL_MAX_PTHREAD_COUNT", "4", 1);
  setenv("POCL_CACHE_DIR", (testing::TempDir() + "/pocl").c_str(), 0);
  return FindTestDevice();
}

// Runs the cases on the model; empty where that failed, which is a failure of
// the test.
std::vector<CaseResult> RunOn(const std::string& model,
                              const std::vector<std::string>& ids,
                              const std::string& folder, uint32_t rounds = 1) {
  std::vector<CaseResult> results;
  const auto device = Pocl();
  EXPECT_TRUE(device.ok()) << device.status();
  if (!device.ok()) return results;
  RunOptions options;
  options.device = *device;
  options.folder = testing::TempDir() + "/" + folder;
  options.rounds = rounds;
  if (!model.empty()) {
    const auto parsed = ParseModel(model);
    EXPECT_TRUE(parsed.ok()) << parsed.status();
    if (!parsed.ok()) return results;
    options.model = *parsed;
  }
  const auto cases = Select(Tier::kSmoke, ids);
  EXPECT_TRUE(cases.ok()) << cases.status();
  if (!cases.ok()) return results;
  options.cases = *cases;
  options.on_result = [&](const CaseResult& r, size_t, size_t) {
    results.push_back(r);
    EXPECT_EQ(absl::StrJoin(Refused({{r.id, r.verdict, r.judged, {}}}), "\n"),
              "");
  };
  const auto summary = RunDevice(options);
  EXPECT_TRUE(summary.ok()) << summary.status();
  return results;
}

void ExpectColumn(const ModelColumn& column) {
  SCOPED_TRACE(column.model);
  std::map<std::string, ExpectedOnModel> by_id;
  std::vector<std::string> locks, others;
  for (const ExpectedOnModel& e : column.cases) {
    if (!Chosen(e.id)) continue;
    by_id[e.id] = e;
    (NeedsLockRounds(e.id) ? locks : others).push_back(e.id);
  }
  const auto model = ParseModel(column.model);
  ASSERT_TRUE(model.ok());
  std::vector<CaseResult> results;
  if (!others.empty()) {
    results = RunOn(column.model, others, column.model + "/others");
  }
  if (!locks.empty()) {
    for (CaseResult& r :
         RunOn(column.model, locks, column.model + "/locks", kLockRounds)) {
      results.push_back(std::move(r));
    }
  }
  std::set<std::string> ran;
  for (const CaseResult& r : results) {
    const ExpectedOnModel& e = by_id[r.id];
    ran.insert(r.id);
    std::printf("%s: %s (%.1f s)\n", r.id.c_str(),
                VerdictText(r.verdict).c_str(), r.seconds);
    if (MachineWasBusy(r)) continue;
    ExpectVerdict({ModelMark(*model), r.id, e.want, e.why},
                  VerdictText(r.verdict));
    if (model->row->slots && r.residency != 0) {
      EXPECT_EQ(r.residency, model->number) << r.id;
    }
  }
  for (const auto& [id, unused] : by_id) EXPECT_EQ(ran.count(id), 1u) << id;
}

// A model's cases have been run by the end of its test, so each is one.
class ModelsTest : public testing::TestWithParam<std::string> {};

TEST_P(ModelsTest, HaveTheVerdictsThatWereWrittenDown) {
  for (const ModelColumn& column : ChosenRows()) {
    if (ParseModel(column.model)->row->name == GetParam()) {
      return ExpectColumn(column);
    }
  }
  FAIL() << GetParam() << " is in no column";
}

std::vector<std::string> ModelNames() {
  std::vector<std::string> names;
  for (const ModelRow& row : ModelRows()) {
    if (!row.for_shapes) names.push_back(row.name);
  }
  return names;
}

INSTANTIATE_TEST_SUITE_P(All, ModelsTest, testing::ValuesIn(ModelNames()),
                         [](const auto& info) { return info.param; });

TEST(ModelMarkTest, AModelsRunIsMarkedInAllThatComesOfIt) {
  ASSERT_EQ(RunOn("cache", {kSound}, "marked").size(), 1u);
  ASSERT_EQ(RunOn("", {kSound}, "bare").size(), 1u);
  const auto marked = ReadRun(testing::TempDir() + "/marked");
  const auto bare = ReadRun(testing::TempDir() + "/bare");
  ASSERT_TRUE(marked.ok()) << marked.status();
  ASSERT_TRUE(bare.ok()) << bare.status();

  const DeviceProfile& profile = marked->profile();
  EXPECT_EQ(profile.fingerprint->value("model", ""), "cache");
  EXPECT_EQ(ModelText(marked->header.settings.model), "cache");
  EXPECT_THAT(profile.driver_digest, HasSubstr("model:cache"));
  EXPECT_THAT(absl::StrJoin(marked->notes, "\n"), HasSubstr("model:cache"));
  EXPECT_THAT(ContextJson(bare->header).dump(), Not(HasSubstr("model:")));
  EXPECT_NE(marked->results[0].kernel_digest, bare->results[0].kernel_digest);

  const std::vector<wgsync::Run> runs = {*marked, *bare};
  const std::string text = MatrixText(runs, {});
  EXPECT_THAT(text, HasSubstr("[1 model:cache]  [2]\n"));
  EXPECT_THAT(text, HasSubstr("[1 model:cache] model:cache on Portable"));
  const std::string markdown = MatrixMarkdown(runs);
  EXPECT_THAT(markdown, HasSubstr("| [1 model:cache] | [2] |"));
  EXPECT_THAT(markdown, HasSubstr("model:cache on Portable"));
  EXPECT_THAT(ShowRun(*marked, 80), HasSubstr("model:cache on Portable"));
  const std::string show = ShowCase(*marked, marked->results[0], 200);
  EXPECT_THAT(show, HasSubstr("model:cache on Portable"));
  EXPECT_THAT(show, HasSubstr(" --model 'cache'"));
  EXPECT_THAT(ShowRun(*bare, 80), Not(HasSubstr("model")));
}

TEST(ModelMarkTest, ARunIsNotResumedWithAnotherModel) {
  const auto device = Pocl();
  ASSERT_TRUE(device.ok()) << device.status();
  ASSERT_EQ(RunOn("late_store", {kSound}, "resumed").size(), 1u);
  RunOptions options;
  options.device = *device;
  options.folder = testing::TempDir() + "/resumed";
  options.resume = true;
  options.cases = *Select(Tier::kSmoke, {kSound});
  for (const char* model : {"", "cache"}) {
    if (*model != 0) options.model = *ParseModel(model);
    const auto summary = RunDevice(options);
    ASSERT_FALSE(summary.ok()) << model;
    EXPECT_THAT(std::string(summary.status().message()),
                HasSubstr("was made on model:late_store"));
  }
  options.model = *ParseModel("late_store");
  EXPECT_TRUE(RunDevice(options).ok());
}

TEST(ModelTest, ASchedulerNeedsADeviceWithItsSlots) {
  const auto results = RunOn("residency=9", {kSound}, "small");
  ASSERT_EQ(results.size(), 1u);
  EXPECT_EQ(results[0].verdict.kind, VerdictKind::kUnsupported);
  EXPECT_THAT(EvidenceWords(results[0], {})[0],
              HasSubstr("needs a device that holds 9 groups at once; this one "
                        "holds 4"));
}

}  // namespace
}  // namespace wgsync
