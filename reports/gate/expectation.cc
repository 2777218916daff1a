#include "reports/gate/expectation.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <set>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "absl/time/civil_time.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "reports/diff/diff.h"
#include "suite/core/base/clean_text.h"
#include "suite/core/base/read_file.h"
#include "suite/core/base/status_macros.h"
#include "suite/core/base/versions.h"
#include "suite/core/plan/plan.h"
#include "suite/core/record/run_facts.h"

namespace wgsync {
namespace {

constexpr uint64_t kLeastSeen = 2;
// Of a case, in one file: rules of other devices and drivers.
constexpr size_t kMostOfACase = 64;

// The ends of "A..B", of which each may be "", or of "A".
std::pair<std::string, std::string> Ends(absl::string_view range) {
  std::pair<std::string, std::string> ends =
      absl::StrSplit(range, absl::MaxSplits("..", 1));
  if (!absl::StrContains(range, "..")) ends.second = ends.first;
  return ends;
}

bool Contains(absl::string_view text, absl::string_view part) {
  return absl::StrContains(absl::AsciiStrToLower(text),
                           absl::AsciiStrToLower(part));
}

// Both could be in one run's text: unless they say different things.
bool CouldBoth(const std::string& a, const std::string& b) {
  return a.empty() || b.empty() || Contains(a, b) || Contains(b, a);
}

bool IsBelow(const std::string& high, const std::string& low) {
  return !high.empty() && !low.empty() && CompareVersions(high, low) < 0;
}

bool DriverFits(absl::string_view range, const std::string& version) {
  const auto [low, high] = Ends(range);
  return (low.empty() || CompareVersions(version, low) >= 0) &&
         (high.empty() || CompareVersions(version, high) <= 0);
}

// Some version is in both; "" is every version.
bool RangesMeet(absl::string_view a, absl::string_view b) {
  const auto [a_low, a_high] = Ends(a);
  const auto [b_low, b_high] = Ends(b);
  return !IsBelow(a_high, b_low) && !IsBelow(b_high, a_low);
}

bool CouldFitOneRun(const TagFacts& a, const TagFacts& b) {
  return CouldBoth(a.vendor, b.vendor) && CouldBoth(a.device, b.device) &&
         CouldBoth(a.os, b.os) && RangesMeet(a.driver, b.driver);
}

bool IsDate(absl::string_view text) {
  absl::CivilDay day;
  return text.size() == 10 && absl::ParseCivilTime(text, &day);
}

// One line, taken from its beginning; `error` is the first thing wrong.
class LineParser {
 public:
  LineParser(absl::string_view line, absl::string_view today)
      : rest_(absl::StripAsciiWhitespace(line)), today_(today) {}

  // "" where the rule is whole; else the error and the fix. A rule that counts
  // cases has no verdicts.
  std::string Parse(ExpectationRule* rule) {
    std::string error = ParseReason(rule);
    if (error.empty()) error = ParseTags(rule);
    if (error.empty()) error = ParseGlob(rule);
    if (error.empty()) error = ParseAttributes(rule);
    if (error.empty() && (rest_ == "counted") != (least_ > 0)) {
      return "write TIER/FAMILY = counted least=N, with N of at least 1";
    }
    if (error.empty() && least_ == 0) {
      error = rest_ == "skip" ? ParseSkip(rule) : ParseVerdicts(rule);
    }
    if (error.empty()) error = CheckRate(*rule);
    return error;
  }

  // Of a rule that counts cases; 0 of others.
  size_t least() const { return least_; }

 private:
  // The next word, or the next words in double quotes; "" at the end.
  std::string Word() {
    rest_ = absl::StripLeadingAsciiWhitespace(rest_);
    const bool quoted = absl::ConsumePrefix(&rest_, "\"");
    const size_t end = std::min(
        quoted ? rest_.find('"') : rest_.find_first_of(" \t"), rest_.size());
    std::string word(rest_.substr(0, end));
    rest_.remove_prefix(std::min(rest_.size(), end + (quoted ? 1 : 0)));
    rest_ = absl::StripLeadingAsciiWhitespace(rest_);
    return word;
  }

  std::string ParseReason(ExpectationRule* rule) {
    constexpr char kMend[] =
        "no reason; begin with a word, or words in double quotes, that say why";
    if (absl::StartsWith(rest_, "[") || absl::StartsWith(rest_, "=")) {
      return kMend;
    }
    rule->reason = Word();
    const bool was_glob = absl::StartsWith(rest_, "= ");
    return rule->reason.empty() || was_glob ? kMend : "";
  }

