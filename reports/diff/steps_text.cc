#include "reports/diff/steps_text.h"

#include <cstddef>
#include <iterator>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "nlohmann/json.hpp"
#include "reports/diff/diff_text.h"
#include "reports/matrix/matrix_model.h"
#include "reports/matrix/report_json.h"
#include "reports/render/csv.h"
#include "reports/render/markdown.h"
#include "suite/core/base/field_visitor.h"

namespace wgsync {
namespace {

using nlohmann::ordered_json;

std::string SideText(const CaseResult* result) {
  return result == nullptr ? "" : ResultText(*result);
}

std::vector<std::string> FactLines(const RunDiff& step) {
  std::vector<std::string> lines;
  for (const FactDifference& fact : step.facts) lines.push_back(FactLine(fact));
  return lines;
}

ordered_json ChangesJson(const RunDiff& step) {
  return JsonList<ordered_json>(step.Listed(),
                                [](const CaseChange* c) -> ordered_json {
                                  return {{"id", c->id},
                                          {"change", NameOf(c->change)},
                                          {"direction", NameOf(c->direction)},
                                          {"before", SideText(c->before)},
                                          {"after", SideText(c->after)},
                                          {"other_kernel", c->other_kernel}};
                                });
}

std::string StepMarkdown(const RunDiff& step) {
  std::vector<std::string> lines = {DirectionsText(step)};
  absl::c_move(FactLines(step), std::back_inserter(lines));
  absl::c_move(OtherLines(step), std::back_inserter(lines));
  for (const auto& [name, count] : CountsOf(step)) {
    lines.push_back(absl::StrCat(name, ": ", count));
  }
  std::string out;
  for (const std::string& line : lines) {
    absl::StrAppend(&out, "- ", MarkdownText(line), "\n");
  }
  const std::vector<const CaseChange*> listed = step.Listed();
  if (listed.empty()) {
    return out + "\nNo verdict changed.\n\n";
  }
  absl::StrAppend(
      &out, "\n",
      MarkdownRow({"case", "change", "direction", "before", "after"}),
      MarkdownRule(5));
  for (const CaseChange* c : listed) {
    out += MarkdownRow({MarkdownCellCode(c->id), std::string(NameOf(c->change)),
                        std::string(NameOf(c->direction)),
                        MarkdownText(SideText(c->before)),
                        MarkdownText(SideText(c->after))});
  }
  return out + "\n";
}

}  // namespace

ordered_json StepsJson(absl::Span<const RunDiff> steps) {
  ordered_json all = ordered_json::array();
  for (size_t i = 0; i < steps.size(); ++i) {
    const RunDiff& step = steps[i];
    ordered_json counts = ordered_json::object();
    for (const auto& [name, count] : CountsOf(step)) counts[name] = count;
    all.push_back(
        {{"from", i},
         {"to", i + 1},
         {"same_driver", step.same_driver},
         {"facts", FactLines(step)},
         {"residency", JsonList<ordered_json>(step.residency, ResidencyLine)},
         {"time", TimeLine(step.time)},
         {"progress", ProgressChangeLines(step.progress)},
         {"counts", std::move(counts)},
         {"changes", ChangesJson(step)}});
  }
  return all;
}

std::string StepsCsv(const Timeline& timeline,
                     absl::Span<const RunDiff> steps) {
  std::string out =
      CsvLine({"from", "to", "case", "change", "direction", "before", "after"});
  for (size_t i = 0; i < steps.size(); ++i) {
    const std::string from = ColumnName(*timeline.runs[i]);
    const std::string to = ColumnName(*timeline.runs[i + 1]);
    for (const CaseChange* c : steps[i].Listed()) {
      out += CsvLine({from, to, c->id, std::string(NameOf(c->change)),
                      std::string(NameOf(c->direction)), SideText(c->before),
                      SideText(c->after)});
    }
  }
  return out;
}

std::string StepsMarkdown(const Timeline& timeline,
                          absl::Span<const RunDiff> steps) {
  std::string out = "## What changed from driver to driver\n\n";
  for (size_t i = 0; i < steps.size(); ++i) {
    absl::StrAppend(&out, "### ", MarkdownText(ColumnName(*timeline.runs[i])),
                    " → ", MarkdownText(ColumnName(*timeline.runs[i + 1])),
                    "\n\n", StepMarkdown(steps[i]));
  }
  return out;
}

}  // namespace wgsync
