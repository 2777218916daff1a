#include "reports/diff/history.h"

#include <algorithm>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "nlohmann/json.hpp"
#include "reports/diff/driver_facts.h"
#include "reports/matrix/report_json.h"
#include "reports/render/text.h"
#include "suite/core/base/versions.h"
#include "suite/core/record/run_facts.h"
#include "suite/core/verdict/kinds.h"

namespace wgsync {
namespace {

using nlohmann::json;

constexpr absl::string_view kStandings[] = {"silent", "right", "bad"};

Standing StandingOf(VerdictKind kind) {
  if (IsFault(kind)) return Standing::kBad;
  return IsRight(kind) && IsConclusive(kind) ? Standing::kRight
                                             : Standing::kSilent;
}

// A run of the timeline, and what its verdicts are filed by.
struct Column {
  size_t place;
  std::string device_key, driver;
  int64_t began;
};

// By device; of one device the oldest version and run first.
std::vector<Column> ByDriver(absl::Span<const Run* const> runs) {
  std::vector<Column> columns;
  for (size_t i = 0; i < runs.size(); ++i) {
    if (!RunModel(*runs[i]).empty()) continue;
    columns.push_back({i, DeviceKey(*runs[i]), RunDriverVersion(*runs[i]),
                       RunBegan(*runs[i])});
  }
  absl::c_stable_sort(columns, [](const Column& a, const Column& b) {
    if (a.device_key != b.device_key) {
      return a.device_key < b.device_key;
    }
    const int versions = CompareVersions(a.driver, b.driver);
    if (versions != 0) return versions < 0;
    // Versions that differ in letters alone are two drivers.
    if (a.driver != b.driver) return a.driver < b.driver;
    return a.began < b.began;
  });
  return columns;
}

void AddResult(const Column& column, const CaseResult& result,
               CaseHistory* history) {
  if (history->drivers.empty() ||
      history->drivers.back().driver != column.driver) {
    history->drivers.emplace_back();
    history->drivers.back().driver = column.driver;
  }
  DriverVerdicts& d = history->drivers.back();
  d.last_unix_ns = std::max(d.last_unix_ns, column.began);
  ++d.verdicts[VerdictText(result.verdict)];
  const Standing standing = StandingOf(result.verdict.kind);
  d.standing = std::max(d.standing, standing);
  if (standing == Standing::kBad) d.binds = result.binds;
}

// The verdicts that make the driver's standing: of a bad one the faults.
std::string VerdictsText(const DriverVerdicts& d) {
  std::vector<std::string> parts;
  for (const auto& [text, runs] : d.verdicts) {
    parts.push_back(d.verdicts.size() == 1 ? text
                                           : absl::StrCat(text, " ", runs));
  }
  return absl::StrJoin(parts, ", ");
}

std::string StandingText(const DriverVerdicts& d) {
  return d.standing == Standing::kRight ? "right" : VerdictsText(d);
}

size_t RunsOf(const DriverVerdicts& d) {
  size_t runs = 0;
  for (const auto& [text, count] : d.verdicts) runs += count;
  return runs;
}

std::vector<const DriverVerdicts*> Telling(const CaseHistory& history) {
  std::vector<const DriverVerdicts*> telling;
  for (const DriverVerdicts& d : history.drivers) {
    if (d.standing != Standing::kSilent) telling.push_back(&d);
  }
  return telling;
}

std::string DriverName(const DriverVerdicts& d) {
  return d.driver.empty() ? "an unnamed driver" : OneLine(d.driver);
}

std::string Rows(const CaseHistory& history) {
  std::vector<std::vector<std::string>> rows;
  for (const DriverVerdicts& d : history.drivers) {
    rows.push_back(
        {DriverName(d), UtcTime(d.last_unix_ns),
         absl::StrCat(
             Counted(RunsOf(d), "run"), ": ", VerdictsText(d),
             d.binds == Binding::kNothing ? "" : "; fails: ",
             d.binds == Binding::kNothing ? "" : InfoOf(d.binds).name)});
  }
  return TableText(rows, 4);
}

}  // namespace

std::vector<CaseHistory> HistoriesOf(const Timeline& timeline) {
  const std::vector<Column> columns = ByDriver(timeline.runs);
  std::vector<CaseHistory> histories;
  for (const TimelineRow& row : timeline.rows) {
    const std::string* last_device = nullptr;
    int64_t latest = 0;
    for (const Column& c : columns) {
      const CaseResult* result = row.cells[c.place].result;
      if (result == nullptr) continue;
      const bool is_new =
          last_device == nullptr || *last_device != c.device_key;
      if (is_new) histories.push_back({row.id, c.device_key, "", {}});
      last_device = &c.device_key;
      AddResult(c, *result, &histories.back());
      if (is_new || c.began > latest) {
        latest = c.began;
        histories.back().device = RunDeviceName(*timeline.runs[c.place]);
      }
    }
  }
  // The devices of each case are in order.
  absl::c_stable_sort(
      histories,
      [](const CaseHistory& a, const CaseHistory& b) { return a.id < b.id; });
  return histories;
}

bool IsBad(const CaseHistory& history) {
  const std::vector<const DriverVerdicts*> telling = Telling(history);
  return !telling.empty() && telling.back()->standing == Standing::kBad;
}

bool HasChanged(const CaseHistory& history) {
  const std::vector<const DriverVerdicts*> telling = Telling(history);
  return absl::c_any_of(telling, [&](const DriverVerdicts* d) {
    return StandingText(*d) != StandingText(*telling[0]);
  });
}

std::string TrendText(const CaseHistory& history) {
  const std::vector<const DriverVerdicts*> telling = Telling(history);
  if (telling.empty()) return "no driver says anything";
  const std::string now = StandingText(*telling.back());
  size_t since = telling.size() - 1;
  while (since > 0 && StandingText(*telling[since - 1]) == now) --since;
  if (since > 0) {
    return absl::StrCat(now, " since ", DriverName(*telling[since]), ", ",
                        StandingText(*telling[since - 1]), " with ",
                        DriverName(*telling[since - 1]));
  }
  if (telling.size() == 1) {
    return absl::StrCat(now, " with ", DriverName(*telling[0]));
  }
  return absl::StrCat(now, " with all of ", telling.size(), " drivers, ",
                      DriverName(*telling[0]), " to ",
                      DriverName(*telling.back()));
}

std::string HistoryText(absl::Span<const CaseHistory> histories, size_t width,
                        bool briefly) {
  std::string text;
  absl::string_view last;
  for (const CaseHistory& history : histories) {
    if (history.id != last) absl::StrAppend(&text, history.id, "\n");
    last = history.id;
    absl::StrAppend(
        &text, "  ",
        Wrap(absl::StrCat(OneLine(history.device), ": ", TrendText(history)),
             width, 4, 2));
    if (!briefly) absl::StrAppend(&text, Rows(history));
  }
  return text;
}

json HistoryReport(absl::Span<const CaseHistory> histories) {
  json report = ReportJson("history");
  const auto driver = [](const DriverVerdicts& d) -> json {
    return {{"driver", d.driver},
            {"standing", kStandings[static_cast<size_t>(d.standing)]},
            {"last", UtcTime(d.last_unix_ns)},
            {"verdicts", d.verdicts},
            {"binds", InfoOf(d.binds).name}};
  };
  report["cases"] =
      JsonList(histories, [&](const CaseHistory& history) -> json {
        return {{"case", history.id},
                {"device", history.device},
                {"trend", TrendText(history)},
                {"drivers", JsonList(history.drivers, driver)}};
      });
  return report;
}

}  // namespace wgsync
