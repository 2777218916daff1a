#include "reports/site/chart_data.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <limits>
#include <map>
#include <set>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "nlohmann/json.hpp"
#include "reports/advice/recipe.h"
#include "reports/render/text.h"
#include "suite/core/base/field_visitor.h"
#include "suite/core/base/parse_json.h"
#include "suite/core/base/read_file.h"
#include "suite/core/base/status_macros.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/plan/soundness.h"
#include "suite/core/record/run_facts.h"

namespace wgsync {
namespace {

using nlohmann::json;

// By groups, then by their size.
using GridSize = std::pair<uint64_t, uint64_t>;

std::string GridText(const GridSize& grid) {
  return absl::StrCat(grid.first, " x ", grid.second);
}

struct Point {
  json value;
  std::string note;
};

// What is drawn, before it is put in order. Column is what is sorted by.
template <typename Column>
class ChartBuilder {
 public:
  void Set(const std::string& series, const Column& column,
           const Point& point) {
    columns_[column];
    series_[series][column] = point;
  }
  const Point* Find(const std::string& series, const Column& column) const {
    auto s = series_.find(series);
    if (s == series_.end()) return nullptr;
    auto p = s->second.find(column);
    return p == s->second.end() ? nullptr : &p->second;
  }

  // `chart` has all but categories and series.
  template <typename Name>
  json Build(json chart, Name name_of) const {
    json categories = json::array();
    for (const auto& [column, unused] : columns_) {
      categories.push_back(name_of(column));
    }
    std::vector<std::pair<double, json>> all;
    for (const auto& [name, points] : series_) {
      json values = json::array(), notes = json::array();
      double last = std::numeric_limits<double>::max();
      for (const auto& [column, unused] : columns_) {
        auto at = points.find(column);
        const bool there = at != points.end();
        values.push_back(there ? at->second.value : json());
        notes.push_back(there ? at->second.note : "");
        if (there) last = Middle(at->second.value);
      }
      all.push_back(
          {last, {{"name", name}, {"points", values}, {"note", notes}}});
    }
    absl::c_stable_sort(
        all, [](const auto& a, const auto& b) { return a.first < b.first; });
    chart["categories"] = std::move(categories);
    chart["series"] = json::array();
    for (auto& [last, series] : all) {
      chart["series"].push_back(std::move(series));
    }
    return chart;
  }

 private:
  static double Middle(const json& value) {
    return value.is_array() ? value[1].get<double>() : value.get<double>();
  }

  std::map<Column, bool> columns_;
  std::map<std::string, std::map<Column, Point>> series_;
};

std::string AccessText(const BenchLine& line) {
  std::vector<std::string> words;
  for (const auto& [name, value] : SplitId(line.id).words) {
    if (name == "poll" || name == "signal" || name == "fence") {
      words.push_back(absl::StrCat(name, "=", value));
    }
  }
  return absl::StrJoin(words, " ");
}

using BarrierChart = ChartBuilder<GridSize>;

void AddBarrier(const BenchLine& line, BarrierChart* chart) {
  const std::string series =
      absl::StrCat(SplitId(line.id).primitive, ", ", NameOf(line.soundness));
  const GridSize grid = {line.groups, line.group_size};
  const double ns = line.Ns().median;
  const Point* there = chart->Find(series, grid);
  if (there != nullptr && there->value.get<double>() <= ns) return;
  chart->Set(series, grid, {ns, AccessText(line)});
}

// The fewest and the most that a group had in any launch, and the median of
// the launches' medians.
json SharesPoint(const BenchLine& line) {
  uint64_t least = line.shares.front().least, most = 0;
  std::vector<double> medians;
  for (const Shares& shares : line.shares) {
    least = std::min(least, shares.least);
    most = std::max(most, shares.most);
    medians.push_back(shares.median);
  }
  return {least, SpreadOf(medians).median, most};
}

// The forms that no reader should take for usable, each with why and, of those
// that failed, what came on which grid.
class LeftOut {
 public:
  explicit LeftOut(const std::vector<const BenchLine*>& lines) {
    for (const BenchLine* line : lines) {
      const std::string form = FormOf(line->id);
      if (line->failed > 0) {
        const std::string came =
            line->outcome.empty() ? "failed" : line->outcome;
        failed_[form].insert(absl::StrCat(
            came, " at ", GridText({line->groups, line->group_size})));
      } else if (line->need == ProgressNeed::kGroupLockstep) {
        lockstep_.insert(form);
      }
    }
  }
  bool Has(const std::string& form) const {
    return failed_.count(form) + lockstep_.count(form) > 0;
  }
  // Those of these forms that are left out, as chart_data.h has it.
  json ToJson(const std::set<std::string>& forms) const {
    json failed = json::array(), lockstep = json::array();
    for (const std::string& form : forms) {
      auto at = failed_.find(form);
      if (at != failed_.end()) {
        failed.push_back(
            absl::StrCat(form, ": ", absl::StrJoin(at->second, ", ")));
      } else if (lockstep_.count(form) > 0) {
        lockstep.push_back(form);
      }
    }
    json out = json::array();
    if (!failed.empty()) {
      out.push_back({{"why", "failed in this bench"}, {"forms", failed}});
    }
    if (!lockstep.empty()) {
      out.push_back({{"why", "need the work-items of a group in lockstep"},
                     {"forms", lockstep}});
    }
    return out;
  }