  std::string ParseTags(ExpectationRule* rule) {
    if (!absl::ConsumePrefix(&rest_, "[")) return "";
    const size_t end = rest_.find(']');
    if (end == absl::string_view::npos) {
      return "the tags do not end; close them with ]";
    }
    absl::string_view after = rest_.substr(end + 1);
    absl::string_view tags = rest_.substr(0, end);
    for (;;) {
      tags = absl::StripLeadingAsciiWhitespace(tags);
      if (tags.empty()) break;
      const size_t equals = tags.find('=');
      const std::string name(tags.substr(0, equals));
      tags.remove_prefix(equals == absl::string_view::npos ? tags.size()
                                                           : equals + 1);
      rest_ = tags;
      const std::string value = Word();
      tags = rest_;
      const std::string error = Tag(name, value, &rule->tags);
      if (!error.empty()) return error;
    }
    rest_ = absl::StripLeadingAsciiWhitespace(after);
    return "";
  }

  static std::string Tag(const std::string& name, const std::string& value,
                         TagFacts* tags) {
    std::string* to = name == "vendor"   ? &tags->vendor
                      : name == "device" ? &tags->device
                      : name == "driver" ? &tags->driver
                      : name == "os"     ? &tags->os
                                         : nullptr;
    if (to == nullptr) {
      return absl::StrCat("unknown tag ", name,
                          "; there are vendor=, device=, driver=, os=");
    }
    if (value.empty() || !to->empty()) {
      return absl::StrCat("tag ", name, " has ",
                          value.empty() ? "no value" : "two values",
                          "; give it one");
    }
    if (name == "driver" && VersionParts(value).empty()) {
      return absl::StrCat(
          "driver=", value,
          " is no version; write driver=3.1 or driver=3.0..3.2");
    }
    *to = value;
    return "";
  }

  std::string ParseGlob(ExpectationRule* rule) {
    rule->glob = Word();
    if (rule->glob.empty() || rule->glob == "=" ||
        !absl::ConsumePrefix(&rest_, "= ")) {
      return "no \"GLOB = VERDICT\" after the reason; there are blanks around "
             "the equals sign";
    }
    return "";
  }

  // From the end, since causes have blanks in them.
  std::string ParseAttributes(ExpectationRule* rule) {
    for (;;) {
      rest_ = absl::StripTrailingAsciiWhitespace(rest_);
      const size_t blank = rest_.find_last_of(" \t");
      if (blank == absl::string_view::npos) return "";
      absl::string_view word = rest_.substr(blank + 1);
      if (!absl::StrContains(word, '=')) return "";
      const std::pair<absl::string_view, absl::string_view> parts =
          absl::StrSplit(word, absl::MaxSplits('=', 1));
      std::string error = Attribute(parts.first, parts.second, rule);
      if (!error.empty()) return error;
      rest_ = rest_.substr(0, blank);
    }
  }

  std::string Attribute(absl::string_view name, absl::string_view value,
                        ExpectationRule* rule) {
    if (name == "until") {
      if (!IsDate(value)) return "until= is no date; write YYYY-MM-DD";
      rule->until = std::string(value);
      if (rule->until >= today_) return "";
      return absl::StrCat("until=", value,
                          " is past; look whether the rule still holds, then "
                          "give it another day or remove it");
    }
    if (name == "rate") {
      if (absl::SimpleAtod(value, &rate_) && rate_ >= 0 && rate_ <= 1) {
        has_rate_ = true;
        return "";
      }
      return "rate= is not between 0 and 1; write rate=0.2";
    }
    if (name == "seen") {
      const std::pair<absl::string_view, absl::string_view> parts =
          absl::StrSplit(value, absl::MaxSplits('/', 1));
      if (absl::SimpleAtoi(parts.first, &rule->seen.k) &&
          absl::SimpleAtoi(parts.second, &rule->seen.n) &&
          rule->seen.k <= rule->seen.n && rule->seen.n >= kLeastSeen) {
        return "";
      }
      return "seen= is not K/N with K of at least 2 runs; write seen=2/10";
    }
    if (name == "least") {
      return absl::SimpleAtoi(value, &least_) ? "" : "least= is not a number";
    }
    return absl::StrCat("unknown ", name,
                        "=; there are least=, rate=, seen=, until=");
  }

