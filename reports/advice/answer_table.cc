#include "reports/advice/answer_table.h"

#include <algorithm>
#include <map>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "reports/advice/common_names.h"
#include "reports/diff/column_order.h"
#include "reports/matrix/matrix_model.h"
#include "reports/matrix/progress_class.h"
#include "reports/matrix/promise.h"
#include "reports/render/markdown.h"
#include "reports/render/text.h"
#include "suite/core/record/run_facts.h"
#include "suite/core/record/twin_result.h"

namespace wgsync {
namespace {

constexpr char kQuestion[] = "May a kernel synchronize its work-groups?";

// "12 of 12 weakened forms failed"; empty if none could.
std::string ProofText(const Run& run, const std::string& primitive) {
  const TwinTally tally = TallyTwins(run, primitive);
  if (tally.Observable() == 0) return "";
  return absl::StrCat(tally.Of(TwinState::kKilled), " of ", tally.Observable(),
                      " weakened forms failed");
}

std::string SaysOf(const CanAnswer& a) {
  switch (a.answer) {
    case Answer::kYes:
      if (!a.host) return "yes, any grid";
      return a.why == nullptr
                 ? "yes"
                 : absl::StrCat("yes, ", a.checks - a.right.size(), " of ",
                                a.checks, " checks with a wrong value");
    case Answer::kYesUpTo:
    case Answer::kYesTried:
      return absl::StrCat(
          a.answer == Answer::kYesUpTo ? "yes, up to " : "yes, with ",
          a.best.reach[0].groups, " groups of ", a.best.reach[0].group_size);
    case Answer::kNo:
    case Answer::kUnknown:
      break;
  }
  return std::string(AnswerName(a.answer));
}

std::string NoteOf(const Run& run, const CanAnswer& a) {
  if (a.answer == Answer::kUnknown) {
    return a.refuted.empty()
               ? WhyNotKnown(a)
               : absl::StrCat("not beyond residency, for ", a.refuted);
  }
  if (a.answer == Answer::kNo) return VerdictText(a.why->verdict);
  if (a.host) {
    return a.why == nullptr ? "" : VerdictText(a.why->verdict);
  }
  const FormVerdicts& f = a.best;
  std::vector<std::string> parts = {
      std::string(f.primitive.substr(f.primitive.find('.') + 1))};
  if (a.answer == Answer::kYesTried)
    parts.push_back("no larger grid was tried");
  if (a.answer == Answer::kYes) {
    parts.push_back(absl::StrCat("tried with ", f.Largest().groups));
  }
  if (f.promised != 0) {
    parts.push_back("as the driver promises");
  } else if (a.answer == Answer::kYesUpTo && f.beyond != nullptr) {
    parts.push_back(absl::StrCat(f.beyond->groups, " hang"));
  }
  if (f.polled != nullptr) {
    parts.push_back("hangs if the host polls the event");
  }
  const std::string proof = ProofText(run, f.primitive);
  if (!proof.empty()) parts.push_back(proof);
  return absl::StrJoin(parts, "; ");
}

AnswerCell CellOf(const Run& run, const CommonName& kind) {
  AnswerCell cell;
  cell.answer = MakeAnswer(run, nullptr, *WhatIsMeant(kind.name));
  const CanAnswer& a = cell.answer;
  cell.says = SaysOf(a);
  cell.note = NoteOf(run, a);
  cell.tone = a.answer == Answer::kNo        ? Tone::kBad
              : a.answer == Answer::kUnknown ? Tone::kFaint
                                             : Tone::kGood;
  if (!a.barrier) return cell;
  const Promise promise = PromiseOf(run);
  if (!promise.broken()) return cell;
  cell.tone = Tone::kBad;
  cell.note = absl::StrCat("the driver promises ", promise.promised,
                           " and does not keep it; ", cell.note);
  return cell;
}

// The class, and what it rests on.
AnswerCell ProgressCell(const Run& run) {
  AnswerCell cell;
  const std::string line = ProgressLine(run);
  if (line.empty()) {
    cell.says = "not known";
    cell.note = "no case of progress.* has run";
    return cell;
  }
  const std::pair<std::string, std::string> parts = absl::StrSplit(
      absl::StripPrefix(line, "progress: "), absl::MaxSplits("; ", 1));
  cell.tone = Tone::kOdd;
  cell.says = parts.first;
  cell.note = parts.second;
  return cell;
}

struct Column {
  std::string head;     // "[2]"
  std::string name;     // "[2] Platform/GPU, driver 1.0"
  std::string defects;  // with the name: one line
  std::vector<AnswerCell> cells;
};

// "5 of 717 counted cases fail: 3 hang (missed), 2 broken".
std::string DefectsLine(const Run& run) {
  const Tally tally = TallyRun(run);
  const std::string counts = absl::StrCat(
      tally.failures(), " of ", Counted(tally.could_bind, "counted case"),
      tally.failures() == 1 ? " fails" : " fail");
  return absl::StrCat(counts, tally.failures() == 0 ? "" : ": ",
                      absl::StrJoin(DefectsOf(Failures(run), {}), ", ",
                                    [](std::string* out, const Defect& d) {
                                      absl::StrAppend(out, d.fresh, " ",
                                                      VerdictText(d.verdict));
                                    }));
}

std::vector<Column> ColumnsOf(absl::Span<const Run> runs) {
  std::vector<Column> columns;
  for (const Run* run : NewestOfEachDevice(runs)) {
    const std::string head = ColumnHead(*run, run - runs.data());
    const std::string name = absl::StrCat(head, " ", ColumnName(*run));
    columns.push_back({head, name, absl::StrCat(name, ": ", DefectsLine(*run)),
                       AnswersOf(*run)});
  }
  return columns;
}

// A line, if runs are left out.
std::string LeftOut(absl::Span<const Run> runs, size_t columns,
                    absl::string_view begin) {
  if (columns == runs.size()) return "";
  return absl::StrCat(
      begin, "Of each device the newest run; `wgsync diff` compares runs\n");
}

// One part of the table.
std::string PartOfTable(absl::Span<const Column> columns) {
  std::vector<std::vector<std::string>> rows(1, {""});
  for (const Column& column : columns) {
    rows[0].push_back(column.head);
  }
  const std::vector<Question> questions = Questions();
  for (size_t i = 0; i < questions.size(); ++i) {
    rows.push_back({std::string(questions[i].name)});
    for (const Column& column : columns) {
      rows.back().push_back(column.cells[i].says);
    }
  }
  return TableText(rows, 2);
}

size_t WidthOf(const Column& column) {
  size_t width = column.head.size();
  for (const AnswerCell& cell : column.cells) {
    width = std::max(width, DisplayWidth(cell.says));
  }
  return width + 2;  // and the gap
}

}  // namespace

std::vector<Question> Questions() {
  std::vector<Question> questions;
  for (const CommonName& kind : Kinds()) {
    questions.push_back({kind.name, kind.says});
  }
  questions.push_back(
      {"progress", "which work-groups go on, whatever others do"});
  return questions;
}

std::vector<AnswerCell> AnswersOf(const Run& run) {
  std::vector<AnswerCell> cells;
  for (const CommonName& kind : Kinds()) cells.push_back(CellOf(run, kind));
  cells.push_back(ProgressCell(run));
  return cells;
}

std::vector<Defect> DefectsOf(const std::vector<const CaseResult*>& fresh,
                              const std::vector<const CaseResult*>& known) {
  std::map<std::pair<Rule, Cause>, Defect> by_rule;
  const auto add = [&](const std::vector<const CaseResult*>& results,
                       size_t Defect::*count) {
    for (const CaseResult* r : results) {
      Defect& defect = by_rule[{r->verdict.rule, r->verdict.cause}];
      defect.verdict = r->verdict;
      if (defect.id.empty()) defect.id = r->id;
      ++(defect.*count);
    }
  };
  add(fresh, &Defect::fresh);
  add(known, &Defect::known);
  std::vector<Defect> defects;
  defects.reserve(by_rule.size());
  for (auto& [rule, defect] : by_rule) defects.push_back(std::move(defect));
  absl::c_stable_sort(defects, [](const Defect& a, const Defect& b) {
    return std::make_pair(a.fresh, a.known) > std::make_pair(b.fresh, b.known);
  });
  return defects;
}

namespace {

// Runs of tried kernels alone answer nothing of the catalogue.
bool AllTried(absl::Span<const Run> runs) {
  return absl::c_all_of(runs, [](const Run& run) { return IsTried(run); });
}

}  // namespace

std::string AnswerTableText(absl::Span<const Run> runs, size_t width) {
  if (AllTried(runs)) return "";
  const std::vector<Column> columns = ColumnsOf(runs);
  std::string out = absl::StrCat(kQuestion, "\n");
  constexpr size_t kNames = 11;  // indent and names of rows
  for (size_t first = 0; first < columns.size();) {
    size_t last = first, used = kNames;
    do {
      used += WidthOf(columns[last++]);
    } while (last < columns.size() && used + WidthOf(columns[last]) <= width);
    absl::StrAppend(
        &out, PartOfTable(absl::MakeSpan(columns).subspan(first, last - first)),
        "\n");
    first = last;
  }
  for (const Column& column : columns) {
    absl::StrAppend(&out, "  ", Wrap(column.defects, width, 6, 2));
  }
  return absl::StrCat(
      out, LeftOut(runs, columns.size(), "  "), "  ",
      Wrap("The form to write, what fails and the proof: `wgsync can NAME "
           "--run RUN`",
           width, 6, 2),
      "\n");
}

std::string AnswerTableMarkdown(absl::Span<const Run> runs) {
  if (AllTried(runs)) return "";
  const std::vector<Column> columns = ColumnsOf(runs);
  std::vector<std::string> head = {""};
  for (const Column& column : columns) {
    head.push_back(MarkdownText(column.name));
  }
  std::string out = absl::StrCat("## ", kQuestion, "\n\n", MarkdownRow(head),
                                 MarkdownRule(head.size()));
  const std::vector<Question> questions = Questions();
  for (size_t i = 0; i < questions.size(); ++i) {
    std::vector<std::string> row = {
        absl::StrCat("**", MarkdownText(questions[i].name), "**")};
    for (const Column& column : columns) {
      const AnswerCell& cell = column.cells[i];
      row.push_back(absl::StrCat(
          "**", MarkdownText(cell.says), "**",
          cell.note.empty() ? ""
                            : absl::StrCat("<br>", MarkdownText(cell.note))));
    }
    absl::StrAppend(&out, MarkdownRow(row));
  }
  absl::StrAppend(&out, "\n### Defects seen\n\n");
  for (const Column& column : columns) {
    absl::StrAppend(&out, "- ", MarkdownText(column.defects), "\n");
  }
  return absl::StrCat(out, LeftOut(runs, columns.size(), "\n"), "\n");
}

}  // namespace wgsync
