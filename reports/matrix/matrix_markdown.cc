#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "reports/matrix/matrix.h"
#include "reports/matrix/matrix_model.h"
#include "reports/render/markdown.h"

namespace wgsync {
namespace {

void AppendHeads(absl::Span<const Run> runs, std::vector<std::string>* cells) {
  for (size_t i = 0; i < runs.size(); ++i) {
    cells->push_back(MarkdownText(ColumnHead(runs[i], i)));
  }
}

std::string GroupTable(const MatrixGroup& group, absl::Span<const Run> runs) {
  std::string out =
      absl::StrCat("#### ", MarkdownCode(group.primitive), "\n\n");
  if (!group.common.empty()) {
    absl::StrAppend(&out, "All with ",
                    MarkdownCode(absl::StrJoin(group.common, " ")), ".\n\n");
  }
  std::vector<std::string> head;
  for (const std::string& axis : group.axes) head.push_back(MarkdownText(axis));
  AppendHeads(runs, &head);
  absl::StrAppend(&out, MarkdownRow(head), MarkdownRule(head.size()));
  for (const MatrixRow& row : group.rows) {
    std::vector<std::string> cells;
    for (const std::string& word : row.words)
      cells.push_back(MarkdownCellCode(word));
    for (const TimelineCell& cell : row.cells) {
      std::string text = MarkdownCellCode(CellText(cell));
      bool binds =
          cell.result != nullptr && cell.result->binds != Binding::kNothing;
      cells.push_back(binds ? absl::StrCat("**", text, "**") : text);
    }
    absl::StrAppend(&out, MarkdownRow(cells));
  }
  return out + "\n";
}

std::string ColumnList(absl::Span<const Run> runs) {
  std::string out = "### Columns\n\n";
  for (size_t i = 0; i < runs.size(); ++i) {
    absl::StrAppend(&out, "- **", MarkdownText(ColumnHead(runs[i], i)), "** ",
                    MarkdownText(ColumnName(runs[i])), ", from ",
                    MarkdownCode(runs[i].folder), "\n");
    for (const std::string& remark : ColumnRemarks(runs[i])) {
      absl::StrAppend(&out, "  - ", MarkdownText(remark), "\n");
    }
  }
  return out + "\n";
}

std::string CountTable(absl::Span<const Run> runs) {
  std::vector<std::string> head = {"", "verdict"};
  AppendHeads(runs, &head);
  std::string out = absl::StrCat("### Counts\n\n", MarkdownRow(head),
                                 MarkdownRule(head.size()));
  for (const CountRow& row : MatrixCounts(runs)) {
    std::vector<std::string> cells = {MarkdownCode(row.letter), row.name};
    for (size_t count : row.counts) cells.push_back(absl::StrCat(count));
    absl::StrAppend(&out, MarkdownRow(cells));
  }
  return out + "\n";
}

std::string FailureList(absl::Span<const Run> runs) {
  std::string out;
  for (size_t i = 0; i < runs.size(); ++i) {
    for (const CaseResult* r : Failures(runs[i])) {
      absl::StrAppend(&out, "- ", MarkdownText(ColumnHead(runs[i], i)), " **",
                      VerdictText(r->verdict), "** ", MarkdownCode(r->id));
      if (r->n > 1) {
        absl::StrAppend(&out, ", ", r->k, " of ", r->n, " ", UnitName(r->unit));
      }
      absl::StrAppend(&out, "; ", InfoOf(r->binds).meaning, "\n");
    }
  }
  return out.empty() ? "" : absl::StrCat("### Failures\n\n", out);
}

}  // namespace

std::string MatrixMarkdown(absl::Span<const Run> runs) {
  std::vector<MatrixGroup> groups = BuildMatrix(runs);
  std::string out = "## Synchronization between work-groups\n\n";
  std::string family;
  for (const MatrixGroup& group : groups) {
    if (group.family != family) {
      family = group.family;
      absl::StrAppend(&out, "### ", MarkdownText(family), "\n\n");
    }
    absl::StrAppend(&out, GroupTable(group, runs));
  }
  absl::StrAppend(&out, ColumnList(runs), "### Legend\n\n");
  for (const auto& [sign, meaning] : MatrixLegend(groups)) {
    absl::StrAppend(&out, "- ", sign == "blank" ? sign : MarkdownCode(sign),
                    " ", meaning, "\n");
  }
  absl::StrAppend(&out, "\n", CountTable(runs), FailureList(runs));
  return out;
}

}  // namespace wgsync
