#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "reports/matrix/matrix.h"
#include "reports/matrix/matrix_model.h"
#include "reports/render/markdown.h"
#include "reports/render/text.h"
#include "suite/core/base/field_visitor.h"
#include "suite/core/record/run_facts.h"

namespace wgsync {
namespace {

constexpr size_t kGap = 2;     // between columns
constexpr size_t kIndent = 2;  // of the rows below their primitive

Ink CellInk(const TimelineCell& cell) {
  return cell.result == nullptr ? Ink::kFaint : InkOf(*cell.result);
}

// Spaces at the ends of lines are of no use to anyone.
void TrimLine(std::string* out) {
  while (!out->empty() && out->back() == ' ') out->pop_back();
  *out += '\n';
}

class TextMatrix {
 public:
  TextMatrix(absl::Span<const Run> runs, const MatrixStyle& style)
      : runs_(runs), style_(style), groups_(BuildMatrix(runs)) {
    for (size_t i = 0; i < runs_.size(); ++i) {
      size_t width = Head(i).size();
      for (const MatrixGroup& group : groups_) {
        for (const MatrixRow& row : group.rows) {
          width = std::max(width, CellText(row.cells[i]).size());
        }
      }
      cell_widths_.push_back(width);
    }
    FitLabels();
    for (const MatrixGroup& group : groups_) {
      label_width_ = std::max(label_width_, LabelWidth(group));
    }
  }

  std::string Print() {
    const bool all_fit = LastThatFits(0) == runs_.size();
    for (const MatrixGroup& group : groups_) {
      // Columns stand below each other where there is room for it.
      if (!all_fit) label_width_ = LabelWidth(group);
      for (size_t first = 0; first < runs_.size();) {
        const size_t last = LastThatFits(first);
        PrintGroup(group, first, last);
        first = last;
      }
    }
    PrintColumns();
    PrintLegend();
    PrintCounts();
    PrintFailures();
    return std::move(out_);
  }

 private:
  std::string Head(size_t run) const { return ColumnHead(runs_[run], run); }

  static std::vector<size_t> AxisWidths(const MatrixGroup& group) {
    std::vector<size_t> widths;
    for (size_t a = 0; a < group.axes.size(); ++a) {
      size_t width = group.axes[a].size();
      for (const MatrixRow& row : group.rows) {
        width = std::max(width, row.words[a].size());
      }
      widths.push_back(width);
    }
    return widths;
  }

  static size_t LabelWidth(const MatrixGroup& group) {
    size_t width = kIndent;
    for (size_t axis : AxisWidths(group)) width += axis + 1;
    return width;
  }

  // Rows too long to stand beside their columns become several tables.
  void FitLabels() {
    size_t cells = 0;
    for (size_t width : cell_widths_) cells += kGap + width;
    std::vector<MatrixGroup> fitting;
    for (MatrixGroup& group : groups_) {
      if (LabelWidth(group) + cells <= style_.width) {
        fitting.push_back(std::move(group));
        continue;
      }
      absl::c_move(SplitByRareWords(group), std::back_inserter(fitting));
    }
    groups_ = std::move(fitting);
  }

  // The end of the columns that fit beside the labels, at least one.
  size_t LastThatFits(size_t first) const {
    size_t width = label_width_;
    size_t last = first;
    while (last < runs_.size()) {
      width += kGap + cell_widths_[last];
      if (width > style_.width && last > first) break;
      ++last;
    }
    return last;
  }

  void PrintGroup(const MatrixGroup& group, size_t first, size_t last) {
    size_t indent = group.primitive.size() + 2;
    const std::string common = OneLine(absl::StrJoin(group.common, " "));
    absl::StrAppend(&out_,
                    Inked(OneLine(group.primitive), Ink::kBold, style_.color));
    if (indent + DisplayWidth(common) <= style_.width) {
      absl::StrAppend(&out_, "  ", common);
      TrimLine(&out_);
    } else {
      absl::StrAppend(&out_, "\n    ", Wrap(common, style_.width, 4, 4));
    }
    std::vector<size_t> widths = AxisWidths(group);
    PrintLabel(group.axes, widths);
    for (size_t i = first; i < last; ++i) {
      absl::StrAppend(&out_, std::string(kGap, ' '),
                      PadRight(Head(i), cell_widths_[i]));
    }
    TrimLine(&out_);
    for (const MatrixRow& row : group.rows) {
      PrintLabel(row.words, widths);
      for (size_t i = first; i < last; ++i) PrintCell(row.cells[i], i);
      TrimLine(&out_);
    }
  }

  void PrintLabel(const std::vector<std::string>& words,
                  const std::vector<size_t>& widths) {
    std::string label(kIndent, ' ');
    for (size_t a = 0; a < words.size(); ++a) {
      absl::StrAppend(&label, PadRight(OneLine(words[a]), widths[a]), " ");
    }
    absl::StrAppend(&out_, PadRight(label, label_width_));
  }

