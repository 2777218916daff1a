#include "reports/diff/diff_text.h"

#include <iterator>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "nlohmann/json.hpp"
#include "reports/diff/driver_facts.h"
#include "reports/diff/progress_change.h"
#include "reports/matrix/matrix_model.h"
#include "reports/matrix/report_json.h"
#include "reports/render/text.h"
#include "suite/core/base/field_visitor.h"
#include "suite/core/record/run_facts.h"

namespace wgsync {
namespace {

using nlohmann::json;

struct ChangeRow {
  Change value;
  absl::string_view name;
  // Above its cases: "kind" alone would be read as the kind of a verdict.
  absl::string_view head;
};
constexpr ChangeRow kChangeRows[] = {
    {Change::kKind, "kind", "another verdict"},
    {Change::kCause, "cause", "another cause"},
    {Change::kRate, "rate", "another rate"},
    {Change::kKernel, "kernel", "another kernel, the same verdict"},
    {Change::kRemoved, "removed", "removed"},
    {Change::kAdded, "added", "added"},
    {Change::kUnchanged, "unchanged", "unchanged"},
};
constexpr auto kChangeNames = EnumNames(kChangeRows, Change::kUnchanged);

std::string Line(absl::string_view text, size_t width) {
  return Wrap(text, width, 2);
}

std::string CaseLine(const CaseChange& c, bool color) {
  const std::string was =
      c.before ? OneLine(ResultText(*c.before)) : "no verdict";
  const std::string is = c.after ? OneLine(ResultText(*c.after)) : "no verdict";
  const Ink ink = c.after ? InkOf(*c.after) : Ink::kNone;
  std::string line =
      was == is ? was : absl::StrCat(was, " -> ", Inked(is, ink, color));
  if (c.direction != Direction::kOther) {
    line = absl::StrCat(NameOf(c.direction), ": ", line);
  }
  if (c.other_kernel) line += " (another kernel)";
  if (c.after != nullptr && c.after->binds != Binding::kNothing) {
    absl::StrAppend(&line, " (counted as ", InfoOf(c.after->binds).name, ")");
  }
  return line;
}

}  // namespace

NameSpan NamesOf(Change) { return kChangeNames.names; }

std::string ResultText(const CaseResult& r) {
  std::string text = VerdictText(r.verdict);
  if (r.runs.size() > 1) {
    // All of them: the worst by precedence may be what is expected.
    text = absl::StrJoin(r.runs, ", ", [](std::string* out, const auto& one) {
      absl::StrAppend(out, one.second, " ", one.first);
    });
  } else if (r.k < r.n || r.failed_launches != 0) {
    absl::StrAppend(&text, ", ", CountsText(r));
  }
  if (r.bounded) text += ", bounded";
  return text;
}

std::string ResidencyLine(const ResidencyChange& change) {
  return absl::StrCat("residency: ", change.before, " -> ", change.after,
                      " in ", Counted(change.ids.size(), "case"));
}

std::string TimeLine(const TimeChange& time) {
  if (time.cases == 0) return "";
  return absl::StrFormat(
      "time: launches that are right take %.2f times as long (median of %d; "
      "%.2f to %.2f, the most in %s)",
      time.median, time.cases, time.least, time.most, time.slowest);
}

std::vector<std::string> OtherLines(const RunDiff& diff) {
  std::vector<std::string> lines;
  for (const ResidencyChange& change : diff.residency) {
    lines.push_back(ResidencyLine(change));
  }
  const std::string time = TimeLine(diff.time);
  if (!time.empty()) lines.push_back(time);
  absl::c_move(ProgressChangeLines(diff.progress), std::back_inserter(lines));
  return lines;
}

std::vector<std::pair<std::string, size_t>> CountsOf(const RunDiff& diff) {
  std::vector<std::pair<std::string, size_t>> counts;
  for (const ChangeRow& row : kChangeRows) {
    const size_t count = diff.Count(row.value);
    if (count > 0) counts.emplace_back(row.name, count);
  }
  return counts;
}

std::string DirectionsText(const RunDiff& diff) {
  std::vector<std::string> parts;
  for (absl::string_view name : NamesOf(Direction())) {
    const auto direction = static_cast<Direction>(parts.size());
    parts.push_back(absl::StrCat(name, " ", diff.Count(direction)));
  }
  return absl::StrJoin(parts, ", ");
}

std::string DiffText(const Run& before, const Run& after, const RunDiff& diff,
                     size_t width, bool color) {
  std::string out =
      absl::StrCat("before  ", ColumnName(before), "\n        ", before.folder,
                   "\nafter   ", ColumnName(after), "\n        ", after.folder,
                   "\n", DirectionsText(diff), "\n");
  if (diff.same_driver) out += "A/A: both runs have the same driver\n";
  for (const FactDifference& fact : diff.facts) {
    out += Line(absl::StrCat(NameOf(fact.of), ": ", FactLine(fact)), width);
  }
  for (const std::string& line : OtherLines(diff)) out += Line(line, width);
  const CaseChange* last = nullptr;
  const std::vector<const CaseChange*> listed = diff.Listed();
  for (const CaseChange* one : listed) {
    const CaseChange& c = *one;
    if (last == nullptr || last->change != c.change) {
      const std::string head = absl::StrCat(
          kChangeRows[static_cast<size_t>(c.change)].head, ": ",
          absl::c_count_if(
              listed, [&](const auto* o) { return o->change == c.change; }));
      absl::StrAppend(&out, "\n", Inked(head, Ink::kBold, color), "\n");
    }
    last = one;
    absl::StrAppend(&out, "  ", OneLine(c.id), "\n      ",
                    Wrap(CaseLine(c, color), width, 6, 6));
    if (c.disagree_on_compiler) {
      absl::StrAppend(&out, "      ", Wrap(kDisagreeOnCompiler, width, 6, 6));
    }
  }
  absl::StrAppend(&out, "\n", diff.Count(Change::kUnchanged), " of ",
                  diff.cases.size(), " cases are unchanged\n");
  return out;
}

json DiffJson(const Run& before, const Run& after, const RunDiff& diff) {
  json j = ReportJson("diff");
  j["before"] = RunJson(before);
  j["after"] = RunJson(after);
  j["same_driver"] = diff.same_driver;
  j["facts"] = JsonList(diff.facts, [](const FactDifference& fact) -> json {
    return {{"of", std::string(NameOf(fact.of))},
            {"name", fact.name},
            {"before", fact.before},
            {"after", fact.after}};
  });
  j["residency"] =
      JsonList(diff.residency, [](const ResidencyChange& change) -> json {
        return {{"before", change.before},
                {"after", change.after},
                {"cases", change.ids}};
      });
  j["time"] = {{"cases", diff.time.cases},
               {"median", diff.time.median},
               {"least", diff.time.least},
               {"most", diff.time.most},
               {"slowest", diff.time.slowest}};
  j["progress"] = ProgressChangeJson(diff.progress);
  j["counts"] = json::object();
  for (const auto& [name, count] : CountsOf(diff)) j["counts"][name] = count;
  j["cases"] = JsonList(diff.Listed(), [](const CaseChange* c) -> json {
    return {{"case", c->id},
            {"change", NameOf(c->change)},
            {"direction", NameOf(c->direction)},
            {"other_kernel", c->other_kernel},
            {"disagree_on_compiler", c->disagree_on_compiler},
            {"before", ResultJson(c->before)},
            {"after", ResultJson(c->after)}};
  });
  return j;
}

}  // namespace wgsync
