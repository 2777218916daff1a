#include "reports/site/columns.h"

#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "absl/algorithm/container.h"
#include "nlohmann/json.hpp"
#include "reports/advice/can.h"
#include "reports/advice/common_names.h"
#include "reports/diff/driver_facts.h"
#include "reports/diff/run_store.h"
#include "reports/matrix/matrix_model.h"
#include "reports/matrix/progress_class.h"
#include "reports/render/text.h"
#include "suite/core/base/versions.h"
#include "suite/core/progress/classify.h"
#include "suite/core/progress/progress_model.h"
#include "suite/core/record/progress_record.h"
#include "suite/core/record/run_facts.h"
#include "suite/core/verdict/kinds.h"

namespace wgsync {
namespace {

using nlohmann::ordered_json;

std::string Platform(const Run& run) {
  return JsonString(run.profile().fingerprint, {"platform", "name"});
}

// Whether `a` stands before `b`.
bool IsBefore(const Run& a, const Run& b) {
  const auto device = [](const Run& run) {
    return std::make_tuple(RunModel(run), Platform(run), DeviceKey(run));
  };
  const auto of_a = device(a), of_b = device(b);
  if (of_a != of_b) return of_a < of_b;
  const int versions =
      CompareVersions(RunDriverVersion(a), RunDriverVersion(b));
  return versions != 0 ? versions > 0 : RunBegan(a) > RunBegan(b);
}

// As wide as the panel that shows it.
constexpr size_t kCanWidth = 96;

std::string CanOf(const Run& run) {
  std::vector<CanAnswer> answers;
  for (const CommonName& kind : Kinds()) {
    answers.push_back(MakeAnswer(run, nullptr, *WhatIsMeant(kind.name)));
  }
  return CanText(run, answers, kCanWidth);
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

void SortColumns(std::vector<Run>* runs) {
  absl::c_stable_sort(*runs, IsBefore);
}

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

ordered_json PageColumnJson(const Run& run) {
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
  column["can"] = CanOf(run);
  column["progress"] = ProgressJson(run);
  return column;
}

ordered_json ColumnsJson(absl::Span<const Run> runs) {
  ordered_json columns = ordered_json::array();
  for (const Run& run : runs) columns.push_back(ColumnJson(run));
  return columns;
}

}  // namespace wgsync