  static std::string ParseSkip(ExpectationRule* rule) {
    if (!rule->tags.vendor.empty() || !rule->tags.os.empty()) {
      return "skip is asked before the device is opened; of its tags leave "
             "device= and driver= alone";
    }
    rule->skip = true;
    ExpectedVerdict not_run;
    not_run.verdict.kind = VerdictKind::kNotRun;
    rule->verdicts.push_back(not_run);
    return "";
  }

  std::string ParseVerdicts(ExpectationRule* rule) {
    for (absl::string_view text : absl::StrSplit(rest_, '|')) {
      text = absl::StripAsciiWhitespace(text);
      ExpectedVerdict expected;
      absl::string_view inner = text;
      if (absl::ConsumePrefix(&inner, "flaky(") &&
          absl::ConsumeSuffix(&inner, ")")) {
        expected.flaky = true;
        text = inner;
      }
      expected.any_cause = !absl::StrContains(text, '(');
      if (!ParseVerdictText(text, &expected.verdict)) {
        return absl::StrCat("no verdict: ", text,
                            "; write one that `wgsync explain` lists, with its "
                            "cause in brackets or without");
      }
      flaky_ = flaky_ || expected.flaky;
      rule->verdicts.push_back(expected);
    }
    return "";
  }

  // A verdict next to which a pass is expected comes at some rate.
  static std::string WithoutRate(const ExpectationRule& rule) {
    const auto is = [](const ExpectedVerdict& v, bool pass) {
      return (v.verdict.kind == VerdictKind::kPass) == pass && !v.flaky;
    };
    const auto at = [&](bool pass) {
      return absl::c_find_if(
          rule.verdicts, [&](const ExpectedVerdict& v) { return is(v, pass); });
    };
    if (at(true) == rule.verdicts.end() || at(false) == rule.verdicts.end()) {
      return "";
    }
    return absl::StrCat("pass|", VerdictName(at(false)->verdict.kind),
                        " has no rate; write flaky(",
                        VerdictName(at(false)->verdict.kind),
                        ") rate=0.2 seen=2/10");
  }

  std::string CheckRate(const ExpectationRule& rule) const {
    const std::string error = WithoutRate(rule);
    if (!error.empty()) return error;
    if (!flaky_) {
      return has_rate_ || rule.seen.n > 0
                 ? "rate= and seen= are for flaky(...) alone; remove them"
                 : "";
    }
    if (!has_rate_ || rule.seen.n == 0) {
      return "flaky(...) needs rate= and seen=; write rate=0.2 seen=2/10";
    }
    const double rate =
        static_cast<double>(rule.seen.k) / static_cast<double>(rule.seen.n);
    if (std::abs(rate - rate_) <= 0.0051) return "";
    return absl::StrCat("rate= is not what seen=", rule.seen.k, "/",
                        rule.seen.n,
                        " gives; write rate=", std::round(rate * 100) / 100);
  }

