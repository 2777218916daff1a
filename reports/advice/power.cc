#include "reports/advice/power.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "nlohmann/json.hpp"
#include "reports/matrix/report_json.h"
#include "reports/render/text.h"
#include "suite/core/record/run_facts.h"

namespace wgsync {
namespace {

using nlohmann::json;

json TallyJson(const TwinTally& tally) {
  json j = {{"launches", tally.launches},
            {"failed", tally.failed},
            {"reads", tally.reads}};
  for (size_t i = 0; i < kTwinStates; ++i) {
    j[std::string(NamesOf(TwinState())[i])] = tally.states[i];
  }
  return j;
}

}  // namespace

Power PowerOf(const Run& run) {
  Power power;
  for (const CaseResult& r : run.results) {
    if (!r.twins.empty()) ++power.cases;
    for (const TwinResult& twin : r.twins) {
      power.all.Add(twin);
      if (twin.state == TwinState::kEquivalent) ++power.equivalent[twin.why];
      power.rows[{twin.name, SplitId(r.id).primitive}].Add(twin);
      if (twin.state == TwinState::kMissed) {
        power.survivors.emplace_back(r.id, twin);
      }
    }
  }
  return power;
}

std::string PowerText(const Run& run, const Power& power, size_t width) {
  std::string out = Wrap(
      absl::StrCat(RunDeviceName(run), ": ", ScoreText(power.all), "; ",
                   power.all.Of(TwinState::kNotObservable), " not observable, ",
                   power.all.Of(TwinState::kEquivalent), " equivalent, ",
                   power.all.Of(TwinState::kNotRun), " not run; ", power.cases,
                   " cases, ", power.all.launches, " launches of twins"),
      width, 2);
  std::vector<std::vector<std::string>> rows = {
      {"twin", "primitive", "killed", "missed", "not observable", "equivalent",
       "failed launches"}};
  for (const auto& [names, tally] : power.rows) {
    rows.push_back(
        {names.first, names.second,
         absl::StrFormat("%6u", tally.Of(TwinState::kKilled)),
         absl::StrFormat("%6u", tally.Of(TwinState::kMissed)),
         absl::StrFormat("%14u", tally.Of(TwinState::kNotObservable)),
         absl::StrFormat("%10u", tally.Of(TwinState::kEquivalent)),
         absl::StrFormat("%6u of %u", tally.failed, tally.launches)});
  }
  absl::StrAppend(&out, "\n", TableText(rows));
  if (!power.equivalent.empty()) out += "\nEquivalent:\n";
  for (const auto& [why, twins] : power.equivalent) {
    absl::StrAppend(&out, "  ", twins, ": ", why, "\n");
  }
  if (!power.survivors.empty()) out += "\nMissed:\n";
  for (const auto& [id, twin] : power.survivors) {
    absl::StrAppend(&out, "  ", twin.name, " of ", OneLine(id), ": 0 of ",
                    twin.launches, " launches, ", ShortCount(twin.reads),
                    " reads\n");
  }
  return out;
}

json PowerJson(const Run& run, const Power& power) {
  json j = ReportJson("power");
  j["run"] = RunJson(run);
  j["cases"] = power.cases;
  j["all"] = TallyJson(power.all);
  j["rows"] = JsonList(power.rows, [](const auto& of) {
    json row = TallyJson(of.second);
    row["twin"] = of.first.first;
    row["primitive"] = of.first.second;
    return row;
  });
  j["survivors"] = JsonList(power.survivors, [](const auto& of) -> json {
    return {{"case", of.first},
            {"twin", of.second.name},
            {"launches", of.second.launches},
            {"reads", of.second.reads}};
  });
  return j;
}

}  // namespace wgsync
