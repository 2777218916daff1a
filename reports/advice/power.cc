#include "reports/advice/power.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "nlohmann/json.hpp"
#include "reports/matrix/report_json.h"
#include "reports/render/text.h"
#include "suite/core/record/run_facts.h"
#include "suite/core/record/run_log.h"
#include "suite/core/record/twin_result.h"

namespace wgsync {
namespace {

using nlohmann::json;

// The part of an id before its first "/".
std::string PrimitiveOf(const std::string& id) {
  return id.substr(0, id.find('/'));
}

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
      power.rows[{twin.name, PrimitiveOf(r.id)}].Add(twin);
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
  size_t twin_width = 4, primitive_width = 9;
  for (const auto& [names, tally] : power.rows) {
    twin_width = std::max(twin_width, names.first.size());
    primitive_width = std::max(primitive_width, names.second.size());
  }
  absl::StrAppend(&out, "\n", PadRight("twin", twin_width), "  ",
                  PadRight("primitive", primitive_width),
                  "  killed  missed  not observable  equivalent  failed "
                  "launches\n");
  for (const auto& [names, tally] : power.rows) {
    absl::StrAppend(
        &out, PadRight(names.first, twin_width), "  ",
        PadRight(names.second, primitive_width),
        absl::StrFormat(
            "  %6u  %6u  %14u  %10u  %6u of %u\n", tally.Of(TwinState::kKilled),
            tally.Of(TwinState::kMissed), tally.Of(TwinState::kNotObservable),
            tally.Of(TwinState::kEquivalent), tally.failed, tally.launches));
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
  j["rows"] = json::array();
  for (const auto& [names, tally] : power.rows) {
    json row = TallyJson(tally);
    row["twin"] = names.first;
    row["primitive"] = names.second;
    j["rows"].push_back(std::move(row));
  }
  j["survivors"] = json::array();
  for (const auto& [id, twin] : power.survivors) {
    j["survivors"].push_back({{"case", id},
                              {"twin", twin.name},
                              {"launches", twin.launches},
                              {"reads", twin.reads}});
  }
  return j;
}

}  // namespace wgsync