  void PrintCell(const TimelineCell& cell, size_t run) {
    std::string text = CellText(cell);
    // The padding stays outside of the colour, so that lines can be trimmed.
    absl::StrAppend(
        &out_, std::string(kGap, ' '),
        text.empty() ? "" : Inked(text, CellInk(cell), style_.color),
        std::string(cell_widths_[run] - text.size(), ' '));
  }

  void PrintColumns() {
    out_ += "\n";
    for (size_t i = 0; i < runs_.size(); ++i) {
      std::string head = Head(i);
      absl::StrAppend(&out_, Wrap(absl::StrCat(head, " ", ColumnName(runs_[i]),
                                               ", from ", runs_[i].folder),
                                  style_.width, head.size() + 1));
      for (const std::string& remark : ColumnRemarks(runs_[i])) {
        std::string indent(head.size() + 1, ' ');
        absl::StrAppend(&out_, indent,
                        Wrap(absl::StrCat("- ", remark), style_.width,
                             indent.size() + 2, indent.size()));
      }
    }
  }

  void PrintLegend() {
    out_ += "\n";
    std::vector<std::string> parts;
    for (const auto& [sign, meaning] : MatrixLegend(groups_)) {
      parts.push_back(absl::StrCat(sign, " ", meaning));
    }
    // Each part on one line where it fits, several parts a line.
    std::string line;
    for (const std::string& part : parts) {
      if (!line.empty() && line.size() + 2 + part.size() > style_.width) {
        absl::StrAppend(&out_, Wrap(line, style_.width, 4));
        line.clear();
      }
      absl::StrAppend(&line, line.empty() ? "" : "; ", part);
    }
    absl::StrAppend(&out_, Wrap(line, style_.width, 4));
  }

  void PrintCounts() {
    std::vector<CountRow> rows = MatrixCounts(runs_);
    size_t name_width = 0;
    for (const CountRow& row : rows) {
      name_width = std::max(name_width, row.name.size() + 2);
    }
    // Numbers of seven digits are more than any plan has.
    size_t width = 5;
    for (size_t i = 0; i < runs_.size(); ++i) {
      width = std::max(width, Head(i).size());
    }
    size_t at_once =
        std::max<size_t>(1, (style_.width - name_width) / (width + kGap));
    for (size_t first = 0; first < runs_.size(); first += at_once) {
      const size_t last = std::min(runs_.size(), first + at_once);
      std::vector<std::vector<std::string>> table = {
          {std::string(name_width, ' ')}};
      for (size_t i = first; i < last; ++i) {
        table[0].push_back(PadRight(Head(i), width));
      }
      for (const CountRow& row : rows) {
        table.push_back({absl::StrCat(PadRight(row.letter, 2), row.name)});
        for (size_t i = first; i < last; ++i) {
          table.back().push_back(absl::StrCat(row.counts[i]));
        }
      }
      absl::StrAppend(&out_, "\n", TableText(table));
    }
  }

  void PrintFailures() {
    for (const BindingInfo& bind : Bindings()) {
      bool any = false;
      for (size_t i = 0; i < runs_.size(); ++i) {
        for (const CaseResult* r : Failures(runs_[i])) {
          if (r->binds != bind.value) continue;
          if (!any) {
            absl::StrAppend(&out_, "\n",
                            Wrap(absl::StrCat("Failures, ", bind.meaning),
                                 style_.width, 2));
          }
          any = true;
          PrintFailure(*r, i);
        }
      }
    }
  }

  void PrintFailure(const CaseResult& r, size_t run) {
    const std::string seen = OneLine(CountsText(r));
    absl::StrAppend(&out_, "  ", Head(run), " ",
                    Inked(VerdictText(r.verdict), Ink::kRed, style_.color),
                    seen.empty() ? "" : ", ", seen,
                    r.bounded ? ", bounded" : "", "\n",
                    std::string(kIndent + 4, ' '), OneLine(r.id), "\n");
  }

  absl::Span<const Run> runs_;
  MatrixStyle style_;
  std::vector<MatrixGroup> groups_;
  std::vector<size_t> cell_widths_;
  size_t label_width_ = 0;
  std::string out_;
};

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
        absl::StrAppend(&out, ", ", r->k, " of ", r->n, " ", NameOf(r->unit));
      }
      absl::StrAppend(&out, "; ", InfoOf(r->binds).meaning, "\n");
    }
  }
  return out.empty() ? "" : absl::StrCat("### Failures\n\n", out);
}

}  // namespace

std::string MatrixText(absl::Span<const Run> runs, const MatrixStyle& style) {
  return TextMatrix(runs, style).Print();
}

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
