#include "reports/site/site_data.h"

#include <map>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "reports/advice/common_names.h"
#include "reports/diff/diff_text.h"
#include "reports/diff/driver_facts.h"
#include "reports/diff/history.h"
#include "reports/diff/not_promised.h"
#include "reports/diff/steps_text.h"
#include "reports/matrix/matrix_model.h"
#include "reports/matrix/report_json.h"
#include "reports/render/csv.h"
#include "reports/render/text.h"
#include "reports/site/columns.h"
#include "suite/core/base/field_visitor.h"
#include "suite/core/plan/soundness.h"
#include "suite/core/record/run_facts.h"
#include "suite/core/verdict/kinds.h"

namespace wgsync {
namespace {

using nlohmann::json;

constexpr int kNone = -1;
constexpr int kPlanned = -2;

// Values by number, each once.
class Numbering {
 public:
  size_t Add(const json& value) {
    auto [at, is_new] = numbers_.try_emplace(value.dump(), numbers_.size());
    if (is_new) values_.push_back(value);
    return at->second;
  }
  const json& values() const { return values_; }

 private:
  std::map<std::string, size_t> numbers_;
  json values_ = json::array();
};

class IndexBuilder {
 public:
  explicit IndexBuilder(const SiteOptions& options) : options_(options) {}

  SiteData Build(absl::Span<const Run> runs) {
    const std::vector<MatrixGroup> groups = BuildMatrix(runs);
    FindTrends(runs);
    SiteData data;
    json index_groups = json::array();
    for (const MatrixGroup& group : groups) {
      index_groups.push_back(Group(group, runs));
      data.details.push_back(Details(group, runs));
    }
    data.index = {{"kind", "matrix"},
                  {"columns", JsonList(runs,
                                       [this](const Run& run) {
                                         return json(PageColumnJson(
                                             run, options_.expectations));
                                       })},
                  {"questions", QuestionsJson()},
                  {"names", Names(groups)},
                  {"verdicts", verdicts_.values()},
                  {"words", words_.values()},
                  {"soundness", soundness_.values()},
                  {"cells", cells_.values()},
                  {"groups", std::move(index_groups)},
                  {"counts", Counts(runs)},
                  {"legend", json(MatrixLegend(groups))},
                  {"charts", options_.charts}};
    data.sources = sources_.Json();
    return data;
  }

 private:
  void FindTrends(absl::Span<const Run> runs) {
    for (const CaseHistory& history :
         HistoriesOf(MakeTimeline(Pointers(runs)))) {
      if (history.drivers.size() < 2) continue;
      trends_[{history.device_key, history.id}] = TrendText(history);
    }
  }

  size_t Verdict(VerdictKind kind) {
    return verdicts_.Add(
        {{"letter", std::string(1, VerdictLetter(kind))},
         {"name", VerdictName(kind)},
         {"rank", static_cast<int>(kind)},
         {"compared", MakesBaseline(kind)},
         {"waits", WaitsForEver(kind)},
         {"worse", DirectionOf(kind, false) == Direction::kWorse}});
  }

  int Cell(const TimelineCell& cell, const Run& run) {
    if (cell.result == nullptr) return cell.planned ? kPlanned : kNone;
    const CaseResult& r = *cell.result;
    // The letter and its marks; k/n stands apart.
    std::string text = CellText(cell);
    text = text.substr(0, text.find(' '));
    json shown = {{"v", Verdict(r.verdict.kind)}, {"t", text}};
    if (IsJudged(r.verdict.kind)) {
      shown["kn"] = absl::StrCat(ShortCount(r.k), "/", ShortCount(r.n));
      if (r.unit != Unit::kRuns) shown["u"] = NameOf(r.unit);
      if (r.failed_launches != 0) {
        shown["l"] = absl::StrCat(r.failed_launches, "/", r.case_launches);
      }
    }
    if (r.binds != Binding::kNothing) {
      shown["b"] = InfoOf(r.binds).name;
      if (!WhyKnown(run, r, options_.expectations).empty()) shown["y"] = true;
    }
    const std::map<VerdictKind, uint64_t> seen = KindsSeen(r);
    if (seen.size() > 1) {
      shown["r"] = JsonList(
          seen, [this](const auto& kind) { return json(Verdict(kind.first)); });
    }
    if (DirectionOf(r.verdict.kind, false) == Direction::kWorse &&
        !WhyNotPromised(nullptr, r).empty()) {
      shown["n"] = true;
    }
    const absl::string_view cause = NameOf(r.verdict.cause);
    if (!cause.empty()) shown["c"] = cause;
    return static_cast<int>(cells_.Add(shown));
  }

  json Group(const MatrixGroup& group, absl::Span<const Run> runs) {
    json rows = json::array();
    for (const MatrixRow& row : group.rows) {
      const auto number = [this](const auto& word) {
        return words_.Add(absl::StrCat(word.first, "=", word.second));
      };
      json cells = json::array(), shown;
      for (size_t i = 0; i < row.cells.size(); ++i) {
        cells.push_back(Cell(row.cells[i], runs[i]));
        const CaseResult* r = row.cells[i].result;
        if (r == nullptr || !r->soundness) continue;
        shown["s"] = soundness_.Add(NameOf(r->soundness));
      }
      shown["w"] = JsonList(SplitId(row.id).words, number);
      shown["c"] = std::move(cells);
      rows.push_back(std::move(shown));
    }
    return {{"family", group.family},
            {"primitive", group.primitive},
            {"common", group.common},
            {"axes", group.axes},
            {"rows", std::move(rows)}};
  }

