#include "reports/site/columns.h"

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "nlohmann/json.hpp"
#include "reports/advice/answer_table.h"
#include "reports/advice/recipe.h"
#include "reports/diff/driver_facts.h"
#include "reports/diff/run_store.h"
#include "reports/matrix/matrix_model.h"
#include "reports/matrix/progress_class.h"
#include "reports/matrix/report_json.h"
#include "reports/render/text.h"
#include "suite/core/progress/classify.h"
#include "suite/core/progress/progress_model.h"
#include "suite/core/record/progress_record.h"
#include "suite/core/record/run_facts.h"
#include "suite/core/verdict/kinds.h"
#include "suite/core/verdict/rules.h"

namespace wgsync {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

std::string Platform(const Run& run) {
  return JsonString(run.profile().fingerprint, {"platform", "name"});
}

// In the order of Tone.
constexpr absl::string_view kToneNames[] = {"good", "odd", "bad", "faint"};

// As wide as the panel that shows it.
constexpr size_t kAnswerWidth = 96;

ordered_json AnswersJson(const Run& run) {
  ordered_json list = ordered_json::array();
  for (const AnswerCell& cell : AnswersOf(run)) {
    ordered_json answer = {{"tone", kToneNames[static_cast<size_t>(cell.tone)]},
                           {"says", OneLine(cell.says)},
                           {"note", OneLine(cell.note)}};
    const CanAnswer& a = cell.answer;
    if (!a.name.empty()) answer["text"] = AnswerText(run, a, kAnswerWidth);
    if (!a.best.id.empty()) {
      answer["case"] = a.best.id;
      answer["code"] = CodeJson(a.best.id);
    } else if (a.why != nullptr) {
      answer["case"] = a.why->id;
    }
    list.push_back(std::move(answer));
  }
  return list;
}

ordered_json DefectsJson(const Run& run,
                         absl::Span<const DeviceExpectations> files) {
  std::vector<const CaseResult*> fresh, known;
  for (const CaseResult* r : Failures(run)) {
    (WhyKnown(run, *r, files).empty() ? fresh : known).push_back(r);
  }
  ordered_json list = ordered_json::array();
  for (const Defect& d : DefectsOf(fresh, known)) {
    list.push_back({{"says", OneLine(ReasonText(d.verdict))},
                    {"verdict", VerdictText(d.verdict)},
                    {"fresh", d.fresh},
                    {"known", d.known},
                    {"case", d.id}});
  }
  return list;
}

ordered_json SightingJson(const progress::Sighting& seen) {
  return {{"case", seen.id}, {"shape", seen.shape}, {"says", seen.text}};
}

ordered_json ProgressJson(const Run& run) {
  const progress::Classification c = ProgressOf(run.results);
  if (c.empty()) return nullptr;
  ordered_json models = ordered_json::array(),
               livelocks = ordered_json::array();
  for (const progress::Standing& s : c.standings) {
    if (s.config.fairness == progress::Fairness::kStrong ||
        s.config.model == progress::Model::kUnfair) {
      continue;
    }
    models.push_back({{"model", progress::NameOf(s.config.model)},
                      {"state", StateName(s.state)},
                      {"launches", s.launches}});
    const bool refuted = s.state == progress::Standing::State::kRefuted;
    if (refuted || s.failed_by) {
      models.back()["by"] =
          SightingJson(c.sightings[refuted ? s.refuted_by : *s.failed_by]);
    }
  }
  std::set<std::string> livelocked;
  for (const CaseResult& r : run.results) {
    if (r.verdict.cause == Cause::kLivelock) livelocked.insert(r.id);
  }
  for (const progress::Sighting& seen : c.sightings) {
    if (!seen.hung || livelocked.count(seen.id) == 0) continue;
    livelocks.push_back(SightingJson(seen));
  }
  return {{"class", progress::ClassText(c)},
          {"sentences", progress::ClassSentences(c)},
          {"models", std::move(models)},
          {"livelocks", std::move(livelocks)}};
}

}  // namespace

ordered_json ColumnJson(const Run& run) {
  std::string device =
      JsonString(run.profile().fingerprint, {"device", "name"});
  if (device.empty()) device = RunDeviceName(run);
  ordered_json column = {
      {"key", StorePath(run)},
      {"platform", OneLine(Platform(run))},
      {"vendor",
       OneLine(JsonString(run.profile().fingerprint, {"device", "vendor"}))},
      {"device", OneLine(device)},
      {"driver", OneLine(RunDriverVersion(run))},
      {"model", RunModel(run)},
      {"type", run.profile().device.type},
      {"device_key", DeviceKey(run)},
      {"begun", UtcTime(RunBegan(run))},
      {"finished", run.finished},
      {"tier", run.header.settings.tier},
      {"suite", run.header.suite_digest},
      {"folder", run.folder},
      {"remarks", ColumnRemarks(run)}};
  return column;
}

ordered_json PageColumnJson(const Run& run,
                            absl::Span<const DeviceExpectations> files) {
  const Tally tally = TallyRun(run);
  size_t ran = 0, passes = 0;
  for (const CaseResult& r : run.results) {
    ran += IsJudged(r.verdict.kind);
    passes += r.could_bind && IsRight(r.verdict.kind);
  }
  ordered_json column = ColumnJson(run);
  column["full_name"] = OneLine(RunDeviceName(run));
  column["cases"] = ran;
  column["planned"] = tally.total + tally.missing;
  column["counted"] = tally.could_bind;
  column["failures"] = tally.failures();
  column["unproven"] = tally.could_bind_unproven;
  column["passes"] = passes;
  column["answers"] = AnswersJson(run);
  if (IsTried(run)) column["tried"] = true;
  column["defects"] = DefectsJson(run, files);
  column["progress"] = ProgressJson(run);
  return column;
}

json QuestionsJson() {
  return JsonList(Questions(), [](const Question& question) -> json {
    return {question.name, question.about};
  });
}

ordered_json ColumnsJson(absl::Span<const Run> runs) {
  ordered_json columns = ordered_json::array();
  for (const Run& run : runs) columns.push_back(ColumnJson(run));
  return columns;
}

}  // namespace wgsync
