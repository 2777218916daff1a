#include "reports/matrix/matrix_model.h"

#include <map>
#include <set>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "reports/matrix/progress_class.h"
#include "reports/matrix/promise.h"
#include "reports/matrix/share_text.h"
#include "suite/core/verdict/kinds.h"

namespace wgsync {
namespace {

// A word that one case of a primitive has and another has not.
constexpr char kNoWord[] = "-";

// A pass whose orderings are shown to matter here, by twins without them.
bool OrderingsShown(const CaseResult& r) {
  return r.verdict.kind == VerdictKind::kPass &&
         StrengthOf(r.twins) == Strength::kShown;
}

// Parts the words of the group's ids into those that all share and the axes.
void FactorWords(MatrixGroup* group) {
  std::vector<IdWords> ids;
  std::vector<std::string> names;
  for (const MatrixRow& row : group->rows) {
    ids.push_back(SplitId(row.id));
    for (const auto& [name, value] : ids.back().words) {
      if (!absl::c_linear_search(names, name)) {
        names.push_back(name);
      }
    }
  }
  for (const std::string& name : names) {
    std::set<std::string> values;
    for (const IdWords& id : ids) values.insert(id.Of(name, kNoWord));
    // A group of one row still needs something to call that row by.
    bool names_the_row = ids.size() == 1 && name == names.back();
    if (values.size() == 1 && !names_the_row) {
      group->common.push_back(absl::StrCat(name, "=", *values.begin()));
    } else {
      group->axes.push_back(name);
    }
  }
  for (size_t i = 0; i < ids.size(); ++i) {
    for (const std::string& axis : group->axes) {
      group->rows[i].words.push_back(ids[i].Of(axis, kNoWord));
    }
  }
}

}  // namespace

std::vector<MatrixGroup> BuildMatrix(absl::Span<const Run> runs) {
  std::vector<MatrixGroup> groups;
  std::map<std::string, size_t> index;          // by primitive
  std::map<std::string, size_t> family_number;  // by first appearance
  Timeline timeline = MakeTimeline(Pointers(runs));
  for (TimelineRow& row : timeline.rows) {
    IdWords split = SplitId(row.id);
    family_number.try_emplace(split.family, family_number.size());
    auto [at, is_new] = index.try_emplace(split.primitive, groups.size());
    if (is_new) groups.push_back({split.family, split.primitive, {}, {}, {}});
    groups[at->second].rows.push_back({row.id, {}, std::move(row.cells)});
  }
  absl::c_stable_sort(groups, [&](const MatrixGroup& a, const MatrixGroup& b) {
    return family_number[a.family] < family_number[b.family];
  });
  for (MatrixGroup& group : groups) FactorWords(&group);
  return groups;
}

std::vector<MatrixGroup> SplitByRareWords(const MatrixGroup& group) {
  std::vector<bool> rare(group.axes.size());
  for (const MatrixRow& row : group.rows) {
    for (size_t a = 0; a < rare.size(); ++a) {
      rare[a] = rare[a] || row.words[a] == kNoWord;
    }
  }
  std::vector<MatrixGroup> parts;
  std::map<std::string, size_t> index;  // by the rare words
  for (const MatrixRow& row : group.rows) {
    std::string key;
    for (size_t a = 0; a < rare.size(); ++a) {
      if (rare[a]) absl::StrAppend(&key, row.words[a], "/");
    }
    auto [at, is_new] = index.try_emplace(key, parts.size());
    if (is_new) parts.push_back({group.family, group.primitive, {}, {}, {}});
    parts[at->second].rows.push_back({row.id, {}, row.cells});
  }
  for (MatrixGroup& part : parts) FactorWords(&part);
  return parts;
}

Ink InkOf(const CaseResult& result) {
  if (result.binds != Binding::kNothing) return Ink::kRed;
  switch (InfoOf(result.verdict.kind).tone) {
    case Tone::kGood:
      return Ink::kGreen;
    case Tone::kOdd:
      return Ink::kYellow;
    case Tone::kBad:
      return Ink::kRed;
    case Tone::kFaint:
      return Ink::kFaint;
  }
  return Ink::kNone;
}

absl::Span<const MarkInfo> Marks() {
  using C = const TimelineCell&;
  static constexpr MarkInfo kMarks[] = {
      {"!", "fails: it counts as a failure", "",
       [](C c) { return c.result && c.result->binds != Binding::kNothing; }},
      {"*", "of a wait that gives up: another program", "",
       [](C c) { return c.result && c.result->bounded; }},
      {"^", "watching it changed it",
       "The launch without a board behaved differently, and is judged.",
       [](C c) { return c.result && c.result->perturbed; }},
      {"+",
       "orderings shown: weakened twins of the case failed in "
       "the same run; without it, a pass shows the waits alone",
       "A weakened twin is the same program with one order taken away.",
       [](C c) { return c.result && OrderingsShown(*c.result); }},
      {"k/n", "in k of n runs or reads",
       "`k/n launches`: of all its launches, those without a board if there "
       "are any, k were not right.",
       [](C c) {
         return c.result && (c.result->k < c.result->n || c.result->n > 1);
       }},
      {"?", "planned, no verdict", "",
       [](C c) { return !c.result && c.planned; }},
      {"blank", "not in that run's plan", "",
       [](C c) { return !c.result && !c.planned; }},
  };
  return kMarks;
}

std::string CellText(const TimelineCell& cell) {
  if (cell.result == nullptr) return cell.planned ? "?" : "";
  const CaseResult& r = *cell.result;
  std::string text(1, VerdictLetter(r.verdict.kind));
  for (const MarkInfo& mark : Marks()) {
    if (!mark.has(cell)) continue;
    absl::StrAppend(
        &text, mark.sign == "k/n"
                   ? absl::StrCat(" ", ShortCount(r.k), "/", ShortCount(r.n))
                   : std::string(mark.sign));
  }
  return text;
}

std::vector<std::pair<std::string, std::string>> MatrixLegend(
    absl::Span<const MatrixGroup> groups) {
  std::map<VerdictKind, absl::string_view> kinds;
  std::set<absl::string_view> signs;
  for (const MatrixGroup& group : groups) {
    for (const MatrixRow& row : group.rows) {
      for (const TimelineCell& cell : row.cells) {
        if (cell.result != nullptr) {
          const Verdict& v = cell.result->verdict;
          // The meanings of kinds are about the catalogue's cases.
          if (IsTried(*cell.result)) {
            kinds.emplace(v.kind, InfoOf(v.rule).sentence);
          } else {
            kinds[v.kind] = InfoOf(v.kind).meaning;
          }
        }
        for (const MarkInfo& mark : Marks()) {
          if (mark.has(cell)) signs.insert(mark.sign);
        }
      }
    }
  }
  std::vector<std::pair<std::string, std::string>> legend;
  legend.reserve(kinds.size() + signs.size());
  for (const auto& [kind, meaning] : kinds) {
    legend.push_back({std::string(1, VerdictLetter(kind)),
                      absl::StrCat(VerdictName(kind), ": ", meaning)});
  }
  for (const MarkInfo& mark : Marks()) {
    if (signs.count(mark.sign) == 0) continue;
    legend.push_back({std::string(mark.sign), std::string(mark.meaning)});
  }
  return legend;
}

std::vector<CountRow> MatrixCounts(absl::Span<const Run> runs) {
  std::vector<Tally> tallies;
  std::set<VerdictKind> kinds;
  for (const Run& run : runs) {
    tallies.push_back(TallyRun(run));
    for (const auto& [kind, count] : tallies.back().verdicts) {
      kinds.insert(kind);
    }
  }
  std::vector<CountRow> rows;
  for (VerdictKind kind : kinds) {
    CountRow row{std::string(1, VerdictLetter(kind)),
                 std::string(VerdictName(kind)),
                 {}};
    for (Tally& tally : tallies) row.counts.push_back(tally.verdicts[kind]);
    rows.push_back(std::move(row));
  }
  auto add = [&](const char* name, size_t Tally::*count) {
    CountRow row{"", name, {}};
    for (const Tally& tally : tallies) row.counts.push_back(tally.*count);
    rows.push_back(std::move(row));
  };
  add("cases", &Tally::total);
  add("counted", &Tally::could_bind);
  for (const BindingInfo& bind : Bindings()) {
    CountRow row{"", absl::StrCat("fail: ", bind.name), {}};
    bool counts = false;
    for (const Tally& tally : tallies) {
      counts |= tally.Counts(bind.value);
      row.counts.push_back(tally.Failing(bind.value));
    }
    if (counts) rows.push_back(std::move(row));
  }
  add("bad, not counted", &Tally::characterised);
  return rows;
}

std::string ColumnHead(const Run& run, size_t index) {
  const std::string model = RunModel(run);
  return model.empty()
             ? absl::StrCat("[", index + 1, "]")
             : absl::StrCat("[", index + 1, " model:", OneLine(model), "]");
}

std::string ColumnName(const Run& run) {
  std::string driver = RunDriverVersion(run);
  std::string name = OneLine(RunDeviceName(run));
  const std::string model = RunModel(run);
  if (!model.empty())
    name = absl::StrCat("model:", OneLine(model), " on ", name);
  return driver.empty() ? name
                        : absl::StrCat(name, ", driver ", OneLine(driver));
}

std::string ResumeText(const Run& run) {
  return IsTried(run) ? "try the folder again, with another --out"
                      : absl::StrCat("`wgsync run --resume ",
                                     ShellQuote(run.folder), "` goes on");
}

namespace {

// Of a run with so many planned cases that have no verdict.
std::string CutShort(const Run& run, size_t missing) {
  if (run.finished && missing == 0) return "";
  std::string text =
      run.running ? "the run is not at its end" : "the run was cut short";
  if (missing > 0) {
    absl::StrAppend(&text, ", ", missing, " planned ",
                    missing == 1 ? "case has" : "cases have", " no verdict");
  }
  return absl::StrCat(text, "; ",
                      run.running ? "a wgsync writes it now" : ResumeText(run));
}

}  // namespace

std::string CutShortText(const Run& run) {
  return CutShort(run, TallyRun(run).missing);
}

TwinTally TallyTwins(const Run& run, absl::string_view primitive) {
  TwinTally tally;
  for (const CaseResult& r : run.results) {
    if (!primitive.empty() && SplitId(r.id).primitive != primitive) continue;
    for (const TwinResult& twin : r.twins) tally.Add(twin);
  }
  return tally;
}

std::vector<std::string> ColumnRemarks(const Run& run) {
  Tally tally = TallyRun(run);
  std::vector<std::string> remarks;
  const std::string cut_short = CutShort(run, tally.missing);
  if (!run.intact) remarks.push_back(kChangedText);
  if (!cut_short.empty()) remarks.push_back(cut_short);
  if (tally.could_bind_shown == 0) {
    remarks.push_back("no case counts here: this column proves nothing");
  } else if (tally.could_bind_shown < tally.could_bind) {
    remarks.push_back(absl::StrCat(
        tally.could_bind - tally.could_bind_shown, " of ", tally.could_bind,
        " counted cases are unproven or did not run"));
  }
  const TwinTally twins = TallyTwins(run);
  if (twins.launches != 0) remarks.push_back(ScoreText(twins));
  for (const std::string& line : ShareLines(run)) remarks.push_back(line);
  const std::string promise = PromiseLine(PromiseOf(run));
  if (!promise.empty()) remarks.push_back(promise);
  const std::string progress = ProgressLine(run);
  if (!progress.empty()) remarks.push_back(progress);
  // A resumed run says some of them again. A run ends with its class, by the
  // rules of its day.
  std::set<std::string> said;
  for (const std::string& note : run.notes) {
    if (!progress.empty() && absl::StartsWith(note, "progress: ")) continue;
    if (said.insert(note).second) remarks.push_back(OneLine(note));
  }
  return remarks;
}

std::vector<const CaseResult*> Failures(const Run& run) {
  std::vector<const CaseResult*> failures;
  for (const CaseResult& result : run.results) {
    const bool fails = result.binds != Binding::kNothing;
    if (fails && run.Shows(result.id)) failures.push_back(&result);
  }
  return failures;
}

}  // namespace wgsync