  json Details(const MatrixGroup& group, absl::Span<const Run> runs) {
    json rows = json::array();
    for (const MatrixRow& row : group.rows) {
      json cells = json::array();
      for (size_t i = 0; i < row.cells.size(); ++i) {
        const CaseResult* r = row.cells[i].result;
        if (r == nullptr) {
          cells.push_back(nullptr);
          continue;
        }
        json details = CaseDetails(runs[i], *r, options_.expectations,
                                   options_.source_of, &sources_);
        const auto trend = trends_.find({DeviceKey(runs[i]), row.id});
        if (trend != trends_.end()) details["trend"] = trend->second;
        for (size_t j = 0; j < row.cells.size(); ++j) {
          const CaseResult* other = row.cells[j].result;
          if (other == nullptr || !DisagreeOnCompiler(*r, *other)) continue;
          details["facts"].push_back(
              {"compiler", absl::StrCat(ColumnName(runs[j]), ", ",
                                        VerdictText(other->verdict), ": ",
                                        kDisagreeOnCompiler)});
        }
        cells.push_back(std::move(details));
      }
      rows.push_back(std::move(cells));
    }
    return rows;
  }

  // The common names of this page's primitives.
  static json Names(absl::Span<const MatrixGroup> groups) {
    json names = json::array();
    for (absl::Span<const CommonName> table : {Kinds(), CommonNames()}) {
      for (const CommonName& row : table) {
        // "volatile poll" is in the ids: a search finds those alone.
        const std::vector<std::string> words = absl::StrSplit(row.name, ' ');
        if (absl::c_all_of(words, [&](const std::string& word) {
              return absl::StrContains(row.access, word);
            })) {
          continue;
        }
        const std::vector<std::string> globs(row.primitives.begin(),
                                             row.primitives.end());
        json primitives = json::array();
        for (const MatrixGroup& group : groups) {
          if (PlaceOf(globs, group.primitive) == globs.size()) continue;
          primitives.push_back(group.primitive);
        }
        if (primitives.empty()) continue;
        names.push_back({std::string(row.name), std::move(primitives)});
      }
    }
    return names;
  }

  static json Counts(absl::Span<const Run> runs) {
    return JsonList(MatrixCounts(runs), [](const CountRow& row) -> json {
      return {
          {"letter", row.letter}, {"name", row.name}, {"counts", row.counts}};
    });
  }

  const SiteOptions& options_;
  Numbering verdicts_, words_, cells_, soundness_;
  // TrendText() by device and case, of devices with several drivers.
  std::map<std::pair<std::string, std::string>, std::string> trends_;
  SourceTable sources_;
};

}  // namespace

SiteData MatrixData(absl::Span<const Run> runs, const SiteOptions& options) {
  return IndexBuilder(options).Build(runs);
}

SiteData SeriesData(absl::Span<const Run> runs, absl::Span<const RunDiff> steps,
                    const SiteOptions& options) {
  SiteData data = MatrixData(runs, options);
  data.index["kind"] = "series";
  data.index["steps"] = json(StepsJson(steps));
  return data;
}

nlohmann::ordered_json SeriesJson(absl::Span<const Run> runs,
                                  absl::Span<const RunDiff> steps) {
  return {{"schema", 1},
          {"kind", "series"},
          {"columns", ColumnsJson(runs)},
          {"steps", StepsJson(steps)}};
}

std::string MatrixCsv(absl::Span<const Run> runs) {
  std::vector<std::vector<std::string>> heads;
  for (const Run& run : runs) {
    const nlohmann::ordered_json column = ColumnJson(run);
    std::vector<std::string> head;
    for (const char* name :
         {"platform", "vendor", "device", "driver", "model", "key"}) {
      head.push_back(column[name].get<std::string>());
    }
    heads.push_back(std::move(head));
  }
  std::vector<std::string> names = {"case",     "family", "primitive",
                                    "platform", "vendor", "device",
                                    "driver",   "model",  "run"};
  const nlohmann::ordered_json empty = ResultFields(CaseResult());
  for (const auto& [name, value] : empty.items()) names.push_back(name);
  std::string out = CsvLine(names);
  for (const MatrixGroup& group : BuildMatrix(runs)) {
    for (const MatrixRow& row : group.rows) {
      for (size_t i = 0; i < row.cells.size(); ++i) {
        if (row.cells[i].result == nullptr) continue;
        std::vector<std::string> line = {row.id, group.family, group.primitive};
        line.insert(line.end(), heads[i].begin(), heads[i].end());
        const nlohmann::ordered_json fields =
            ResultFields(*row.cells[i].result);
        for (const auto& [name, value] : fields.items()) {
          line.push_back(CsvValue(value));
        }
        out += CsvLine(line);
      }
    }
  }
  return out;
}

}  // namespace wgsync