 private:
  std::map<std::string, std::set<std::string>> failed_;
  std::set<std::string> lockstep_;
};

using LockChart = ChartBuilder<std::string>;

void AddLock(const BenchLine& line, LockChart* chart) {
  const std::string lock = SplitId(line.id).primitive;
  // One series for each access, so that a lock's forms stand side by side.
  chart->Set(AccessText(line), lock, {SharesPoint(line), ""});
}

std::vector<json> DeviceCharts(const std::string& device,
                               const std::vector<const BenchLine*>& lines) {
  const LeftOut left_out(lines);
  BarrierChart barriers;
  std::map<GridSize, LockChart> locks;
  // What stands in a chart or was left out of it.
  std::set<std::string> barrier_forms;
  std::map<GridSize, std::set<std::string>> lock_forms;
  for (const BenchLine* line : lines) {
    if (!line->timed() && line->failed == 0) continue;
    const std::string form = FormOf(line->id);
    const bool drawn = !left_out.Has(form);
    if (SplitId(line->id).family == "barrier") {
      barrier_forms.insert(form);
      if (drawn) AddBarrier(*line, &barriers);
    } else if (line->groups > 1 &&
               (line->failed > 0 || !line->shares.empty())) {
      const GridSize grid = {line->groups, line->group_size};
      lock_forms[grid].insert(form);
      if (drawn) AddLock(*line, &locks[grid]);
    }
  }
  std::vector<json> charts;
  if (!barrier_forms.empty()) {
    charts.push_back(barriers.Build(
        {{"title", absl::StrCat("Time of a barrier on ", device)},
         {"note",
          "median of the launches, of each primitive's fastest access "
          "on that grid"},
         {"form", "lines"},
         {"x", "groups x work-items of each"},
         {"y", "ns a barrier"},
         {"log", true},
         {"always", "barrier.counter_per_group"},
         {"left_out", left_out.ToJson(barrier_forms)}},
        GridText));
  }
  for (const auto& [grid, forms] : lock_forms) {
    charts.push_back(locks[grid].Build(
        {{"title",
          absl::StrCat("Who gets the lock on ", device, ", ", GridText(grid))},
         {"note",
          "acquisitions of one group in a launch: the fewest, the "
          "median and the most"},
         {"form", "ranges"},
         {"x", "lock"},
         {"y", "acquisitions of a group"},
         {"log", false},
         {"left_out", left_out.ToJson(forms)}},
        [](const std::string& lock) { return lock; }));
  }
  return charts;
}

// One row of what `wgsync device --residency` measured, into its chart; the
// reason where it is no such row.
std::string AddResidency(const json& row, ChartBuilder<uint64_t>* chart) {
  if (!row.is_object()) return "a row is no object";
  const auto number = [&](const char* name) -> uint64_t {
    auto at = row.find(name);
    return at != row.end() && at->is_number_unsigned() ? at->get<uint64_t>()
                                                       : 0;
  };
  const uint64_t size = number("group_size"), groups = number("res_low");
  if (row.find("res_low") == row.end()) return "a row has no res_low";
  if (size == 0 || groups == 0) return "";  // not measured; `problem` says why
  std::string series = absl::StrCat(JsonString(row, {"kernel"}), ", ballast ",
                                    JsonString(row, {"ballast"}),
                                    ", registers ", JsonString(row, {"regs"}),
                                    ", board ", JsonString(row, {"board"}));
  chart->Set(series, size, {groups, JsonString(row, {"problem"})});
  return "";
}

}  // namespace

std::vector<json> BenchCharts(absl::Span<const Bench> benches) {
  std::vector<std::string> devices;
  std::map<std::string, std::vector<const BenchLine*>> lines;
  for (const Bench& bench : benches) {
    const std::string device = absl::StrCat(OneLine(bench.device), ", driver ",
                                            OneLine(bench.driver_version));
    if (lines.count(device) == 0) devices.push_back(device);
    for (const BenchLine& line : bench.lines) lines[device].push_back(&line);
  }
  std::vector<json> charts;
  for (const std::string& device : devices) {
    absl::c_move(DeviceCharts(device, lines[device]),
                 std::back_inserter(charts));
  }
  return charts;
}

absl::StatusOr<std::vector<json>> ResidencyCharts(absl::string_view text,
                                                  const std::string& name) {
  const auto refuse = [&](absl::string_view why) {
    return BadInput(
        name, ": ", why,
        "; name a file with what `wgsync device --residency --json` printed");
  };
  const json reports = ParseJson(text);
  if (!reports.is_array()) return refuse("no list of devices");
  std::vector<json> charts;
  for (const json& report : reports) {
    auto rows = report.is_object() ? report.find("rows") : report.end();
    if (!report.is_object() || rows == report.end() || !rows->is_array()) {
      return refuse("a device has no rows");
    }
    ChartBuilder<uint64_t> chart;
    for (const json& row : *rows) {
      const std::string wrong = AddResidency(row, &chart);
      if (!wrong.empty()) return refuse(wrong);
    }
    charts.push_back(chart.Build(
        {{"title",
          absl::StrCat("Residency of ", OneLine(JsonString(report, {"device"})),
                       ", driver ",
                       OneLine(JsonString(report, {"driver_version"})))},
         {"note", "work-groups on the device at once, measured (res_low)"},
         {"form", "lines"},
         {"x", "work-items of a group"},
         {"y", "work-groups"},
         {"log", true}},
        [](uint64_t size) { return absl::StrCat(size); }));
  }
  return charts;
}

absl::StatusOr<std::vector<json>> ReadResidencyCharts(const std::string& file) {
  ASSIGN_OR_RETURN(
      const std::string text,
      ReadRegularFile(
          file,
          "name a file with what `wgsync device --residency --json` printed"));
  return ResidencyCharts(text, file);
}

}  // namespace wgsync
