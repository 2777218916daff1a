#include "reports/gate/expectation_update.h"

#include <cstdint>
#include <map>
#include <set>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "reports/diff/diff.h"
#include "reports/render/text.h"
#include "suite/core/base/clean_text.h"
#include "suite/core/plan/plan.h"
#include "suite/core/record/run_facts.h"
#include "suite/core/verdict/kinds.h"

namespace wgsync {
namespace {

// Verdict -> how often, in all of the runs.
using Seen = std::map<VerdictKind, uint64_t>;

// A log of elsewhere may name anything; in a file of rules an id is a glob that
// ends at a blank, on one line.
bool CanBeGlob(const std::string& id) {
  return absl::c_all_of(id, absl::ascii_isgraph);
}

std::map<std::string, Seen> SeenByCase(absl::Span<const Run> runs) {
  std::map<std::string, Seen> cases;
  for (const Run& run : runs) {
    for (const CaseResult& r : run.results) {
      if (SaysNothing(r.verdict.kind) || !CanBeGlob(r.id)) continue;
      Seen& seen = cases[r.id];
      for (const auto& [kind, count] : KindsSeen(r)) seen[kind] += count;
    }
  }
  return cases;
}

// What a rule has to say of them after its equals sign; "" where there is
// nothing to say.
std::string Wanted(const Seen& seen, absl::string_view until) {
  std::vector<std::string> bad;
  uint64_t n = 0, k = 0;
  for (const auto& [kind, count] : seen) {
    n += count;
    if (IsRight(kind)) continue;
    k += count;
    bad.push_back(std::string(VerdictName(kind)));
  }
  if (bad.empty()) return "";
  if (k == n) return absl::StrJoin(bad, "|");
  for (std::string& kind : bad) kind = absl::StrCat("flaky(", kind, ")");
  return absl::StrFormat(
      "%s rate=%.2f seen=%d/%d until=%s", absl::StrJoin(bad, "|"),
      static_cast<double>(k) / static_cast<double>(n), k, n, until);
}

bool StillHolds(const ExpectationRule& rule, const Seen& seen) {
  bool expected_one = false;
  for (const auto& [kind, count] : seen) {
    const bool expected = absl::c_any_of(
        rule.verdicts, [&, kind = kind](const ExpectedVerdict& e) {
          return e.verdict.kind == kind;
        });
    if (!expected && !(IsRight(kind) && rule.flaky())) return false;
    expected_one = true;
  }
  return expected_one;
}

// A glob by which some words of an id are kept: "a.b/poll=plain/*/groups=2".
std::string GlobOf(const IdWords& id, bool primitive,
                   const std::set<size_t>& kept) {
  std::string glob = primitive ? id.primitive : absl::StrCat(id.family, ".*");
  bool star = !primitive;
  for (size_t i = 0; i < id.words.size(); ++i) {
    if (kept.count(i) > 0) {
      absl::StrAppend(&glob, "/", id.words[i].first, "=", id.words[i].second);
      star = false;
    } else if (!star) {
      glob += "/*";
      star = true;
    }
  }
  return glob;
}

// Globs that are worth a try for an id: by the primitive or its family, and by
// no word, one or two; and the id itself.
std::vector<std::string> Candidates(const std::string& id) {
  const IdWords words = SplitId(id);
  std::vector<std::string> globs = {id};
  const size_t n = words.words.size();
  for (bool primitive : {true, false}) {
    globs.push_back(GlobOf(words, primitive, {}));
    for (size_t i = 0; i < n; ++i) {
      globs.push_back(GlobOf(words, primitive, {i}));
      for (size_t j = i + 1; j < n; ++j) {
        globs.push_back(GlobOf(words, primitive, {i, j}));
      }
    }
  }
  return globs;
}

// Glob -> the cases of `left` that it covers, each of which wants the same. A
// glob never covers a case that wants something else or is not in `left`, nor
// one of the default tier that the runs say nothing of.
using Covers = std::map<std::string, std::set<std::string>>;
Covers CoversOf(const std::map<std::string, std::string>& wanted,
                const std::set<std::string>& left) {
  Covers covers;
  for (const std::string& id : left) {
    for (const std::string& glob : Candidates(id)) covers[glob];
  }
  std::vector<std::string> unknown;
  for (const PlannedCase& c : PlanTier(Tier::kDefault)) {
    if (wanted.count(c.id) == 0) unknown.push_back(c.id);
  }
  for (auto it = covers.begin(); it != covers.end();) {
    std::string text;
    bool good = absl::c_none_of(unknown, [&](const std::string& id) {
      return GlobMatches(it->first, id);
    });
    for (const auto& [id, want] : wanted) {
      if (!GlobMatches(it->first, id)) continue;
      good = good && left.count(id) > 0 && (text.empty() || want == text);
      if (!good) break;
      text = want;
      it->second.insert(id);
    }
    it = good ? std::next(it) : covers.erase(it);
  }
  return covers;
}

// New rules, glob and verdicts, for those cases of `wanted` that are not in
// `have`.
std::vector<std::pair<std::string, std::string>> NewRules(
    const std::map<std::string, std::string>& wanted,
    const std::set<std::string>& have) {
  std::set<std::string> left;
  for (const auto& [id, text] : wanted) {
    if (!text.empty() && have.count(id) == 0) left.insert(id);
  }
  Covers covers = CoversOf(wanted, left);
  std::vector<std::pair<std::string, std::string>> rules;
  while (!left.empty()) {
    // Of two that cover as much, the one that says more.
    auto best = absl::c_max_element(covers, [](const auto& a, const auto& b) {
      return std::pair(a.second.size(), a.first.size()) <
             std::pair(b.second.size(), b.first.size());
    });
    const std::string glob = best->first;
    const std::set<std::string> taken = best->second;
    rules.emplace_back(glob, wanted.at(*taken.begin()));
    for (const std::string& id : taken) left.erase(id);
    // What is left must not overlap with it.
    for (auto it = covers.begin(); it != covers.end();) {
      const bool meets = absl::c_any_of(it->second, [&](const std::string& id) {
        return taken.count(id) > 0;
      });
      it = meets ? covers.erase(it) : std::next(it);
    }
  }
  absl::c_sort(rules);
  return rules;
}

// Which of the rules stay.
struct OldRules {
  std::set<int> gone;          // lines
  std::set<std::string> have;  // cases with a rule that stays
};
OldRules LookAtRules(const Expectations& old, const TagFacts& facts,
                     const std::map<std::string, Seen>& seen) {
  OldRules look;
  for (const ExpectationRule& rule : old.rules) {
    if (!TagsFit(rule.tags, facts)) continue;
    std::vector<std::string> ids;
    bool holds = true;
    for (const auto& [id, verdicts] : seen) {
      if (!GlobMatches(rule.glob, id)) continue;
      ids.push_back(id);
      holds = holds && (rule.skip || StillHolds(rule, verdicts));
    }
    if (holds) {
      look.have.insert(ids.begin(), ids.end());
    } else {
      look.gone.insert(rule.line);
    }
  }
  return look;
}

}  // namespace

ExpectationUpdate UpdateExpectations(const Expectations& old,
                                     absl::Span<const Run> runs,
                                     absl::string_view until) {
  ExpectationUpdate update;
  if (runs.empty()) return {old.lines, {}};
  const std::map<std::string, Seen> seen = SeenByCase(runs);
  const OldRules rules = LookAtRules(old, TagFactsOf(runs[0]), seen);
  std::map<std::string, std::string> wanted;
  for (const auto& [id, verdicts] : seen) wanted[id] = Wanted(verdicts, until);
  for (size_t i = 0; i < old.lines.size(); ++i) {
    const int line = static_cast<int>(i + 1);
    if (rules.gone.count(line) == 0) {
      update.lines.push_back(old.lines[i]);
    } else {
      update.diff.push_back(
          absl::StrCat("-", line, ": ", CleanText(old.lines[i])));
    }
  }
  const std::string reason = absl::StrReplaceAll(
      OneLine(absl::StrCat("as seen with driver ", RunDriverVersion(runs[0]))),
      {{"\"", "'"}});
  for (const auto& [glob, text] : NewRules(wanted, rules.have)) {
    update.lines.push_back(
        absl::StrCat("\"", reason, "\" ", glob, " = ", text));
    update.diff.push_back(
        absl::StrCat("+", update.lines.size(), ": ", update.lines.back()));
  }
  return update;
}

}  // namespace wgsync
