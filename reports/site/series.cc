#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "nlohmann/json.hpp"
#include "reports/diff/diff.h"
#include "reports/diff/diff_text.h"
#include "reports/diff/driver_facts.h"
#include "reports/diff/progress_change.h"
#include "reports/matrix/matrix_model.h"
#include "reports/render/markdown.h"
#include "reports/render/text.h"
#include "reports/site/columns.h"
#include "reports/site/csv.h"
#include "reports/site/site_data.h"

namespace wgsync {
namespace {

using nlohmann::ordered_json;

std::string SideText(const CaseResult* result) {
  return result == nullptr ? "" : ResultText(*result);
}

ordered_json StepJson(absl::Span<const Run> runs, size_t from) {
  const RunDiff diff = DiffRuns(runs[from], runs[from + 1]);
  ordered_json facts = ordered_json::array();
  for (const FactDifference& fact : diff.facts) facts.push_back(FactLine(fact));
  ordered_json residency = ordered_json::array();
  for (const ResidencyChange& change : diff.residency) {
    residency.push_back(ResidencyLine(change));
  }
  ordered_json counts = ordered_json::object();
  ordered_json changes = ordered_json::array();
  for (const CaseChange& c : diff.cases) {
    const std::string name(ChangeName(c.change));
    counts[name] = counts.value(name, 0) + 1;
    if (c.change == Change::kUnchanged) continue;
    changes.push_back({{"id", c.id},
                       {"change", name},
                       {"before", SideText(c.before)},
                       {"after", SideText(c.after)},
                       {"other_kernel", c.other_kernel}});
  }
  return {{"from", from},
          {"to", from + 1},
          {"same_driver", diff.same_driver},
          {"facts", std::move(facts)},
          {"residency", std::move(residency)},
          {"time", TimeLine(diff.time)},
          {"progress", ProgressChangeLines(diff.progress)},
          {"counts", std::move(counts)},
          {"changes", std::move(changes)}};
}

ordered_json StepsJson(absl::Span<const Run> runs) {
  ordered_json steps = ordered_json::array();
  for (size_t i = 0; i + 1 < runs.size(); ++i) {
    steps.push_back(StepJson(runs, i));
  }
  return steps;
}

void AppendLines(const ordered_json& lines, std::string* out) {
  for (const ordered_json& line : lines) {
    absl::StrAppend(out, "- ", MarkdownText(line.get<std::string>()), "\n");
  }
}

std::string StepMarkdown(const ordered_json& step, absl::Span<const Run> runs) {
  std::string out = absl::StrCat(
      "### ", MarkdownText(ColumnName(runs[step["from"].get<size_t>()])), " → ",
      MarkdownText(ColumnName(runs[step["to"].get<size_t>()])), "\n\n");
  AppendLines(step["facts"], &out);
  AppendLines(step["residency"], &out);
  AppendLines(step["progress"], &out);
  const std::string time = step["time"].get<std::string>();
  if (!time.empty()) absl::StrAppend(&out, "- ", MarkdownText(time), "\n");
  for (const auto& [name, count] : step["counts"].items()) {
    absl::StrAppend(&out, "- ", name, ": ", count.dump(), "\n");
  }
  if (step["changes"].empty()) return out + "\nNo verdict changed.\n\n";
  absl::StrAppend(&out, "\n",
                  MarkdownRow({"case", "change", "before", "after"}),
                  MarkdownRule(4));
  for (const ordered_json& c : step["changes"]) {
    out += MarkdownRow({MarkdownCellCode(c["id"].get<std::string>()),
                        c["change"].get<std::string>(),
                        MarkdownText(c["before"].get<std::string>()),
                        MarkdownText(c["after"].get<std::string>())});
  }
  return out + "\n";
}

}  // namespace

SiteData SeriesData(absl::Span<const Run> runs, const SiteOptions& options) {
  SiteData data = MatrixData(runs, options);
  data.index["kind"] = "series";
  data.index["steps"] = nlohmann::json(StepsJson(runs));
  return data;
}

ordered_json SeriesJson(absl::Span<const Run> runs) {
  return {{"schema", 1},
          {"kind", "series"},
          {"columns", ColumnsJson(runs)},
          {"steps", StepsJson(runs)}};
}

std::string SeriesCsv(absl::Span<const Run> runs) {
  std::string out =
      CsvLine({"from", "to", "case", "change", "before", "after"});
  for (const ordered_json& step : StepsJson(runs)) {
    const std::string from = ColumnName(runs[step["from"].get<size_t>()]);
    const std::string to = ColumnName(runs[step["to"].get<size_t>()]);
    for (const ordered_json& c : step["changes"]) {
      out += CsvLine({from, to, CsvValue(c["id"]), CsvValue(c["change"]),
                      CsvValue(c["before"]), CsvValue(c["after"])});
    }
  }
  return out;
}

std::string SeriesMarkdown(absl::Span<const Run> runs) {
  std::string out = "## What changed from driver to driver\n\n";
  for (const ordered_json& step : StepsJson(runs)) {
    out += StepMarkdown(step, runs);
  }
  return out;
}

}  // namespace wgsync