  absl::string_view rest_;
  absl::string_view today_;
  size_t least_ = 0;
  double rate_ = 0;
  bool has_rate_ = false;
  bool flaky_ = false;
};

}  // namespace

TagFacts TagFactsOf(const Run& run) {
  return {JsonString(run.profile().fingerprint, {"device", "vendor"}),
          RunDeviceName(run), RunDriverVersion(run),
          JsonString(run.profile().fingerprint, {"os", "name"})};
}

bool TagsFit(const TagFacts& tags, const TagFacts& facts) {
  return Contains(facts.vendor, tags.vendor) &&
         Contains(facts.device, tags.device) && Contains(facts.os, tags.os) &&
         DriverFits(tags.driver, facts.driver);
}

Expectations ParseExpectations(absl::string_view text, const std::string& path,
                               absl::string_view today,
                               std::vector<std::string>* errors) {
  Expectations all;
  all.path = path;
  all.lines = absl::StrSplit(absl::StripSuffix(text, "\n"), '\n');
  if (text.empty()) all.lines.clear();
  for (size_t i = 0; i < all.lines.size(); ++i) {
    // A file that is written again keeps its lines as they are.
    const std::string clean = CleanText(all.lines[i], 3 * text.size());
    const absl::string_view line = absl::StripAsciiWhitespace(clean);
    if (line.empty() || line[0] == '#') continue;
    ExpectationRule rule;
    rule.line = static_cast<int>(i + 1);
    LineParser parser(line, today);
    const std::string error = parser.Parse(&rule);
    if (error.empty() && parser.least() > 0) {
      all.powers.push_back({rule.line, std::move(rule.tags),
                            std::move(rule.glob), parser.least()});
    } else if (error.empty()) {
      all.rules.push_back(std::move(rule));
    } else {
      errors->push_back(absl::StrCat(path, ":", rule.line, ": ", error));
    }
  }
  return all;
}

std::string Today() {
  return absl::FormatTime("%Y-%m-%d", absl::Now(), absl::UTCTimeZone());
}

absl::StatusOr<std::string> ReadExpectationText(const std::string& path) {
  return ReadRegularFile(path,
                         "name a file of expectations, as devices/ has them");
}

absl::StatusOr<Expectations> ReadExpectations(const std::string& path,
                                              absl::string_view today) {
  ASSIGN_OR_RETURN(std::string text, ReadExpectationText(path));
  std::vector<std::string> errors;
  Expectations all = ParseExpectations(text, path, today, &errors);
  if (errors.empty()) return all;
  std::string more = errors.size() == 1
                         ? ""
                         : absl::StrCat("; and ", errors.size() - 1,
                                        " more: `wgsync expect check` has all");
  return BadInput(errors[0], more);
}

std::vector<std::string> CheckRules(const Expectations& all,
                                    const std::vector<std::string>& ids,
                                    const TagFacts* facts, bool full) {
  std::vector<std::string> errors;
  std::set<int> told, used;
  // Most cases have the rules of another one.
  std::set<std::vector<const ExpectationRule*>> compared;
  bool crowded = false;
  for (const std::string& id : ids) {
    std::vector<const ExpectationRule*> match;
    for (const ExpectationRule& rule : all.rules) {
      if (facts != nullptr && !TagsFit(rule.tags, *facts)) continue;
      if (!GlobMatches(rule.glob, id)) continue;
      used.insert(rule.line);
      crowded = crowded || match.size() == kMostOfACase;
      if (match.size() < kMostOfACase) match.push_back(&rule);
    }
    if (!compared.insert(match).second) continue;
    for (auto rule = match.begin(); rule != match.end(); ++rule) {
      if (told.count((*rule)->line) > 0) continue;
      const auto other = std::find_if(
          match.begin(), rule, [rule](const ExpectationRule* before) {
            return CouldFitOneRun(before->tags, (*rule)->tags);
          });
      if (other == rule) continue;
      told.insert((*rule)->line);
      errors.push_back(absl::StrCat(
          all.path, ":", (*rule)->line, ": overlaps with line ", (*other)->line,
          ", both match ", id, "; narrow one of them"));
    }
  }
  if (crowded) {
    errors.push_back(absl::StrCat(
        all.path, ": more than ", kMostOfACase,
        " rules match one case; keep those of other devices in another file"));
  }
  for (const ExpectationRule& rule : all.rules) {
    if (!full || used.count(rule.line) > 0) continue;
    if (facts != nullptr && !TagsFit(rule.tags, *facts)) continue;
    errors.push_back(absl::StrCat(all.path, ":", rule.line, ": matches no case",
                                  "; remove it or mend its glob ", rule.glob));
  }
  return errors;
}

const ExpectationRule* RuleFor(const Expectations& all, const std::string& id,
                               const TagFacts& facts) {
  for (const ExpectationRule& rule : all.rules) {
    if (TagsFit(rule.tags, facts) && GlobMatches(rule.glob, id)) return &rule;
  }
  return nullptr;
}

std::vector<SkipRule> SkipsOf(const Expectations& all,
                              const std::string& device,
                              const std::string& driver) {
  TagFacts facts;
  facts.device = device;
  facts.driver = driver;
  std::vector<SkipRule> skips;
  for (const ExpectationRule& rule : all.rules) {
    if (!rule.skip || !TagsFit(rule.tags, facts)) continue;
    skips.push_back(
        {rule.glob, true,
         absl::StrCat(rule.reason, " (", all.path, ":", rule.line, ")")});
  }
  return skips;
}

bool Expects(const ExpectationRule& rule, const Verdict& verdict) {
  if (rule.flaky() && verdict.kind == VerdictKind::kPass) return true;
  return absl::c_any_of(rule.verdicts, [&](const ExpectedVerdict& expected) {
    return expected.verdict.kind == verdict.kind &&
           (expected.any_cause || ComparedCause(expected.verdict.cause) ==
                                      ComparedCause(verdict.cause));
  });
}

}  // namespace wgsync
