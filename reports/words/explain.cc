#include "reports/words/explain.h"

#include <map>
#include <set>

#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "nlohmann/json.hpp"
#include "reports/advice/common_names.h"
#include "reports/matrix/matrix_model.h"
#include "reports/matrix/report_json.h"
#include "reports/render/text.h"
#include "suite/core/base/field_visitor.h"
#include "suite/core/base/name_pattern.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/catalog/needs.h"
#include "suite/core/plan/axes.h"
#include "suite/core/progress/progress_model.h"
#include "suite/core/record/run_facts.h"
#include "suite/core/verdict/kinds.h"
#include "suite/core/verdict/rules.h"

namespace wgsync {
namespace {

constexpr size_t kMostClose = 5, kWordWidth = 26;

Explanation Word(absl::string_view group, absl::string_view word,
                 absl::string_view also, absl::string_view says) {
  return {group, std::string(word), std::string(also), std::string(says), {}};
}

void AddFact(absl::string_view name, absl::string_view text, Explanation* e) {
  if (!text.empty()) e->facts.push_back({std::string(name), std::string(text)});
}

void AddVerdicts(Explanations* all) {
  for (const KindInfo& info : VerdictKinds()) {
    const std::string letter(1, info.letter);
    all->push_back(Word("verdict", info.name, letter, info.meaning));
    AddFact("in full", info.plain, &all->back());
    AddFact("host check", info.plain_host, &all->back());
    for (const RuleInfo& row : VerdictRules()) {
      if (row.kind != info.kind || row.name.empty()) continue;
      AddFact("rule", absl::StrCat(row.name, ": ", row.sentence), &all->back());
    }
    AddFact("refuted by", info.refuted_by, &all->back());
  }
}

void AddRulesNeedsAndMarks(Explanations* all) {
  for (const RuleInfo& row : VerdictRules()) {
    if (row.name.empty()) continue;
    all->push_back(Word("rule", row.name, NameOf(row.cause),
                        ReasonText(VerdictOf(row.rule))));
    AddFact("note", row.note, &all->back());
  }
  for (const NeedInfo& row : Needs()) {
    all->push_back(Word("need", row.name, "", row.text));
    AddFact("waits for", row.waits_for, &all->back());
    AddFact("expected on", row.expected, &all->back());
  }
  for (const MarkInfo& row : Marks()) {
    all->push_back(Word("mark", row.sign, "", row.meaning));
    AddFact("note", row.note, &all->back());
  }
}

void AddFieldsAndValues(Explanations* all) {
  Explanations values;
  for (const AxisRow& axis : Axes()) {
    all->push_back(Word("field", axis.key, "", axis.says));
    for (size_t i = 0; i < axis.names.size(); ++i) {
      const std::string name(axis.names[i]), meaning(axis.meanings[i]);
      const std::string shown(name.empty() ? axis.number_text : name);
      AddFact("value", absl::StrCat(shown, ": ", meaning), &all->back());
      if (name.empty()) continue;
      values.push_back(
          Word("value", absl::StrCat(axis.key, "=", name), name, meaning));
    }
    if (axis.usual == kNoUsual) continue;
    AddFact("left out", absl::StrCat("it is ", axis.names[axis.usual]),
            &all->back());
  }
  std::map<std::string, std::set<std::string>> of_host;
  for (const HostCheck& check : HostChecks()) {
    for (const HostAxis& axis : check.axes) {
      of_host[axis.key].insert(axis.values.begin(), axis.values.end());
    }
  }
  for (const auto& [key, names] : of_host) {
    const std::string says =
        absl::StrCat("of host checks: ", absl::StrJoin(names, ", "));
    all->push_back(Word("field", key, "", says));
    for (const std::string& name : names) {
      values.push_back(Word("value", absl::StrCat(key, "=", name), name, says));
    }
  }
  all->insert(all->end(), values.begin(), values.end());
}

void AddModels(Explanations* all) {
  for (const progress::ModelRow& row : progress::Models()) {
    all->push_back(Word("model", row.name, "", row.says));
    if (row.model == progress::Model::kUnfair) continue;
    AddFact("weak", "such a group is run again and again", &all->back());
    AddFact("strong",
            "besides, it makes each step that is possible again and again, "
            "such as to take a lock that others take as well",
            &all->back());
  }
}

// Words of reports and commands that no table of the core has.
void AddTerms(Explanations* all) {
  constexpr std::pair<absl::string_view, absl::string_view> kTerms[] = {
      {"counted",
       "a case that was judged and could fail: if it fails, the run fails"},
      {"control",
       "the same case without its waits; if it comes out right, a pass proves "
       "nothing"},
      {"weakened twin",
       "the same program with one order taken away; it must come out wrong"},
      {"weakened form", "a weakened twin"},
      {"seen to matter", "the weakened twin without it came out wrong"},
      {"residency", "the most groups that are on the device at the same time"},
      {"board",
       "memory in which groups note their arrivals and departures; a judged "
       "launch has none"},
      {"host check", "a case of the host's calls: no groups wait in it"},
      {"guaranteed", "the specification promises it for the case's memory"},
      {"customary",
       "people rely on it, and nothing promises it; as a failure: old or wrong "
       "data after such accesses and the device fence"},
      {"racy", "neither guaranteed nor customary, such as a plain poll"},
      {"violation", "a failure of what the specification or driver promises"},
      {"progress",
       "which groups go on, whatever others do; as a failure: a hang where the "
       "case's need is expected"},
      {"execution",
       "a failure: a hang although each group had started and memory held what "
       "is awaited"},
      {"own",
       "a failure of a tried kernel: it does not end, or leaves what its own "
       "file does not call right"},
      {"refuted", "a model of progress of which a shape has hung"},
      {"held", "a model of progress whose shapes all ended: no proof"},
      {"inconclusive", "unproven, and other processes had the cores meanwhile"},
      {"known", "a failure that a file of expectations lists; it fails no run"},
      {"regression", "a verdict that is worse than the baseline's"},
      {"unexpected pass", "a pass where the baseline expects a fault"},
      {"other cause", "the baseline's verdict or failure, with another cause"},
      {"tier", "a set of cases: smoke, the smallest; default; full"},
      {"canary", "a launch between cases that finds a sick device"},
      {"A/A", "both sides of a comparison have the same driver"},
      {"late",
       "groups that are made to start after others; in `wgsync try` the rows "
       "of launches with such groups"},
      {"paused",
       "in `wgsync try` the rows of launches in which work-items pause at "
       "their atomic operations"},
      {"fences",
       "in `wgsync try` the row of launches of a wrong grid with a fence of "
       "the device around each barrier, fence and atomic operation"},
      {"read before",
       "in `wgsync try` the rows of launches in which each group has read the "
       "buffers before, so that its cache may hold old values"},
      {"hot",
       "in `wgsync try` the rows of launches in which work-items store to one "
       "word of all groups, so that their next stores are late"},
      {"reversed",
       "in `wgsync try` the row of launches in which groups have their ids in "
       "reverse order"},
      {"watched",
       "in `wgsync try` the row of launches with stamps, of a grid that fails; "
       "of a case the launch with a board"},
      {"judged launch", "the launch without a board; its payload is judged"},
      {"frozen", "two looks at memory, some time apart, show no change"},
      {"perturbed", "with the board it ends otherwise than without it"},
      {"soundness",
       "whether the specification orders the case's memory: guaranteed, "
       "customary or racy"},
      {"no orders",
       "in `wgsync try` the row of launches without fences and memory orders"},
      {"not promised",
       "in a gate a change for the worse that breaks no promise; it fails no "
       "gate"},
      {"launch",
       "in `wgsync try` the number of a launch, from 0 on: values with it "
       "differ from those that an earlier launch left"},
      {"kept",
       "in `wgsync try` the role of a buffer in which a launch finds what the "
       "one before left"},
      {"cut short",
       "a run that ended before each of its cases had a verdict; `wgsync run "
       "--resume RUN` runs the rest"},
      {"took", "the time of a run; if it was resumed, the sum of its parts"},
  };
  for (const auto& [word, says] : kTerms) {
    all->push_back(Word("term", word, "", says));
  }
}

// A primitive or a host check in the words of the catalog: by its name, with
// its family or without, or an id of it.
Explanations OfCatalog(const std::string& word) {
  const std::string name = SplitId(word).primitive;
  const auto is = [&](absl::string_view of_row) {
    return of_row == name || of_row.substr(of_row.find('.') + 1) == name;
  };
  Explanations found;
  for (const Primitive& p : Primitives()) {
    if (!is(p.name)) continue;
    found.push_back(Word("primitive", p.name, "", p.source));
    AddFact("needs", NeedText(NameOf(p.need)), &found.back());
    AddFact("kernel", absl::StrCat("kernels/", p.file), &found.back());
  }
  for (const HostCheck& check : HostChecks()) {
    if (!is(check.name)) continue;
    found.push_back(Word("host check", check.name, "", check.says));
    AddFact("promise", check.promise, &found.back());
    AddFact("open", check.open, &found.back());
  }
  return found;
}

// A name under which people look for cases: "grid barrier", or the family of
// an id, "handoff".
Explanations OfCommonName(const std::string& word) {
  const CommonName* const row = FindCommonName(word);
  if (row == nullptr) return {};
  Explanation name = Word("name", row->name, "", row->says);
  if (name.says.empty()) name.says = absl::StrJoin(row->primitives, ", ");
  AddFact("cases", absl::StrCat("wgsync list '", row->name, "'"), &name);
  AddFact("use", absl::StrCat("wgsync can '", row->name, "' --device D"),
          &name);
  return {name};
}

// "hang (X)". The other name of a rule or a value is in its line anyway.
std::string Title(const Explanation& e) {
  return e.group == "verdict" ? e.word + " (" + e.also + ")" : e.word;
}

}  // namespace

const Explanations& AllWords() {
  static const auto* const all = [] {
    auto* const list = new Explanations;
    AddVerdicts(list);
    AddRulesNeedsAndMarks(list);
    AddModels(list);
    AddFieldsAndValues(list);
    AddTerms(list);
    return list;
  }();
  return *all;
}

// "groups=2" is of the field "groups", whose values are numbers.
std::string NumberedField(const std::string& word) {
  const size_t value = word.find('=') + 1;
  const bool number =
      value != 0 && value < word.size() && absl::ascii_isdigit(word[value]);
  return number ? word.substr(0, value - 1) : "";
}

Explanations Explain(const std::string& word) {
  if (word.empty()) return {};
  const std::string verdict = absl::StrCat(word, ", because ");
  const std::string field = NumberedField(word);
  const absl::StatusOr<progress::Config> config = progress::FindConfig(word);
  Explanations found;
  for (const Explanation& e : AllWords()) {
    if (e.word == word || e.also == word ||
        (e.group == "rule" && absl::StartsWith(e.says, verdict) &&
         absl::StrContains(word, '(')) ||
        (e.group == "field" && e.word == field) ||
        (e.group == "model" && config.ok() &&
         e.word == progress::NameOf(config->model))) {
      found.push_back(e);
    }
  }
  for (const Explanations& more : {OfCommonName(word), OfCatalog(word)}) {
    found.insert(found.end(), more.begin(), more.end());
  }
  return found;
}

std::vector<std::string> CloseWords(const std::string& word) {
  std::set<std::pair<size_t, std::string>> close;
  for (const Explanation& e : AllWords()) {
    for (const std::string& name : {e.word, e.also}) {
      const size_t distance = EditDistance("*" + word + "*", name);
      if (distance > word.size() / 3 || name.size() < 2) continue;
      close.insert({distance, name});
    }
  }
  std::vector<std::string> names;
  for (const auto& [distance, name] : close) {
    if (names.size() < kMostClose) names.push_back(name);
  }
  return names;
}

std::string ExplainText(const Explanations& words, size_t width) {
  std::string out;
  for (const Explanation& e : words) {
    const std::string head = absl::StrCat(e.group, " ", Title(e), ": ", e.says);
    absl::StrAppend(&out, out.empty() ? "" : "\n", Wrap(head, width, 2));
    absl::string_view last;
    for (const auto& [name, text] : e.facts) {
      absl::StrAppend(&out, Field(name == last ? "" : name, text, 2, width));
      last = name;
    }
  }
  return out;
}

std::string WordListText(size_t width) {
  std::string out;
  absl::string_view group;
  for (const Explanation& e : AllWords()) {
    if (e.group != group) {
      absl::StrAppend(&out, out.empty() ? "" : "\n", e.group, "s\n");
      group = e.group;
    }
    const std::string line =
        absl::StrCat("  ", PadRight(Title(e), kWordWidth), " ", e.says);
    absl::StrAppend(&out, Shorten(line, width), "\n");
  }
  return out;
}

nlohmann::json ExplainJson(const Explanations& words) {
  nlohmann::json report = ReportJson("explain");
  for (const Explanation& e : words) {
    report["words"].push_back({{"group", e.group},
                               {"word", e.word},
                               {"also", e.also},
                               {"says", e.says},
                               {"facts", nlohmann::json(e.facts)}});
  }
  return report;
}

}  // namespace wgsync
